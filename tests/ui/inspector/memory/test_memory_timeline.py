"""The memories of a conversation along time, in the Memory tab."""

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.memory.details_area import DetailsArea
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.memory.memory_timeline import TimelineList
from alicia_desktop.ui.inspector.memory.timeline_band import TimelineBand
from alicia_desktop.ui.inspector.memory.traces import TraceList
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.view.memory_timeline import TimelineRow
from tests.ui.inspector import memory_samples, samples
from tests.ui.reach import part


@pytest.fixture
def tab(qtbot, theme):
    made = MemoryTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 860)
    made.set_traces(samples.traces())
    made.set_timeline(memory_samples.timeline())
    with qtbot.waitExposed(made):
        made.show()
    segment(made, "Timeline").click()
    return made


def segment(tab, words):
    return next(button for button in tab.findChildren(QPushButton) if button.text() == words)


def events(tab):
    model = part(tab, TimelineList).model()
    return [model.index(number, 0).data(ROW_ROLE) for number in range(model.rowCount())]


def choose(tab, number):
    listed = part(tab, TimelineList)
    listed.setCurrentIndex(listed.model().index(number, 0))


def test_the_timeline_is_a_third_scope_and_takes_the_place_of_the_list(tab, qtbot):
    assert tab.scope == "timeline"
    assert part(tab, TimelineList).isVisible()
    assert not part(tab, TraceList).isVisible()
    with qtbot.waitSignal(tab.memory_scope_requested) as told:
        segment(tab, "This answer").click()
    assert told.args == ["answer"]
    assert not part(tab, TimelineBand).isVisible()


def test_the_list_is_a_sound_model_and_an_event_is_read(tab, qtmodeltester):
    model = part(tab, TimelineList).model()
    qtmodeltester.check(model, force_py=False)
    said = model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Emma is allergic to walnuts. Used · 0.91 · Health & wellness. 22 Nov 18:14:10. turn 2"
    assert part(tab, TimelineBand).accessibleDescription() == "2 stored · 1 updated · 3 used · 2 faded"


def test_an_event_of_a_trace_is_the_same_choice_as_the_trace(tab, qtbot):
    with qtbot.waitSignal(tab.trace_selected) as told:
        choose(tab, 2)
    assert told.args == ["amu_3"]
    assert tab.selected == "amu_3"
    tab.select("amu_5")
    assert part(tab, TimelineList).currentIndex().row() == 4


def test_an_event_without_a_trace_leaves_none_chosen_and_no_retrieval_below(tab):
    tab.set_retrieval(memory_samples.retrieval())
    choose(tab, 2)
    choose(tab, 6)
    tab.show_retrieval()
    assert (tab.selected, part(tab, DetailsArea).shown) == ("", None)


def test_enter_leads_to_the_answer_else_to_the_memory(tab, qtbot):
    choose(tab, 2)
    with qtbot.waitSignal(tab.message_requested) as told:
        qtbot.keyClick(part(tab, TimelineList), Qt.Key.Key_Return)
    assert told.args == ["am_amu_3"]
    choose(tab, 7)
    with qtbot.waitSignal(tab.details.page_requested) as told:
        qtbot.keyClick(part(tab, TimelineList), Qt.Key.Key_Return)
    assert told.args == ["amem_3"]


def menu_of(listed):
    listed.customContextMenuRequested.emit(QPoint(-1, -1))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    menu.close()
    return actions


def test_the_menu_leads_to_the_stanza_that_says_it_and_to_the_memory(tab, qtbot):
    choose(tab, 6)
    actions = menu_of(part(tab, TimelineList))
    with qtbot.waitSignal(tab.follow_requested) as told:
        actions["Show stanza"].trigger()
    assert (told.args[0].kind, told.args[0].id, told.args[1]) == ("stanza", "77", "stanzas")
    with qtbot.waitSignal(tab.details.page_requested) as told:
        actions["Show memory"].trigger()
    assert told.args == ["amem_1"]


def test_a_trace_of_the_list_is_shown_on_the_timeline(tab, qtbot):
    segment(tab, "Conversation").click()
    qtbot.keyClick(part(tab, TraceList), "j")
    chosen = tab.selected
    with qtbot.waitSignal(tab.memory_scope_requested) as told:
        menu_of(part(tab, TraceList))["Show on timeline"].trigger()
    assert (told.args, tab.scope) == (["timeline"], "timeline")
    rows = memory_samples.timeline()
    rows.put(replace(memory_samples.TIMELINE[0], id=chosen, trace_id=chosen))
    tab.set_timeline(rows)
    assert tab.selected == chosen


def test_the_filter_leaves_what_fits_in_list_and_picture(tab):
    tab.filter_line.set_text("action:retrieved")
    assert [row.kind for row in events(tab)] == ["retrieved"] * 3
    assert part(tab, TimelineBand).accessibleDescription() == "0 stored · 0 updated · 3 used · 0 faded"
    tab.filter_line.set_text("nothing-of-this")
    assert part(tab, TimelineBand).isVisible()
    assert not part(tab, TimelineBand).grab().isNull()


def test_a_click_on_a_mark_chooses_its_event(tab, qtbot):
    band = part(tab, TimelineBand)
    qtbot.mouseClick(band, Qt.MouseButton.LeftButton, pos=QPoint(band.width() - 18, band.height() - 30))
    assert part(tab, TimelineList).currentIndex().row() == 7


def test_without_events_it_says_what_would_stand_there(tab):
    tab.set_timeline(Rows(lambda row: row.id))
    assert part(tab, EmptyState).isVisible()


def test_ten_thousand_events_are_painted_as_quickly_as_few(tab):
    first = memory_samples.TIMELINE[2]
    rows: Rows[TimelineRow] = Rows(lambda row: row.id)
    rows.extend(replace(first, id=str(number), at=first.at + number) for number in range(10_000))
    tab.set_timeline(rows)
    tab.grab()
    begun = time.thread_time()
    tab.grab()
    assert time.thread_time() - begun < 1
    assert events(tab)[-1].id == "9999"
