"""Show the timeline of a conversation's memories: the picture above, its events as a list below.

What is chosen in one is chosen in the other. An event of a trace has the trace's id, so that it is the same choice as
in the list of traces.
"""

from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import (
    QMenu,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.base.observable import Rows
from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import EVERYTHING, Condition, Expression
from alicia_desktop.store.memories.traces import MemoryEventKind
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.memory.timeline_band import LANE_COLOUR, TimelineBand
from alicia_desktop.ui.inspector.row_views import Index, RowList, Selection
from alicia_desktop.ui.qt_models import ROW_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.chip import TRACE_ICON
from alicia_desktop.ui.widgets.labels import rule
from alicia_desktop.ui.widgets.link_menu import add_link_actions
from alicia_desktop.view.memory_timeline import TimelineRow
from alicia_desktop.view.row_filters import FilteredRows, event_fields
from alicia_desktop.view.stanza_conditions import text_hits

START, END, GAP = 12, 16, 8
MIN_ROWS: Final = 2
ICONS: Final[dict[MemoryEventKind, str]] = {
    "stored": TRACE_ICON["stored"],
    "updated": TRACE_ICON["updated"],
    "unarchived": TRACE_ICON["updated"],
    "retrieved": TRACE_ICON["retrieved"],
    "unknown": TRACE_ICON["unknown"],
    "archived": "archive",
    "deleted": "x-circle",
    "forgotten": "trash",
}


class MemoryTimeline(QWidget):
    """Picture and list of the events that a filter leaves; the list has the keyboard."""

    chosen = Signal(object)
    """A `TimelineRow`."""
    message_requested = Signal(str)
    page_requested = Signal(str)
    """The id of a memory whose page is to be shown."""
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    counted = Signal()
    """Other events are there, or fit."""

    def __init__(self, *, theme: Theme, filter_line: FilterLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter_line = filter_line
        self._filtered: FilteredRows[TimelineRow] = FilteredRows(event_fields, Rows(lambda row: row.id))
        self._band = TimelineBand(theme=theme)
        self._list = TimelineList(theme=theme)
        self._list.setMinimumHeight(MIN_ROWS * theme.height("row-trace"))
        self._selection = Selection(self._list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._band)
        layout.addWidget(rule())
        layout.addWidget(self._list, 1)
        self._band.chosen.connect(self.select)
        self._selection.selected.connect(self._on_selected)
        self._list.activated.connect(self._on_activated)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._on_menu)

    @property
    def row(self) -> TimelineRow | None:
        """The chosen event; None where none is, or a filter leaves it out."""
        return self._filtered.rows.get(self._selection.id)

    @property
    def counts(self) -> tuple[int, int]:
        """How many events fit, and how many there are."""
        return len(self._filtered.rows), len(self._filtered.source)

    def set_rows(self, rows: Rows[TimelineRow]) -> None:
        """Show these events, and follow them."""
        expression = self._filter_line.expression
        self._filtered.close()
        self._filtered = FilteredRows(event_fields, rows)
        self._filtered.filter(expression)
        self._filtered.rows.changed.connect(lambda _: self._on_rows())
        self._selection.attach(RowsListModel(self._filtered.rows, text=spoken, parent=self))
        self._on_rows()

    def filter(self, expression: Expression) -> None:
        """Show only events that fit, and mark what was found in them."""
        self._filtered.filter(expression)
        self._list.set_marked(expression)

    def select(self, event_id: str) -> None:
        """Choose an event, now or when it comes."""
        self._selection.select(event_id)

    def focus_list(self) -> None:
        """Put the keyboard on the list."""
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_rows(self) -> None:
        self._band.set_rows(tuple(self._filtered.rows))
        self._band.set_chosen(self.row)
        self.counted.emit()

    def _on_selected(self, _event_id: str) -> None:
        self._band.set_chosen(self.row)
        if self.row is not None:
            self.chosen.emit(self.row)

    def _on_activated(self, index: QModelIndex) -> None:
        """Go to the answer of an event, or to the memory's page where it belongs to none."""
        row: TimelineRow = index.data(ROW_ROLE)
        if row.message_id:
            self.message_requested.emit(row.message_id)
        else:
            self.page_requested.emit(row.memory_id)

    def _on_menu(self, place: QPoint) -> None:
        index = self._list.indexAt(place)
        index = index if index.isValid() else self._list.currentIndex()
        row: TimelineRow | None = index.data(ROW_ROLE)
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, value in (("action", row.kind), ("memory", row.memory_id), ("category", row.category)):
            if value:
                add_filter_actions(menu, Condition(key=key, operator=":", value=value), self._filter_line)
                menu.addSeparator()
        page = menu.addAction(self.tr("Show memory"))
        page.triggered.connect(lambda _=False: self.page_requested.emit(row.memory_id))
        if row.reference is not None:
            add_link_actions(menu, row.reference, here="memory", follow=self.follow_requested.emit)
        menu.popup(self._list.viewport().mapToGlobal(place))


class TimelineList(RowList):
    """Rows of one height; Enter goes where an event leads."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self.setAccessibleName(self.tr("Events of memories"))

    def paint_row(self, canvas: Canvas, index: Index, room: QRect, *, selected: bool) -> None:
        """Paint a row of 44: icon, words, what happened, time and turn at the end."""
        row: TimelineRow = index.data(ROW_ROLE)
        size = self._theme.icon_size()
        icon = QRect(room.left() + START, room.top(), size, room.height() - 1)
        canvas.icon(icon, ICONS[row.kind], LANE_COLOUR[row.lane], size)
        end = room.right() + 1 - END
        text = QRect(icon.right() + 1 + GAP, room.top() + 4, 0, self._theme.scaled(18))
        below = text.translated(0, text.height())
        for line, words in ((text, row.time), (below, turn_words(row))):
            width = self.lettering.width(words, "small")
            place = QRect(end - width, line.top(), width, line.height())
            canvas.cell(place, words, font="small", colour="text-muted", align=TRAILING, elide=False)
            line.setRight(end - width - GAP)
        faded = row.lane == "faded"
        canvas.cell(text, row.content, weight=500, colour="text-muted" if faded else "text")
        canvas.cell(below, row.detail, font="small", colour="text-muted")
        if self.marked != EVERYTHING:
            canvas.mark_words(text, row.content, text_hits(self.marked, row.content), weight=500)
            canvas.mark_words(below, row.detail, text_hits(self.marked, row.detail), font="small")


def turn_words(row: TimelineRow) -> str:
    """Return the turn of an event; nothing where it belongs to none."""
    return "" if row.turn is None else translate("turn {number}").format(number=row.turn)


def spoken(row: TimelineRow) -> str:
    """Return an event for a screen reader."""
    return ". ".join(part for part in (row.content, row.detail, row.time, turn_words(row)) if part)
