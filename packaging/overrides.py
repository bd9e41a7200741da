"""Writes packaging/uv-overrides.txt, with which `uv tool install` takes what is locked and nothing else.

Run by packaging/lock.sh when what is locked is installed. Every locked package is pinned; what else the packages of
requirements-nodeps.in ask for is installed nowhere.
"""

import re
from importlib import metadata
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
HEAD: Final = "# Written by packaging/overrides.py from the locks, for `uv tool install --overrides`.\n"
PIN: Final = re.compile(r"^(\S+==[^\\]+?) *\\?$")
NEVER: Final = "; python_version < '0'"


def main() -> None:
    """Write the file."""
    pins = _pins("requirements.lock")
    bare = _pins("requirements-nodeps.lock")
    locked = {_name(line) for line in pins + bare}
    asked_for = [asked for line in bare for asked in metadata.requires(_name(line)) or () if "extra ==" not in asked]
    unwanted = {_name(asked) for asked in asked_for} - locked
    lines = [*pins, *bare, *(name + NEVER for name in sorted(unwanted))]
    (HERE / "uv-overrides.txt").write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")


def _pins(lock: str) -> list[str]:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return [match[1] for line in lines if (match := PIN.match(line))]


def _name(requirement: str) -> str:
    return canonicalize_name(Requirement(requirement).name)


if __name__ == "__main__":
    main()
