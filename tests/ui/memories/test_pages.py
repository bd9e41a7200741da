"""The pages beside the list: statistics, and the context of the next answer."""

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea

from alicia_desktop.api.memories import Pin, Summary
from alicia_desktop.ui.inspector.figures import Bars
from alicia_desktop.ui.memories.context_page import ContextPage
from alicia_desktop.ui.memories.statistics_page import StatisticsPage
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.context_window import context_view, summaries_view
from alicia_desktop.view.memories_rows import FilterChoice, statistics_view
from tests.view.test_context_window import CONTEXT
from tests.view.test_memories_rows_statistics import FIGURES, NOW


def labels(widget):
    return [label.text() for label in widget.findChildren(Label)]


@pytest.fixture
def context(qtbot, theme):
    page = ContextPage(theme=theme)
    qtbot.addWidget(page)
    page.resize(700, 500)
    page.set_conversations(
        [FilterChoice(value="ac_1", label="Emma"), FilterChoice(value="ac_2", label="A boat")], "ac_2"
    )
    page.show()
    return page


def test_bars_are_read_aloud_with_their_numbers(qtbot, theme):
    page = StatisticsPage(theme=theme)
    qtbot.addWidget(page)
    page.set_figures(statistics_view(FIGURES, now=NOW))
    said = {bars.accessibleName(): bars.accessibleDescription() for bars in page.findChildren(Bars)}
    assert said["By category"] == "Work: 1,203 · over 99 %; No category: 1 · under 1 %"
    assert set(said) == {"By category", "By age", "By use", "By kind", "By source"}


def test_the_open_conversation_is_looked_at_and_a_question_can_be_tried(qtbot, context):
    with qtbot.waitSignal(context.context_requested) as asked:
        context.request_context()
    assert asked.args == ["ac_2", ""]
    with qtbot.waitSignal(context.context_requested) as asked:
        context.question.setText(" What about Emma? ")
        context.question.returnPressed.emit()
    assert asked.args == ["ac_2", "What about Emma?"]


def test_what_was_not_sent_is_said_and_the_rest_is_shown(context):
    context.set_context(
        None, summaries_view({"totalMessages": 3}, [], []), ["The context window: not sent by this server."]
    )
    said = labels(context)
    assert "The context window: not sent by this server." in said
    assert any(words.startswith("None yet. Code, explained terms") for words in said)


def test_parts_unfold_and_stay_unfolded_after_the_next_reading(qtbot, context):
    context.set_context(context_view(CONTEXT), None)
    fold = next(one for one in context.findChildren(QPushButton) if one.text() == "3 left out, 80 tokens")
    assert not fold.isChecked()
    fold.click()
    context.set_context(context_view(CONTEXT), None)
    again = [one for one in context.findChildren(QPushButton) if one.text() == "3 left out, 80 tokens"]
    assert any(one.isChecked() for one in again)
    assert any("over the token budget" in words for words in labels(context))


def kept():
    pin = Pin(
        id="p1", session_id="ac_2", content="Ada is his wife.", importance_score=0.5, pin_type="manual", created_at=NOW
    )
    summary = Summary(
        id="s1", session_id="ac_2", summary="They planned a trip.", message_count=4, start_message_id="am_1",
        end_message_id="am_4", importance_score=0.5, created_at=NOW,
    )  # fmt: skip
    return summaries_view({"totalMessages": 3}, [summary], [pin])


@pytest.mark.parametrize(
    ("name", "signal", "gone"),
    [
        ("Remove pin: Ada is his wife.", "pin_removal_requested", "p1"),
        ("Remove summary: They planned a trip.", "summary_removal_requested", "s1"),
    ],
)
def test_pins_and_summaries_can_be_removed(qtbot, context, name, signal, gone):
    context.set_context(None, kept())
    button = next(one for one in context.findChildren(QPushButton) if one.accessibleName() == name)
    with qtbot.waitSignal(getattr(context, signal)) as told:
        button.click()
    assert told.args == ["ac_2", gone]


def field_of_pins(context):
    scroll = context.findChild(QScrollArea)
    return next(line for line in scroll.findChildren(QLineEdit) if "Pin something" in line.accessibleName())


def test_a_pin_is_written_by_hand_and_what_is_begun_stays(qtbot, context):
    context.set_context(None, kept())
    field_of_pins(context).setText("I am lactose")
    context.set_context(None, kept())
    field = field_of_pins(context)
    assert field.text() == "I am lactose"
    field.setText(" I am lactose intolerant. ")
    with qtbot.waitSignal(context.pin_requested) as told:
        field.returnPressed.emit()
    assert told.args == ["ac_2", "I am lactose intolerant."]
    assert field.text() == ""
    with qtbot.assertNotEmitted(context.pin_requested):
        field.returnPressed.emit()
