"""The columns of the list of memories: what a cell says, and how it is painted."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QRect, Qt

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.table import CELL_PADDING, Paint
from alicia_desktop.ui.qtrows import Column
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.chip import badge_width, paint_badge
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
        """Paint what is said of a row before its tags; returns how much of the line that takes."""
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
    """Return what the model says: also what is read aloud."""
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=_tr("Memory"), text=accessible_text, tip=lambda row: row.content),
        Column(title=_tr("Category"), text=lambda row: row.category, tip=lambda row: row.category),
        Column(title=_tr("Importance"), text=lambda row: row.importance),
        Column(title=_tr("Used"), text=lambda row: row.uses, alignment=trailing),
        Column(title=_tr("Stored"), text=lambda row: row.stored, alignment=trailing),
    )


def badges(row: ListedMemory) -> list[str]:
    """Return what is said of a row in so many words: how it was found, and that it is not all here."""
    found = []
    if row.meaning:
        found.append(_tr("by meaning · {score} relevance").format(score=row.meaning))
    if row.named_only:
        found.append(_tr("only named in an answer"))
    return found


def marks(row: ListedMemory) -> list[tuple[str, str, str]]:
    """Return icon, colour and word of each state that a memory is in."""
    found = [("push-pin-fill", "accent", _tr("Pinned"))] if row.pinned else []
    return [*found, ("archive", "text-muted", _tr("Archived"))] if row.archived else found


def _tr(text: str) -> str:
    return QCoreApplication.translate("MemoryTable", text)
