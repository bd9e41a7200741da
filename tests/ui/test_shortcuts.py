"""The list of keys: all of its words can be read in whatever window it opens, it is searched, and keys are changed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QScrollArea

from alicia_desktop.ui.main_window import window_keys
from alicia_desktop.ui.shortcuts import conflicting, with_changes
from alicia_desktop.ui.shortcuts_dialog import ABOVE_GROUP, ShortcutsDialog, shortcut_list
from alicia_desktop.ui.widgets.labels import Label

pytestmark = pytest.mark.slow

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def dialog(qtbot, theme, window):
    made = shortcut_list(window_keys(window), title="Keyboard shortcuts", theme=theme, parent=window)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.open()
    return made


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (1600, 1000)])
def test_no_word_is_cut_off(qtbot, theme, window, size):
    window.resize(*size)
    keys = window_keys(window)
    dialog = shortcut_list(keys, title="Keyboard shortcuts", theme=theme, parent=window)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.open()
    area = next(one for one in dialog.findChildren(QScrollArea) if one.accessibleName() == "Keyboard shortcuts")
    assert area.geometry().right() < dialog.width()
    for label in area.findChildren(Label):
        if label.isVisible():
            assert label.width() >= label.sizeHint().width(), label.text()
            assert label.mapTo(area, label.rect().topRight()).x() <= area.viewport().width(), label.text()
    assert dialog.height() <= window.height()
    assert dialog.width() <= window.width()
    dialog.reject()


def test_it_is_searched_by_words_and_by_keys(dialog):
    everything = dialog.shown_commands()
    assert {"New conversation", "Pin or unpin", "Filter stanzas"} <= set(everything)
    dialog.search.setText("unpin")
    assert dialog.shown_commands() == ["Pin or unpin"]
    dialog.search.setText("ctrl+shift+p")
    assert dialog.shown_commands() == ["Pin or unpin"]
    dialog.search.setText("nothing has this name")
    assert dialog.shown_commands() == []
    dialog.search.clear()
    assert dialog.shown_commands() == everything


def test_it_is_grouped(dialog):
    headings = [one.text() for one in dialog.findChildren(Label) if one.isVisible() and one.font().weight() == 600]
    for group in ("Window", "Conversation", "Writing and voice", "Inspector"):
        assert group in headings


def test_a_heading_stands_apart_from_the_group_above_it_and_is_whole(dialog):
    headings = [one for one in dialog.findChildren(Label) if one.text() in {"Window", "Conversation"}]
    assert [one.text() for one in headings] == ["Window", "Conversation"]
    words = [one.fontMetrics().height() for one in headings]
    assert headings[0].height() >= words[0]
    assert headings[1].height() >= words[1] + ABOVE_GROUP // 2


def test_other_keys_are_taken_and_told(qtbot, dialog):
    row = dialog.row("Pin or unpin")
    with qtbot.waitSignal(dialog.keys_changed) as changed:
        row.press("Ctrl+Alt+P")
    assert changed.args == ["Ctrl+Shift+P", "Ctrl+Alt+P"]
    assert (row.keys, row.problem) == ("Ctrl+Alt+P", "")


def test_keys_that_are_taken_are_told(qtbot, dialog):
    row = dialog.row("Pin or unpin")
    with qtbot.assertNotEmitted(dialog.keys_changed):
        row.press("Ctrl+N")
    assert row.problem == "Ctrl+N is taken: New conversation"
    assert row.keys == "Ctrl+Shift+P"


def test_keys_of_two_and_of_the_inspector_are_taken_too(window):
    keys = window_keys(window)
    for wanted, text in (("Ctrl+Shift+B", "Next and previous mark"), ("Ctrl+G", "Find in the bytes (in a stanza)")):
        taken = conflicting(keys, wanted, command="Ctrl+N")
        assert taken is not None
        assert taken.text == text
    assert conflicting(keys, "Ctrl+N", command="Ctrl+N") is None


def test_what_is_handled_where_it_is_pressed_keeps_its_keys(window):
    keys = with_changes(window_keys(window), {"Return": "Ctrl+Return", "Ctrl+N": "Ctrl+Alt+C"})
    assert {key.keys for key in keys if key.name in {"Return", "Ctrl+N"}} == {"Return", "Ctrl+Alt+C"}


def test_changed_keys_work_at_once_and_stand_in_the_menu(qtbot, window):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.open_shortcuts()
    dialog = window.findChild(ShortcutsDialog)
    with qtbot.waitSignal(window.keys_changed) as kept:
        dialog.row("Pin or unpin").press("Ctrl+Alt+P")
    dialog.reject()
    qtbot.waitUntil(window.isActiveWindow)
    assert kept.args == ["Ctrl+Shift+P", "Ctrl+Alt+P"]
    with qtbot.waitSignal(window.pin_requested):
        qtbot.keyClick(window, Qt.Key.Key_P, CTRL | ALT)
    pin = next(action for action in window.conversation.header.menu().actions() if action.text() == "Pin")
    assert pin.shortcut() == QKeySequence("Ctrl+Alt+P")
    window.set_changed_keys({})
    pin = next(action for action in window.conversation.header.menu().actions() if action.text() == "Pin")
    assert pin.shortcut() == QKeySequence("Ctrl+Shift+P")


def test_delete_stands_apart_in_the_menu(window):
    *_, apart, delete = window.conversation.header.menu().actions()
    assert (apart.isSeparator(), delete.text()) == (True, "Delete")


def test_the_switcher_runs_commands(qtbot, window):
    window.open_switcher()
    switcher = window.findChild(type(window.switcher))
    switcher.field.setText("pin or")
    with qtbot.waitSignal(window.pin_requested) as asked:
        qtbot.keyClick(switcher.field, Qt.Key.Key_Return)
    assert asked.args[0] == "ac_0"
