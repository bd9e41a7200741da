"""What is seen of a message only while it is pointed at or has the keyboard, and what find is at."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.message_list import MessageList
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.view.rows import MessageRow, VoteRow
from tests.ui import samples


@pytest.fixture
def messages(qtbot, theme, clock):
    made = MessageList(theme=theme, clock=clock)
    qtbot.addWidget(made)
    made.resize(800, 600)
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.put(samples.question(1, "When does the recital start?"))
    rows.put(samples.first_answer())
    made.set_rows(rows)
    with qtbot.waitExposed(made):
        made.show()
    made.place()
    made.setFocus()
    for message_id in ("am_1", "am_2"):
        leave(made, message_id)  # wherever the pointer happens to be
    return made


def leave(messages, message_id):
    QApplication.sendEvent(messages.widget_of(message_id), QEvent(QEvent.Type.Leave))


def painted(messages, message_id):
    buttons = messages.widget_of(message_id).findChildren(IconButton)
    return {one.accessibleName() for one in buttons if one.isVisible() and one.painted}


def point_at(messages, message_id):
    spot = QPointF(5, 5)
    QApplication.sendEvent(messages.widget_of(message_id), QEnterEvent(spot, spot, spot))


def test_the_actions_of_a_message_are_seen_on_hover_only(messages):
    assert painted(messages, "am_1") == painted(messages, "am_2") == set()
    point_at(messages, "am_2")
    assert "Copy answer" in painted(messages, "am_2")
    assert painted(messages, "am_1") == set()
    leave(messages, "am_2")
    assert painted(messages, "am_2") == set()


def test_the_actions_of_a_message_are_seen_while_it_has_the_keyboard(qtbot, messages):
    messages.activateWindow()
    copy = next(one for one in messages.findChildren(IconButton) if one.accessibleName() == "Copy message")
    copy.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(copy.hasFocus)
    assert "Edit question" in painted(messages, "am_1")
    assert painted(messages, "am_2") == set()


def test_a_vote_that_was_given_is_always_seen(messages):
    voted = VoteRow(value="up", state="confirmed", text="Helpful")
    messages.rows.put(replace(samples.first_answer(), vote=voted))
    messages.place()
    leave(messages, "am_2")
    assert painted(messages, "am_2") == {"Helpful"}


def test_nothing_moves_when_the_actions_are_seen(messages):
    def places():
        return [one.mapTo(messages, one.rect().topLeft()) for one in messages.findChildren(IconButton)]

    before = places()
    point_at(messages, "am_2")
    assert places() == before


def current(messages):
    views = messages.findChildren(TextView)
    return [one.toPlainText()[slice(*one.current)] for one in views if one.isVisible() and one.current]


def test_the_match_that_find_is_at_has_another_colour_and_a_line(messages, theme):
    messages.set_found("the")
    assert current(messages) == []
    messages.scroll_to_message("am_2")
    assert current(messages) == ["the"]
    (marked,) = (one for view in messages.findChildren(TextView) for one in view.extraSelections())
    assert marked.format.background().color() == theme.colour("field-selected") != theme.colour("selection")
    assert marked.format.fontUnderline()
    messages.scroll_to_message("am_1")
    assert current(messages) == ["the"]
    messages.set_found("")
    assert current(messages) == []


def test_newest_never_lies_over_words(messages):
    for number in range(3, 60):
        messages.rows.put(samples.question(number, "Words " * 40))
    messages.place()
    (newest,) = (one for one in messages.findChildren(Button) if one.text() == "Newest")
    messages.scroll_to_message("am_1")
    messages.place()
    assert newest.isVisible()
    assert newest.geometry().top() > messages.viewport().geometry().bottom()
    newest.click()
    assert not newest.isVisible()
    assert messages.viewport().geometry().bottom() == messages.rect().bottom()
