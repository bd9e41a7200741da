import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLineEdit, QWidget

from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.memory.traces import TraceList
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.inspector.panel import TAB_NAMES, InspectorPanel
from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.inspector.stanzas.stanzas_tab import StanzasTab
from alicia_desktop.ui.inspector.tabs import Tabs
from alicia_desktop.ui.inspector.tools.tools_tab import ToolsTab
from alicia_desktop.ui.inspector.turn.chain import ChainList
from alicia_desktop.ui.inspector.turn.over_turns import OverTurns
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from alicia_desktop.view.references import Reference
from alicia_desktop.view.turn_statistics import TurnComparison
from tests.ui.inspector import memory_samples, samples
from tests.ui.reach import button, part


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


@pytest.fixture
def focused(panel, qtbot):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.show_tab("turn")
    return panel


LISTS = {"turn": ChainList, "memory": TraceList, "tools": Table, "stanzas": StanzaTable}


@pytest.mark.parametrize("name", TAB_NAMES)
def test_a_click_on_a_tab_puts_the_keyboard_into_its_list(focused, qtbot, name):
    tabs = part(focused, Tabs)
    place = tabs.tabRect(TAB_NAMES.index(name)).center()
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=place)
    assert focused.tab == name
    assert isinstance(QApplication.focusWidget(), LISTS[name])


def test_from_the_tabs_down_goes_into_the_list(focused, qtbot):
    focused.take_focus()
    qtbot.keyClick(part(focused, Tabs), Qt.Key.Key_Right)
    assert part(focused, Tabs).hasFocus()
    qtbot.keyClick(part(focused, Tabs), Qt.Key.Key_Down)
    assert isinstance(QApplication.focusWidget(), TraceList)


def test_keys_go_from_list_to_list_round_all_tabs(focused, qtbot):
    focused.focus_list()
    seen = []
    for _ in TAB_NAMES:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        seen.append(focused.tab)
        assert isinstance(QApplication.focusWidget(), LISTS[focused.tab])
    assert seen == ["memory", "tools", "stanzas", "turn"]
    back = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab, back)
    assert focused.tab == "stanzas"


def test_where_nothing_is_listed_the_keyboard_stays_with_the_tabs(qtbot, theme):
    empty = InspectorPanel(theme=theme)
    qtbot.addWidget(empty)
    empty.set_turn(None)
    with qtbot.waitActive(empty):
        empty.show()
    for _ in TAB_NAMES:
        part(empty, Tabs).step(1)
        assert part(empty, Tabs).hasFocus(), empty.tab


def test_many_turns_and_a_prompt_have_the_keyboard_in_the_place_of_the_turn(focused):
    focused.show_comparison(shown=True)
    focused.over_turns.set_comparison(TurnComparison(turns=2, of=2))
    focused.take_focus()
    focused.focus_list()
    assert part(part(focused, OverTurns), Table, "Phases").hasFocus()
    focused.show_comparison(shown=False)
    focused.turn_tab.show_prompt()
    focused.focus_list()
    assert button(part(focused, PromptPage), "Back to the turn").hasFocus()


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


class CountedStyles(QObject):
    """Counts how often a widget is styled anew while it is watched for."""

    count = 0

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's own name
        self.count += event.type() == QEvent.Type.StyleChange
        return False


def test_its_parts_are_made_in_their_place_for_what_is_moved_is_styled_anew(qtbot, qapp, theme):
    counted = CountedStyles()
    qapp.installEventFilter(counted)
    made = InspectorPanel(theme=theme)
    qapp.removeEventFilter(counted)
    qtbot.addWidget(made)
    assert counted.count < 2 * len(made.findChildren(QWidget))  # bottom-up it was 6.6 times each
