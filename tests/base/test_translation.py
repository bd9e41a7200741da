from collections.abc import Iterator
from pathlib import Path

import pytest

from alicia_desktop.base.translation import (
    NO_COUNT,
    catalogue_file,
    format_number,
    install_catalogue,
    install_lookup,
    parse_number,
    translate,
    translate_count,
)

GERMAN = {
    "1,234.5": ("1.234,5",),
    "Saved": ("Gesichert",),
    "{count} memories": ("{count} Erinnerung", "{count} Erinnerungen"),
}


@pytest.fixture
def german() -> Iterator[None]:
    def find(text: str, count: int) -> str:
        forms = GERMAN.get(text, ("",))
        return forms[0] if count in (NO_COUNT, 1) else forms[-1]

    install_lookup(find)
    yield
    install_lookup(None)


def test_without_a_language_english_is_said() -> None:
    assert translate("Saved") == "Saved"
    assert translate_count("{count} memory", "{count} memories", 1) == "1 memory"
    assert translate_count("{count} memory", "{count} memories", 1_224) == "1,224 memories"


def test_a_count_stands_among_other_values() -> None:
    one, several = "{count} of {total} step", "{count} of {total} steps"
    assert translate_count(one, several, 1_224, total=3_000) == "1,224 of 3000 steps"


@pytest.mark.usefixtures("german")
def test_a_language_says_its_own_words_and_forms() -> None:
    assert translate("Saved") == "Gesichert"
    assert translate_count("{count} memory", "{count} memories", 1) == "1 Erinnerung"
    assert translate_count("{count} memory", "{count} memories", 12) == "12 Erinnerungen"


@pytest.mark.usefixtures("german")
def test_what_has_no_translation_stays_english() -> None:
    assert translate("Sent") == "Sent"
    assert translate_count("{count} step", "{count} steps", 1) == "1 step"


NUMBERS = [
    (1_224, ",", "1,224", "1.224"),
    (0.484, ".2f", "0.48", "0,48"),
    (1_234_567.89, ",.1f", "1,234,567.9", "1.234.567,9"),
    (-4_200.0, ",.0f", "-4,200", "-4.200"),
    (0.7, "g", "0.7", "0,7"),
    (7, ",", "7", "7"),
]


@pytest.mark.parametrize(("number", "form", "english"), [one[:3] for one in NUMBERS])
def test_numbers_are_written_in_english(number: float, form: str, english: str) -> None:
    assert format_number(number, form) == english
    assert parse_number(english) == pytest.approx(number, abs=0.5)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(("number", "form", "said"), [(one[0], one[1], one[3]) for one in NUMBERS])
def test_numbers_are_written_as_the_language_does(number: float, form: str, said: str) -> None:
    assert format_number(number, form) == said
    assert parse_number(said) == pytest.approx(number, abs=0.5)
    assert translate_count("{count} memory", "{count} memories", 1_224) == "1.224 Erinnerungen"


def test_a_process_without_qt_reads_what_has_no_count_from_the_file_of_a_language(tmp_path: Path) -> None:
    file = tmp_path / "alicia_de.ts"
    file.write_text(
        "<TS><context>"
        "<message><source>Saved</source><translation>Gesichert</translation></message>"
        '<message><source>Sent</source><translation type="unfinished"/></message>'
        '<message numerus="yes"><source>{count} memories</source><translation>\n'
        "<numerusform>{count} Erinnerung</numerusform></translation></message>"
        "</context></TS>"
    )
    install_catalogue(file)
    try:
        assert (translate("Saved"), translate("Sent")) == ("Gesichert", "Sent")
        assert translate_count("{count} memory", "{count} memories", 2) == "2 memories"
        assert catalogue_file() == file
    finally:
        install_lookup(None)
    assert catalogue_file() is None
