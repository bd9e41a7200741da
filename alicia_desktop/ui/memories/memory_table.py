"""Paint the list of memories: two lines a row, on a table model that knows only how many rows there are.

Several rows can be selected. A selection is remembered by its keys, so that it stays while the list is read again.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QWidget

from alicia_desktop.base.lazy_list import Pages, PagesChange
from alicia_desktop.base.translation import translate
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Paint, Table, TableDelegate, is_plain
from alicia_desktop.ui.qt_models import ROW_ROLE, Column, PagesTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.badge import badge_width, paint_badge
from alicia_desktop.view.memories_rows import ListedMemory, accessible_text

CONTENT, CATEGORY, IMPORTANCE, USES, STORED = range(5)
TOP: Final = 4
FIRST_LINE: Final = 20
SECOND_LINE: Final = 16
INSET: Final = 8
"""Beside the cell's own padding, so that contents stand under the search."""
BAR: Final = 48
BAR_HEIGHT: Final = 6
BADGE_HEIGHT: Final = 16
ROUNDING: Final = 2
"""Widths of fonts are fractions of pixels; without it a text that fits exactly would be cut."""

MAX_RUNS: Final = 500
"""Runs of selected rows that outlive a change of the list; Qt takes seconds for thousands."""

MIN_CONTENT_WIDTH: Final = 300
"""Pixels that the content has before columns come beside it."""

Flag = QItemSelectionModel.SelectionFlag


class MemoryCells:
    """Paints cells; fonts are looked up, not made, for each."""

    def __init__(self, *, theme: Theme, lettering: Lettering) -> None:
        self._theme = theme
        self._lettering = lettering
        self._widths: dict[str, int] = {}
        """Of badges, by their words: a relevance has two digits, so there are few."""

    def paints(self) -> dict[int, Paint]:
        """Return the function of each column."""
        return {
            CONTENT: self._content,
            CATEGORY: self._category,
            IMPORTANCE: self._importance,
            USES: self._uses,
            STORED: self._stored,
        }

    def widths(self) -> dict[int, int]:
        """Return the widths of all columns but the content's, in which their longest values and heads fit."""
        heads = {column: self._lettering.width(one.title, "label") for column, one in enumerate(columns())}
        needed = {
            CATEGORY: self._lettering.width("Health & wellness ww", "small"),
            IMPORTANCE: BAR + 8 + self._lettering.width("0.00", "small"),
            USES: self._lettering.width("000,000", "small"),
            STORED: self._lettering.width("00 Mmm 0000", "small"),
        }
        return {column: max(width, heads[column]) + 2 * CELL_PADDING + ROUNDING for column, width in needed.items()}

    def _content(self, canvas: Canvas, room: QRect, row: ListedMemory) -> None:
        text = room.adjusted(INSET, TOP, 0, 0)
        first = QRect(text.left(), text.top(), text.width(), self._line(FIRST_LINE))
        canvas.words(first, row.content, weight=500, colour="text-muted" if row.archived else "text")
        second = QRect(text.left(), first.bottom() + 1, text.width(), self._line(SECOND_LINE))
        left = self._badges(canvas, second, row)
        left += self._marks(canvas, second.adjusted(left, 0, 0, 0), row)
        canvas.words(second.adjusted(left, 0, 0, 0), row.note, font="small", colour="text-muted")

    def _marks(self, canvas: Canvas, room: QRect, row: ListedMemory) -> int:
        """Write what state a memory is in, icon and word; returns how much of the line that takes."""
        left, size = 0, self._theme.icon_size("small")
        for icon, colour, words in marks(row):
            canvas.icon(QRect(room.left() + left, room.top(), size, room.height()), icon, colour, size)
            left += size + 4
            left += canvas.words(room.adjusted(left, 0, 0, 0), words, font="small", colour=colour) + 10
        return left

    def _badges(self, canvas: Canvas, room: QRect, row: ListedMemory) -> int:
        """Paint the badges before the tags of a row; return the width that they take."""
        left = 0
        for words in badges(row):
            width = self._widths.get(words) or self._widths.setdefault(
                words, badge_width(self._theme, words, icon=False)
            )
            place = QRect(room.left() + left, room.top(), width, self._line(BADGE_HEIGHT))
            paint_badge(canvas.painter, canvas.place(place).toRectF(), words, kind="info", icon="", theme=self._theme)
            left += width + 8
        return left

    def _category(self, canvas: Canvas, room: QRect, row: ListedMemory) -> None:
        canvas.words(room, row.category, font="small", colour="text-muted")

    def _importance(self, canvas: Canvas, room: QRect, row: ListedMemory) -> None:
        bar = QRect(room.left(), room.center().y() - BAR_HEIGHT // 2 + 1, BAR, BAR_HEIGHT)
        canvas.bar(bar, row.importance_fraction, "trace-retrieved", "surface-hover")
        canvas.words(room, row.importance, font="small", align=TRAILING, elide=False)

    def _uses(self, canvas: Canvas, room: QRect, row: ListedMemory) -> None:
        canvas.words(room, row.uses, font="small", colour="text-muted", align=TRAILING, elide=False)

    def _stored(self, canvas: Canvas, room: QRect, row: ListedMemory) -> None:
        canvas.words(room, row.stored, font="small", colour="text-muted", align=TRAILING, elide=False)

    def _line(self, pixels: int) -> int:
        return round(pixels * self._theme.scale)


def columns() -> tuple[Column[ListedMemory], ...]:
    """Return the columns of the model, with the texts for screen readers."""
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=translate("Memory"), text=accessible_text, tip=lambda row: row.content),
        Column(title=translate("Category"), text=lambda row: row.category, tip=lambda row: row.category),
        Column(title=translate("Importance"), text=lambda row: row.importance),
        Column(title=translate("Used"), text=lambda row: row.uses, alignment=trailing),
        Column(title=translate("Stored"), text=lambda row: row.stored, alignment=trailing),
    )


def badges(row: ListedMemory) -> list[str]:
    """Return the badges of a row: how it was found, and that only a trace of it is here."""
    found = []
    if row.meaning:
        found.append(translate("Related (relevance {score})").format(score=row.meaning))
    if row.named_only:
        found.append(translate("Only mentioned in an answer"))
    return found


def marks(row: ListedMemory) -> list[tuple[str, str, str]]:
    """Return icon, colour and word of each state that a memory is in."""
    found = [("push-pin-fill", "accent", translate("Pinned"))] if row.pinned else []
    return [*found, ("archive", "text-muted", translate("Archived"))] if row.archived else found


class MemoryTable(Table):
    """Enter opens a memory, Delete asks to delete what is selected."""

    memory_requested = Signal(str)
    selection_changed = Signal()
    delete_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, name="", parent=parent)
        self.setAccessibleName(self.tr("Memories"))
        lettering = Lettering(theme)
        self._cells = MemoryCells(theme=theme, lettering=lettering)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.verticalHeader().setDefaultSectionSize(theme.height("row-trace"))
        self.setItemDelegate(_Delegate(self._cells.paints(), theme=theme, lettering=lettering, parent=self))
        self._pages: Pages[ListedMemory] = Pages()
        self._model: PagesTableModel[ListedMemory] | None = None
        self._disconnects: tuple[Callable[[], None], ...] = ()
        self._remembered: tuple[set[int], int | None] | None = None
        """Of the rows that are being replaced: what is selected, and what the keyboard is on."""
        self.activated.connect(self._on_activated)
        self.doubleClicked.connect(self._on_activated)
        self.set_pages(self._pages)
        theme.changed.connect(self._arrange)

    def set_pages(self, pages: Pages[ListedMemory]) -> None:
        """Show these, and follow them."""
        former, self._pages = self._model, pages
        self._model = PagesTableModel(pages, columns(), parent=self)
        for disconnect in self._disconnects:
            disconnect()
        self._disconnects = (
            pages.changing.connect(self._remember),
            pages.changed.connect(self._recall),
        )
        self.setModel(self._model)
        self.selectionModel().selectionChanged.connect(self._on_selection)
        if former is not None:
            former.detach()
            former.deleteLater()
        heads = self.horizontalHeader()
        # Its own, always empty: to paint a head, Qt asks of every row whether its column is selected.
        heads.setSelectionModel(QItemSelectionModel(self._model, heads))
        heads.setStretchLastSection(False)
        heads.setStyleSheet(f"QHeaderView::section:first {{ padding-left: {CELL_PADDING + INSET}px; }}")
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._arrange()

    @property
    def selected_count(self) -> int:
        """How many are selected, without naming them."""
        return sum(map(len, self._selected_runs()))

    def selected_keys(self) -> list[int]:
        """Return the keys of what is selected, in the order of the list."""
        keys = self._pages.keys
        return [key for run in self._selected_runs() for key in keys[run.start : run.stop]]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete what is selected; the rest is the table's."""
        if is_plain(event, Qt.Key.Key_Delete) and self.selected_count:
            self.delete_requested.emit()
        else:
            super().keyPressEvent(event)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint whole rows anew: Qt does it for the cell alone that the keyboard left."""
        super().currentChanged(current, previous)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _arrange(self) -> None:
        """Give each column but the content's the room of its longest value in the text's size."""
        for column, width in self._cells.widths().items():
            self.setColumnWidth(column, width)
        self._fit()

    def _fit(self) -> None:
        """Let columns go, the least asked for first, until the content has its room."""
        widths = self._cells.widths()
        for column in (USES, CATEGORY, STORED):
            self.setColumnHidden(column, self.viewport().width() - sum(widths.values()) < MIN_CONTENT_WIDTH)
            if self.isColumnHidden(column):
                del widths[column]

    def _on_activated(self, index: QModelIndex) -> None:
        row: ListedMemory | None = index.data(ROW_ROLE)
        if row is not None:
            self.memory_requested.emit(row.id)

    def _on_selection(self) -> None:
        if self._remembered is None:
            self.selection_changed.emit()

    def _remember(self, change: PagesChange) -> None:
        """Note what is selected among the rows that are replaced; Qt keeps the selection of all others."""
        keys = self._pages.keys
        gone = range(change.first, change.first + change.removed)
        chosen = {keys[place] for run in self._selected_runs() for place in _common(run, gone)}
        row = self.currentIndex().row()
        self._remembered = (chosen, keys[row] if row in gone else None)

    def _recall(self, change: PagesChange) -> None:
        if self._remembered is None:
            return
        chosen, current = self._remembered
        added = range(change.first, change.first + change.added)
        keys = self._pages.keys
        runs = _runs([place for place in added if keys[place] in chosen]) if chosen else []
        selection = QItemSelection()
        last = self.model().columnCount() - 1
        for first, end in runs if len(runs) <= MAX_RUNS else ():
            selection.select(self.model().index(first, 0), self.model().index(end, last))
        self.selectionModel().select(selection, Flag.Select | Flag.Rows)
        if current is not None:
            for place in self._pages.places_of([current]):
                self.selectionModel().setCurrentIndex(self.model().index(place, 0), Flag.NoUpdate)
        self._remembered = None
        self.selection_changed.emit()

    def _selected_runs(self) -> list[range]:
        chosen = self.selectionModel().selection().toList()
        return sorted((range(one.top(), one.bottom() + 1) for one in chosen), key=lambda run: run.start)


class _Delegate(TableDelegate):
    """Leaves a row empty until it is there, and marks the one that the keyboard is on."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if index.data(ROW_ROLE) is not None:
            super().paint(painter, option, index)
        view = self.parent()
        if isinstance(view, MemoryTable) and view.hasFocus() and view.currentIndex().row() == index.row():
            room: QRect = option.rect
            line = QRect(room.left(), room.bottom() - 1, room.width(), 2)
            painter.fillRect(line, self._theme.colour("focus"))


def _common(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """Return runs of neighbours as first and last place."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and place == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs
