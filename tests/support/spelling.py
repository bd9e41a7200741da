"""A dictionary of its own for Enchant, which is part of the system; without Enchant the test is missing."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.missing import require


def own_dictionary(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: Sequence[str]) -> str:
    """Write a dictionary of these words where Enchant looks first, and return its name."""
    try:
        import enchant  # noqa: F401 - a library of the system
    except ImportError:
        require(part="Enchant", present=False, command="make setup-test")
    place = folder / "enchant" / "hunspell"
    place.mkdir(parents=True)
    (place / f"{name}.aff").write_text("SET UTF-8\nTRY aeioulrtscpndmvy\n", encoding="utf-8")
    (place / f"{name}.dic").write_text("\n".join([str(len(words)), *words, ""]), encoding="utf-8")
    monkeypatch.setenv("ENCHANT_CONFIG_DIR", str(place.parent))
    return name
