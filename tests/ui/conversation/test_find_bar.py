"""Find in a conversation: what it shows is of the conversation and of the words that are there now."""

import pytest
from PySide6.QtTest import QTest

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.find_bar import SEARCH_DELAY_MS
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.rows import MessageRow

pytestmark = pytest.mark.slow


@pytest.fixture
def bar(window):
    window.conversation.open_find()
    found = window.conversation.find_bar
    found.field.setText("clementi")
    found.set_matches(["am_3", "am_4"], "clementi")
    return found


def said(bar):
    return bar.findChild(Label).text()


def another(window):
    window.set_messages(Rows[MessageRow](lambda row: row.id))


def test_another_conversation_is_looked_through_and_left_where_it_was_opened(qtbot, window, bar):
    assert said(bar) == "2 of 2"
    with qtbot.waitSignal(bar.search_requested) as asked:
        another(window)
    assert asked.args == ["clementi"]
    assert bar.matches == ()
    with qtbot.assertNotEmitted(bar.match_selected):
        bar.set_matches(["am_7", "am_8", "am_9"], "clementi")
    assert said(bar) == "3 matches"
    with qtbot.waitSignal(bar.match_selected) as found:
        bar.previous()
    assert found.args == ["am_9"]


def test_one_match_of_another_conversation_is_counted_in_the_singular(qtbot, window, bar):
    another(window)
    bar.set_matches(["am_7"], "clementi")
    assert said(bar) == "1 match"


def test_what_is_typed_in_the_other_conversation_goes_to_its_last_hit(qtbot, window, bar):
    another(window)
    bar.field.setText("bach")
    with qtbot.waitSignal(bar.match_selected) as found:
        bar.set_matches(["am_7", "am_8"], "bach")
    assert found.args == ["am_8"]


def test_a_closed_bar_keeps_no_hits_of_another_conversation(qtbot, window, bar):
    bar.close_bar()
    another(window)
    with qtbot.assertNotEmitted(bar.match_selected):
        bar.next()


def test_closing_it_before_the_words_were_looked_for_marks_nothing(qtbot, bar):
    bar.field.setText("clementi f")
    bar.close_bar()
    with qtbot.assertNotEmitted(bar.search_requested):
        QTest.qWait(2 * SEARCH_DELAY_MS)
