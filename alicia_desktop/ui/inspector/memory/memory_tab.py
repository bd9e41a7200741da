"""Show the Memory tab: the memories of an answer with their scores above, one page of details below.

The page is that of the selected trace, of the whole retrieval while none is selected, of a linked memory, or of two
answers side by side.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.base.translation import translate_count
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.memory.details_area import DetailsArea
from alicia_desktop.ui.inspector.memory.memory_timeline import MemoryTimeline
from alicia_desktop.ui.inspector.memory.traces import TraceList, trace_menu
from alicia_desktop.ui.inspector.page_parts import EmptyState, FittingLabel
from alicia_desktop.ui.inspector.row_views import Selection
from alicia_desktop.ui.qt_models import ROW_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton, SegmentButton, Segments
from alicia_desktop.ui.widgets.labels import rule
from alicia_desktop.view.comparisons import Comparison
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.memory_timeline import TimelineRow
from alicia_desktop.view.references import Reference
from alicia_desktop.view.retrievals import RetrievalView
from alicia_desktop.view.row_filters import MEMORIES, FilteredRows, trace_fields
from alicia_desktop.view.trace_details import TraceDetails
from alicia_desktop.view.traces import TraceRow
from alicia_desktop.view.what_if import WhatIfStart

ANSWER, CONVERSATION, TIMELINE = "answer", "conversation", "timeline"
MAX_ROWS: Final = 5
"""Traces that are seen at once above the details, where there is room; the list scrolls."""
MIN_ROWS: Final = 2


class MemoryTab(QWidget):
    """The list of traces and the page below, `details`; `app.memory_tab_controller` answers the signals of both."""

    shown = Signal()
    """The tab became visible, with what it last showed."""
    memory_scope_requested = Signal(str)
    trace_selected = Signal(str)
    message_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    moved = Signal()
    """Another page is shown, or another trace chosen: `reference`."""
    memories_requested = Signal()
    """The window with all memories."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: Rows[TraceRow] = Rows(lambda row: row.id)
        self.retrieval: RetrievalView | None = None
        self._scope = Segments(
            (
                SegmentButton(id=ANSWER, text=self.tr("This answer")),
                SegmentButton(id=CONVERSATION, text=self.tr("Conversation")),
                SegmentButton(id=TIMELINE, text=self.tr("Timeline")),
            ),
            theme=theme,
            name=self.tr("Memories of"),
            parent=self,
        )
        self.compare = Button(self.tr("Compare"), theme=theme, icon="columns", small=True, parent=self)
        set_tool_tip(self.compare, self.tr("Compare this answer with the regenerated one"))
        self._count = FittingLabel(theme=theme, parent=self)
        everything = self.tr("All memories (Ctrl+Shift+M)")
        self._everything = IconButton("brain", everything, theme=theme, small=True, parent=self)
        self._stack = QStackedWidget(self)
        self._page = QWidget(self._stack)
        self.filter_line = FilterLine(MEMORIES, theme=theme, name=self.tr("Filter memories"), parent=self._page)
        self._list = TraceList(theme=theme, parent=self._page)
        self._selection = Selection(self._list)
        self._timeline = MemoryTimeline(theme=theme, filter_line=self.filter_line, parent=self._page)
        self.details = DetailsArea(theme=theme, parent=self._page)
        """The page below the list."""
        self._filtered = FilteredRows(trace_fields, self.rows)
        self._empty = EmptyState(
            "brain",
            self.tr("No memories yet"),
            self.tr("Memories that Alicia retrieves or stores for an answer are listed here."),
            theme=theme,
            parent=self._stack,
        )
        self._build()
        self._connect()
        self.set_comparisons(())
        self.set_traces(self.rows)

    @property
    def scope(self) -> str:
        """What is asked for: the traces of the `answer` or the `conversation`, or the `timeline`."""
        return self._scope.value

    @property
    def selected(self) -> str:
        """The id of the chosen trace; empty for none."""
        if self.scope != TIMELINE:
            return self._selection.id
        event = self._timeline.row
        return event.trace_id if event is not None else ""

    def focus_list(self) -> None:
        """Put the keyboard on what is listed."""
        if self.scope == TIMELINE:
            self._timeline.focus_list()
        else:
            self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def reference(self) -> Reference | None:
        """What is shown: a memory's page, two answers side by side, else the chosen trace."""
        shown = self.details.shown
        if isinstance(shown, MemoryPageView | Comparison):
            return Reference(kind="memory" if isinstance(shown, MemoryPageView) else "comparison", id=shown.id)
        return Reference(kind="trace", id=self.selected) if self.selected else None

    def set_traces(self, rows: Rows[TraceRow]) -> None:
        """List these, and follow them."""
        self.rows = rows
        self._filtered.close()
        self._filtered = FilteredRows(trace_fields, rows)
        self._filtered.filter(self.filter_line.expression)
        model = RowsListModel(self._filtered.rows, text=_spoken, parent=self)
        model.rowsInserted.connect(self._on_rows)
        model.rowsRemoved.connect(self._on_rows)
        self._selection.attach(model)
        self._on_rows()

    def set_timeline(self, rows: Rows[TimelineRow]) -> None:
        """Show these events along time, and follow them."""
        self._timeline.set_rows(rows)

    def show_on_timeline(self, trace_id: str) -> None:
        """Show a trace among what became of the memories along time."""
        self._timeline.select(trace_id)
        if self.scope != TIMELINE:
            self._scope.choose(TIMELINE)
            self._on_rows()
            self.memory_scope_requested.emit(TIMELINE)

    def set_retrieval(self, retrieval: RetrievalView | None) -> None:
        """Set the retrieval of the answer; None when the server sent nothing of it."""
        self.retrieval = retrieval
        self._on_rows()

    def set_comparisons(self, comparisons: Sequence[Comparison]) -> None:
        """Offer to compare, where there is something to compare."""
        self.details.set_compared(tuple(one.id for one in comparisons))
        self.compare.setVisible(bool(comparisons))

    def set_trace_details(self, details: TraceDetails | None) -> None:
        """Show what is known of a trace; without one, what is known of the retrieval."""
        if details is None:
            self.show_retrieval()
            return
        self.details.show_trace(details, self.rows.get(details.id))

    def show_retrieval(self, *, can_ask: bool = False) -> None:
        """Show how the memories of the answer were looked for, while no trace is chosen; nothing below the timeline."""
        retrieval = self.retrieval if self.scope != TIMELINE else None
        if retrieval is None:
            self.details.clear()
        else:
            self.details.show_retrieval(retrieval, can_ask=can_ask)

    def set_read_only(self) -> None:
        """Leave out the way to all memories and trying other settings, which a capture does not have."""
        self._everything.hide()
        self.details.set_read_only()

    def select(self, trace_id: str) -> None:
        """Choose a trace, now or when it comes."""
        self._selection.select(trace_id)
        self._timeline.select(trace_id)

    def showEvent(self, event: QShowEvent) -> None:
        """Emit `shown`, so that what is listed is read again."""
        super().showEvent(event)
        self.shown.emit()

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 8, 16, 8)
        bar.setSpacing(8)
        bar.addWidget(self._scope)
        bar.addWidget(self.compare)
        bar.addStretch()
        bar.addWidget(self._count)
        self._everything.clicked.connect(self.memories_requested)
        bar.addWidget(self._everything)
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self.filter_line)
        page.addWidget(self._list, 1)
        page.addWidget(self._timeline, 3)
        page.addWidget(self.details, 3)
        page.addStretch()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(rule())
        layout.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._scope.chosen.connect(lambda _: self._on_rows())
        self._scope.chosen.connect(self.memory_scope_requested)
        self.compare.clicked.connect(lambda: self.details.comparison_requested.emit(""))
        self._selection.selected.connect(self.trace_selected)
        self._list.activated.connect(self._on_activated)
        self._timeline.chosen.connect(lambda row: self.trace_selected.emit(row.trace_id))
        self._timeline.counted.connect(self._on_rows)
        self._theme.changed.connect(self._on_rows)
        self._timeline.message_requested.connect(self.message_requested)
        self._timeline.page_requested.connect(self.details.page_requested)
        self._timeline.follow_requested.connect(self.follow_requested)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._on_menu)
        self.filter_line.changed.connect(self._on_filter)
        self.filter_line.occurring_requested.connect(self._on_occurring)
        self.details.changed.connect(self._on_rows)
        self.details.moved.connect(self.moved)
        self.details.message_requested.connect(self.message_requested)
        self.details.follow_requested.connect(self.follow_requested)

    def _on_rows(self) -> None:
        on_timeline = self._scope.value == TIMELINE
        count, everything = self._timeline.counts if on_timeline else (len(self._filtered.rows), len(self.rows))
        self._stack.setCurrentIndex(1 if everything or self.details.shown is not None else 0)
        led_away = isinstance(self.details.shown, MemoryPageView | Comparison | WhatIfStart)
        self.filter_line.setVisible(everything > 0 and not led_away)
        self.filter_line.show_count(count, everything)
        self._list.setVisible(count > 0 and not led_away and not on_timeline)
        self._timeline.setVisible(everything > 0 and not led_away and on_timeline)
        row = self._theme.height("row-trace")
        seen = count if self.details.shown is None else min(count, MAX_ROWS)
        self._list.setMaximumHeight(max(1, seen) * row + 2)
        self._list.setMinimumHeight(min(count, MIN_ROWS) * row)
        self._count.set_texts(*self._counts(everything))

    def _counts(self, everything: int) -> tuple[str, ...]:
        if self._scope.value == TIMELINE:
            words = translate_count("{count} event", "{count} events", everything)
        elif self.retrieval is not None and self._scope.value == ANSWER:
            return tuple(self.retrieval.summaries)
        else:
            words = translate_count("{count} memory", "{count} memories", everything)
        return (words if everything else "",)

    def _on_filter(self, expression: Expression) -> None:
        self._filtered.filter(expression)
        self._list.set_marked(expression)
        self._timeline.filter(expression)
        self._on_rows()

    def _on_occurring(self) -> None:
        rows = list(self.rows)
        categories = dict.fromkeys(row.category for row in rows if row.category)
        ids = {"memory": [row.memory_id for row in rows], "trace": [row.id for row in rows]}
        self.filter_line.set_occurring({"category": list(categories), **ids})

    def _on_menu(self, place: QPoint) -> None:
        row = self._list.row_at(place)
        menu = trace_menu(row, self.filter_line, follow=self.follow_requested.emit, parent=self)
        if row is not None:
            shown = menu.addAction(self.tr("Show on timeline"))
            shown.triggered.connect(lambda _=False: self.show_on_timeline(row.id))
        menu.popup(self._list.viewport().mapToGlobal(place))

    def _on_activated(self, index: QModelIndex) -> None:
        row: TraceRow = index.data(ROW_ROLE)
        if row.message_id:
            self.message_requested.emit(row.message_id)


def _spoken(row: TraceRow) -> str:
    return f"{row.content}. {row.detail}. {row.score} {row.meaning}".strip()
