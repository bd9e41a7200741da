"""The Memory tab: which memories an answer had, with what score, and everything known about the chosen one."""

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.rows import Rows
from alicia_desktop.ui.inspector.empty import EmptyPlace
from alicia_desktop.ui.inspector.selection import Selection
from alicia_desktop.ui.inspector.trace_details import TraceDetailsPage
from alicia_desktop.ui.inspector.trace_list import TraceList
from alicia_desktop.ui.qtrows import ROW_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.ui.widgets.segments import Segment, Segments
from alicia_desktop.view.inspector_rows import TraceDetails, TraceRow

ANSWER, CONVERSATION = "answer", "conversation"


class MemoryTab(QWidget):
    """Traces above, the chosen one's details below."""

    memory_scope_requested = Signal(str)
    trace_selected = Signal(str)
    message_requested = Signal(str)
    link_requested = Signal(str, str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: Rows[TraceRow] = Rows(lambda row: row.id)
        self._scope = Segments(
            (
                Segment(id=ANSWER, text=self.tr("This answer")),
                Segment(id=CONVERSATION, text=self.tr("Conversation")),
            ),
            theme=theme,
            name=self.tr("Which memories are listed"),
        )
        self._count = Label("", theme=theme, font="small", tone="muted")
        self._list = TraceList(theme=theme)
        self._selection = Selection(self._list)
        self._details = QScrollArea()
        self._details.setWidgetResizable(True)
        self._details.setAccessibleName(self.tr("Details of the memory"))
        self._empty = EmptyPlace(
            "brain",
            self.tr("No memories yet"),
            self.tr("They come as you talk: what Alicia looked up or kept for an answer is listed here."),
            theme=theme,
        )
        self._build()
        self._scope.chosen.connect(self.memory_scope_requested)
        self._selection.selected.connect(self.trace_selected)
        self._list.activated.connect(self._on_activated)
        self.set_traces(self._rows)

    @property
    def scope(self) -> str:
        """Which traces are asked for: `answer` or `conversation`."""
        return self._scope.value

    def set_scope(self, scope: str) -> None:
        """Show which traces are listed, without asking for them."""
        self._scope.choose(scope)

    def set_traces(self, rows: Rows[TraceRow]) -> None:
        """List these, and follow them."""
        self._rows = rows
        model = RowsListModel(rows, text=_spoken, parent=self)
        model.rowsInserted.connect(self._on_rows)
        model.rowsRemoved.connect(self._on_rows)
        self._selection.attach(model)
        self._on_rows()

    def set_trace_details(self, details: TraceDetails | None) -> None:
        """Show what is known of a trace, or nothing."""
        old = self._details.takeWidget()
        if old is not None:
            old.deleteLater()
        self._details.setVisible(details is not None)
        if details is None:
            return
        trace = self._rows.get(details.id)
        page = TraceDetailsPage(details, trace, theme=self._theme)
        page.link_requested.connect(self.link_requested)
        if trace is not None:
            page.message_requested.connect(lambda: self.message_requested.emit(trace.message_id))
        self._details.setWidget(page)

    def select(self, trace_id: str) -> None:
        """Choose a trace, now or when it comes."""
        self._selection.select(trace_id)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 8, 16, 8)
        bar.addWidget(self._scope)
        bar.addStretch()
        bar.addWidget(self._count)
        self._page = QWidget()
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self._list, 1)
        page.addWidget(self._details, 1)
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
        self._details.hide()

    def _on_rows(self) -> None:
        count = len(self._rows)
        self._stack.setCurrentIndex(1 if count else 0)
        self._list.setMaximumHeight(max(1, count) * self._theme.height("row-trace") + 2)
        words = self.tr("1 memory") if count == 1 else self.tr("{count} memories").format(count=count)
        self._count.setText(words if count else "")

    def _on_activated(self, index: QModelIndex) -> None:
        row: TraceRow = index.data(ROW_ROLE)
        if row.message_id:
            self.message_requested.emit(row.message_id)


def _spoken(row: TraceRow) -> str:
    return f"{row.content}. {row.detail}. {row.score} {row.meaning}".strip()
