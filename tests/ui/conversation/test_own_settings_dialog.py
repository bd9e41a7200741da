"""The dialog for a conversation's own settings, and the button of the header that opens it."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QSignalSpy, QTest

from alicia_desktop.protocol.conversation_settings import (
    MAX_PERSONA_CHARACTERS,
    NO_SETTINGS,
    ChosenModel,
    ConversationSettings,
)
from alicia_desktop.ui.conversation.header import Header
from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.conversation_settings import ALIKE, ModelOption, OwnSettingsRow

QWEN = ChosenModel(url="http://127.0.0.1:11434/v1", name="qwen3:4b")
WHOLE = ConversationSettings(model=QWEN, persona="You are a pirate.", temperature=0.7)


@pytest.fixture
def opened(theme, qtbot):
    def make(settings=NO_SETTINGS, **options):
        dialog = OwnSettingsDialog(settings, theme=theme, parent=None, **options)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def labels(dialog):
    return [label.text() for label in dialog.findChildren(Label) if label.isVisible()]


def paste(dialog, text):
    data = QMimeData()
    data.setText(text)
    dialog.persona.insertFromMimeData(data)


def test_what_is_shown_is_what_is_saved_unless_somebody_changes_it(opened):
    assert opened(WHOLE).settings == WHOLE
    assert opened(NO_SETTINGS).settings == NO_SETTINGS


def test_models_that_are_found_later_are_offered_and_what_is_chosen_stays(opened):
    dialog = opened(WHOLE)
    assert dialog.model.currentText() == "qwen3:4b – not found"
    dialog.add_models([ModelOption(title="qwen3:4b", where="Ollama", model=QWEN)])
    assert dialog.model.currentText() == "qwen3:4b – Ollama"
    dialog.model.setCurrentIndex(0)
    assert dialog.settings.model is None


def test_it_says_plainly_what_the_small_model_does_with_a_persona(opened):
    dialog = opened(is_small=True)
    assert any("follows a persona only a little, and none of more than 600" in text for text in labels(dialog))
    dialog.add_models([ModelOption(title="qwen3:4b", where="Ollama", model=QWEN)])
    dialog.model.setCurrentIndex(2)
    assert not any("little" in text for text in labels(dialog))
    assert any("No other one is asked instead" in text for text in labels(dialog))


def test_a_persona_that_is_too_long_is_not_pasted_and_says_so(opened):
    dialog = opened(WHOLE)
    paste(dialog, "x" * 10_000_000)
    assert dialog.settings.persona == "You are a pirate."
    assert "Not pasted: the text would exceed 8,000 characters" in labels(dialog)
    assert "17 of 8,000 characters" in labels(dialog)
    dialog.persona.selectAll()
    paste(dialog, "x" * MAX_PERSONA_CHARACTERS)
    assert (len(dialog.settings.persona), dialog.save.isEnabled()) == (MAX_PERSONA_CHARACTERS, True)
    QTest.keyClicks(dialog.persona, "y")
    assert "8,001 of 8,000 characters" in labels(dialog)
    assert not dialog.save.isEnabled()


def test_a_temperature_counts_once_it_is_switched_on(opened):
    dialog = opened()
    assert (dialog.temperature.isEnabled(), "default" in labels(dialog)) == (False, True)
    dialog.own_temperature.setFocus()
    QTest.keyClick(dialog.own_temperature, Qt.Key.Key_Space)
    dialog.temperature.setValue(20)
    assert dialog.settings.temperature == 2.0
    assert "2.0" in labels(dialog)


def test_it_is_saved_with_the_keyboard(opened, qtbot):
    dialog = opened()
    accepted = QSignalSpy(dialog.accepted)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClicks(dialog.persona, "A pirate.")
    QTest.keyClick(dialog.persona, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: accepted.count() == 1)
    assert dialog.settings.persona == "A pirate."


def test_the_header_shows_what_there_is_and_for_other_servers_nothing_but_why(theme, qtbot):
    header = Header(theme=theme)
    qtbot.addWidget(header)
    header.resize(600, 56)
    header.show()
    asked = QSignalSpy(header.own_settings_requested)
    header.set_own_settings(OwnSettingsRow(text="hf.co/a-very-long-name/of-a-model-32B-Q4 · persona · 0.7", tip="Tip"))
    assert header.own_settings.width() < 220
    assert "hf.co/a-very-long-name" in header.own_settings.accessibleName()
    header.own_settings.click()
    assert asked.count() == 1
    header.set_own_settings(OwnSettingsRow(unsupported=ALIKE))
    assert not header.own_settings.isVisible()
    [item] = [one for one in header.menu().actions() if one.text().startswith("Model and persona")]
    assert (item.text(), item.isEnabled()) == (f"Model and persona ({ALIKE})", False)
