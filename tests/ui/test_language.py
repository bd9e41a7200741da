"""The language of the window: which one is chosen, and that Qt and every floor speak it."""

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialogButtonBox, QLabel

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.ui.language import SYSTEM, choose_language, install_language, language_names
from alicia_desktop.ui.shortcuts import format_keys


class Sentence(QLabel):
    """A class that no catalogue knows."""

    def said(self):
        return self.tr("Undo"), self.tr("No catalogue has this.")


@pytest.mark.parametrize(
    ("choice", "preferred", "language"),
    [
        (SYSTEM, ("de-Latn-AT", "de-AT", "de-Latn", "de"), "de"),
        (SYSTEM, ("fr-Latn-FR", "fr-FR", "fr-Latn", "fr", "de-DE", "de", "en"), "de"),
        (SYSTEM, ("en-Latn-US", "en-US", "en-Latn", "en", "de-DE", "de"), "en"),
        (SYSTEM, ("fr-FR", "fr"), "en"),
        (SYSTEM, ("C",), "en"),
        (SYSTEM, (), "en"),
        ("de", ("fr-FR", "fr"), "de"),
        ("en", ("de-DE", "de"), "en"),
        ("xx", ("de-DE", "de"), "en"),
        ("../de", (), "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_first_of_the_system_that_there_is(choice, preferred, language):
    assert choose_language(choice, preferred) == language


def test_each_language_is_named_by_itself():
    assert language_names() == {"en": "English", "de": "Deutsch"}


def test_widgets_floors_and_qt_speak_the_language(german):
    assert Sentence().said() == ("Rückgängig", "No catalogue has this.")
    assert translate("Undo") == "Rückgängig"
    assert translate("No catalogue has this.") == "No catalogue has this."
    assert translate_count("{count} memory", "{count} memories", 1) == "1 Erinnerung"
    assert translate_count("{count} memory", "{count} memories", 2_000) == "2.000 Erinnerungen"
    assert format_number(0.48, ".2f") == "0,48"
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert [button.text() for button in box.buttons()] == ["Abbrechen"]
    assert QKeySequence("Ctrl+Shift+N").toString(QKeySequence.SequenceFormat.NativeText) == "Strg+Umschalt+N"


def test_for_english_nothing_is_loaded(qapp):
    install_language(qapp, "en")
    assert qapp.findChildren(QTranslator) == []
    assert Sentence().said()[0] == translate("Undo") == "Undo"


def test_keys_are_written_as_german_keyboards_have_them(german):
    assert format_keys("Ctrl+Shift+Return") == "Strg+Umschalt+Enter"
    assert format_keys("Home  End") == "Pos1  Ende"
    assert format_keys("Ctrl+1…9") == "Strg+1…9"
    assert format_keys(",  .") == ",  ."
