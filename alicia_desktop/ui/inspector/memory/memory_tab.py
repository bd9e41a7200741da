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
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.memory.comparison import ComparisonPage
from alicia_desktop.ui.inspector.memory.details_area import DetailsArea
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.inspector.memory.memory_timeline import MemoryTimeline
from alicia_desktop.ui.inspector.memory.retrieval_section import FOLD, RetrievalSection
from alicia_desktop.ui.inspector.memory.traces import TraceDetailsPage, TraceList, trace_menu
from alicia_desktop.ui.inspector.memory.trial_controls import WEIGHTS_FOLD
from alicia_desktop.ui.inspector.memory.what_if_page import WhatIfPage
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
    """The list of traces and the page below; `app.memory_tab_controller` answers its signals."""

    shown = Signal()
    """The tab became visible, with what it last showed."""
    memory_scope_requested = Signal(str)
    trace_selected = Signal(str)
    message_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    moved = Signal()
    """Another page is shown, or another trace chosen: `reference`."""
    link_requested = Signal(str, str)
    page_requested = Signal(str)
    """The id of a memory whose page is to be shown."""
    memories_requested = Signal()
    """The window with all memories."""
    comparison_requested = Signal(str)
    """The id of a comparison; the latest when empty."""
    back_requested = Signal()
    what_if_requested = Signal()
    """What other settings would have found for the question of the answer."""
    trial_requested = Signal()
    """The page of `what_if` is to be filled, for its `changes`."""
    setting_requested = Signal(int)
    """The token budget that is to be the setting."""
    defaults_requested = Signal()
    action_requested = Signal(str, str, dict)
    """The memory's id, the action of a MemoryAction, and what of the memory is to be changed."""
    forget_requested = Signal(str)
    undo_requested = Signal(str)
    override_requested = Signal(str)
    ask_again_requested = Signal(str, str)
    """`without` or `with`, and the memory's id."""
    vote_requested = Signal(str, str, str)
    """The memory's id, the answer under which it was used, and `up`, `down` or `remove`."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: Rows[TraceRow] = Rows(lambda row: row.id)
        self._retrieval: RetrievalView | None = None
        self._compared: tuple[str, ...] = ()
        """Comparisons of the turn, the latest first."""
        self._is_read_only = False
        """Whether there is no server that could be asked."""
        self._tried: dict[str, dict[str, float]] = {}
        """What was tried last, by the answer that it was tried for."""
        self._opened: frozenset[str] = frozenset()
        """Folds that are open, on whichever page they stand."""
        self._scope = Segments(
            (
                SegmentButton(id=ANSWER, text=self.tr("This answer")),
                SegmentButton(id=CONVERSATION, text=self.tr("Conversation")),
                SegmentButton(id=TIMELINE, text=self.tr("Timeline")),
            ),
            theme=theme,
            name=self.tr("Memories of"),
        )
        self._compare = Button(self.tr("Compare"), theme=theme, icon="columns", small=True)
        set_tool_tip(self._compare, self.tr("Compare this answer with the regenerated one"))
        self._count = FittingLabel(theme=theme)
        self._everything = IconButton("brain", self.tr("All memories (Ctrl+Shift+M)"), theme=theme, small=True)
        self._list = TraceList(theme=theme)
        self._selection = Selection(self._list)
        self._details = DetailsArea(theme=theme)
        self._filtered = FilteredRows(trace_fields, self._rows)
        self.filter_line = FilterLine(MEMORIES, theme=theme, name=self.tr("Filter memories"))
        self._timeline = MemoryTimeline(theme=theme, filter_line=self.filter_line)
        self._empty = EmptyState(
            "brain",
            self.tr("No memories yet"),
            self.tr("Memories that Alicia retrieves or stores for an answer are listed here."),
            theme=theme,
        )
        self._build()
        self._connect()
        self.set_comparisons(())
        self.set_traces(self._rows)

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
        shown = self._details.shown
        if isinstance(shown, MemoryPageView | Comparison):
            return Reference(kind="memory" if isinstance(shown, MemoryPageView) else "comparison", id=shown.id)
        return Reference(kind="trace", id=self.selected) if self.selected else None

    @property
    def memory_page(self) -> MemoryPageView | None:
        """The memory's page that is seen, alone or at the end of a trace; None for none."""
        shown = self._details.shown
        if isinstance(shown, TraceDetails):
            return shown.page
        return shown if isinstance(shown, MemoryPageView) else None

    def set_traces(self, rows: Rows[TraceRow]) -> None:
        """List these, and follow them."""
        self._rows = rows
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
        self._retrieval = retrieval
        self._on_rows()

    def set_comparisons(self, comparisons: Sequence[Comparison]) -> None:
        """Offer to compare, where there is something to compare."""
        self._compared = tuple(one.id for one in comparisons)
        self._compare.setVisible(bool(comparisons))

    def set_trace_details(self, details: TraceDetails | None) -> None:
        """Show what is known of a trace; without one, what is known of the retrieval."""
        if details is None:
            self.show_retrieval()
            return
        self._details.show_page(f"trace {details.id}", details, lambda: self._trace_page(details))
        self._on_rows()
        self.moved.emit()

    def show_retrieval(self, *, can_ask: bool = False) -> None:
        """Show how the memories of the answer were looked for, while no trace is chosen; nothing below the timeline."""
        retrieval = self._retrieval if self.scope != TIMELINE else None
        if retrieval is None:
            self._details.clear()
        else:
            self._details.show_page("retrieval", (retrieval, can_ask), lambda: self._retrieval_page(can_ask=can_ask))
        self._on_rows()

    def set_page(self, page: MemoryPageView) -> None:
        """Show a memory's page."""
        title = self.tr("Memory")
        self._details.show_page(f"memory {page.id}", page, lambda: self._memory_page(page), title=title)
        self._on_rows()
        self.moved.emit()

    def set_comparison(self, comparison: Comparison) -> None:
        """Show two answers side by side."""
        title = self.tr("Compare answers")
        key = f"comparison {comparison.id}"
        self._details.show_page(key, comparison, lambda: self._comparison_page(comparison), title=title)
        self._on_rows()
        self.moved.emit()

    @property
    def what_if(self) -> WhatIfPage | None:
        """The page on which other settings are tried; None while another is shown."""
        page = self._details.widget()
        return page if isinstance(page, WhatIfPage) else None

    def set_what_if(self, start: WhatIfStart) -> None:
        """Show the page on which other settings are tried for an answer; one that is open stays."""
        before = self.what_if
        title = self.tr("What if")
        self._details.show_page(f"what if {start.answer_id}", start, lambda: self._what_if_page(start), title=title)
        self._on_rows()
        if self.what_if is not before:
            self.moved.emit()
            self.trial_requested.emit()

    def set_read_only(self) -> None:
        """Leave out the way to all memories and trying other settings, which a capture does not have."""
        self._everything.hide()
        self._is_read_only = True

    def select(self, trace_id: str) -> None:
        """Choose a trace, now or when it comes."""
        self._selection.select(trace_id)
        self._timeline.select(trace_id)

    def focus_page(self) -> None:
        """Put the keyboard on the page below the list."""
        self._details.focus_page()

    def showEvent(self, event: QShowEvent) -> None:
        """Emit `shown`, so that what is listed is read again."""
        super().showEvent(event)
        self.shown.emit()

    def _trace_page(self, details: TraceDetails) -> QWidget:
        trace = self._rows.get(details.id)
        page = TraceDetailsPage(details, trace, opened=self._opened, theme=self._theme)
        page.fold_toggled.connect(self._on_fold)
        self._follow_retrieval(page.retrieval)
        self._follow_memory(page.memory)
        if trace is not None:
            page.message_requested.connect(lambda: self.message_requested.emit(trace.message_id))
            reference = Reference(kind="trace", id=trace.id)
            page.place_requested.connect(lambda place: self.follow_requested.emit(reference, place))
        return page

    def _retrieval_page(self, *, can_ask: bool) -> QWidget:
        page = RetrievalSection(self._retrieval, can_ask=can_ask, opened=FOLD in self._opened, theme=self._theme)
        page.fold_toggled.connect(self._on_fold)
        self._follow_retrieval(page)
        return page

    def _memory_page(self, view: MemoryPageView) -> QWidget:
        page = MemoryPageWidget(view, theme=self._theme)
        self._follow_memory(page)
        return page

    def _comparison_page(self, comparison: Comparison) -> QWidget:
        page = ComparisonPage(comparison, of_turn=self._compared, theme=self._theme)
        page.comparison_requested.connect(self.comparison_requested)
        page.message_requested.connect(self.message_requested)
        page.page_requested.connect(self.page_requested)
        return page

    def _what_if_page(self, start: WhatIfStart) -> QWidget:
        changes = self._tried.get(start.answer_id, {})
        page = WhatIfPage(start, changes=changes, opened=WEIGHTS_FOLD in self._opened, theme=self._theme)
        page.tried.connect(lambda: self._on_tried(page))
        page.use_requested.connect(self.setting_requested)
        page.defaults_requested.connect(self.defaults_requested)
        page.page_requested.connect(self.page_requested)
        page.fold_toggled.connect(self._on_fold)
        return page

    def _on_tried(self, page: WhatIfPage) -> None:
        self._tried = {page.start.answer_id: page.changes}
        self.trial_requested.emit()

    def _follow_retrieval(self, section: RetrievalSection) -> None:
        section.page_requested.connect(self.page_requested)
        section.what_if_requested.connect(self.what_if_requested)
        section.offer_what_if(offered=not self._is_read_only)
        section.ask_with_requested.connect(lambda memory: self.ask_again_requested.emit("with", memory))

    def _follow_memory(self, page: MemoryPageWidget) -> None:
        for source, target in (
            (page.action_requested, self.action_requested),
            (page.forget_requested, self.forget_requested),
            (page.undo_requested, self.undo_requested),
            (page.override_requested, self.override_requested),
            (page.page_requested, self.page_requested),
            (page.link_requested, self.link_requested),
            (page.ask_again_requested, self.ask_again_requested),
            (page.vote_requested, self.vote_requested),
        ):
            source.connect(target)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 8, 16, 8)
        bar.setSpacing(8)
        bar.addWidget(self._scope)
        bar.addWidget(self._compare)
        bar.addStretch()
        bar.addWidget(self._count)
        self._everything.clicked.connect(self.memories_requested)
        bar.addWidget(self._everything)
        self._page = QWidget()
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self.filter_line)
        page.addWidget(self._list, 1)
        page.addWidget(self._timeline, 3)
        page.addWidget(self._details, 3)
        page.addStretch()
        self._stack = QStackedWidget()
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
        self._compare.clicked.connect(lambda: self.comparison_requested.emit(""))
        self._selection.selected.connect(self.trace_selected)
        self._list.activated.connect(self._on_activated)
        self._timeline.chosen.connect(lambda row: self.trace_selected.emit(row.trace_id))
        self._timeline.counted.connect(self._on_rows)
        self._timeline.message_requested.connect(self.message_requested)
        self._timeline.page_requested.connect(self.page_requested)
        self._timeline.follow_requested.connect(self.follow_requested)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._on_menu)
        self.filter_line.changed.connect(self._on_filter)
        self.filter_line.occurring_requested.connect(self._on_occurring)
        self._details.back_requested.connect(self.back_requested)

    def _on_rows(self) -> None:
        on_timeline = self._scope.value == TIMELINE
        count, everything = self._timeline.counts if on_timeline else (len(self._filtered.rows), len(self._rows))
        self._stack.setCurrentIndex(1 if everything or self._details.shown is not None else 0)
        led_away = isinstance(self._details.shown, MemoryPageView | Comparison | WhatIfStart)
        self.filter_line.setVisible(everything > 0 and not led_away)
        self.filter_line.show_count(count, everything)
        self._list.setVisible(count > 0 and not led_away and not on_timeline)
        self._timeline.setVisible(everything > 0 and not led_away and on_timeline)
        row = self._theme.height("row-trace")
        seen = count if self._details.shown is None else min(count, MAX_ROWS)
        self._list.setMaximumHeight(max(1, seen) * row + 2)
        self._list.setMinimumHeight(min(count, MIN_ROWS) * row)
        self._count.set_texts(*self._counts(everything))

    def _counts(self, everything: int) -> tuple[str, ...]:
        if self._scope.value == TIMELINE:
            words = self.tr("1 event") if everything == 1 else self.tr("{count} events").format(count=f"{everything:,}")
        elif self._retrieval is not None and self._scope.value == ANSWER:
            return tuple(self._retrieval.summaries)
        else:
            words = self.tr("1 memory") if everything == 1 else self.tr("{count} memories").format(count=everything)
        return (words if everything else "",)

    def _on_filter(self, expression: Expression) -> None:
        self._filtered.filter(expression)
        self._list.set_marked(expression)
        self._timeline.filter(expression)
        self._on_rows()

    def _on_occurring(self) -> None:
        rows = list(self._rows)
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

    def _on_fold(self, name: str, opened: bool) -> None:
        self._opened = self._opened | {name} if opened else self._opened - {name}


def _spoken(row: TraceRow) -> str:
    return f"{row.content}. {row.detail}. {row.score} {row.meaning}".strip()
