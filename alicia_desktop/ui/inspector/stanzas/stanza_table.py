"""Show the journal as a table that follows its tail until the user scrolls away or selects a row; then it counts.

While the user reads, the rows in view stay where they are, whatever is dropped above or paged in there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import EVERYTHING, Expression, text_of
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Paint, Selection, Table, TableDelegate, is_plain
from alicia_desktop.ui.qt_models import ROW_ROLE, Column, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.chip import BadgeKind, badge_width, paint_badge
from alicia_desktop.view.stanza_conditions import Cell, badge_condition, text_hits
from alicia_desktop.view.stanzas import Badge, StanzaRow
from alicia_desktop.view.text import one_line

NUMBER, TIME, DELTA, DIRECTION, STANZA, TYPE, SIZE, SUMMARY = range(8)
CELLS: Final[tuple[Cell, ...]] = ("number", "time", "delta", "direction", "stanza", "type", "size", "summary")
"""The columns as conditions of a filter name them."""
BADGES: Final[dict[Badge, tuple[BadgeKind, str]]] = {
    "stranger": ("warn", "prohibit"),
    "malformed": ("error", "warning-octagon"),
    "unknown": ("info", "question"),
    "duplicate": ("plain", "copy-simple"),
    "out of order": ("warn", "repeat"),
    "after stop": ("warn", "stop-circle"),
    "by hand": ("info", "hand-palm"),
}
BADGE_HEIGHT: Final = 18
BADGE_GAP: Final = 8
MARK_ICON: Final = "push-pin"
MAX_NOTE: Final = 40
"""Characters of a note in the row; the tool tip has all of it."""
WIDEST: Final = ("000000", "00:00:00.000", "000.000", "0000", "−00000", "AssistantSentence", "00,000")
"""What each column but the last has room for. The direction has its icon beside."""
ROUNDING: Final = 2
"""Widths of fonts are fractions of pixels; without it a text that fits exactly would be cut."""

MIN_SUMMARY_WIDTH: Final = 200
"""Pixels that the summary has before stanza number and distance in time are shown too."""


class StanzaCells:
    """Paints cells; fonts and badges' widths are looked up, not made, for each."""

    def __init__(self, *, theme: Theme, lettering: Lettering) -> None:
        self._theme = theme
        self._lettering = lettering
        self._icon = theme.icon_size("small")
        self.marked: Expression = EVERYTHING
        """What is looked for: its finds in summaries are marked."""
        self._badge_widths = {badge: badge_width(theme, badge_word(badge), icon=True) for badge in BADGES}

    def paints(self) -> dict[int, Paint]:
        """Return the function of each column."""
        return {
            NUMBER: self._number,
            TIME: self._time,
            DELTA: self._delta,
            DIRECTION: self._direction,
            STANZA: self._stanza,
            TYPE: self._type,
            SIZE: self._size,
            SUMMARY: self._summary,
        }

    def widths(self) -> list[int]:
        """Return the widths of all columns but the last."""
        widths = [self._lettering.width(text, "data") + 2 * CELL_PADDING + ROUNDING for text in WIDEST]
        widths[NUMBER] += self._icon
        widths[DIRECTION] += self._icon
        return widths

    def _number(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        if row.note is not None:
            canvas.icon(QRect(room.left(), room.top(), self._icon, room.height()), MARK_ICON, "accent", self._icon)
        canvas.words(room, str(row.number), font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _time(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.time, font="data", colour=_ink(row), elide=False)

    def _delta(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.delta, font="data", colour="text-muted", align=TRAILING, elide=False)

    def _direction(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        inwards = row.direction == "in"
        icon, colour = ("arrow-left", "trace-retrieved") if inwards else ("arrow-right", "accent")
        canvas.icon(QRect(room.left(), room.top(), self._icon, room.height()), icon, colour, self._icon)
        word = room.adjusted(self._icon + 4, 0, 0, 0)
        canvas.words(word, row.direction, font="data", colour=_ink(row), elide=False)

    def _stanza(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.stanza, font="data", colour=_ink(row), align=TRAILING, elide=False)

    def _type(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.type, font="data", colour=_ink(row))

    def _size(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        canvas.words(room, row.size, font="data", colour=_ink(row), align=TRAILING, elide=False)

    def badge_at(self, row: StanzaRow, x: int) -> Badge | None:
        """Return the badge at a place of the summary, counted from its leading edge."""
        left = CELL_PADDING
        for badge in row.badges:
            if left <= x < left + self._badge_widths[badge]:
                return badge
            left += self._badge_widths[badge] + BADGE_GAP
        return None

    def _summary(self, canvas: Canvas, room: QRect, row: StanzaRow) -> None:
        left = room.left()
        for badge in row.badges:
            kind, icon = BADGES[badge]
            place = QRect(left, room.center().y() - BADGE_HEIGHT // 2 + 1, self._badge_widths[badge], BADGE_HEIGHT)
            ground = canvas.place(place).toRectF()
            paint_badge(canvas.painter, ground, badge_word(badge), kind=kind, icon=icon, theme=self._theme)
            left += place.width() + BADGE_GAP
        rest = QRect(left, room.top(), max(0, room.right() + 1 - left), room.height())
        if row.note:
            width = canvas.words(rest, one_line(row.note, MAX_NOTE), font="small", weight=600, colour="accent")
            rest.setLeft(min(rest.left() + width + BADGE_GAP, rest.right() + 1))
        canvas.words(rest, row.summary, font="small", colour=_ink(row))
        if self.marked != EVERYTHING:
            canvas.mark_words(rest, row.summary, text_hits(self.marked, row.summary), font="small")


def badge_word(badge: Badge) -> str:
    """Return the word of a badge in the language of the window."""
    words = {
        "stranger": QCoreApplication.translate("StanzaTable", "stranger"),
        "malformed": QCoreApplication.translate("StanzaTable", "malformed"),
        "unknown": QCoreApplication.translate("StanzaTable", "unknown"),
        "duplicate": QCoreApplication.translate("StanzaTable", "duplicate"),
        "out of order": QCoreApplication.translate("StanzaTable", "out of order"),
        "after stop": QCoreApplication.translate("StanzaTable", "after stop"),
        "by hand": QCoreApplication.translate("StanzaTable", "by hand"),
    }
    return words[badge]


def badge_meaning(badge: Badge) -> str:
    """Return a sentence about a badge, and how a filter finds it."""
    say = QCoreApplication.translate
    meanings = {
        "stranger": say("StanzaTable", "sent by another participant, not by the server; it has no effect"),
        "malformed": say("StanzaTable", "could not be read as a stanza; its bytes are stored as they came"),
        "unknown": say("StanzaTable", "of a type that this version does not know; it has no effect"),
        "duplicate": say("StanzaTable", "came before with the same id; it has no effect a second time"),
        "out of order": say("StanzaTable", "came after a stanza that was sent later"),
        "after stop": say("StanzaTable", "belongs to an answer that you had already stopped"),
        "by hand": say("StanzaTable", "somebody composed and sent it in the inspector"),
    }
    return f"{badge_word(badge)}: {meanings[badge]} ({text_of(badge_condition(badge))})"


def columns() -> tuple[Column[StanzaRow], ...]:
    """Return the columns of the model, with the texts for screen readers."""
    say = QCoreApplication.translate
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=say("StanzaTable", "#"), text=_number, alignment=trailing),
        Column(title=say("StanzaTable", "Time"), text=lambda row: row.time),
        Column(title=say("StanzaTable", "Δ s"), text=lambda row: row.delta, alignment=trailing),
        Column(title=say("StanzaTable", "Dir"), text=lambda row: row.direction),
        Column(title=say("StanzaTable", "Stanza"), text=lambda row: row.stanza, alignment=trailing),
        Column(title=say("StanzaTable", "Type"), text=lambda row: row.type, tip=lambda row: row.type),
        Column(title=say("StanzaTable", "Size"), text=lambda row: row.size, alignment=trailing),
        Column(title=say("StanzaTable", "Summary"), text=_said, tip=_tip),
    )


def _number(row: StanzaRow) -> str:
    marked = QCoreApplication.translate("StanzaTable", "{number}, marked")
    return str(row.number) if row.note is None else marked.format(number=row.number)


def _said(row: StanzaRow) -> str:
    return " · ".join([*map(badge_word, row.badges), *([row.note] if row.note else []), row.summary])


def _tip(row: StanzaRow) -> str:
    return "\n".join([*([row.note] if row.note else []), row.summary, *map(badge_meaning, row.badges)])


def _ink(row: StanzaRow) -> str:
    return "text-muted" if "duplicate" in row.badges else "text"


class StanzaTable(Table):
    """`unseen` rows came while it did not follow."""

    older_requested = Signal()
    unseen_changed = Signal(int)
    copy_requested = Signal()
    note_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        self._moving = False
        super().__init__(theme=theme, name="", parent=parent)
        self.setAccessibleName(self.tr("Stanzas"))
        lettering = Lettering(theme)
        self._cells = StanzaCells(theme=theme, lettering=lettering)
        self._widths = self._cells.widths()
        self.setItemDelegate(TableDelegate(self._cells.paints(), theme=theme, lettering=lettering, parent=self))
        self.selection = Selection(self)
        self._following = True
        self._unseen = 0
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    @property
    def following(self) -> bool:
        """Whether new rows scroll into view."""
        return self._following

    @property
    def unseen(self) -> int:
        """How many rows came since it follows no longer."""
        return self._unseen

    def badge_at(self, place: QPoint) -> Badge | None:
        """Return the badge at a place of the viewport."""
        index = self.indexAt(place)
        if index.column() != SUMMARY:
            return None
        room = self.visualRect(index)
        x = room.right() - place.x() if self.isRightToLeft() else place.x() - room.left()
        return self._cells.badge_at(index.data(ROW_ROLE), x)

    def set_rows(self, rows: Rows[StanzaRow]) -> None:
        """Show these, and follow them."""
        model = RowsTableModel(rows, columns(), parent=self)
        self.selection.attach(model)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        self.set_widths(self._widths)
        self._fit()
        self._begin()

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds in the summaries."""
        self._cells.marked = expression
        self.viewport().update()

    def jump_to_end(self) -> None:
        """Follow the tail again."""
        self._following = True
        self._count(0)
        self._to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End follows, c copies, n writes a note."""
        if is_plain(event, Qt.Key.Key_End):
            self.jump_to_end()
            self._choose_last()
        elif is_plain(event, Qt.Key.Key_C):
            self.copy_requested.emit()
        elif is_plain(event, Qt.Key.Key_N):
            self.note_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        current = self.currentIndex()
        in_view = self._is_in_view(current, event.oldSize())
        super().resizeEvent(event)
        self._fit()
        if self._following:
            self._to_end()
        elif in_view:
            self.scrollTo(current)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Choosing a row is reading: only the last one is chosen to follow."""
        super().currentChanged(current, previous)
        if not current.isValid():
            return
        if current.row() == self.model().rowCount() - 1:
            self.jump_to_end()
        else:
            self._following = False

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Begin with the newest row where none is chosen."""
        if self.currentIndex().isValid():
            return super().moveCursor(action, modifiers)
        return self.model().index(self.model().rowCount() - 1, 0)

    def updateGeometries(self) -> None:
        """Take room that comes and goes; nobody has scrolled."""
        with self._by_itself():
            super().updateGeometries()

    def _is_in_view(self, index: QModelIndex, room: QSize) -> bool:
        place = self.visualRect(index)
        return index.isValid() and place.bottom() >= 0 and place.top() < room.height()

    def _begin(self) -> None:
        """Show other rows: the chosen one where it is among them, else their end."""
        current = self.currentIndex()
        if current.isValid() and current.row() < self.model().rowCount() - 1:
            self._following = False
            self._count(0)
            self.scrollTo(current)
        else:
            self.jump_to_end()

    def _choose_last(self) -> None:
        rows = self.model().rowCount()
        if rows:
            self.setCurrentIndex(self.model().index(rows - 1, 0))

    def _fit(self) -> None:
        if self.model() is None:
            return
        narrow = sum(self._widths) + MIN_SUMMARY_WIDTH > self.viewport().width()
        for column in (DELTA, STANZA):
            self.setColumnHidden(column, narrow)

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        count, rows = last - first + 1, self.model().rowCount()
        if count == rows:
            self._begin()
        elif self._following:
            self.jump_to_end()
        elif last < rows - 1:
            self._shift(count)
        elif rows * self.verticalHeader().defaultSectionSize() > self.viewport().height():
            self._count(self._unseen + count)

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        if not self._following and first == 0:
            self._shift(first - last - 1)

    def _shift(self, rows: int) -> None:
        """Keep what is in view in its place, though `rows` came or went above."""
        bar = self.verticalScrollBar()
        with self._by_itself():
            self.updateGeometries()
            bar.setValue(bar.value() + rows * self.verticalHeader().defaultSectionSize())

    def _to_end(self) -> None:
        with self._by_itself():
            self.scrollToBottom()

    @contextmanager
    def _by_itself(self) -> Iterator[None]:
        """Mark scrolling as done by the table, not by the user; such moves may nest."""
        moving, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = moving

    def _on_scrolled(self, value: int) -> None:
        if self._moving:
            return
        bar = self.verticalScrollBar()
        self._following = value >= bar.maximum()
        if self._following:
            self._count(0)
        elif value == bar.minimum():
            self.older_requested.emit()

    def _count(self, unseen: int) -> None:
        if unseen != self._unseen:
            self._unseen = unseen
            self.unseen_changed.emit(unseen)
