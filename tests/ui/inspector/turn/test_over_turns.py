"""Phases over turns: a table by median, a plot, and a turn that a click or Enter opens."""

import subprocess
import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.modeltest import ModelTester

from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.turn.over_turns import OverTurns
from alicia_desktop.ui.inspector.turn.phase_plot import PhasePlot, load_plots
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Segments
from alicia_desktop.ui.widgets.fields import Picker
from tests.ui.inspector import samples
from tests.ui.reach import button, part, shown_texts


@pytest.fixture(params=["light", "dark"])
def page(request, qtbot, qapp):
    theme = Theme(choice=request.param, reduced_motion=True)
    theme.install(qapp)
    made = OverTurns(theme=theme)
    qtbot.addWidget(made)
    made.resize(430, 520)
    made.set_comparison(samples.comparison())
    with qtbot.waitExposed(made):
        made.show()
    return made


def tables(page):
    named = {table.accessibleName(): table for table in page.findChildren(Table)}
    return named["Phases"], named["Turns"]


def cells(table):
    model = table.model()
    places = [[model.index(row, column) for column in range(model.columnCount())] for row in range(model.rowCount())]
    return [[place.data() for place in row] for row in places]


def test_each_phase_stands_with_its_figures(page, qtmodeltester):
    phases, turns = tables(page)
    assert cells(phases) == [
        ["Reading the prompt", "125 ms", "1.6 s", "1.9 s", "4"],
        ["Tool: calculator", "50 ms", "59 ms", "60 ms", "2"],
    ]
    for table in (phases, turns):
        qtmodeltester.check(table.model(), force_py=False)
    assert isinstance(qtmodeltester, ModelTester)


def test_the_turns_of_the_chosen_phase_are_a_table_too_the_longest_first(page, qtbot):
    phases, turns = tables(page)
    assert [row[0] for row in cells(turns)] == ["1.9 s, stands out", "130 ms", "120 ms", "110 ms"]
    phases.setFocus()
    qtbot.keyClick(phases, Qt.Key.Key_Down)
    assert [row[0] for row in cells(turns)] == ["60 ms", "40 ms"]
    assert part(page, PhasePlot).accessibleName() == "Plot of Tool: calculator"


def test_enter_opens_the_turn_that_stands_out(page, qtbot):
    _, turns = tables(page)
    turns.setFocus()
    qtbot.keyClick(turns, Qt.Key.Key_Down)
    with qtbot.waitSignal(page.turn_requested) as told:
        qtbot.keyClick(turns, Qt.Key.Key_Return)
    assert told.args == ["ac_1", "am_4"]


def test_the_plot_has_a_point_a_turn_and_a_click_on_one_opens_it(page, qtbot):
    load_plots()
    page.show_plot()
    plot = part(page, PhasePlot)
    assert plot.places == [(1, 110), (2, 120), (3, 130), (4, 1_900)]
    assert "1 of them stand out" in plot.accessibleDescription()
    assert not plot.grab().isNull()
    with qtbot.waitSignal(page.turn_requested) as told:
        plot.activate(3)
    assert told.args == ["ac_1", "am_4"]


def test_turns_are_counted_in_whole_numbers_on_the_axis(page):
    load_plots()
    page.show_plot()
    (graph,) = (one for one in part(page, PhasePlot).findChildren(QWidget) if hasattr(one, "getPlotItem"))
    axis = graph.getPlotItem().getAxis("bottom")
    for turns in (1, 2, 3, 40, 500):
        assert all(spacing >= 1 for spacing, _ in axis.tickSpacing(0, turns + 1, 500)), turns


def test_fewer_than_two_turns_say_what_is_needed(page):
    page.set_comparison(samples.comparison(turns=1, of=1, groups=()))
    assert "Nothing to compare yet" in shown_texts(page)
    page.set_comparison(samples.comparison())
    assert "Nothing to compare yet" not in shown_texts(page)


def test_what_is_still_being_read_is_said_and_so_is_what_was_left_out(page):
    page.set_comparison(samples.comparison(turns=4, of=60))
    assert "4 of 60 turns read" in shown_texts(page)
    page.set_comparison(samples.comparison(turns=500, of=500, is_cut=True))
    assert "the last 500 turns" in shown_texts(page)


def test_scope_and_grouping_are_asked_for(page, qtbot):
    with qtbot.waitSignal(page.read_requested) as told:
        qtbot.mouseClick(button(part(page, Segments), "All"), Qt.MouseButton.LeftButton)
    assert told.args == [True]
    with qtbot.waitSignal(page.grouping_chosen) as told:
        part(page, Picker).setCurrentIndex(1)
    assert told.args == ["model"]
    with qtbot.waitSignal(page.back_requested):
        button(page, "Back to the turn").click()


@pytest.mark.e2e
def test_the_library_of_plots_is_not_loaded_with_the_inspector():
    code = "import sys, alicia_desktop.ui.inspector.panel as _; print('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
