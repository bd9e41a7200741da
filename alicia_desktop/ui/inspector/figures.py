"""Paint large figures with their meanings below, and groups of bars with the numbers that they stand for."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name
from alicia_desktop.view.memories_rows import BarGroup

CELL_HEIGHT: Final = 56
FIGURE_TOP: Final = 8
FIGURE_HEIGHT: Final = 24
MEANING_HEIGHT: Final = 20
PADDING: Final = 16
AIR: Final = 8

BAR_LINE: Final = 22

BAR_HEIGHT: Final = 8

BAR_GAP: Final = 12

MIN_BAR_WIDTH: Final = 40

ROUNDING: Final = 2


class Figures(QWidget):
    """Pairs of a figure and its meaning; the first one is what people feel and wears the accent."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._figures: Sequence[tuple[str, str]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme)

    def set_figures(self, figures: Sequence[tuple[str, str]]) -> None:
        """Show these."""
        self._figures = figures
        set_accessible_name(self, ", ".join(f"{figure} {meaning}" for figure, meaning in figures))
        self.setVisible(bool(figures))
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take one line or two."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells with hairlines between them."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        canvas.fill(self.rect(), "surface-raised")
        columns = self._columns()
        for number, (figure, meaning) in enumerate(self._figures):
            line, column = divmod(number, columns)
            left, right = (self.width() * place // columns for place in (column, column + 1))
            self._paint_cell(canvas, QRect(left, line * self._cell_height(), right - left, self._cell_height()), number)
            top = line * self._cell_height() + self._theme.scaled(FIGURE_TOP)
            room = QRect(left + PADDING, top, right - left - PADDING, self._theme.scaled(FIGURE_HEIGHT))
            colour = "accent" if number == 0 else "text"
            canvas.words(room, figure, font="title", colour=colour, elide=False)
            below = QRect(room.left(), top + self._theme.scaled(22), room.width(), self._theme.scaled(MEANING_HEIGHT))
            canvas.words(below, meaning, font="small", colour="text-muted")
        canvas.fill(QRect(0, 0, self.width(), 1), "border")
        canvas.fill(QRect(0, self.height() - 1, self.width(), 1), "border")
        painter.end()

    def _paint_cell(self, canvas: Canvas, cell: QRect, number: int) -> None:
        if number % self._columns():
            canvas.fill(QRect(cell.left(), cell.top(), 1, cell.height()), "border")
        if number >= self._columns():
            canvas.fill(QRect(cell.left(), cell.top(), cell.width(), 1), "border")

    def _columns(self) -> int:
        widths = [self._lettering.width(meaning, "small") for _, meaning in self._figures]
        need = max(widths, default=0) + PADDING + AIR
        count = max(1, len(self._figures))
        return count if need * count <= self.width() else max(1, min(-(-count // 2), self.width() // need))

    def _cell_height(self) -> int:
        return self._theme.scaled(CELL_HEIGHT)

    def _on_theme(self) -> None:
        self._fit()
        self.update()

    def _fit(self) -> None:
        lines = -(-len(self._figures) // self._columns())
        if self.height() != lines * self._cell_height():
            self.setFixedHeight(lines * self._cell_height())


class Bars(QWidget):
    """One group of bars; names and figures keep their room, the bars take what is left."""

    def __init__(self, group: BarGroup, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._bars = group.bars
        self._name = max((self._lettering.width(bar.label, "small") for bar in self._bars), default=0) + ROUNDING
        self._value = max((self._lettering.width(bar.value, "small") for bar in self._bars), default=0) + ROUNDING
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_accessible_name(self, group.title)
        set_accessible_description(self, "; ".join(f"{bar.label}: {bar.value}" for bar in self._bars))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        return QSize(self.minimumSizeHint().width() + 160, len(self._bars) * self._line())

    def minimumSizeHint(self) -> QSize:
        """Return the room in which every name and figure still stands."""
        return QSize(self._name + self._value + 2 * BAR_GAP + MIN_BAR_WIDTH, len(self._bars) * self._line())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, bars and figures."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        for number, bar in enumerate(self._bars):
            room = QRect(0, number * self._line(), self.width(), self._line())
            canvas.words(QRect(0, room.top(), self._name, room.height()), bar.label, font="small")
            value = QRect(room.right() + 1 - self._value, room.top(), self._value, room.height())
            canvas.words(value, bar.value, font="small", colour="text-muted", align=TRAILING, elide=False)
            left = self._name + BAR_GAP
            place = QRect(
                left, room.top() + (room.height() - BAR_HEIGHT) // 2, value.left() - BAR_GAP - left, BAR_HEIGHT
            )
            canvas.bar(place, bar.fraction, "trace-retrieved", "surface-hover")
        painter.end()

    def _line(self) -> int:
        return self._theme.scaled(BAR_LINE)
