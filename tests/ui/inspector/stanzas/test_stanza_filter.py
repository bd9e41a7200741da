import pytest
from PySide6.QtCore import Qt

from alicia_desktop.filtering.expression import Condition, Words
from alicia_desktop.filtering.vocabulary import MALFORMED, UNKNOWN
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.ui.inspector.stanzas.stanza_filter import STRANGER, StanzaFilter


@pytest.fixture
def line(qtbot, theme):
    made = StanzaFilter(theme=theme)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def choose(line, *names):
    for action in line._menu.actions():
        if action.data() in names:
            action.trigger()


def test_every_type_can_be_chosen(line):
    names = {action.data() for action in line._menu.actions() if action.data()}
    assert names == {*(entry.name for entry in ENTRIES), UNKNOWN, MALFORMED, STRANGER}


def test_types_are_told_as_the_journal_names_them(line, qtbot):
    with qtbot.waitSignal(line.changed) as told:
        choose(line, "MemoryTrace")
    assert told.args == [Condition(key="type", operator=":", value="MemoryTrace")]
    assert line._types.text() == "MemoryTrace"
    choose(line, "StartAnswer")
    assert line._types.text() == "2 types"


def test_text_is_told_once_after_a_pause(line, qtbot):
    told: list[object] = []
    line.changed.connect(told.append)
    qtbot.keyClicks(line.line.field, "nuts ")
    assert told == []
    qtbot.waitUntil(lambda: told == [Words(text="nuts")])


def test_enter_does_not_wait(line, qtbot):
    qtbot.keyClicks(line.line.field, "nuts")
    with qtbot.waitSignal(line.changed, timeout=50):
        qtbot.keyClick(line.line.field, Qt.Key.Key_Return)


def test_it_is_cleared_as_a_whole(line, qtbot):
    choose(line, UNKNOWN, MALFORMED)
    qtbot.keyClicks(line.line.field, "x")
    assert line.is_set
    line.clear()
    assert not line.is_set
    assert line._types.text() == "All types"


def test_pause_says_what_the_next_press_does(line, qtbot):
    with qtbot.waitSignal(line.pause_toggled) as told:
        line.toggle_pause()
    assert told.args == [True]
    assert line._pause.text() == "Resume"
    with qtbot.waitSignal(line.pause_toggled) as told:
        line._pause.click()
    assert told.args == [False]


def test_the_menu_writes_the_filter_line_and_follows_it(line):
    choose(line, "MemoryTrace")
    choose(line, "StartAnswer", STRANGER)
    assert line.text == "(type:StartAnswer OR type:MemoryTrace) is:stranger"
    line.line.set_text("(type:14 OR type:UserMessage) size>1k")
    assert set(line.types) == {"MemoryTrace", "UserMessage"}
    checked = [action.data() for action in line._menu.actions() if action.isChecked()]
    assert checked == ["UserMessage", "MemoryTrace"]
    choose(line, "MemoryTrace")
    assert line.text == "type:UserMessage size>1000"
    line._menu.actions()[0].trigger()
    assert line.text == "size>1000"


def test_the_menu_counts_each_type_when_it_opens(line, qtbot):
    with qtbot.waitSignal(line.counts_requested):
        line._menu.aboutToShow.emit()
    for counts in ({"MemoryTrace": 1_204}, {"MemoryTrace": 1_205}):
        line.set_counts(counts)
    (action,) = (one for one in line._menu.actions() if one.data() == "MemoryTrace")
    assert action.text() == "MemoryTrace\t1,205"
    choose(line, "MemoryTrace")
    assert line._types.text() == "MemoryTrace"
