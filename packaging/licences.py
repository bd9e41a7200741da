"""Writes docs/licences.md and resources/licences.json of the package: every part of the program, and its licence.

Run as `python packaging/licences.py` in a finished .venv after the lock has changed. Packages are those that the
program's own requirements lead to on this computer; what is inside of them is told by licences.toml.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent
KNOWN: Final = tomllib.loads((HERE / "licences.toml").read_text(encoding="utf-8"))
PLAIN: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "LGPL": "LGPL-2.1-or-later",  # so say the files of the one package that says no more
    "MIT License": "MIT",
    "MIT License, Apache License, Version 2.0": "MIT OR Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Words of older metadata → SPDX."""

HEAD: Final = """\
# Licences

Written by `packaging/licences.py` from the metadata of what the program runs on, and from `packaging/licences.toml`
for what lies inside of it. Tests and checks bring more, which does not come with the program.

"""


@dataclass(frozen=True, kw_only=True)
class Part:
    """Something that comes with the program."""

    name: str
    version: str
    source: str
    licence: str


def main() -> None:
    """Write both files."""
    inside = [Part(name=one["name"], version="", source=one["from"], licence=one["licence"]) for one in KNOWN["part"]]
    packages = sorted(_packages(), key=lambda part: part.name.lower())
    (ROOT / "docs" / "licences.md").write_text(HEAD + _page(inside, packages), encoding="utf-8")
    listed = json.dumps([asdict(part) for part in inside + packages], indent=1, ensure_ascii=False)
    (ROOT / "alicia_desktop" / "resources" / "licences.json").write_text(listed + "\n", encoding="utf-8")


def _packages() -> Iterator[Part]:
    for name in _closure():
        about = metadata.metadata(name)
        yield Part(name=about["Name"], version=about["Version"], source="PyPI", licence=licence_of(name))


def _closure() -> set[str]:
    """Return the packages that the requirements lead to, with the environment of this computer."""
    bare = _asked_for("requirements-nodeps.in")
    waiting = [*_asked_for("requirements.in"), *_asked_for("requirements-models.in"), *bare]
    without_dependencies = {canonicalize_name(one.name) for one in bare}
    found: set[str] = set()
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wish = waiting.pop()
        key = (canonicalize_name(wish.name), frozenset(wish.extras))
        if key in seen or not _applies(wish, {""}):
            continue
        seen.add(key)
        found.add(key[0])
        if key[0] in without_dependencies:
            continue
        asked = (Requirement(text) for text in metadata.requires(key[0]) or ())
        waiting += [one for one in asked if _applies(one, {"", *wish.extras})]
    return found


def _asked_for(file: str) -> list[Requirement]:
    lines = [line.strip() for line in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def _applies(wish: Requirement, extras: set[str]) -> bool:
    return wish.marker is None or any(wish.marker.evaluate({"extra": extra}) for extra in extras)


def licence_of(name: str) -> str:
    """Return the SPDX expression of an installed package, else what older fields of its metadata say in SPDX's words.

    Raises:
        SystemExit: nothing is said; licences.toml has to.
    """
    about = metadata.metadata(name)
    if known := KNOWN["packages"].get(canonicalize_name(name)):
        return str(known)
    if said := about.get("License-Expression"):
        return str(said)
    first = str(about.get("License") or "").strip().split("\n")[0]
    kinds = [kind.split(" :: ")[-1] for kind in about.get_all("Classifier") or [] if kind.startswith("License")]
    said = first or " OR ".join(kinds)
    if not said:
        raise SystemExit(f"{about['Name']} does not tell its licence: look it up and put it into licences.toml")
    return PLAIN.get(said, said)


def _page(inside: list[Part], packages: list[Part]) -> str:
    lines = ["## Models, voices, fonts, native libraries", "", "| part | comes with | licence |", "|---|---|---|"]
    lines += [f"| {part.name} | {part.source} | {part.licence} |" for part in inside]
    lines += ["", "## Python packages", "", "| package | version | licence |", "|---|---|---|"]
    lines += [f"| {part.name} | {part.version} | {re.sub(r' +', ' ', part.licence)} |" for part in packages]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
