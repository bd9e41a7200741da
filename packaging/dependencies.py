"""Writes docs/dependencies.md: every direct dependency with what is known of its life, and where it exists.

Run by packaging/lock.sh, with a network, when what is locked is installed: dates come from the registry that pip is
set to, why each is used and what would replace it from dependencies.toml.
"""

import json
import os
import re
import tomllib
import urllib.request
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Final

from licences import licence_of
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version
from pip._internal.models.index import PyPI
from platforms import PLATFORMS, PYTHONS, Platform, resolves, without_wheel

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
REGISTRY: Final = os.environ.get("PIP_INDEX_URL") or PyPI.simple_url
ACCEPT: Final = "application/vnd.pypi.simple.v1+json"
YEAR: Final = timedelta(days=365)
FILES: Final = ("requirements.in", "requirements-models.in", "requirements-nodeps.in")
PIN: Final = re.compile(r"^(\S+==\S+)(?: ; ([^\\]+?))? *\\?$", re.MULTILINE)
HEAD: Final = """\
# Dependencies

Written by `make lock` on {day} from the locks, the metadata of what is installed, the registry's dates and
`packaging/dependencies.toml`. All that comes with the program is listed in [Licences]({licences}); here are those that
its own code asks for.

*Releases* counts those of the twelve months before that day, *size* what is installed on Linux x86-64.

PyInstaller makes the Debian packages (`packaging/freeze.in`, with hashes in `packaging/freeze.lock`). It is installed
into a folder of its own and runs on the computer that builds; of it a package has the loader, whose licence
(GPL-2.0-or-later) has an exception for that. Instead of it: Nuitka, or a relocatable Python with the packages.

"""


@dataclass(frozen=True, kw_only=True)
class Life:
    """What the registry tells of a package."""

    latest: str
    released: str
    releases: int


def main() -> None:
    """Write the page."""
    told = tomllib.loads((HERE / "dependencies.toml").read_text(encoding="utf-8"))
    today = datetime.now(UTC)
    day = f"{today.day} {today:%B %Y}"
    direct = [(canonicalize_name(one.name), file) for file in FILES for one in _asked_for(file)]
    parts = [
        HEAD.format(day=day, licences="licences.md"),
        *_facts(direct, today),
        "\n",
        *_reasons(direct, told),
        "\n",
        *_platforms(),
    ]
    (ROOT / "docs" / "dependencies.md").write_text("".join(parts), encoding="utf-8")


def _asked_for(file: str) -> list[Requirement]:
    lines = [line.strip() for line in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def _facts(direct: Iterable[tuple[str, str]], today: datetime) -> Iterable[str]:
    yield _row("package", "locked", "latest", "released", "releases", "licence", "size") + _rule(7)
    for name, file in direct:
        life, about = _life(name, today), metadata.metadata(name)
        mark = "" if file == "requirements.in" else " ¹" if file == "requirements-models.in" else " ²"
        facts = (life.latest, life.released, life.releases, licence_of(name), _megabytes(name))
        yield _row(f"{about['Name']}{mark}", about["Version"], *facts)
    yield "\n¹ Model or voice, by the extra `models`. ² Model in another program's package, installed without what it\n"
    yield "asks for, found as a file and never imported.\n"


def _life(name: str, today: datetime) -> Life:
    request = urllib.request.Request(f"{REGISTRY.rstrip('/')}/{name}/", headers={"Accept": ACCEPT})  # noqa: S310 - ours
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - the address is pip's own
        files = json.load(answer)["files"]
    released: dict[Version, datetime] = {}
    for file in files:
        version, at = _version(file["filename"]), datetime.fromisoformat(file["upload-time"])
        if version is not None and not version.is_prerelease and not file.get("yanked"):
            released[version] = min(at, released.get(version, at))
    latest = max(released)
    return Life(
        latest=str(latest),
        released=f"{released[latest]:%Y-%m-%d}",
        releases=sum(at > today - YEAR for at in released.values()),
    )


def _version(filename: str) -> Version | None:
    try:
        if filename.endswith(".whl"):
            return parse_wheel_filename(filename)[1]
        return parse_sdist_filename(filename)[1]
    except ValueError:
        return None  # eggs and installers of long ago


def _megabytes(name: str) -> str:
    files = metadata.files(name) or []
    size = sum(file.size or 0 for file in files if file.suffix != ".pyc")
    return f"{size / 1e6:.1f} MB"


def _reasons(direct: Iterable[tuple[str, str]], told: dict[str, dict[str, str]]) -> Iterable[str]:
    yield _row("package", "why this one", "who keeps it", "when nobody does any more") + _rule(4)
    for name, _ in direct:
        one = told[name]
        yield _row(metadata.metadata(name)["Name"], one["why"], one["kept_by"], one["instead"])


def _platforms() -> Iterable[str]:
    files = (ROOT / lock for lock in ("requirements.lock", "requirements-nodeps.lock"))
    pins = {pin[1]: pin[2] or "" for file in files for pin in PIN.finditer(file.read_text(encoding="utf-8"))}
    lines = [f"{pin} ; {marker}" if marker else pin for pin, marker in pins.items()]
    yield "## Platforms\n\nWhether wheels alone satisfy the locks, asked of the resolver; only Linux x86-64 is "
    yield "tested.\n\n"
    yield _row("platform", "at least", *(f"Python {python}" for python in PYTHONS)) + _rule(2 + len(PYTHONS))
    for platform in PLATFORMS:
        answers = ("yes" if resolves(lines, platform, python=python) else "**no**" for python in PYTHONS)
        yield _row(platform.name, platform.floor, *answers)
    yield "\nLocked packages that have no wheel somewhere, and whether they are wanted there:\n\n"
    yield _row("package", *(platform.name for platform in PLATFORMS)) + _rule(1 + len(PLATFORMS))
    here = {pin: marker for pin, marker in pins.items() if any(platform.wants(marker) for platform in PLATFORMS)}
    for pin, where in sorted(without_wheel(here, python=PYTHONS[0]).items()):
        yield _row(pin.replace("==", " "), *(_cell(one, lacking=where, marker=pins[pin]) for one in PLATFORMS))


def _cell(platform: Platform, *, lacking: set[Platform], marker: str) -> str:
    if platform not in lacking:
        return "wheel"
    return "**none**" if platform.wants(marker) else "none, left out"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |\n"


def _rule(columns: int) -> str:
    return f"|{'---|' * columns}\n"


if __name__ == "__main__":
    main()
