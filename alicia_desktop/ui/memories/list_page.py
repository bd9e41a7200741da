"""Show the list of memories with its filters, the actions on the selection below, and one memory in full beside.

It shows what it is given and emits what the user asks for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.base.translation import format_number, translate_count
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.memories.filters import FilterBar
from alicia_desktop.ui.memories.memory_table import MemoryTable
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind, IconButton
from alicia_desktop.ui.widgets.flow_layout import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.view.memories_rows import Choices, ListedMemory, MemoriesListState

PAIR: Final = 2
"""Memories that can be merged at once."""

PAGE_WIDTH: Final = 440
"""Of one memory in full, where there is room for it beside the list."""

MIN_LIST_WIDTH: Final = 420

EMPTY, LIST = range(2)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Command:
    name: str
    text: str
    icon: str
    kind: ButtonKind = "normal"


class SelectionBar(QWidget):
    """Buttons for the selection; `action_requested` carries the name of one."""

    action_requested = Signal(str)
    """`pin`, `unpin`, `archive`, `restore`, `category`, `tag`, `merge` or `delete`."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._buttons = {command.name: self._button(command) for command in self._commands()}
        row = QWidget()
        row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(row, gap=6)
        for button in self._buttons.values():
            flow.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 6, 16, 8)
        layout.setSpacing(4)
        layout.addWidget(self._words)
        layout.addWidget(row)
        self.set_count(0)

    def set_count(self, count: int) -> None:
        """Show how many are selected, and enable what can be done with so many."""
        for name, button in self._buttons.items():
            button.setEnabled(count == PAIR if name == "merge" else count > 0)
        if not count:
            words = self.tr("Select memories to edit them: Ctrl or Shift with a click or an arrow key, Ctrl+A for all.")
        else:
            words = translate_count("{count} memory selected", "{count} memories selected", count)
        self._words.set_text(words)
        self.setAccessibleName(words)

    def _commands(self) -> Sequence[_Command]:
        return (
            _Command(name="pin", text=self.tr("Pin"), icon="push-pin"),
            _Command(name="unpin", text=self.tr("Unpin"), icon="push-pin-slash"),
            _Command(name="archive", text=self.tr("Archive"), icon="archive"),
            _Command(name="restore", text=self.tr("Unarchive"), icon="arrow-counter-clockwise"),
            _Command(name="category", text=self.tr("Category…"), icon="folder-simple"),
            _Command(name="tag", text=self.tr("Tag…"), icon="tag"),
            _Command(name="merge", text=self.tr("Merge two…"), icon="git-merge"),
            _Command(name="delete", text=self.tr("Delete"), icon="trash", kind="danger"),
        )

    def _button(self, command: _Command) -> Button:
        button = Button(command.text, theme=self._theme, kind=command.kind, icon=command.icon, small=True)
        button.clicked.connect(lambda: self.action_requested.emit(command.name))
        return button


class ListPage(QWidget):
    """All memories under a filter."""

    filter_changed = Signal(MemoryFilter)
    order_changed = Signal(MemoryOrder)
    memory_requested = Signal(str)
    page_closed = Signal()
    action_requested = Signal(str)
    """As `SelectionBar.action_requested`."""
    import_requested = Signal()
    export_requested = Signal()

    def __init__(self, *, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.filters = FilterBar(theme=theme, clock=clock)
        self.table = MemoryTable(theme=theme)
        self.bar = SelectionBar(theme=theme)
        self._count = Label("", theme=theme, font="small")
        self._note_icon = Icon("info", theme=theme, size=theme.tokens.icon["small"])
        self._note = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._empty = EmptyState("brain", "", "", theme=theme)
        self._begin = Button(self.tr("Import…"), theme=theme, icon="download-simple")
        self._show_all = Button(self.tr("Show all"), theme=theme)
        self._widen = Button(self.tr("Show all"), theme=theme, kind="link", small=True)
        self._places = QStackedWidget()
        self._pane = QWidget()
        self._scroll = QScrollArea()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._build()
        self._connect()
        self.set_state(
            MemoriesListState(
                shown=0, total=0, by_words=0, by_meaning=0, searching=False, narrowed=False, note="", busy=True
            )
        )

    def set_pages(self, pages: Pages[ListedMemory]) -> None:
        """List these."""
        self.table.set_pages(pages)

    def set_choices(self, choices: Choices) -> None:
        """Offer these in the filters."""
        self.filters.set_choices(choices)

    def set_state(self, state: MemoriesListState) -> None:
        """Show how many are listed, how they were found, and what is missing."""
        self._count.setText(self._counted(state))
        self._note.set_text(state.note)
        self._note_icon.set_icon(("hourglass" if state.busy else "info") if state.note else "", "text-muted")
        self._places.setCurrentIndex(LIST if state.shown else EMPTY)
        self._begin.setVisible(not state.total)
        self._show_all.setVisible(state.total > 0)
        self._widen.setVisible(state.narrowed)
        self._export.setEnabled(state.total > 0)
        if state.total:
            self._empty.set_text(self.tr("No memories found"), self.tr("Try other words, or show all memories."))
        else:
            words = self.tr(
                "Facts that you tell Alicia, such as “My daughter Emma has a recital on Friday”, are stored and listed "
                "here. You can also import memories from a file."
            )
            self._empty.set_text(self.tr("No memories yet"), words)

    def show_memory(self, widget: QWidget | None) -> None:
        """Show a memory in full beside the list, or nothing."""
        old = self._scroll.takeWidget()
        if old is not None:
            old.deleteLater()
        was_open = self._pane.isVisibleTo(self)
        self._pane.setVisible(widget is not None)
        if widget is None:
            return
        self._scroll.setWidget(widget)
        if not was_open:
            width = self._splitter.width()
            pane = min(PAGE_WIDTH, max(0, width - MIN_LIST_WIDTH)) or PAGE_WIDTH
            self._splitter.setSizes([width - pane, pane])

    @property
    def memory_shown(self) -> QWidget | None:
        """The memory that is shown in full."""
        return self._scroll.widget() if self._pane.isVisibleTo(self) else None

    def _counted(self, state: MemoriesListState) -> str:
        if state.searching:
            words = self.tr("{count} found").format(count=format_number(state.by_words))
            if not state.by_meaning:
                return words
            return self.tr("{words} · {count} related").format(words=words, count=format_number(state.by_meaning))
        if state.shown == state.total:
            return translate_count("{count} memory", "{count} memories", state.total)
        return self.tr("{n} of {total} memories").format(n=format_number(state.shown), total=format_number(state.total))

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(16, 12, 16, 8)
        head.addWidget(self.filters)
        layout.addLayout(head)
        layout.addWidget(rule())
        self._build_list()
        self._build_pane()
        layout.addWidget(self._splitter, 1)

    def _build_list(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(16, 4, 8, 4)
        line.setSpacing(6)
        line.addWidget(self._count)
        line.addWidget(self._widen)
        line.addSpacing(6)
        line.addWidget(self._note_icon)
        line.addWidget(self._note, 1)
        self._import = Button(self.tr("Import…"), theme=self._theme, icon="download-simple", small=True)
        self._export = Button(self.tr("Export…"), theme=self._theme, icon="export", small=True)
        line.addWidget(self._import)
        line.addWidget(self._export)
        nothing = QWidget()
        empty = QVBoxLayout(nothing)
        empty.setContentsMargins(0, 0, 0, 32)
        empty.addWidget(self._empty, 1)
        for button in (self._begin, self._show_all):
            empty.addWidget(button, alignment=Qt.AlignmentFlag.AlignHCenter)
        empty.addStretch(1)
        self._places.addWidget(nothing)
        self._places.addWidget(self.table)
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addWidget(rule())
        column.addWidget(self._places, 1)
        column.addWidget(rule())
        column.addWidget(self.bar)
        side.setMinimumWidth(MIN_LIST_WIDTH)
        self._splitter.addWidget(side)

    def _build_pane(self) -> None:
        close = IconButton("x", self.tr("Close memory (Esc)"), theme=self._theme, small=True)
        close.clicked.connect(self.close_memory)
        head = QHBoxLayout()
        head.setContentsMargins(16, 4, 8, 4)
        head.addWidget(Label(self.tr("Memory"), theme=self._theme, font="label"), 1)
        head.addWidget(close)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("Memory details"))
        column = QVBoxLayout(self._pane)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        column.addWidget(self._scroll, 1)
        self._pane.setMinimumWidth(320)
        self._pane.hide()
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._pane)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)

    def _connect(self) -> None:
        self.filters.filter_changed.connect(self._on_filter)
        self.filters.order_changed.connect(self._on_order)
        self.table.memory_requested.connect(self.memory_requested)
        self.table.selection_changed.connect(lambda: self.bar.set_count(self.table.selected_count))
        self.table.delete_requested.connect(lambda: self.action_requested.emit("delete"))
        self.bar.action_requested.connect(self.action_requested)
        for button in (self._show_all, self._widen):
            button.clicked.connect(self.filters.clear)
        for button in (self._begin, self._import):
            button.clicked.connect(self.import_requested)
        self._export.clicked.connect(self.export_requested)

    def _on_filter(self, wanted: MemoryFilter) -> None:
        """Begin anew: what is selected is always in view of what is listed."""
        self.table.clearSelection()
        self.filter_changed.emit(wanted)

    def _on_order(self, order: MemoryOrder) -> None:
        self.table.clearSelection()
        self.order_changed.emit(order)

    def close_memory(self) -> None:
        """Close the memory that is shown in full."""
        self.show_memory(None)
        self.page_closed.emit()
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
