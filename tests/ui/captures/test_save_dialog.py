"""The dialog of saving: what there is to choose, the rules as the command takes them, and what *Stop* and Escape do."""

import pytest
from PySide6.QtWidgets import QDialog

from alicia_desktop.ui.captures.save_dialog import SavableStanzas, SaveCaptureDialog
from alicia_desktop.ui.widgets.buttons import Button, Segments
from alicia_desktop.ui.widgets.fields import EditField, Toggle
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label


@pytest.fixture
def dialog(qtbot, theme):
    made = SaveCaptureDialog(
        SavableStanzas(total=1_200, filter_text="type:MemoryTrace", marked=3), theme=theme, parent=None
    )
    qtbot.addWidget(made)
    made.open()
    return made


def button(dialog, text) -> Button:
    (found,) = [one for one in dialog.findChildren(Button) if one.text() == text and one.isVisible()]
    assert isinstance(found, Button)
    return found


def test_what_there_is_not_is_not_offered(qtbot, theme):
    plain = SaveCaptureDialog(SavableStanzas(total=3, filter_text="", marked=0), theme=theme, parent=None)
    qtbot.addWidget(plain)
    stanzas, form = plain.findChildren(Segments)
    assert [segment.id for segment in stanzas.segments] == ["whole"]
    assert [segment.id for segment in form.segments] == ["capture", "jsonl", "otlp"]


def test_the_filter_is_shown_where_it_chooses(dialog):
    (said,) = [one for one in dialog.findChildren(ElidedLabel) if one.whole_text == "type:MemoryTrace"]
    assert not said.isVisible()
    dialog.choose(selection="filtered", form="otlp")
    assert said.isVisible()
    assert (dialog.selection, dialog.form) == ("filtered", "otlp")


def test_rules_are_those_of_the_command(dialog):
    dialog.set_rules(memories=True, text="Emma\n/[0-9]+/\nfield:body.content")
    assert dialog.rules == ("memories", "Emma", "/[0-9]+/", "field:body.content")


def test_the_dialog_grows_for_what_is_wrong_which_goes_with_the_next_letter(qtbot, dialog):
    sentence = "Patterns here have no look-ahead and no look-behind, so that none can hang. " * 4
    dialog.show_problem(sentence)
    (rules,) = dialog.findChildren(EditField)
    (said,) = [one for one in dialog.findChildren(Label) if one.text() == sentence]
    qtbot.waitUntil(lambda: said.height() >= said.heightForWidth(said.width()))
    assert rules.geometry().bottom() < button(dialog, "Preview").geometry().top()
    rules.setPlainText("/[0-9]/")
    assert not said.isVisible()


def test_while_it_is_written_only_stop_is_left(qtbot, dialog):
    dialog.set_running(running=True)
    dialog.show_progress(500, 1_200)
    assert not dialog.findChild(EditField).isEnabled()
    assert not button(dialog, "Save…").isEnabled()
    for stop in (button(dialog, "Stop").click, dialog.reject):
        with qtbot.waitSignal(dialog.stop_requested):
            stop()
    assert dialog.isVisible()
    dialog.set_running(running=False)
    with qtbot.waitSignal(dialog.finished):
        dialog.reject()
    assert dialog.result() == QDialog.DialogCode.Rejected


def test_saving_leaves_the_dialog_open_until_the_file_is_written(qtbot, dialog):
    with qtbot.waitSignal(dialog.save_requested):
        button(dialog, "Save…").click()
    assert dialog.isVisible()


def test_kept_sound_is_offered_where_a_capture_can_have_it(qtbot, theme):
    stanzas = SavableStanzas(total=3, filter_text="type:MemoryTrace", marked=0, sound_bytes=3_200_000)
    made = SaveCaptureDialog(stanzas, theme=theme, parent=None)
    qtbot.addWidget(made)
    made.open()
    (sound,) = [one for one in made.findChildren(Toggle) if "sound (" in one.text()]
    assert "3.2 MB" in sound.text()
    assert sound.isVisible()
    assert made.with_sound
    for choice in ({"selection": "filtered"}, {"selection": "whole", "form": "jsonl"}):
        made.choose(**choice)
        assert sound.isHidden()
    sound.setChecked(False)
    assert not made.with_sound


def test_without_kept_sound_there_is_nothing_to_choose(dialog):
    assert not [one for one in dialog.findChildren(Toggle) if "sound (" in one.text() and one.isVisible()]
