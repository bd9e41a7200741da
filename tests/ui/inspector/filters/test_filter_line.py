"""The line that a filter is typed into."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCompleter, QLineEdit, QPushButton

from alicia_desktop.filtering.expression import EVERYTHING, Condition, Words, text_of
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine


@pytest.fixture
def line(qtbot, theme):
    made = FilterLine(STANZAS, theme=theme, name="Filter stanzas")
    qtbot.addWidget(made)
    made.resize(600, 120)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.field.setFocus()
    return made


def button(line: FilterLine, text: str) -> QPushButton:
    return next(one for one in line.findChildren(QPushButton) if one.text() == text and one.isVisible())


@pytest.mark.slow
def test_right_and_wrong_are_seen_while_one_types_and_not_by_colour_alone(line, qtbot):
    assert (line.field.state, line.status.isVisible()) == ("", False)
    qtbot.keyClicks(line.field, "dir:")
    assert line.field.state == "wrong"
    assert line.field.actions()[0].text() == "Not a filter"
    assert line.status.text == ""
    qtbot.waitUntil(lambda: line.status.text == "A value is missing after “dir:”.")
    assert line.field.accessibleDescription() == "A value is missing after “dir:”."
    qtbot.keyClicks(line.field, "in")
    assert (line.field.state, line.field.actions()[0].text()) == ("right", "A filter")
    assert (line.status.isVisible(), line.field.accessibleDescription()) == (False, "")


def test_a_mistake_changes_nothing_and_its_suggestion_mends_it(line, qtbot):
    told: list[object] = []
    line.changed.connect(told.append)
    line.set_text("type:MemoryTrac dir:in")
    assert told == []
    with qtbot.waitSignal(line.changed):
        button(line, "Write MemoryTrace").click()
    assert line.text == "type:MemoryTrace dir:in"
    assert text_of(told[0]) == line.text  # type: ignore[arg-type] # an expression


def test_the_mistake_is_underlined_in_the_text(line, qtbot):
    line.set_text("dir:in type:MemoryTrac")
    wrong = line.field.grab().toImage()
    line.set_text("dir:in type:MemoryTrace")
    line.field.setText("dir:in type:MemoryTrac")
    assert wrong == line.field.grab().toImage()
    line.set_text("")
    line.field.setText("dir:in type:MemoryTrac")
    qtbot.keyClick(line.field, Qt.Key.Key_Home)
    assert line.field.text() == "dir:in type:MemoryTrac"


def test_what_can_be_written_is_offered_and_chosen(line, qtbot):
    completer = line.completer
    qtbot.keyClicks(line.field, "ty")
    assert completer.offered == ("type:",)
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Down)
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Return)
    assert line.field.text() == "type:"
    qtbot.keyClicks(line.field, "memoryt")
    assert completer.offered[0] == "MemoryTrace"
    assert not completer.popup().verticalScrollBar().isVisible()  # few are seen at once
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Down)
    qtbot.keyClick(completer.popup(), Qt.Key.Key_Return)
    assert line.field.text() == "type:MemoryTrace "


def test_enter_takes_nothing_from_the_list_that_was_not_chosen(line, qtbot):
    line.set_occurring({"body": ["body.content", "body.confidence"]})
    qtbot.keyClicks(line.field, "body.con")
    assert line.completer.popup().isVisible()
    with qtbot.waitSignal(line.field.returnPressed):
        qtbot.keyClick(line.completer.popup(), Qt.Key.Key_Return)
    assert (line.text, line.completer.popup().isVisible()) == ("body.con", False)


def test_the_list_is_as_wide_as_what_it_offers_where_the_window_has_room(line, qtbot):
    long = f"body.connection.{'speechToText' * 2}.sentence"
    line.field.setFixedWidth(200)
    line.set_occurring({"body": [long]})
    qtbot.keyClicks(line.field, "body.c")
    offered = line.completer.popup()
    assert offered.viewport().width() >= offered.sizeHintForColumn(0)
    line.set_occurring({"body": [f"body.{'c' * 900}"]})
    qtbot.keyClicks(line.field, "c")
    assert offered.width() <= line.window().width()


def test_escape_is_for_the_list_while_one_is_open(line, qtbot):
    left: list[str] = []
    QShortcut(QKeySequence("Esc"), line).activated.connect(lambda: left.append("left"))
    qtbot.keyClicks(line.field, "type:To")
    shown = line.findChild(QCompleter)
    assert shown.popup().isVisible()
    qtbot.keyClick(line.field, Qt.Key.Key_Escape)
    assert left == []
    shown.popup().hide()
    qtbot.keyClick(line.field, Qt.Key.Key_Escape)
    assert left == ["left"]


def test_fields_and_values_that_occur_are_offered(line, qtbot):
    with qtbot.waitSignal(line.occurring_requested):
        line.status.setFocus()
        line.clearFocus()
        line.field.clearFocus()
        line.field.setFocus()
    line.set_occurring({"body": ["body.confidence"], "body.confidence": ["0.5"], "tool": ["calculator"]})
    qtbot.keyClicks(line.field, "body.c")
    assert line.completer.offered == ("body.confidence",)
    line.field.clear()
    qtbot.keyClicks(line.field, "body.confidence:")
    assert line.completer.offered == ("0.5",)


def test_arrows_go_through_what_was_used(line, qtbot):
    for text in ("dir:in", "dir:out"):
        line.set_text(text)
    line.field.clear()
    qtbot.keyClick(line.field, Qt.Key.Key_Up)
    assert line.text == "dir:out"
    qtbot.keyClick(line.field, Qt.Key.Key_Up)
    qtbot.keyClick(line.field, Qt.Key.Key_Up)
    assert line.text == "dir:in"
    qtbot.keyClick(line.field, Qt.Key.Key_Down)
    qtbot.keyClick(line.field, Qt.Key.Key_Down)
    assert line.text == ""


def test_filters_are_saved_with_a_name_offered_and_removed(line, qtbot):
    line.set_text("is:malformed")
    next(action for action in line.menu().actions() if action.text() == "Save filter…").trigger()
    name = next(one for one in line.status.findChildren(QLineEdit))
    qtbot.keyClicks(name, "Broken")
    with qtbot.waitSignal(line.saved) as told:
        qtbot.keyClick(name, Qt.Key.Key_Return)
    assert told.args == ["Broken", "is:malformed"]
    line.clear()
    line.set_saved([("Broken", "is:malformed")])
    line.menu().actions()[0].trigger()
    assert line.expression == Condition(key="is", operator=":", value="malformed")
    with qtbot.waitSignal(line.removed) as gone:
        line.menu().actions()[-1].menu().actions()[0].trigger()
    assert gone.args == ["Broken"]


def test_a_wrong_filter_is_not_saved(line):
    line.set_text("dir:")
    assert not next(action for action in line.menu().actions() if action.text() == "Save filter…").isEnabled()


def test_conditions_are_added_and_excluded(line):
    incoming = Condition(key="dir", operator=":", value="in")
    line.apply(incoming)
    line.narrow(Words(text="nuts"), exclude=True)
    assert line.text == 'dir:in -"nuts"'
    line.set_text("a OR b")
    line.narrow(incoming)
    assert line.text == "(a OR b) dir:in"
    line.clear()
    assert line.expression == EVERYTHING


def test_a_search_tells_how_far_it_is_and_can_be_stopped(line, qtbot):
    line.status.set_progress("Searching: 1,000 of 2,000 · 3 found", running=True)
    assert line.status.text == "Searching: 1,000 of 2,000 · 3 found"
    with qtbot.waitSignal(line.stop_requested):
        button(line, "Stop").click()
    line.status.set_progress("", running=False)
    assert not line.status.isVisible()


def test_what_was_used_is_told_and_comes_back_in_the_next_run(line, qtbot, theme):
    told: list[list[str]] = []
    line.remembered.connect(told.append)
    for text in ("dir:in", "dir:out", "dir:in"):
        line.set_text(text)
    assert told[-1] == ["dir:out", "dir:in"]
    again = FilterLine(STANZAS, theme=theme, name="Filter stanzas")
    qtbot.addWidget(again)
    again.set_history(told[-1])
    assert [action.text() for action in again.menu().actions()][1:3] == ["dir:in", "dir:out"]
    qtbot.keyClick(again.field, Qt.Key.Key_Up)
    assert again.text == "dir:in"


def test_recent_filters_are_cleared_from_the_menu_and_from_what_is_kept(line, qtbot):
    line.set_text("walnuts")
    told: list[list[str]] = []
    line.remembered.connect(told.append)
    clear = next(action for action in line.menu().actions() if action.text() == "Clear recent filters")
    clear.trigger()
    assert told == [[]]
    assert "walnuts" not in [action.text() for action in line.menu().actions()]
    again = next(action for action in line.menu().actions() if action.text() == "Clear recent filters")
    assert not again.isEnabled()


def test_a_condition_is_switched_on_and_off_in_the_line(line):
    line.set_text("dir:in")
    line.toggle(Condition(key="turn", operator=":", value=3))
    assert line.text == "dir:in turn:3"
    line.toggle(Condition(key="turn", operator=":", value=3))
    assert line.text == "dir:in"
