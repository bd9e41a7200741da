from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.modeltest import ModelTester

from alicia_desktop.filtering.expression import Words
from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.ui.untrusted import plain_text
from alicia_desktop.ui.widgets.buttons import Segments
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.references import Reference, sentence_reference
from alicia_desktop.view.turns import ChainLine
from tests.ui.inspector import samples
from tests.ui.reach import button, part, shown_texts

QUESTION, ANSWER = Reference(kind="message", id="am_question"), Reference(kind="message", id="am_answer")
TRACE, TOOL, STEP = (
    Reference(kind="trace", id="amu_1"),
    Reference(kind="tool", id="atu_1"),
    Reference(kind="step", id="ar_1"),
)
NOTE = "The stanzas of this turn are not in the log."


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
    rect = part(tab, ChainList).visualRect(part(tab, ChainList).model().index(number, 0))
    qtbot.mouseClick(part(tab, ChainList).viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def click_bar(tab, qtbot, number):
    qtbot.mouseClick(
        part(tab, Waterfall), Qt.MouseButton.LeftButton, pos=part(tab, Waterfall).row_rect(number).center()
    )


def test_the_chain_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(part(tab, ChainList).model(), force_py=False)
    assert isinstance(qtmodeltester, ModelTester)


def test_the_header_names_turn_and_zero(tab):
    assert "Turn 2 of 2" in shown_texts(tab)
    assert any("end of speech" in text for text in shown_texts(tab))
    assert button(tab, "Previous turn").isEnabled()
    assert not button(tab, "Next turn").isEnabled()


def test_one_walks_to_the_turn_before(tab, qtbot):
    with qtbot.waitSignal(tab.turn_requested) as told:
        button(tab, "Previous turn").click()
    assert told.args == ["am_before"]


def test_one_walks_to_the_turn_after(tab, qtbot):
    tab.set_turn(samples.turn(next_id="am_after"))
    with qtbot.waitSignal(tab.turn_requested) as told:
        button(tab, "Next turn").click()
    assert told.args == ["am_after"]


def test_the_answer_is_shown_in_the_conversation(tab, qtbot):
    with qtbot.waitSignal(tab.follow_requested) as told:
        button(tab, "Show in chat").click()
    assert told.args == [ANSWER, "chat"]


@pytest.mark.parametrize(("number", "target"), [(1, [TRACE, "memory"]), (3, [TOOL, "tools"])])
def test_a_step_leads_to_its_tab(tab, qtbot, number, target):
    with qtbot.waitSignal(tab.follow_requested) as told:
        click_step(tab, qtbot, number)
    assert told.args == target


@pytest.mark.parametrize(("number", "message"), [(0, QUESTION), (2, STEP), (4, ANSWER)])
def test_question_reasoning_and_sentences_lead_to_their_message(tab, qtbot, number, message):
    part(tab, ChainList).scrollTo(part(tab, ChainList).model().index(number, 0))
    with qtbot.waitSignal(tab.follow_requested) as told:
        click_step(tab, qtbot, number)
    assert told.args == [message, "chat"]


@pytest.mark.parametrize(("number", "target"), [(2, [TRACE, "memory"]), (5, [TOOL, "tools"])])
def test_a_bar_leads_where_its_step_does(tab, qtbot, number, target):
    with qtbot.waitSignal(tab.follow_requested) as told:
        click_bar(tab, qtbot, number)
    assert told.args == target
    assert part(tab, Waterfall).chosen == samples.BARS[number][0]


def test_bar_and_step_are_chosen_together(tab, qtbot):
    click_step(tab, qtbot, 3)
    assert part(tab, Waterfall).chosen == "atu_1"
    click_bar(tab, qtbot, 2)
    assert part(tab, ChainList).currentIndex().row() == 1


def test_keys_walk_the_chain_and_enter_follows(tab, qtbot):
    part(tab, ChainList).setCurrentIndex(part(tab, ChainList).model().index(0, 0))
    qtbot.keyClick(part(tab, ChainList), "j")
    assert part(tab, ChainList).currentIndex().row() == 1
    with qtbot.waitSignal(tab.follow_requested) as told:
        qtbot.keyClick(part(tab, ChainList), Qt.Key.Key_Return)
    assert told.args == [TRACE, "memory"]
    qtbot.keyClick(part(tab, ChainList), "k")
    assert part(tab, ChainList).currentIndex().row() == 0


def test_keys_walk_the_waterfall_and_enter_follows(tab, qtbot):
    for _ in range(3):
        qtbot.keyClick(part(tab, Waterfall), Qt.Key.Key_Down)
    assert part(tab, Waterfall).chosen == "retrieval"
    assert "Memory retrieval, at 133 ms" in part(tab, Waterfall).accessibleName()
    with qtbot.waitSignal(tab.follow_requested):
        qtbot.keyClick(part(tab, Waterfall), Qt.Key.Key_Return)


def test_a_growing_turn_keeps_what_was_chosen(tab, qtbot):
    click_step(tab, qtbot, 3)
    grown = samples.turn(chain=(*samples.chain(), samples.step("e", "error", "Error", "501", "+9 ms", [])))
    tab.set_turn(grown)
    assert part(tab, ChainList).currentIndex().row() == 3
    assert part(tab, Waterfall).chosen == "atu_1"
    tab.set_turn(samples.turn("am_other"))
    assert part(tab, Waterfall).chosen == ""


@pytest.mark.parametrize("size", [100, 200])
def test_a_low_tab_scrolls_as_a_whole_to_what_keys_go_to(tab, qtbot, theme, size):
    theme.set_text_size(size)
    tab.resize(443, 512)
    with qtbot.waitActive(tab):
        tab.activateWindow()
    bars, steps = part(tab, Waterfall), part(tab, ChainList)
    qtbot.waitUntil(lambda: steps.verticalScrollBar().maximum() == 0)
    for view, keys in ((bars, len(bars.rows)), (steps, steps.model().rowCount())):
        view.setFocus()
        qtbot.waitUntil(view.hasFocus)
        steps.setCurrentIndex(steps.model().index(0, 0))
        for _ in range(keys):
            qtbot.keyClick(view, Qt.Key.Key_Down)
        lowest = bars.row_rect(keys - 1) if view is bars else steps.visualRect(steps.currentIndex())
        assert view.visibleRegion().boundingRect().bottom() >= min(lowest.bottom(), view.height() - 1)


def test_what_is_told_of_a_bar_is_seen_in_a_low_tab(tab, qtbot):
    tab.resize(443, 512)
    bars = part(tab, Waterfall)
    bars.setFocus()
    for _ in range(len(bars.rows)):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
        told = next(one for one in tab.findChildren(Label) if one.text() == bars.details)
        assert not told.visibleRegion().isEmpty()


def test_a_high_tab_shows_waterfall_and_chain_at_once(tab):
    assert not part(tab, ChainList).visibleRegion().isEmpty()
    assert part(tab, Waterfall).visibleRegion().boundingRect().height() > 100


def test_a_click_beside_the_rows_is_nothing(tab, qtbot):
    with qtbot.assertNotEmitted(tab.follow_requested):
        qtbot.mouseClick(part(tab, Waterfall), Qt.MouseButton.LeftButton, pos=QPoint(200, 6))


def test_a_long_question_is_never_cut(tab):
    long = samples.step("q", "question", "Question", "typed", "", [ChainLine(text="walnut " * 120)])
    short = part(tab, ChainList).visualRect(part(tab, ChainList).model().index(0, 0)).height()
    tab.set_turn(samples.turn(chain=(long,)))
    assert part(tab, ChainList).sizeHintForRow(0) >= 3 * short


class Tips:
    """In place of Qt's tool tips, which the offscreen platform cannot raise."""

    said = ""

    @classmethod
    def showText(cls, _place, text, _widget):  # noqa: N802 - Qt's name
        cls.said = text


def test_what_may_be_cut_is_a_tool_tip(tab, monkeypatch):
    monkeypatch.setattr(plain_text, "QToolTip", Tips)
    place = part(tab, Waterfall).row_rect(4).center()
    assert part(tab, Waterfall).event(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert Tips.said == "Reasoning, steps 1–2, at 166 ms, took 42 ms"
    place = part(tab, ChainList).visualRect(part(tab, ChainList).model().index(3, 0)).center()
    assert part(tab, ChainList).viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert "3 results, 1,412 B" in Tips.said


def test_the_span_is_the_one_in_which_she_answered_until_it_is_chosen(qtbot, tab):
    assert part(tab, Segments).value == "first"
    slow = samples.turn(
        "am_slow", waterfall=[replace(row, at_ms=row.at_ms + 4_000) for row in samples.turn().waterfall]
    )
    tab.set_turn(slow)
    assert part(tab, Segments).value == "whole"
    part(tab, Segments).chosen.emit("first")
    tab.set_turn(slow)
    assert part(tab, Segments).value == "first"
    tab.set_turn(samples.turn("am_new", waterfall=[]))
    assert not part(tab, Waterfall).isVisible()


def test_what_is_missing_of_a_turn_is_said(tab):
    assert NOTE not in shown_texts(tab)
    tab.set_turn(replace(samples.turn(), note=NOTE, waterfall=(), figures=()))
    assert NOTE in shown_texts(tab)


def test_a_filter_narrows_the_waterfall_as_the_chain(tab):
    tab.filter_line.set_text("step:tool")
    assert [row.id for row in part(tab, Waterfall).rows] == ["atu_1"]
    tab.filter_line.set_text("walnuts")
    assert {row.kind for row in part(tab, Waterfall).rows} == {"retrieval", "reasoning", "sentence", "start", "sound"}
    tab.filter_line.clear()
    assert len(part(tab, Waterfall).rows) == len(samples.BARS)


def test_what_a_filter_found_is_marked_in_the_chain(tab):
    plain = part(tab, ChainList).grab().toImage()
    part(tab, ChainList).set_marked(Words(text="walnuts"))
    assert part(tab, ChainList).grab().toImage() != plain


def test_keys_choose_a_line_of_a_step_and_enter_follows_it(tab, qtbot):
    chain = part(tab, ChainList)
    chain.setCurrentIndex(chain.model().index(4, 0))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(chain, key)
    assert tab.reference == sentence_reference("am_answer", 2)
    assert chain.accessibleDescription().startswith("Because Emma")
    with qtbot.waitSignal(tab.follow_requested) as told:
        qtbot.keyClick(chain, Qt.Key.Key_Return)
    assert told.args == [sentence_reference("am_answer", 2), "chat"]
    for _ in range(9):
        qtbot.keyClick(chain, Qt.Key.Key_Left)
    assert (chain.line, tab.reference) == (-1, ANSWER)


@pytest.mark.parametrize(
    ("reference", "step", "line", "bar"),
    [
        (sentence_reference("am_answer", 3), 4, 2, ""),
        (Reference(kind="trace", id="amu_4"), 1, 3, "retrieval"),
        (Reference(kind="step", id="ar_3"), 2, 2, "ar_3"),
        (TOOL, 3, -1, "atu_1"),
        (Reference(kind="phase", id="retrieval", message_id="am_answer"), 1, -1, "retrieval"),
    ],
)
def test_what_a_link_leads_to_is_chosen_in_chain_and_waterfall(tab, reference, step, line, bar):
    tab.select(reference)
    chain = part(tab, ChainList)
    assert (chain.currentIndex().row(), chain.line) == (step, line)
    assert bar in {"", part(tab, Waterfall).chosen}


@pytest.mark.parametrize("kind", [ChainList, Waterfall])
def test_the_menu_of_a_line_and_of_a_bar_leads_to_the_stanza(tab, qtbot, kind):
    view = part(tab, kind)
    if isinstance(view, ChainList):
        place = view.visualRect(view.model().index(1, 0)).topLeft() + QPoint(60, 24 + 20 + 10)
        expected = Reference(kind="trace", id="amu_2")
    else:
        place, expected = view.row_rect(2).center(), Reference(kind="phase", id="retrieval", message_id="am_answer")
    view.customContextMenuRequested.emit(place)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    with qtbot.waitSignal(tab.follow_requested) as told:
        next(action for action in menu.actions() if action.text() == "Show stanza").trigger()
    menu.close()
    assert told.args == [expected, "stanzas"]


def test_the_bar_of_reading_the_prompt_opens_what_was_read(tab, qtbot):
    turn = samples.turn()
    reading = replace(turn.waterfall[0], id="reading", kind="prompt", label="Reading the prompt")
    tab.set_turn(replace(turn, waterfall=(reading, *turn.waterfall[1:])))
    with qtbot.waitSignal(tab.prompt_requested) as told:
        part(tab, Waterfall).row_activated.emit("reading")
    assert told.args == [turn.answer_id]
    assert tab.prompt.isVisible()


def test_tab_goes_in_reading_order(tab, qtbot):
    with qtbot.waitActive(tab):
        tab.activateWindow()
    button(tab, "Show in chat").setFocus(Qt.FocusReason.TabFocusReason)
    gone_to = []
    for _ in range(7):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert focused is not None
        gone_to.append(focused.accessibleName() or getattr(focused, "text", str)())
    places = [gone_to.index(name) for name in ("Turn waterfall", "What the model read", "Filter steps", "Turn chain")]
    assert places == sorted(places)
