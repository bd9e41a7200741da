import pytest
from PySide6.QtCore import Qt

from alicia_desktop.filtering.expression import Condition, Words
from alicia_desktop.filtering.vocabulary import MALFORMED, UNKNOWN
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.ui.inspector.stanzas.stanza_filter import STRANGER, StanzaFilter


@pytest.fixture
def line(qtbot, theme):
    made = StanzaFilter(theme=theme)
    made.resize(700, 60)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def choose(line, *names):
    for action in line.types_menu.actions():
        if action.data() in names:
            action.trigger()


def test_every_type_can_be_chosen(line):
    names = {action.data() for action in line.types_menu.actions() if action.data()}
    assert names == {*(entry.name for entry in ENTRIES), UNKNOWN, MALFORMED, STRANGER}


def test_types_are_told_as_the_journal_names_them(line, qtbot):
    with qtbot.waitSignal(line.changed) as told:
        choose(line, "MemoryTrace")
    assert told.args == [Condition(key="type", operator=":", value="MemoryTrace")]
    assert line.types_button.text() == "MemoryTrace"
    choose(line, "StartAnswer")
    assert line.types_button.text() == "2 types"


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
    assert line.types_button.text() == "All types"


def test_pause_says_what_the_next_press_does(line, qtbot):
    with qtbot.waitSignal(line.pause_toggled) as told:
        line.toggle_pause()
    assert told.args == [True]
    assert line.pause.text() == "Resume"
    with qtbot.waitSignal(line.pause_toggled) as told:
        line.pause.click()
    assert told.args == [False]


def test_the_field_keeps_room_beside_buttons_that_say_less(line, qtbot):
    choose(line, "AssistantSentence")
    line.resize(440, 60)
    qtbot.waitUntil(lambda: line.types_button.text() == "1 type")
    assert (line.pause.text(), line.pause.accessibleName()) == ("", "Pause")
    qtbot.waitUntil(lambda: line.line.field.width() > 200)
    line.resize(700, 60)
    qtbot.waitUntil(lambda: line.pause.text() == "Pause")
    assert line.types_button.text() == "AssistantSentence"


def test_the_menu_writes_the_filter_line_and_follows_it(line):
    choose(line, "MemoryTrace")
    choose(line, "StartAnswer", STRANGER)
    assert line.text == "(type:StartAnswer OR type:MemoryTrace) is:stranger"
    line.line.set_text("(type:14 OR type:UserMessage) size>1k")
    assert set(line.types) == {"MemoryTrace", "UserMessage"}
    checked = [action.data() for action in line.types_menu.actions() if action.isChecked()]
    assert checked == ["UserMessage", "MemoryTrace"]
    choose(line, "MemoryTrace")
    assert line.text == "type:UserMessage size>1000"
    line.types_menu.actions()[0].trigger()
    assert line.text == "size>1000"


def test_the_menu_counts_each_type_when_it_opens(line, qtbot):
    with qtbot.waitSignal(line.counts_requested):
        line.types_menu.aboutToShow.emit()
    for counts in ({"MemoryTrace": 1_204}, {"MemoryTrace": 1_205}):
        line.set_counts(counts)
    (action,) = (one for one in line.types_menu.actions() if one.data() == "MemoryTrace")
    assert action.text() == "MemoryTrace\t1,205"
    choose(line, "MemoryTrace")
    assert line.types_button.text() == "MemoryTrace"
