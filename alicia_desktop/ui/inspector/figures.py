"""The large figures of a turn, each with its meaning below; side by side, on two lines where there is no room."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name

CELL_HEIGHT: Final = 56
PADDING: Final = 16
AIR: Final = 8


class Figures(QWidget):
    """Pairs of a figure and its meaning; the first one is what people feel and wears the accent."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._figures: Sequence[tuple[str, str]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

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
            room = QRect(left + PADDING, line * self._cell_height() + 8, right - left - PADDING, 24)
            colour = "accent" if number == 0 else "text"
            canvas.words(room, figure, font="title", colour=colour, elide=False)
            canvas.words(room.translated(0, 22).adjusted(0, 0, 0, -4), meaning, font="small", colour="text-muted")
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
        return round(CELL_HEIGHT * self._theme.scale)

    def _fit(self) -> None:
        lines = -(-len(self._figures) // self._columns())
        if self.height() != lines * self._cell_height():
            self.setFixedHeight(lines * self._cell_height())
