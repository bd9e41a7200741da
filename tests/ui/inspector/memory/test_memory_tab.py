from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea

from alicia_desktop.ui.inspector.canvas import Canvas
from alicia_desktop.ui.inspector.memory.comparison import ComparisonPage
from alicia_desktop.ui.inspector.memory.details_area import DetailsArea
from alicia_desktop.ui.inspector.memory.memory_form import Tag
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.memory.score_parts import ScoreParts
from alicia_desktop.ui.inspector.memory.traces import TraceList
from alicia_desktop.ui.inspector.page_parts import EmptyState, FittingLabel
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.memory_history import ThenAndNow
from alicia_desktop.view.word_diff import word_diff
from tests.ui import reach
from tests.ui.inspector import memory_samples, samples
from tests.ui.reach import part


@pytest.fixture
def tab(qtbot, theme):
    made = MemoryTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 860)
    made.set_traces(samples.traces())
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown_page(tab) -> Any:
    """The page below the list, of whatever kind."""
    return part(tab, DetailsArea).widget()


def words(tab):
    return [str(getattr(label, "whole_text", label.text())) for label in shown_page(tab).findChildren(Label)]


def button(tab, text):
    return next(made for made in tab.findChildren(QPushButton) if made.text() == text)


def named(tab, name):
    return shown_page(tab).findChild(QAbstractButton, name)


def reason_of(tab, memory_id):
    return shown_page(tab).findChild(Label, f"reason {memory_id}")


def test_the_list_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(part(tab, TraceList).model(), force_py=False)


def test_a_trace_is_read_with_what_its_number_means(tab):
    said = part(tab, TraceList).model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Emma is allergic to walnuts. Retrieved · Health & wellness · pinned. 0.91 relevance"


def test_a_trace_without_a_score_says_so(tab):
    rows = samples.traces()
    rows.reset([samples.trace_row("amu_9", "–", "unknown", "A cake", "Action not sent", None)])
    tab.set_traces(rows)
    said = part(tab, TraceList).model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("no score sent")
    assert not tab.grab().isNull()


def test_the_scope_is_a_wish(tab, qtbot):
    with qtbot.waitSignal(tab.memory_scope_requested) as told:
        button(tab, "Conversation").click()
    assert told.args == ["conversation"]
    assert tab.scope == "conversation"


def test_choosing_tells_the_trace_and_details_follow(tab, qtbot):
    with qtbot.waitSignal(tab.trace_selected) as told:
        qtbot.keyClick(part(tab, TraceList), "j")
    assert told.args == ["amu_1"]
    tab.set_trace_details(memory_samples.trace_details())
    assert "0.91 is above the threshold of 0.31" in words(tab)
    assert "value × weight, as sent by the server" in words(tab)
    parts = shown_page(tab).findChild(ScoreParts)
    assert parts.accessibleName().startswith("Vector 0.88, +0.32;")
    assert parts.accessibleName().endswith("relevance 0.91")
    assert [tag.accessibleName() for tag in shown_page(tab).findChildren(Tag)] == [
        "Pinned",
        "Emma",
        "allergy",
        "food",
    ]


def test_what_was_not_sent_is_not_guessed(tab):
    tab.set_trace_details(memory_samples.trace_details(sent=False))
    assert words(tab).count("not sent") == 2
    assert shown_page(tab).findChild(ScoreParts) is None


def test_what_missed_says_why_and_leads_to_its_page(tab, qtbot):
    tab.set_trace_details(memory_samples.trace_details())
    assert "below the threshold: 0.30 < 0.31" in words(tab)
    with qtbot.waitSignal(tab.details.page_requested) as told:
        named(tab, "missed amem_8").click()
    assert told.args == ["amem_8"]
    with qtbot.waitSignal(tab.details.ask_again_requested) as told:
        named(tab, "with amem_8").click()
    assert told.args == ["with", "amem_8"]


def test_what_just_missed_stands_in_one_line_where_its_reason_fits(tab, qtbot):
    tab.resize(900, 900)
    tab.set_trace_details(memory_samples.trace_details())
    parts = [named(tab, "missed amem_8"), named(tab, "with amem_8"), reason_of(tab, "amem_8")]
    qtbot.waitUntil(lambda: parts[2].width() > 100)
    middles = {one.mapTo(tab, one.rect().center()).y() for one in parts}
    assert max(middles) - min(middles) <= 2


def test_the_reason_of_a_near_miss_is_whole_however_narrow_the_tab_is(tab, qtbot):
    tab.resize(900, 900)
    tab.set_trace_details(memory_samples.trace_details())
    link, reason = named(tab, "missed amem_8"), reason_of(tab, "amem_8")
    tab.resize(430, 900)
    qtbot.waitUntil(lambda: reason.mapTo(tab, QPoint()).y() >= link.mapTo(tab, link.rect().bottomLeft()).y())
    assert reason.text() == "below the threshold: 0.30 < 0.31"
    assert reason.height() >= reason.heightForWidth(reason.width())
    qtbot.waitUntil(lambda: reason.mapTo(tab, reason.rect().topRight()).x() < tab.width())


def test_rows_scores_and_reasons_are_whole_after_the_text_became_larger(tab, qtbot, theme):
    tab.resize(560, 900)
    tab.set_trace_details(memory_samples.trace_details())
    traces, reason = part(tab, TraceList), reason_of(tab, "amem_8")
    theme.set_text_size(200)
    qtbot.waitUntil(lambda: traces.height() >= traces.visualRect(traces.model().index(0, 0)).height())
    qtbot.waitUntil(lambda: reason.y() >= named(tab, "missed amem_8").height())
    scores = [one for one in shown_page(tab).findChildren(Label) if one.text() == "0.30"]
    assert scores
    assert all(one.width() >= one.fontMetrics().horizontalAdvance("0.30") for one in scores)


@pytest.mark.parametrize(("size", "has_bars"), [(100, True), (200, False)])
def test_bars_go_before_the_words_of_a_memory(tab, theme, monkeypatch, size, has_bars):
    painted = []
    monkeypatch.setattr(Canvas, "bar", lambda *place: painted.append(place))
    theme.set_text_size(size)
    part(tab, TraceList).grab()
    assert bool(painted) is has_bars


def test_without_a_chosen_trace_the_retrieval_is_shown(tab):
    rows = samples.traces()
    rows.reset([])
    tab.set_traces(rows)
    tab.set_retrieval(memory_samples.retrieval())
    tab.set_trace_details(None)
    assert not part(tab, EmptyState).isVisible()
    assert "over the token budget: 2,310 tokens, 40 left" in words(tab)
    assert "3 of 41 memories used · 19 ms" in [one.whole_text for one in tab.findChildren(FittingLabel)]


def test_a_fold_stays_open_on_the_next_page(tab):
    tab.set_trace_details(memory_samples.trace_details())
    named(tab, "fold retrieval").click()
    tab.set_trace_details(memory_samples.trace_details(pinned=False))
    assert named(tab, "fold retrieval").isChecked()


def test_a_trace_is_shown_in_the_conversation(tab, qtbot):
    tab.set_trace_details(memory_samples.trace_details())
    with qtbot.waitSignal(tab.message_requested) as told:
        named(tab, "show").click()
    assert told.args == ["am_answer"]
    tab.select("amu_2")
    with qtbot.waitSignal(tab.message_requested):
        qtbot.keyClick(part(tab, TraceList), Qt.Key.Key_Return)


def test_a_page_has_a_way_back_and_the_list_makes_room(tab, qtbot):
    tab.details.show_memory(memory_samples.page())
    assert isinstance(shown_page(tab), MemoryPageWidget)
    assert not part(tab, TraceList).isVisible()
    tab.details.focus_page()
    assert part(tab, DetailsArea).back.isVisible()
    with qtbot.waitSignal(tab.details.back_requested):
        part(tab, DetailsArea).back.click()
    tab.set_trace_details(memory_samples.trace_details())
    assert part(tab, TraceList).isVisible()
    assert not part(tab, DetailsArea).back.isVisible()


def test_two_answers_can_be_compared_when_there_are_two(tab, qtbot):
    assert not reach.button(tab, "Compare").isVisible()
    tab.set_comparisons((memory_samples.comparison(),))
    with qtbot.waitSignal(tab.details.comparison_requested):
        reach.button(tab, "Compare").click()
    tab.details.show_comparison(memory_samples.comparison())
    assert isinstance(shown_page(tab), ComparisonPage)
    assert not part(tab, TraceList).isVisible()


def test_a_new_state_keeps_scroll_and_keyboard(tab, qtbot):
    tab.resize(568, 400)
    tab.details.show_memory(memory_samples.page())
    bar = part(tab, QScrollArea, "Memory details").verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 60)
    bar.setValue(60)
    tab.activateWindow()
    named(tab, "archive").setFocus()
    qtbot.waitUntil(lambda: named(tab, "archive").hasFocus())
    tab.details.show_memory(memory_samples.page(archived=True))
    assert bar.value() == 60
    qtbot.waitUntil(lambda: named(tab, "archive").hasFocus())


def test_what_somebody_writes_is_not_taken_away(tab, qtbot):
    tab.details.show_memory(memory_samples.page())
    page = shown_page(tab)
    page.open_form()
    page.form.content.setPlainText("Emma may eat")
    tab.details.show_memory(memory_samples.page(importance=0.4))
    assert shown_page(tab) is page
    qtbot.keyClick(page.form.content, Qt.Key.Key_Escape)
    assert tab.details.memory_page is not None
    assert tab.details.memory_page.importance == 0.4


def test_a_form_is_seen_from_its_beginning(tab, qtbot):
    tab.resize(568, 500)
    tab.set_trace_details(memory_samples.trace_details())
    scroll = part(tab, QScrollArea, "Memory details")
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > 600)
    scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())
    (page,) = tab.findChildren(MemoryPageWidget)
    page.open_form()
    qtbot.waitUntil(lambda: 0 <= page.form.mapTo(scroll, page.form.rect().topLeft()).y() < 100)


def test_details_go_with_none(tab):
    tab.set_trace_details(memory_samples.trace_details())
    tab.set_trace_details(None)
    assert part(tab, DetailsArea).isHidden()
    assert shown_page(tab) is None


def test_without_rows_it_says_what_belongs_here(tab):
    rows = samples.traces()
    tab.set_traces(rows)
    rows.reset([])
    assert part(tab, EmptyState).isVisible()
    rows.extend(samples.traces())
    assert not part(tab, EmptyState).isVisible()


def test_a_narrow_panel_puts_the_reasons_below(tab, qtbot):
    tab.set_trace_details(memory_samples.trace_details())
    page = shown_page(tab)
    tab.resize(450, 860)
    qtbot.waitUntil(lambda: page.reasons.y() > page.findChild(ScoreParts).y())


def test_the_keyboard_comes_to_the_way_back_of_a_page(tab, qtbot):
    tab.activateWindow()
    tab.set_trace_details(memory_samples.trace_details())
    tab.details.focus_page()
    qtbot.waitUntil(part(tab, QScrollArea, "Memory details").hasFocus)
    tab.details.show_memory(memory_samples.page())
    tab.details.focus_page()
    with qtbot.waitSignal(tab.details.back_requested):
        qtbot.keyClick(part(tab, DetailsArea).back, Qt.Key.Key_Space)


def test_it_tells_when_somebody_looks(tab, qtbot):
    tab.hide()
    with qtbot.waitSignal(tab.shown):
        tab.show()


def test_everything_on_a_page_is_reached_by_tab(tab, qtbot):
    tab.select("amu_1")
    tab.set_trace_details(memory_samples.trace_details())
    tab.activateWindow()
    part(tab, TraceList).setFocus()
    qtbot.waitUntil(part(tab, TraceList).hasFocus)
    reached = set()
    for _ in range(60):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.add(focused.objectName())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    wanted = {"show", "missed amem_8", "with amem_8", "fold retrieval", "edit", "forget", "rate 3", "ask", "undo 71"}
    assert wanted <= reached
    assert {"history v0", "link m4", "link m2", "memory amem_2"} <= reached


def test_all_memories_are_asked_for_from_here(tab, qtbot):
    button = next(one for one in tab.findChildren(IconButton) if one.accessibleName().startswith("All memories"))
    with qtbot.waitSignal(tab.memories_requested):
        button.click()


def test_a_memory_that_changed_since_the_answer_shows_both_texts(tab):
    then, now = "Emma plays Bach", "Emma plays Mozart"
    changed = ThenAndNow(time="23 Nov", then=then, now=now, pieces=word_diff(then, now), spoken=f"{then}, now {now}")
    tab.set_trace_details(replace(memory_samples.trace_details(), changed_since=changed))
    assert {"Changed since", then, now} <= set(words(tab))
    tab.set_trace_details(memory_samples.trace_details())
    assert "Changed since" not in words(tab)
