"""Show the inspector: four tabs on one conversation, fed with rows; what the user asks for goes out as signals.

Whoever listens loads what is needed and hands it back in: `turn_requested` → `set_turn`, `stanza_selected` →
`set_stanza_details`. A row may be selected before it is there; it is shown when it comes.

Each part is made with its parent, in the order in which Tab goes: Qt styles a whole subtree anew each time that it is
moved, which for the widgets of the inspector took longer than all else of making them.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.stanzas.stanzas_tab import StanzasTab
from alicia_desktop.ui.inspector.tabs import Tabs
from alicia_desktop.ui.inspector.tools.tools_tab import ToolsTab
from alicia_desktop.ui.inspector.turn.over_turns import OverTurns
from alicia_desktop.ui.inspector.turn.replay_bar import ReplayBar
from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import rule
from alicia_desktop.ui.widgets.link_menu import IconMenu
from alicia_desktop.view.journal_search import JournalProgress
from alicia_desktop.view.references import Reference
from alicia_desktop.view.stanza_details import StanzaDetails
from alicia_desktop.view.stanzas import StanzaRow
from alicia_desktop.view.tools import RerunRow, ToolRow
from alicia_desktop.view.turns import TurnView

TabName = Literal["turn", "memory", "tools", "stanzas"]
TAB_NAMES: Final[tuple[TabName, ...]] = ("turn", "memory", "tools", "stanzas")


class InspectorPanel(QWidget):
    """Turn · Memory · Tools · Stanzas."""

    turn_requested = Signal(str)
    """The id of a question whose turn is to be shown."""
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    moved = Signal()
    """Another tab, or another thing in it, is shown: `reference`."""
    back_requested = Signal()
    forward_requested = Signal()
    lock_toggled = Signal(bool)
    only_turn_requested = Signal(object)
    """A `Reference` whose turn's stanzas are to be listed alone, or no more alone."""
    turn_step_requested = Signal(str, bool)
    """A stanza, and whether the next of its turn is wanted, else the previous one."""
    message_requested = Signal(str)
    """The id of a message to show in the conversation."""
    tool_selected = Signal(str)
    rerun_requested = Signal(str)
    """The id of a tool use to run once more."""
    stanza_selected = Signal(str)
    stanza_filter_changed = Signal(object)
    """The expression that stanzas must fit."""
    stanza_search_stop_requested = Signal()
    filter_occurring_requested = Signal()
    stanza_pause_toggled = Signal(bool)
    stanza_clear_requested = Signal()
    """Empty the view, never the store."""
    stanza_order_requested = Signal(object)
    list_changed = Signal(object, str)
    stanza_mark_requested = Signal(str, bool)
    stanza_note_requested = Signal(object)
    stanza_compose_requested = Signal(str)
    stanza_mark_search_requested = Signal(str, int)
    copied = Signal()
    """Something is on the clipboard now."""
    older_requested = Signal()
    capture_requested = Signal(str)
    """`save`, `open` or `compare`."""
    comparison_requested = Signal()
    """Many turns are to be compared."""
    replay_requested = Signal()
    """The turn that is shown is to be replayed, or no longer."""
    tab_changed = Signal(str)
    close_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(self.tr("Inspector"))
        self.setMinimumWidth(theme.width("inspector-min"))
        self._tabs = Tabs(
            (
                ("flow-arrow", self.tr("Turn")),
                ("brain", self.tr("Memory")),
                ("wrench", self.tr("Tools")),
                ("rows", self.tr("Stanzas")),
            ),
            theme=theme,
            name=self.tr("Inspector tabs"),
            parent=self,
        )
        self._back = self._button("arrow-left", self.tr("Back (Alt+Left)"), small=True)
        self._forward = self._button("arrow-right", self.tr("Forward (Alt+Right)"), small=True)
        self._lock = self._button("lock-open", self.tr("Hold this turn while the chat moves"), small=True)
        self._lock.setCheckable(True)
        self._captures = self._button("dots-three", self.tr("Captures"), small=True)
        self._close = self._button("x", self.tr("Close inspector (F12)"), small=False)
        self._pages = QStackedWidget(self)
        self._turn_pages = QStackedWidget(self._pages)
        self._turn = TurnTab(theme=theme, parent=self._turn_pages)
        self._over_turns: OverTurns | None = None
        self._turn_pages.addWidget(self._turn)
        self._memory = MemoryTab(theme=theme, parent=self._pages)
        self._tools = ToolsTab(theme=theme, parent=self._pages)
        self._stanzas = StanzasTab(theme=theme, parent=self._pages)
        self.replay = ReplayBar(theme=theme, parent=self)
        """Below all tabs, so that a replay goes on while another one is looked at."""
        for page in (self._turn_pages, self._memory, self._tools, self._stanzas):
            self._pages.addWidget(page)
        self._build()
        self.setFocusProxy(self._tabs)
        self._connect()

    @property
    def tab(self) -> TabName:
        """Which tab is shown."""
        return TAB_NAMES[self._tabs.currentIndex()]

    @property
    def memory(self) -> MemoryTab:
        """The Memory tab, which has signals of its own."""
        return self._memory

    @property
    def reference(self) -> Reference | None:
        """What the tab that is seen shows; None for nothing."""
        return self._listing.reference

    def focus_list(self) -> None:
        """Put the keyboard on what the tab that is seen lists, else on the tabs."""
        if self.tab == "turn" and self._turn_pages.currentWidget() is not self._turn:
            self.over_turns.take_focus()
        else:
            self._listing.focus_list()
        focused = self.window().focusWidget()
        if not (self.isAncestorOf(focused) and focused.isVisible()):
            self.take_focus()

    @property
    def _listing(self) -> "TurnTab | MemoryTab | ToolsTab | StanzasTab":
        tabs = (self._turn, self._memory, self._tools, self._stanzas)
        return tabs[self._tabs.currentIndex()]

    @property
    def locked(self) -> bool:
        """Whether it is held on its turn."""
        return self._lock.isChecked()

    def set_locked(self, *, locked: bool) -> None:
        """Hold it on its turn, or let it go with the chat."""
        self._lock.setChecked(locked)

    def set_history(self, *, back: bool, forward: bool) -> None:
        """Offer the ways back and forward that there are."""
        self._back.setEnabled(back)
        self._forward.setEnabled(forward)

    def select(self, reference: Reference) -> None:
        """Choose a thing in the tab that is seen, now or when it comes."""
        if self.tab == "turn":
            self._turn.select(reference)
        else:
            {"memory": self.select_trace, "tools": self.select_tool, "stanzas": self.select_stanza}[self.tab](
                reference.id
            )

    def clear_stanza_filter(self) -> bool:
        """List all stanzas; return whether a filter kept some back."""
        filtered = self._stanzas.is_filtered
        self._stanzas.clear_filter()
        return filtered

    def show_stanza_notice(self, sentence: str) -> None:
        """Say something below the filter of the stanzas."""
        self._stanzas.show_notice(sentence)

    @property
    def over_turns(self) -> OverTurns:
        """What compares turns, which has signals of its own; made when it is first asked for."""
        if self._over_turns is None:
            self._over_turns = OverTurns(theme=self._theme, parent=self._turn_pages)
            self._turn_pages.addWidget(self._over_turns)
        return self._over_turns

    def show_comparison(self, *, shown: bool) -> None:
        """Show many turns in the place of one, or the one again."""
        self._turn_pages.setCurrentWidget(self.over_turns if shown else self._turn)
        if shown:
            self.over_turns.take_focus()

    @property
    def turn_tab(self) -> TurnTab:
        """The Turn tab, which also has the page of what the model read."""
        return self._turn

    def show_tab(self, name: TabName) -> None:
        """Show one of `turn`, `memory`, `tools`, `stanzas`."""
        self._tabs.setCurrentIndex(TAB_NAMES.index(name))

    def take_focus(self) -> None:
        """Put the keyboard on the tabs, from where Tab goes into the page."""
        self._tabs.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_turn(self, turn: TurnView | None) -> None:
        """Show a turn; None shows the empty state."""
        self._turn.set_turn(turn)

    def set_tools(self, rows: Rows[ToolRow]) -> None:
        """List these tool uses, and follow them."""
        self._tools.set_tools(rows)

    def set_stanzas(self, rows: Rows[StanzaRow]) -> None:
        """List these stanzas, and follow them."""
        self._stanzas.set_stanzas(rows)

    def set_stanza_counts(self, shown: int, total: int) -> None:
        """Show how many of all journaled stanzas are listed."""
        self._stanzas.set_stanza_counts(shown, total)

    @property
    def stanzas(self) -> StanzasTab:
        """The Stanzas tab, which is told more than the others."""
        return self._stanzas

    def set_stanza_marks(self, count: int) -> None:
        """Show how many of all journaled stanzas are marked."""
        self._stanzas.set_stanza_marks(count)

    def set_stanza_progress(self, progress: JournalProgress) -> None:
        """Show how far the search of a filter is."""
        self._stanzas.set_stanza_progress(progress)

    @property
    def stanza_in_sight(self) -> str:
        """The stanza that somebody looks at; empty where the end is followed."""
        return self._stanzas.in_sight

    @property
    def stanza_shown(self) -> str:
        """The stanza whose fields and bytes are shown."""
        return self._stanzas.shown

    @property
    def filter_lines(self) -> Mapping[TabName, FilterLine]:
        """The line of each tab that a filter is typed into."""
        return {
            "turn": self._turn.filter_line,
            "memory": self._memory.filter_line,
            "tools": self._tools.filter_line,
            "stanzas": self._stanzas.filter_line,
        }

    def set_stanza_details(self, details: StanzaDetails | None) -> None:
        """Show a stanza's fields and bytes."""
        self._stanzas.set_stanza_details(details)

    def select_trace(self, trace_id: str) -> None:
        """Choose a trace, now or when it comes."""
        self._memory.select(trace_id)

    def select_tool(self, tool_id: str) -> None:
        """Choose a tool use, now or when it comes."""
        self._tools.select(tool_id)

    def show_rerun(self, rerun: RerunRow) -> None:
        """Show what came of running a tool use once more."""
        self._tools.show_rerun(rerun)

    def select_stanza(self, stanza_id: str) -> None:
        """Choose a stanza, now or when it comes."""
        self._stanzas.select(stanza_id)

    def set_read_only(self) -> None:
        """Leave out what changes, marks or waits for something: a capture is shown, in a window of its own."""
        for tab in (self._turn, self._memory, self._tools, self._stanzas):
            tab.set_read_only()
        for button in (self._lock, self._captures, self._close):
            button.hide()

    def captures_menu(self) -> QMenu:
        """Return the menu of what is done with captures."""
        menu = IconMenu(theme=self._theme, parent=self)
        for wish, icon, words in (
            ("save", "export", self.tr("Save capture…")),
            ("open", "download-simple", self.tr("Open capture…")),
            ("compare", "columns", self.tr("Compare two captures…")),
        ):
            action = menu.addAction(self._theme.icon(icon), words)
            action.triggered.connect(partial(self.capture_requested.emit, wish))
        return menu

    def _button(self, icon: str, name: str, *, small: bool) -> IconButton:
        return IconButton(icon, name, theme=self._theme, small=small, parent=self)

    def _build(self) -> None:
        self._close.clicked.connect(self.close_requested)
        self._captures.clicked.connect(self._on_captures)
        line = QHBoxLayout()
        line.setContentsMargins(8, 0, 8, 0)
        line.setSpacing(0)
        line.addWidget(self._tabs)
        line.addStretch()
        for button in (self._back, self._forward, self._lock, self._captures, self._close):
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(rule())
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.replay)

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self._on_tab)
        self._turn.turn_requested.connect(self.turn_requested)
        self._turn.comparison_requested.connect(self.comparison_requested)
        self._turn.replay_requested.connect(self.replay_requested)
        replay = QShortcut(QKeySequence("Ctrl+P"), self)
        replay.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        replay.activated.connect(self.replay_requested)
        self._tabs.entered.connect(self.focus_list)
        for keys, by in (("Ctrl+Tab", 1), ("Ctrl+Shift+Tab", -1)):
            step = QShortcut(QKeySequence(keys), self)
            step.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            step.activated.connect(partial(self._tabs.step, by))
        self._tools.tool_selected.connect(self.tool_selected)
        for asking in (self._memory, self._tools):
            asking.message_requested.connect(self.message_requested)
        for tab in (self._turn, self._memory, self._tools, self._stanzas):
            tab.follow_requested.connect(self.follow_requested)
        for listing in (self._turn, self._stanzas):
            listing.only_turn_requested.connect(self.only_turn_requested)
        for choice in (self._turn.moved, self._memory.moved, self._tools.tool_selected, self._stanzas.stanza_selected):
            choice.connect(lambda *_: self.moved.emit())
        self._connect_history()
        self._tools.rerun_requested.connect(self.rerun_requested)
        self._tools.copied.connect(self.copied)
        self._connect_stanzas()

    def _connect_stanzas(self) -> None:
        self._stanzas.step_requested.connect(self.turn_step_requested)
        self._stanzas.stanza_selected.connect(self.stanza_selected)
        self._stanzas.stanza_filter_changed.connect(self.stanza_filter_changed)
        self._stanzas.stanza_search_stop_requested.connect(self.stanza_search_stop_requested)
        self._stanzas.filter_occurring_requested.connect(self.filter_occurring_requested)
        self._stanzas.stanza_pause_toggled.connect(self.stanza_pause_toggled)
        self._stanzas.stanza_clear_requested.connect(self.stanza_clear_requested)
        self._stanzas.stanza_order_requested.connect(self.stanza_order_requested)
        self._stanzas.list_changed.connect(self.list_changed)
        self._stanzas.stanza_mark_requested.connect(self.stanza_mark_requested)
        self._stanzas.stanza_note_requested.connect(self.stanza_note_requested)
        self._stanzas.stanza_compose_requested.connect(self.stanza_compose_requested)
        self._stanzas.stanza_mark_search_requested.connect(self.stanza_mark_search_requested)
        self._stanzas.copied.connect(self.copied)
        self._stanzas.older_requested.connect(self.older_requested)

    def _on_captures(self) -> None:
        self.captures_menu().popup(self._captures.mapToGlobal(self._captures.rect().bottomLeft()))

    def _on_tab(self, number: int) -> None:
        self._pages.setCurrentIndex(number)
        self.tab_changed.emit(TAB_NAMES[number])
        self.moved.emit()

    def _connect_history(self) -> None:
        self._lock.toggled.connect(self._on_lock)
        for button, keys, asked in (
            (self._back, ("Alt+Left", "Back"), self.back_requested),
            (self._forward, ("Alt+Right", "Forward"), self.forward_requested),
        ):
            button.clicked.connect(asked)
            button.setEnabled(False)
            for key in keys:
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(asked)

    def _on_lock(self, locked: bool) -> None:
        self._lock.set_icon("lock" if locked else "lock-open")
        self.lock_toggled.emit(locked)
