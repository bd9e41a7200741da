"""What of a message leads into the inspector, by mouse and menu key; the mark of what the inspector shows."""

from dataclasses import replace
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.annotations import Reasoning
from alicia_desktop.ui.conversation.message_list import MessageList
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.widgets.buttons import FoldButton
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.references import Reference, sentence_reference
from alicia_desktop.view.rows import MessageRow, SentenceSpan, StepRow
from tests.ui import samples
from tests.ui.reach import part

FIRST, SECOND = "On Friday.", "At six o’clock."


@pytest.fixture
def messages(qtbot, theme, clock):
    made = MessageList(theme=theme, clock=clock)
    qtbot.addWidget(made)
    made.resize(800, 900)
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    spans = (
        SentenceSpan(sequence=1, start=0, end=len(FIRST)),
        SentenceSpan(sequence=2, start=len(FIRST) + 1, end=len(FIRST) + 1 + len(SECOND)),
    )
    steps = (StepRow(id="ar_1", text="Look into the calendar"),)
    answer = replace(samples.first_answer(), id="am_a", text=f"{FIRST} {SECOND}", sentences=spans, reasoning=steps)
    rows.extend([replace(samples.question(1, "When?"), id="am_q"), replace(answer, tools=(samples.tool(),))])
    made.set_rows(rows)
    with qtbot.waitExposed(made):
        made.show()
    made.place()
    return made


def ask_menu(widget: QWidget, place: QPoint, *, by_key: bool = False) -> QMenu:
    """Ask for the menu of a place in a widget, and return it."""
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def press(menu: QMenu, words: str) -> None:
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.close()


W = TypeVar("W", bound=QWidget)


def whole(messages: MessageList, message_id: str) -> QWidget:
    widget = messages.widget_of(message_id)
    assert widget is not None
    return widget


def view_of(messages: MessageList, message_id: str, kind: type[W]) -> W:
    return next(one for one in whole(messages, message_id).findChildren(kind) if one.isVisible())


@pytest.mark.parametrize("by_key", [False, True])
def test_a_sentence_a_chip_a_card_and_a_step_lead_to_their_stanza(messages, qtbot, by_key):
    text = view_of(messages, "am_a", TextView)
    cursor = text.textCursor()
    cursor.setPosition(len(FIRST) + 4)
    text.setTextCursor(cursor)
    chip, card = view_of(messages, "am_a", MemoryChip), view_of(messages, "am_a", ToolCard)
    view_of(messages, "am_a", FoldButton).click()
    thumbs = part(view_of(messages, "am_a", Reasoning), VotePair)
    places = (
        (text.viewport(), text.cursorRect().center(), sentence_reference("am_a", 2)),
        (chip, chip.rect().center(), Reference(kind="trace", id=chip.row.id)),
        (card, card.rect().center(), Reference(kind="tool", id=card.row.id)),
        (thumbs, thumbs.rect().center(), Reference(kind="step", id="ar_1")),
    )
    for widget, place, reference in places:
        with qtbot.waitSignal(messages.requests.follow_requested) as told:
            press(ask_menu(widget, place, by_key=by_key), "Show stanza")
        assert told.args == [reference, "stanzas"]


def test_a_message_leads_to_its_turn_from_anywhere_in_it(messages, qtbot):
    widget = whole(messages, "am_q")
    with qtbot.waitSignal(messages.requests.follow_requested) as told:
        press(ask_menu(widget, QPoint(4, 4)), "Show in turn")
    assert told.args == [Reference(kind="message", id="am_q"), "turn"]


@pytest.mark.parametrize(("words", "form"), [("Export answer…", "markdown"), ("Export sound…", "wav")])
def test_an_answer_and_its_sound_can_be_exported(messages, qtbot, words, form):
    row = messages.rows.get("am_a")
    messages.rows.put(replace(row, replayable=True, streaming=False, revision=row.revision + 1))
    messages.place()
    with qtbot.waitSignal(messages.requests.export_requested) as told:
        press(ask_menu(whole(messages, "am_a"), QPoint(4, 4)), words)
    assert told.args == ["am_a", form]


def test_a_message_is_chosen_by_a_press_and_by_an_arrow(messages, qtbot):
    text = view_of(messages, "am_a", TextView)
    with qtbot.waitSignal(messages.requests.message_chosen) as told:
        qtbot.mousePress(text.viewport(), Qt.MouseButton.LeftButton)
    assert told.args == ["am_a"]
    with qtbot.waitSignal(messages.requests.message_chosen) as told:
        qtbot.mousePress(whole(messages, "am_q"), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert told.args == ["am_q"]
    messages.activateWindow()
    messages.setFocus()
    qtbot.waitUntil(messages.hasFocus)
    with qtbot.waitSignal(messages.requests.message_chosen):
        qtbot.keyClick(messages, Qt.Key.Key_Up)


def test_the_message_that_the_inspector_shows_has_a_bar_and_says_so(messages):
    before = messages.grab().toImage()
    messages.mark("am_a")
    assert messages.marked == "am_a"
    assert whole(messages, "am_a").accessibleDescription() == "Shown in the inspector"
    assert messages.grab().toImage() != before
    messages.mark("")
    assert whole(messages, "am_a").accessibleDescription() == ""
    assert messages.grab().toImage() == before


def test_a_mark_out_of_sight_comes_into_view_where_it_is_loaded(messages):
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.extend(samples.question(number, f"Question {number} " + "words " * 40) for number in range(60))
    messages.set_rows(rows)
    messages.place()
    messages.mark("am_3")
    assert "am_3" in messages.visible_ids()
    messages.mark("am_nobody")
    assert messages.marked == "am_nobody"
