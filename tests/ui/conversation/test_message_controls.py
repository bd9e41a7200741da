"""What is placed is placed right the first time: nobody waits for Qt to hand sizes upwards."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.message_list import MessageList
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.view.rows import MessageRow
from tests.ui import samples


@pytest.fixture
def messages(qtbot, theme, clock):
    made = MessageList(theme=theme, clock=clock)
    qtbot.addWidget(made)
    made.resize(1000, 800)
    return made


def expose(qtbot, messages):
    with qtbot.waitExposed(messages):
        messages.show()


def geometry(messages):
    """Where everything visible stands in the list."""
    found = {}
    for message_id in messages.visible_ids():
        widget = messages.widget_of(message_id)
        parts = [part for part in (widget, *widget.findChildren(QWidget)) if part.isVisible()]
        found[message_id] = [(type(part).__name__, part.mapTo(messages, part.rect().topLeft())) for part in parts]
    return found


def assert_nothing_is_cut(messages):
    for message_id in messages.visible_ids():
        widget = messages.widget_of(message_id)
        for view in widget.findChildren(TextView):
            if view.isVisible():
                assert view.height() >= view.document().size().height(), view.toPlainText()
                assert view.document().textWidth() == view.document().measure
        for card in widget.findChildren(ToolCard):
            assert not card.isVisible() or card.height() == 36


def test_a_conversation_that_was_there_before_the_window_is_right_at_once(qtbot, messages):
    messages.set_rows(samples.messages())
    expose(qtbot, messages)
    messages.place()
    assert_nothing_is_cut(messages)
    at_once = geometry(messages)
    qtbot.wait(50)
    messages.place()
    assert geometry(messages) == at_once


def test_a_hidden_list_measures_nothing(messages):
    messages.set_rows(samples.messages())
    messages.place()
    assert messages.visible_ids() == []


def test_widgets_of_another_conversation_bring_nothing_of_its_sizes(qtbot, messages):
    expose(qtbot, messages)
    fresh = samples.messages()
    messages.set_rows(fresh)
    messages.place()
    first = geometry(messages)
    other: Rows[MessageRow] = Rows(lambda row: row.id)
    for number in range(8):
        other.put(samples.question(number, "short " * (1 + number * 9)))
        answer = replace(
            samples.growing_answer(), id=f"am_b{number}", text="Long. " * (40 * number + 1), streaming=False
        )
        other.put(answer)
    messages.set_rows(other)
    messages.place()
    assert_nothing_is_cut(messages)
    messages.set_rows(fresh)
    messages.place()
    assert_nothing_is_cut(messages)
    assert geometry(messages) == first


def test_a_text_in_the_cache_keeps_its_width_when_its_view_shows_another(qtbot, messages):
    expose(qtbot, messages)
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.put(samples.question(1, "When is Emma’s recital?"))
    messages.set_rows(rows)
    messages.place()
    (view,) = messages.widget_of("am_1").findChildren(TextView)
    document = view.document()
    width = document.textWidth()
    rows.reset([])
    messages.place()
    rows.put(samples.question(2, "No"))
    messages.place()
    assert view.toPlainText() == "No"
    assert document.textWidth() == width


def test_an_answer_that_grows_keeps_the_focus_of_its_text(qtbot, messages):
    rows = samples.messages()
    messages.set_rows(rows)
    expose(qtbot, messages)
    (view,) = (view for view in messages.widget_of("am_4").findChildren(TextView) if view.isVisible())
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    rows.put(replace(rows[-1], text=rows[-1].text + " and more", revision=99))
    messages.place()
    assert view.hasFocus()


def test_an_answer_that_was_cut_at_its_length_can_be_continued(qtbot, messages):
    rows: Rows[MessageRow] = Rows(key=lambda row: row.id)
    cut = MessageRow(id="am_2", role="assistant", name="Alicia", time="18:02", text="On", revision=1, cut=True)
    rows.put(cut)
    messages.set_rows(rows)
    expose(qtbot, messages)
    pressed: list[str] = []
    messages.requests.continue_requested.connect(pressed.append)
    shown = [one for one in messages.widget_of("am_2").findChildren(Button) if one.isVisible()]
    (button,) = (one for one in shown if one.text() == "Continue")
    assert "Cut off at the length limit" in {one.text() for one in messages.widget_of("am_2").findChildren(Label)}
    button.click()
    assert pressed == ["am_2"]
