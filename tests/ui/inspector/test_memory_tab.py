from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from alicia_desktop.ui.inspector.link import LinkButton
from alicia_desktop.ui.inspector.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.score_parts import ScoreParts
from alicia_desktop.ui.inspector.tag import Tag
from alicia_desktop.ui.widgets.labels import Label
from tests.ui.inspector import samples


@pytest.fixture
def tab(qtbot, theme):
    made = MemoryTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 860)
    made.set_traces(samples.traces())
    with qtbot.waitExposed(made):
        made.show()
    return made


def words(tab):
    return [label.text() for label in tab._details.widget().findChildren(Label)]


def button(tab, text):
    return next(made for made in tab.findChildren(QPushButton) if made.text() == text)


def test_the_list_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(tab._list.model(), force_py=False)


def test_a_trace_is_read_with_what_its_number_means(tab):
    said = tab._list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Emma is allergic to walnuts. Retrieved · Health & wellness · pinned. 0.91 relevance"


def test_a_trace_without_a_score_says_so(tab):
    rows = samples.traces()
    rows.reset([samples.trace_row("amu_9", "–", "unknown", "A cake", "Action not sent", None)])
    tab.set_traces(rows)
    said = tab._list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("no score sent")
    assert not tab.grab().isNull()


def test_the_scope_is_a_wish(tab, qtbot):
    with qtbot.waitSignal(tab.memory_scope_requested) as told:
        button(tab, "Conversation").click()
    assert told.args == ["conversation"]
    assert tab.scope == "conversation"
    with qtbot.assertNotEmitted(tab.memory_scope_requested):
        tab.set_scope("answer")


def test_choosing_tells_the_trace_and_details_follow(tab, qtbot):
    with qtbot.waitSignal(tab.trace_selected) as told:
        qtbot.keyClick(tab._list, "j")
    assert told.args == ["amu_1"]
    tab.set_trace_details(samples.trace_details())
    assert "0.91 passes the threshold of 0.31" in words(tab)
    assert "value × weight, as the server sent it" in words(tab)
    parts = tab._details.widget().findChild(ScoreParts)
    assert parts.accessibleName().startswith("Vector 0.88, +0.32;")
    assert parts.accessibleName().endswith("relevance 0.91")
    assert [tag.accessibleName() for tag in tab._details.widget().findChildren(Tag)] == ["Emma", "allergy", "food"]


def test_parts_that_were_not_sent_are_not_guessed(tab):
    tab.set_trace_details(samples.trace_details(parts=False))
    assert "not sent" in words(tab)
    assert tab._details.widget().findChild(ScoreParts) is None


def test_origin_and_uses_are_links(tab, qtbot):
    tab.set_trace_details(samples.trace_details())
    with qtbot.waitSignal(tab.link_requested) as told:
        button(tab, "Birthday menu, turn 5").click()
    assert told.args == ["c4", "m4"]
    with qtbot.waitSignal(tab.link_requested) as told:
        button(tab, "School form: allergies, turn 3").click()
    assert told.args == ["c3", "m3"]


def test_a_long_link_takes_the_room_that_there_is(tab, qtbot):
    long = "Could you please tell me about my daughter Emma and her walnut allergy, before the recital on Friday?"
    details = samples.trace_details()
    origin = details.origin
    assert origin is not None
    tab.set_trace_details(replace(details, origin=replace(origin, text=long)))
    link = next(made for made in tab.findChildren(LinkButton) if made.toolTip() == long)
    date = next(label for label in tab.findChildren(Label) if label.text() == origin.detail)
    qtbot.waitUntil(lambda: link.text().endswith("…"))
    assert date.x() - link.geometry().right() < 16
    tab.resize(1_200, 860)
    qtbot.waitUntil(lambda: link.text() == long)
    tab.resize(440, 860)
    qtbot.waitUntil(lambda: link.text().endswith("…") and date.geometry().right() <= tab.width())


def test_a_link_shows_an_ampersand(qtbot, theme):
    link = LinkButton("R&D", theme=theme)
    qtbot.addWidget(link)
    link.resize(link.sizeHint())
    assert link.text() == "R&&D"
    assert link.toolTip() == "R&D"


def test_a_trace_is_shown_in_the_conversation(tab, qtbot):
    tab.set_trace_details(samples.trace_details())
    with qtbot.waitSignal(tab.message_requested) as told:
        button(tab, "Show in conversation").click()
    assert told.args == ["am_answer"]
    tab.select("amu_2")
    with qtbot.waitSignal(tab.message_requested):
        qtbot.keyClick(tab._list, Qt.Key.Key_Return)


def test_details_go_with_none(tab):
    tab.set_trace_details(samples.trace_details())
    tab.set_trace_details(None)
    assert tab._details.isHidden()
    assert tab._details.widget() is None


def test_without_rows_it_says_what_belongs_here(tab):
    rows = samples.traces()
    tab.set_traces(rows)
    rows.reset([])
    assert tab._stack.currentWidget() is tab._empty
    rows.extend(samples.traces())
    assert tab._stack.currentWidget() is tab._page


def test_a_narrow_panel_puts_the_reasons_below(tab, qtbot):
    tab.set_trace_details(samples.trace_details())
    page = tab._details.widget()
    tab.resize(450, 860)
    qtbot.waitUntil(lambda: page._reasons.y() > page.findChild(ScoreParts).y())
