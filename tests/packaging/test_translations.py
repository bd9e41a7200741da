"""The catalogues of the languages: they say what the sources say, whole, and are compiled."""

import re
import runpy
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from alicia_desktop.ui.language import TRANSLATIONS

pytestmark = pytest.mark.slow

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "packaging" / "translations.py"))
CATALOGUES = sorted(TRANSLATIONS.glob("*.ts"))
EVERY_CATALOGUE = pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
KEPT = re.compile(r"\{[^{}]*\}|https?://\S*|wss?://\S*|…$|\n|^\s|\s$|:$|[.?!]$|<[^>]*>|&\w")
"""What a translation has as the English text has it."""


@pytest.fixture(scope="module")
def sources():
    """Every text of the program."""
    return SCRIPT["collect"]()


def forms_of(catalogue):
    """Each English text, with all forms of its translation."""
    return [(text, form) for text, forms in SCRIPT["read"](catalogue).items() for form in forms]


@EVERY_CATALOGUE
def test_a_catalogue_has_the_texts_of_the_sources_and_no_other(catalogue, sources):
    messages = ET.parse(catalogue).iter("message")
    kept = {message.findtext("source"): message.get("numerus") == "yes" for message in messages}
    assert kept == {text: source.numerus for text, source in sources.items()}, "run `make translations`"


@EVERY_CATALOGUE
def test_every_text_is_translated(catalogue, sources):
    assert sources.keys() - SCRIPT["read"](catalogue).keys() == set()


@EVERY_CATALOGUE
def test_a_text_with_a_count_has_all_forms(catalogue, sources):
    forms = {len(said) for text, said in SCRIPT["read"](catalogue).items() if sources[text].numerus}
    assert len(forms) == 1


@pytest.mark.e2e
@EVERY_CATALOGUE
def test_a_catalogue_is_compiled(catalogue, tmp_path):
    compiled = tmp_path / "compiled.qm"
    SCRIPT["compile_catalogue"](catalogue, compiled)
    assert compiled.read_bytes() == catalogue.with_suffix(".qm").read_bytes(), "run `make translations`"


@EVERY_CATALOGUE
def test_a_translation_keeps_places_addresses_markup_and_ends(catalogue):
    differing = [
        (text, form) for text, form in forms_of(catalogue) if Counter(KEPT.findall(text)) != Counter(KEPT.findall(form))
    ]
    assert differing == []


@pytest.mark.parametrize(
    "call", ['self.tr(f"{n} steps")', "translate(words)", 'self.tr("a", "b")', 'translate_count("{n}", several, 3)']
)
def test_a_text_that_cannot_be_collected_is_refused(tmp_path, call):
    (tmp_path / "module.py").write_text(
        f"from alicia_desktop.base.translation import translate, translate_count\nprint({call})\n"
    )
    with pytest.raises(SystemExit, match=r"module\.py:2: no text that can be collected"):
        SCRIPT["collect"](tmp_path)


def test_only_what_is_translated_is_collected(tmp_path):
    (tmp_path / "said.py").write_text(
        "from alicia_desktop.base.translation import translate, translate_count\n"
        'print(self.tr("One"), translate("Two" " and three"), translate_count("{count} 4", "{count} fours", 4))\n'
    )
    (tmp_path / "other.py").write_text(
        'from elsewhere import translate\nprint(translate("Five"), text.translate(six))\n'
    )
    found = SCRIPT["collect"](tmp_path)
    assert {text: source.numerus for text, source in found.items()} == {
        "One": False,
        "Two and three": False,
        "{count} fours": True,
    }


def test_a_new_language_is_begun_and_its_words_are_taken_from_a_map(tmp_path, sources):
    catalogue = tmp_path / "alicia_fr.ts"
    SCRIPT["write"](catalogue, sources, {"Undo": ("Annuler",)})
    assert SCRIPT["read"](catalogue) == {"Undo": ("Annuler",)}
    assert 'type="unfinished"' in catalogue.read_text("utf-8")
