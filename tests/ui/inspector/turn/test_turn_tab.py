from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from pytestqt.modeltest import ModelTester

from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.ui.untrusted import plain_text
from alicia_desktop.view.turns import ChainLine
from tests.ui.inspector import samples


@pytest.fixture
def tab(qtbot, theme):
    made = TurnTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 860)
    made.set_turn(samples.turn())
    with qtbot.waitExposed(made):
        made.show()
    return made


def click_step(tab, qtbot, number):
    rect = tab._chain.visualRect(tab._chain.model().index(number, 0))
    qtbot.mouseClick(tab._chain.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def click_bar(tab, qtbot, number):
    qtbot.mouseClick(tab._waterfall, Qt.MouseButton.LeftButton, pos=tab._waterfall.row_rect(number).center())


def test_the_chain_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(tab._chain.model(), force_py=False)
    assert isinstance(qtmodeltester, ModelTester)


def test_the_header_names_turn_and_zero(tab):
    assert tab._title.text() == "Turn 2 of 2"
    assert "end of speech" in tab._section.note
    assert tab._previous.isEnabled()
    assert not tab._next.isEnabled()


def test_one_walks_to_the_turn_before(tab, qtbot):
    with qtbot.waitSignal(tab.turn_requested) as told:
        tab._previous.click()
    assert told.args == ["am_before"]


def test_one_walks_to_the_turn_after(tab, qtbot):
    tab.set_turn(samples.turn(next_id="am_after"))
    with qtbot.waitSignal(tab.turn_requested) as told:
        tab._next.click()
    assert told.args == ["am_after"]


def test_the_answer_is_shown_in_the_conversation(tab, qtbot):
    with qtbot.waitSignal(tab.message_requested) as told:
        tab._show.click()
    assert told.args == ["am_answer"]


@pytest.mark.parametrize(("number", "target"), [(1, ["memory", "amu_1"]), (3, ["tools", "atu_1"])])
def test_a_step_leads_to_its_tab(tab, qtbot, number, target):
    with qtbot.waitSignal(tab.step_requested) as told:
        click_step(tab, qtbot, number)
    assert told.args == target


@pytest.mark.parametrize(("number", "message"), [(0, "am_question"), (4, "am_answer")])
def test_question_and_sentences_lead_to_their_message(tab, qtbot, number, message):
    tab._chain.scrollTo(tab._chain.model().index(number, 0))
    with qtbot.waitSignal(tab.message_requested) as told:
        click_step(tab, qtbot, number)
    assert told.args == [message]


def test_reasoning_leads_nowhere(tab, qtbot):
    with qtbot.assertNotEmitted(tab.step_requested), qtbot.assertNotEmitted(tab.message_requested):
        click_step(tab, qtbot, 2)


@pytest.mark.parametrize(("number", "target"), [(2, ["memory", "amu_1"]), (5, ["tools", "atu_1"])])
def test_a_bar_leads_where_its_step_does(tab, qtbot, number, target):
    with qtbot.waitSignal(tab.step_requested) as told:
        click_bar(tab, qtbot, number)
    assert told.args == target
    assert tab._waterfall.chosen == samples.BARS[number][0]


def test_bar_and_step_are_chosen_together(tab, qtbot):
    click_step(tab, qtbot, 3)
    assert tab._waterfall.chosen == "atu_1"
    click_bar(tab, qtbot, 2)
    assert tab._chain.currentIndex().row() == 1


def test_keys_walk_the_chain_and_enter_follows(tab, qtbot):
    tab._chain.setCurrentIndex(tab._chain.model().index(0, 0))
    qtbot.keyClick(tab._chain, "j")
    assert tab._chain.currentIndex().row() == 1
    with qtbot.waitSignal(tab.step_requested) as told:
        qtbot.keyClick(tab._chain, Qt.Key.Key_Return)
    assert told.args == ["memory", "amu_1"]
    qtbot.keyClick(tab._chain, "k")
    assert tab._chain.currentIndex().row() == 0


def test_keys_walk_the_waterfall_and_enter_follows(tab, qtbot):
    for _ in range(3):
        qtbot.keyClick(tab._waterfall, Qt.Key.Key_Down)
    assert tab._waterfall.chosen == "retrieval"
    assert "Memory retrieval, at 133 ms" in tab._waterfall.accessibleName()
    with qtbot.waitSignal(tab.step_requested):
        qtbot.keyClick(tab._waterfall, Qt.Key.Key_Return)


def test_a_growing_turn_keeps_what_was_chosen(tab, qtbot):
    click_step(tab, qtbot, 3)
    grown = samples.turn(chain=(*samples.chain(), samples.step("e", "error", "Error", "501", "+9 ms", [])))
    tab.set_turn(grown)
    assert tab._chain.currentIndex().row() == 3
    assert tab._waterfall.chosen == "atu_1"
    tab.set_turn(samples.turn("am_other"))
    assert tab._waterfall.chosen == ""


def test_a_click_beside_the_rows_is_nothing(tab, qtbot):
    with qtbot.assertNotEmitted(tab.step_requested):
        qtbot.mouseClick(tab._waterfall, Qt.MouseButton.LeftButton, pos=QPoint(200, 6))


def test_a_long_question_is_never_cut(tab):
    long = samples.step("q", "question", "Question", "typed", "", [ChainLine(text="walnut " * 120)])
    short = tab._chain.visualRect(tab._chain.model().index(0, 0)).height()
    tab.set_turn(samples.turn(chain=(long,)))
    assert tab._chain.sizeHintForRow(0) >= 3 * short


class Tips:
    """In place of Qt's tool tips, which the offscreen platform cannot raise."""

    said = ""

    @classmethod
    def showText(cls, _place, text, _widget):  # noqa: N802 - Qt's name
        cls.said = text


def test_what_may_be_cut_is_a_tool_tip(tab, monkeypatch):
    monkeypatch.setattr(plain_text, "QToolTip", Tips)
    place = tab._waterfall.row_rect(4).center()
    assert tab._waterfall.event(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert Tips.said == "Reasoning, steps 1–2: 166 ms, 42 ms"
    place = tab._chain.visualRect(tab._chain.model().index(3, 0)).center()
    assert tab._chain.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert "3 results, 1,412 B" in Tips.said


def test_the_span_is_the_one_in_which_she_answered_until_it_is_chosen(qtbot, tab):
    assert tab._span.value == "first"
    slow = samples.turn(
        "am_slow", waterfall=[replace(row, at_ms=row.at_ms + 4_000) for row in samples.turn().waterfall]
    )
    tab.set_turn(slow)
    assert tab._span.value == "whole"
    tab._span.chosen.emit("first")
    tab.set_turn(slow)
    assert tab._span.value == "first"
    tab.set_turn(samples.turn("am_new", waterfall=[]))
    assert not tab._waterfall.isVisible()


def test_what_is_missing_of_a_turn_is_said(tab):
    assert not tab._note.isVisible()
    tab.set_turn(replace(samples.turn(), note="The stanzas of this turn are not kept here.", waterfall=(), figures=()))
    assert tab._note.isVisible()
    assert tab._note.text() == "The stanzas of this turn are not kept here."
