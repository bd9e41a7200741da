"""A stanza written by hand: presets by type, form and JSON of one body, and no way past a mistake."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from alicia_desktop.protocol.messages import ControlVariation, Feedback, MemoryAction, UserMessage, UserNote
from alicia_desktop.ui.inspector.stanzas.compose_dialog import ComposeDialog
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.view.composed_stanzas import StanzaContext, compose, preset
from tests.ui.reach import button, part

CONTEXT = StanzaContext(conversation_id="ac_1", message_id="am_2", at_ms=1_764_000_000_000)


@pytest.fixture
def opened(qtbot, theme):
    def make(begin=None):
        dialog = ComposeDialog(
            preset=lambda number: preset(number, CONTEXT),
            compose=lambda number, said: compose(number, said, conversation_id="ac_1"),
            begin=begin,
            theme=theme,
            parent=None,
        )
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.open()
        return dialog

    return make


def choose(dialog, message):
    dialog.type.setCurrentIndex(dialog.type.findData(message.TYPE))


def test_a_type_brings_its_preset_first_that_of_a_question(opened):
    dialog = opened()
    assert dialog.number == UserMessage.TYPE
    choose(dialog, Feedback)
    assert json.loads(dialog.json.text)["targetId"] == "am_2"
    assert dialog.send.isEnabled()
    assert isinstance(dialog.composed.body, Feedback)


def test_what_is_written_into_the_form_is_the_json(opened, qtbot):
    dialog = opened()
    choose(dialog, UserNote)
    line = part(dialog, QLineEdit, "content")
    qtbot.keyClicks(line, "walnuts")
    assert json.loads(dialog.json.text)["content"] == "walnuts"
    assert dialog.composed.body.content == "walnuts"


def test_choices_are_offered_and_a_field_left_empty_is_left_out(opened):
    dialog = opened()
    choose(dialog, ControlVariation)
    part(dialog, Picker, "mode").setCurrentText("continue")
    assert dialog.composed.body.mode == "continue"
    assert "conversationId" not in json.loads(dialog.json.text)


def test_parameters_are_json_in_the_form_too(opened, qtbot):
    dialog = opened()
    choose(dialog, MemoryAction)
    line = part(dialog, QLineEdit, "memory")
    line.clear()
    qtbot.keyClicks(line, '{"content": "Emma plays"}')
    assert dialog.composed.body.memory == {"content": "Emma plays"}
    assert dialog.composed.memories == "changed"
    qtbot.keyClicks(line, "}")
    assert not dialog.send.isEnabled()
    assert "memory" in dialog.problem.text().lower()


def test_a_mistake_in_json_is_said_and_cannot_be_sent(opened, qtbot):
    dialog = opened()
    choose(dialog, UserMessage)
    button(dialog, "JSON").click()
    dialog.json.set_text("{")
    assert dialog.problem.text().startswith("This is no JSON")
    assert not dialog.send.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible()
    button(dialog, "Form").click()
    assert dialog.json.isVisible(), "what is no object has no form"
    dialog.json.set_text('{"id": "am_1", "content": "hello", "colour": 1}')
    assert dialog.problem.text() == "UserMessage has no field colour."


def test_what_is_sent_anew_stands_there_to_be_changed(opened):
    said = json.dumps({"id": "n", "content": "again", "timestamp": 1})
    dialog = opened((UserNote.TYPE, said))
    assert dialog.number == UserNote.TYPE
    assert part(dialog, QLineEdit, "content").text() == "again"
    dialog.send.click()
    assert dialog.result() == ComposeDialog.DialogCode.Accepted
    assert dialog.composed.body == UserNote(id="n", content="again", timestamp=1)
