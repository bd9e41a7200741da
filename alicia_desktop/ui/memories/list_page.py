"""The page with the list: the search above, the memories below, what can be done at the foot, one in full beside.

It shows pages and tells wishes. Whoever listens does what was wished and hands back what there is to show.
"""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.store.memories.memory_filter import MemoryFilter, MemoryOrder
from alicia_desktop.ui.inspector.empty import EmptyState
from alicia_desktop.ui.memories.filters import FilterBar
from alicia_desktop.ui.memories.selection_bar import SelectionBar
from alicia_desktop.ui.memories.table import MemoryTable
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.view.memories_rows import Choices, ListedMemory, ListState

PAGE_WIDTH: Final = 440
"""Of one memory in full, where there is room for it beside the list."""
MIN_LIST_WIDTH: Final = 420
EMPTY, LIST = range(2)


class ListPage(QWidget):
    """All memories under a filter."""

    filter_changed = Signal(MemoryFilter)
    order_changed = Signal(MemoryOrder)
    memory_requested = Signal(str)
    page_closed = Signal()
    wished = Signal(str)
    """As `SelectionBar.wished`."""
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
        self._begin = Button(self.tr("Import …"), theme=theme, icon="download-simple")
        self._show_all = Button(self.tr("Show all"), theme=theme)
        self._widen = Button(self.tr("Show all"), theme=theme, kind="link", small=True)
        self._places = QStackedWidget()
        self._pane = QWidget()
        self._scroll = QScrollArea()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._build()
        self._connect()
        self.set_state(
            ListState(shown=0, total=0, by_words=0, by_meaning=0, searching=False, narrowed=False, note="", busy=True)
        )

    def set_pages(self, pages: Pages[ListedMemory]) -> None:
        """List these."""
        self.table.set_pages(pages)

    def set_choices(self, choices: Choices) -> None:
        """Offer these in the filters."""
        self.filters.set_choices(choices)

    def set_state(self, state: ListState) -> None:
        """Say how many there are, how they were found, and what is missing."""
        self._count.setText(self._counted(state))
        self._note.set_text(state.note)
        self._note_icon.set_icon(("hourglass" if state.busy else "info") if state.note else "", "text-muted")
        self._places.setCurrentIndex(LIST if state.shown else EMPTY)
        self._begin.setVisible(not state.total)
        self._show_all.setVisible(state.total > 0)
        self._widen.setVisible(state.narrowed)
        self._export.setEnabled(state.total > 0)
        if state.total:
            self._empty.say(self.tr("Nothing here fits"), self.tr("Look for other words, or let all of them be shown."))
        else:
            words = self.tr(
                "What you tell Alicia in statements, such as “My daughter Emma has a recital on Friday.”, is kept and "
                "listed here. You can also bring memories in from a file."
            )
            self._empty.say(self.tr("Nothing is remembered yet"), words)

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

    def _counted(self, state: ListState) -> str:
        if state.searching:
            words = self.tr("{count} by words").format(count=f"{state.by_words:,}")
            if not state.by_meaning:
                return words
            return self.tr("{words} · {count} more by meaning").format(words=words, count=f"{state.by_meaning:,}")
        if state.shown == state.total:
            return self.tr("1 memory") if state.total == 1 else self.tr("{n} memories").format(n=f"{state.total:,}")
        return self.tr("{n} of {total} memories").format(n=f"{state.shown:,}", total=f"{state.total:,}")

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
        self._import = Button(self.tr("Import …"), theme=self._theme, icon="download-simple", small=True)
        self._export = Button(self.tr("Export …"), theme=self._theme, icon="export", small=True)
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
        close = IconButton("x", self.tr("Close this memory (Esc)"), theme=self._theme, small=True)
        close.clicked.connect(self.close_memory)
        head = QHBoxLayout()
        head.setContentsMargins(16, 4, 8, 4)
        head.addWidget(Label(self.tr("Memory"), theme=self._theme, font="label"), 1)
        head.addWidget(close)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("The memory in full"))
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
        self.table.delete_requested.connect(lambda: self.wished.emit("delete"))
        self.bar.wished.connect(self.wished)
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
