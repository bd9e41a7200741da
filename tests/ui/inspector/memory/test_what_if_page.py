"""The page on which other weights, thresholds and budgets are tried, by keyboard and mouse."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QSlider

from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.memory.what_if_page import TriedList, WhatIfPage
from alicia_desktop.view.what_if import what_if_view
from tests.ui.inspector import memory_samples
from tests.ui.reach import button, part, shown_texts
from tests.view.test_what_if import START, missed, one, told


def view(*used):
    return what_if_view(START, told(used, [missed("d", 0.298, "below_threshold")]))


@pytest.fixture
def page(qtbot, theme):
    made = WhatIfPage(START, changes={}, opened=True, theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 700)
    made.set_view(view(one("c", 0.4), one("a", 0.38)))
    made.set_saving(possible=True)
    with qtbot.waitExposed(made):
        made.show()
    return made


def field(page, name):
    return page.findChild(QDoubleSpinBox, f"value {name}")


def said(page):
    model = part(page, TriedList).model()
    return [model.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(model.rowCount())]


def test_the_ranking_says_what_differs(page):
    assert said(page)[:3] == [
        "1. came in. About c. 0.40",
        "2. was 1. About a. 0.38",
        "–. fell out. Emma likes plums.. deleted, archived or far behind by now",
    ]
    assert page.changes == {}


def test_a_number_is_changed_by_keyboard(qtbot, page):
    threshold = field(page, "threshold")
    threshold.setFocus()
    with qtbot.waitSignal(page.tried):
        qtbot.keyClick(threshold, Qt.Key.Key_Up)
    assert page.changes == {"threshold": pytest.approx(0.35)}
    assert page.findChild(QSlider, "slider threshold").value() == 35


def test_a_slider_changes_the_number_beside_it(qtbot, page):
    slider = page.findChild(QSlider, "slider words")
    with qtbot.waitSignal(page.tried):
        qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert field(page, "words").value() == 0.0
    assert page.changes == {"words": 0.0}


def test_what_is_redrawn_leaves_the_controls_alone(qtbot, page):
    qtbot.keyClick(field(page, "budget"), Qt.Key.Key_Down)
    before = page.changes
    page.set_view(view(one("a", 0.38)))
    assert page.changes == before == {"budget": 2350}
    assert said(page)[0].startswith("1. About a")


def test_what_is_tried_can_be_set_and_says_before_what_will_be_written(qtbot, page):
    use = button(page, "Use these")
    assert not use.isEnabled()
    assert "As it was fitted" in shown_texts(page)
    qtbot.keyClick(field(page, "budget"), Qt.Key.Key_Down)
    field(page, "words").setValue(0.6)
    assert use.accessibleDescription() == (
        "Sets for the server on this computer, from the next answer: budget 2,350 tokens, weight of words 0.60"
    )
    with qtbot.waitSignal(page.use_requested) as wanted:
        use.click()
    assert wanted.args == [RetrievalSettings(budget=2350, weights={"words": 0.6})]


def test_what_was_set_counts_as_what_is_and_defaults_go_back_to_what_was_fitted(qtbot, page):
    found = told([one("a", 0.4)])
    found["builtIn"], found["defaults"] = found["defaults"], {**found["defaults"], "threshold": 0.2}
    field(page, "threshold").setValue(0.2)
    page.set_view(what_if_view(START, found))
    assert page.changes == {}
    assert not button(page, "Use these").isEnabled()
    assert "Set: threshold 0.20" in shown_texts(page)
    with qtbot.waitSignals([page.defaults_requested, page.tried]):
        button(page, "Defaults").click()
    assert field(page, "threshold").value() == pytest.approx(0.34)


def test_where_a_server_elsewhere_answers_defaults_are_its_own(qtbot, page):
    found = told([one("a", 0.4)])
    found["builtIn"], found["defaults"] = found["defaults"], {**found["defaults"], "threshold": 0.2}
    page.set_view(what_if_view(START, found))
    page.set_saving(possible=False)
    field(page, "threshold").setValue(0.5)
    assert not button(page, "Use these").isEnabled()
    assert "Only tried: a server elsewhere has settings of its own" in shown_texts(page)
    button(page, "Defaults").click()
    assert field(page, "threshold").value() == pytest.approx(0.2)


def test_what_would_have_made_a_near_miss_is_said_and_tried(qtbot, page):
    listed = part(page, TriedList)
    assert "Choose a near miss to see what would have made it." in shown_texts(page)
    listed.setCurrentIndex(listed.model().index(3, 0))
    assert "A threshold of 0.29 would let it in." in shown_texts(page)
    with qtbot.waitSignal(page.tried):
        button(page, "Try it").click()
    assert page.changes == {"threshold": pytest.approx(0.29)}


def test_a_problem_is_said_and_the_ranking_stays(qtbot, page):
    page.show_problem("You are offline.")
    assert "You are offline." in shown_texts(page)
    assert len(said(page)) == 4
    with qtbot.waitSignal(page.tried):
        button(page, "Try again").click()


def test_it_begins_with_what_was_tried_before(qtbot, theme):
    made = WhatIfPage(START, changes={"threshold": 0.2}, opened=False, theme=theme)
    qtbot.addWidget(made)
    assert made.changes == {"threshold": 0.2}
    made.set_view(view(one("a", 0.38)))
    assert field(made, "threshold").value() == pytest.approx(0.2)


def test_a_capture_has_no_server_to_ask(qtbot, theme):
    tab = MemoryTab(theme=theme)
    qtbot.addWidget(tab)
    tab.show()
    for offered in (True, False):
        tab.set_retrieval(memory_samples.retrieval())
        tab.show_retrieval(can_ask=offered)
        assert button(tab, "What if…").isVisible() is offered
        tab.set_read_only()


def test_the_ranking_stays_in_view_below_all_weights(qtbot, theme):
    found = told([one("a", 0.4)])
    found["defaults"]["weights"] = {f"part{number}": 0.1 for number in range(18)}
    page = WhatIfPage(START, changes={}, opened=True, theme=theme)
    qtbot.addWidget(page)
    page.resize(568, 700)
    page.set_view(what_if_view(START, found))
    with qtbot.waitExposed(page):
        page.show()
    ranking = part(page, TriedList)
    assert len(page.findChildren(QSlider)) >= 20
    assert ranking.mapTo(page, ranking.rect().bottomLeft()).y() < 700
