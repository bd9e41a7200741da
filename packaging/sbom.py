"""Writes what the packages are made of as a CycloneDX 1.6 document: `python packaging/sbom.py FILE`.

From resources/licences.json, which `make lock` writes, and from the lock: each Python package with its version, its
licence and the hashes of the files that may have been installed, and what lies inside of them. The same commit gives
the same document.
"""

import json
import os
import re
import sys
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from packaging.utils import canonicalize_name

from alicia_desktop import __version__

ROOT: Final = Path(__file__).parents[1]
NAMESPACE: Final = uuid.UUID("6b1d7b1e-7d0e-4c26-9d25-1f0f6a1b5f5a")
PIN: Final = re.compile(
    r"^([A-Za-z0-9._-]+)==([^\s;]+)[^\\\n]*((?:\\\n\s+--hash=sha256:[0-9a-f]{64}\s*)*)", re.MULTILINE
)
HASH: Final = re.compile(r"sha256:([0-9a-f]{64})")
EXPRESSION: Final = re.compile(r"\(?[A-Za-z0-9.+-]+\)?(?: (?:AND|OR|WITH) \(?[A-Za-z0-9.+-]+\)?)*")
"""What SPDX would read as an expression; anything else is a name."""


def main(path: Path) -> None:
    """Write the document."""
    path.write_text(json.dumps(document(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def document() -> dict[str, Any]:
    """Return the document: the program, and what it is made of."""
    parts = json.loads((ROOT / "alicia_desktop" / "resources" / "licences.json").read_text("utf-8"))
    components = [_component(part, hashes()) for part in parts]
    program = {"type": "application", "name": "alicia-desktop", "version": __version__, "bom-ref": "alicia-desktop"}
    built = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, json.dumps([__version__, components]))}",
        "version": 1,
        "metadata": {
            "timestamp": f"{built:%Y-%m-%dT%H:%M:%SZ}",
            "component": program | {"licenses": _licence("Apache-2.0")},
        },
        "components": components,
        "dependencies": [{"ref": "alicia-desktop", "dependsOn": [one["bom-ref"] for one in components]}],
    }


def hashes() -> dict[tuple[str, str], list[str]]:
    """Return the hashes that the locks allow, by canonical name and version."""
    return dict(_pinned())


def _pinned() -> Iterator[tuple[tuple[str, str], list[str]]]:
    for lock in ("requirements.lock", "requirements-nodeps.lock"):
        for name, version, lines in PIN.findall((ROOT / lock).read_text("utf-8")):
            yield (canonicalize_name(name), version), HASH.findall(lines)


def _component(part: Mapping[str, str], known: Mapping[tuple[str, str], list[str]]) -> dict[str, Any]:
    name, version = part["name"], part["version"]
    found: dict[str, Any] = {"type": "library", "name": name, "bom-ref": f"{name} {version}".strip()}
    if not version:  # inside of a package: a model, a font, a native library
        return found | {"description": f"comes with {part['source']}", "licenses": _licence(part["licence"])}
    locked = known.get((canonicalize_name(name), version), [])
    return found | {
        "version": version,
        "purl": f"pkg:pypi/{canonicalize_name(name)}@{version}",
        "licenses": _licence(part["licence"]),
        "externalReferences": [
            {"type": "distribution", "url": f"pkg:pypi/{canonicalize_name(name)}@{version}", "hashes": _hashes(locked)}
        ],
    }


def _hashes(locked: list[str]) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": one} for one in locked]


def _licence(text: str) -> list[dict[str, Any]]:
    if EXPRESSION.fullmatch(text):
        return [{"expression": text}]
    return [{"license": {"name": text}}]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
