import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit

from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.inspector.panel import TAB_NAMES, InspectorPanel
from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.stanzas.stanzas_tab import StanzasTab
from alicia_desktop.ui.inspector.tabs import Tabs
from alicia_desktop.ui.inspector.tools.tools_tab import ToolsTab
from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.view.references import Reference
from tests.ui.inspector import memory_samples, samples
from tests.ui.reach import part


@pytest.mark.parametrize("name", TAB_NAMES)
def test_each_tab_is_shown_and_told(panel, qtbot, name):
    panel.show_tab("memory" if name != "memory" else "turn")
    with qtbot.waitSignal(panel.tab_changed) as told:
        panel.show_tab(name)
    assert told.args == [name]
    assert panel.tab == name


def test_the_tabs_change_by_arrow_keys(panel, qtbot):
    panel.show_tab("turn")
    panel.take_focus()
    qtbot.keyClick(part(panel, Tabs), Qt.Key.Key_Right)
    assert panel.tab == "memory"


def test_close_is_a_wish(panel, qtbot):
    close = next(button for button in panel.findChildren(QAbstractButton) if "Close" in button.accessibleName())
    with qtbot.waitSignal(panel.close_requested):
        close.click()


@pytest.mark.parametrize(("tab", "row"), [("memory", "amu_3"), ("tools", "atu_2"), ("stanzas", "1045")])
def test_a_row_is_chosen_by_its_id(panel, qtbot, tab, row):
    signal = {"memory": panel.memory.trace_selected, "tools": panel.tool_selected, "stanzas": panel.stanza_selected}[
        tab
    ]
    select = {"memory": panel.select_trace, "tools": panel.select_tool, "stanzas": panel.select_stanza}[tab]
    with qtbot.waitSignal(signal) as told:
        select(row)
    assert told.args == [row]


def test_a_step_asks_for_its_row_in_another_tab(panel, qtbot):
    tool = Reference(kind="tool", id="atu_2")
    with qtbot.waitSignal(panel.follow_requested) as told:
        part(panel, TurnTab).follow_requested.emit(tool, "tools")
    assert told.args == [tool, "tools"]
    panel.show_tab("tools")
    with qtbot.waitSignals([panel.moved, panel.tool_selected]):
        panel.select(tool)
    assert panel.reference == tool


def test_empty_places_say_what_belongs_there(qtbot, theme):
    panel = InspectorPanel(theme=theme)
    qtbot.addWidget(panel)
    panel.set_turn(None)
    shown = part(panel, TurnTab).currentWidget()
    assert isinstance(shown, EmptyState)
    names = [shown, *(part(part(panel, tab), EmptyState) for tab in (MemoryTab, StanzasTab))]
    assert [place.accessibleName().split(".")[0] for place in names] == [
        "No turns yet",
        "No memories yet",
        "No stanzas yet",
    ]
    assert not part(panel, Waterfall).isVisibleTo(part(panel, TurnTab))
    assert not part(part(panel, ToolsTab), Table, "Tool uses").isVisibleTo(part(panel, ToolsTab))


def test_every_control_has_a_name(panel):
    panel.memory.set_trace_details(memory_samples.trace_details())
    panel.set_stanza_details(samples.details())
    for kind in (QAbstractButton, QAbstractItemView, QLineEdit):
        for widget in panel.findChildren(kind):
            own = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
            inner = isinstance(widget.parent(), QLineEdit)
            assert own or inner or not widget.isEnabled(), widget


@pytest.mark.parametrize("choice", ["light", "dark", "contrast"])
@pytest.mark.parametrize("width", [440, 568, 948])
@pytest.mark.slow
def test_all_tabs_paint_in_all_themes_and_widths(panel, theme, choice, width):
    theme.choose(choice)
    panel.resize(width, 600)
    panel.memory.set_trace_details(memory_samples.trace_details())
    panel.set_stanza_details(samples.details())
    for name in TAB_NAMES:
        panel.show_tab(name)
        assert not panel.grab().isNull()


def test_it_mirrors_where_the_interface_starts_at_the_right(panel):
    panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    for name in TAB_NAMES:
        panel.show_tab(name)
        assert not panel.grab().isNull()


def test_the_least_width_is_that_of_the_design(panel, theme):
    assert panel.minimumSizeHint().width() <= panel.minimumWidth() == theme.width("inspector-min")
