"""Translate what people read; the sources are English, and a process that chose no language says just those.

    SAVED: Final = translate("Saved")
    translate("{done} of {total} fetched").format(done=3, total=9)
    translate_count("{count} memory", "{count} memories", 12)

A language is chosen once, before the modules that say something are imported, so that constants are translated where
they stand. What is said over the wire and logged stays English. Texts of widgets go through Qt's own `tr`, which looks
into the same catalogue.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

Lookup: TypeAlias = Callable[[str, int], str]
"""Returns the translation of an English text, for a count where it is not negative, or `""` where there is none."""

NO_COUNT = -1

_lookup: Lookup | None = None
_separators: dict[int, str] = {}
"""Of figures: the English ones → those of the language."""
_catalogue: Path | None = None


def install_lookup(lookup: Lookup | None, catalogue: Path | None = None) -> None:
    """Translate with `lookup` from now on; None goes back to English.

    Args:
        lookup: Finds the translations.
        catalogue: The `.ts` file that has the same, for processes of ours that are started and have no Qt.
    """
    global _lookup, _separators, _catalogue  # noqa: PLW0603 - one language a process, as Qt's translators are
    _lookup, _catalogue = lookup, catalogue
    sample = translate("1,234.5")
    _separators = {} if lookup is None else {ord(","): sample[1], ord("."): sample[-2]}


def catalogue_file() -> Path | None:
    """Return the file that a process which is started takes its language from; None for English."""
    return _catalogue


def install_catalogue(file: Path) -> None:
    """Translate with the `.ts` file of a language, in a process that has no Qt: all but what has a count."""
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - for another language than English

    texts: dict[str, str] = {}
    for message in ET.parse(file).iter("message"):  # noqa: S314 - a file of the program
        translation = message.find("translation")
        if translation is not None and translation.get("type") is None and message.get("numerus") is None:
            texts[message.findtext("source", "")] = translation.text or ""
    install_lookup(lambda text, count: texts.get(text, "") if count == NO_COUNT else "", file)


def translate(text: str) -> str:
    """Return `text` in the language of this process; values are put in afterwards, by `format`."""
    return (_lookup(text, NO_COUNT) if _lookup else "") or text


def translate_count(one: str, several: str, count: int, **values: object) -> str:
    """Return the text for `count` things with the figure in it, such as `1,224 steps`.

    Args:
        one: The English text for 1, with `{count}`.
        several: The English text for every other figure, with `{count}`; under it the catalogue keeps all its forms.
        count: How many there are.
        values: What else is put in, by the names of its places.
    """
    text = (_lookup(several, count) if _lookup else "") or (one if count == 1 else several)
    return text.format(count=format_number(count), **values)


def format_number(value: float, form: str = ",") -> str:
    """Return a figure as the language writes it: `1,224`, or `0.48` in the form `.2f`."""
    written = format(value, form)
    return written.translate(_separators) if _separators else written


def parse_number(written: str) -> float:
    """Return the value of what `format_number` has written."""
    english = {ord(own): chr(ours) for ours, own in _separators.items()}
    return float(written.translate(english).replace(",", ""))
