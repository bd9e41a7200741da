"""Paint the chain of a turn, what led to what, from the question to the last sentence, as steps of different heights.

There are few steps in a turn, so heights by contents are cheap here; the long lists of the inspector have one height.
"""

from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QListView,
    QWidget,
)

from alicia_desktop.filtering.expression import EVERYTHING
from alicia_desktop.ui.inspector.canvas import SELECTION_BAR, TRAILING, Canvas
from alicia_desktop.ui.inspector.row_views import Index, RowList
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR, TRACE_ICON
from alicia_desktop.view.references import Reference
from alicia_desktop.view.stanza_conditions import field_hits
from alicia_desktop.view.turns import ChainLine, ChainStep

KINDS: Final[dict[str, tuple[str, str]]] = {
    "question": ("chat-circle", "hearing"),
    "memories": ("brain", "trace-retrieved"),
    "reasoning": ("lightbulb", "reasoning"),
    "tool": ("wrench", "tool"),
    "sentences": ("chat-circle-text", "assistant"),
    "error": ("warning-circle-fill", "error"),
}
LINE: Final = 20
TOP: Final = 4
BOTTOM: Final = 8
DISC: Final = 24
PADDING: Final = 16
GAP: Final = 12
WRAPPED: Final = frozenset({"question", "error"})
"""Kinds whose words are people's own, or tell what to do: they are never cut."""

AIR: Final = 6
"""Pixels over the first step, whose circle would touch the line above."""


class ChainList(RowList):
    """The steps; Enter or a click follows one, ← and → choose a line of it."""

    width_changed = Signal()
    """Long questions take other lines, so `contents_height` is another."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self._line = -1
        self.setAccessibleName(self.tr("Turn chain"))
        self.setUniformItemSizes(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setViewportMargins(0, AIR, 0, 0)

    @property
    def line(self) -> int:
        """Which line of the chosen step is chosen; -1 for the step itself."""
        return self._line

    def contents_height(self) -> int:
        """Return the height of all steps in the view's width."""
        rows = range(self.model().rowCount()) if self.model() is not None else ()
        return AIR + sum(self.row_height(self.model().index(row, 0)) for row in rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell of another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.width_changed.emit()

    def choose_line(self, line: int) -> None:
        """Choose a line of the chosen step, -1 for the step itself, and say it to screen readers."""
        step: ChainStep | None = self.currentIndex().data(ROW_ROLE)
        lines = step.lines if step is not None else ()
        self._line = line if -1 <= line < len(lines) else -1
        set_accessible_description(self, lines[self._line].text if self._line >= 0 else "")
        self.viewport().update()

    def reference_at(self, index: QModelIndex, place: QPoint | None = None) -> Reference | None:
        """Return what the line of a step under the pointer is, without a pointer the chosen one; else the step."""
        step: ChainStep | None = index.data(ROW_ROLE)
        if step is None:
            return None
        line = self._line if place is None else self._line_at(step, self.visualRect(index), place)
        own = step.lines[line].reference if 0 <= line < len(step.lines) else None
        return own or step.reference

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a line with ← and →."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif self.line + step >= -1:
            lines = len(self.currentIndex().data(ROW_ROLE).lines) if self.currentIndex().isValid() else 0
            self.choose_line(min(self.line + step, lines - 1))

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Begin with the step itself."""
        super().currentChanged(current, previous)
        self.choose_line(-1)

    def row_height(self, index: Index) -> int:
        """Return the height of all lines of a step in the view's width."""
        step: ChainStep = index.data(ROW_ROLE)
        width = self.viewport().width()
        return self._first_line() + sum(self._height(step, line, width) for line in step.lines) + BOTTOM

    def tool_tip(self, index: Index) -> str:
        """Return the whole step, whose lines may have been cut."""
        return str(index.data() or "")

    def paint_row(self, canvas: Canvas, index: Index, room: QRect, *, selected: bool) -> None:
        """Paint a step: its disc on the line, title and offset, then its lines."""
        step: ChainStep = index.data(ROW_ROLE)
        self._paint_disc(canvas, step, room, last=index.row() == index.model().rowCount() - 1)
        self._paint_title(canvas, step, room)
        top = room.top() + self._first_line()
        chosen = self.line if index == self.currentIndex() else -1
        for number, line in enumerate(step.lines):
            height = self._height(step, line, room.width())
            place = QRect(room.left() + self._text_left(), top, room.width() - self._text_left() - PADDING, height)
            if number == chosen:
                canvas.fill(place.adjusted(-6, 0, 6, 0), "surface-raised")
                canvas.fill(QRect(place.left() - 6, top, SELECTION_BAR, height), "accent")
            self._paint_line(canvas, step, line, place)
            top += height

    def _line_at(self, step: ChainStep, room: QRect, place: QPoint) -> int:
        """Return which line of a step lies there; -1 for none."""
        top = room.top() + self._first_line()
        for number, line in enumerate(step.lines):
            top += self._height(step, line, room.width())
            if place.y() < top:
                return number if place.y() >= top - self._height(step, line, room.width()) else -1
        return -1

    def _paint_disc(self, canvas: Canvas, step: ChainStep, room: QRect, *, last: bool) -> None:
        icon, colour = KINDS[step.kind]
        if step.kind == "question" and step.detail.startswith("spoken"):
            icon = "microphone"
        disc = canvas.place(QRect(room.left() + PADDING, room.top() + 2, self._disc(), self._disc()))
        painter = canvas.painter
        if not last:
            painter.setPen(QPen(self._theme.colour("border-control"), 1))
            x = disc.center().x() + 0.5
            painter.drawLine(QPointF(x, disc.bottom() + 1), QPointF(x, room.bottom() + 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour(colour), 1))
        painter.setBrush(self._theme.colour("surface-raised"))
        painter.drawEllipse(QRectF(disc).adjusted(0.5, 0.5, -0.5, -0.5))
        place = QRect(room.left() + PADDING, room.top() + 2, self._disc(), self._disc())
        canvas.icon(place, icon, colour, self._theme.icon_size("small"))

    def _paint_title(self, canvas: Canvas, step: ChainStep, room: QRect) -> None:
        line = QRect(
            room.left() + self._text_left(),
            room.top() + TOP,
            room.width() - self._text_left() - PADDING,
            self._line_height(),
        )
        canvas.words(line, step.offset, font="small", colour="text-muted", align=TRAILING, elide=False)
        line.setWidth(line.width() - self.lettering.width(step.offset, "small") - 8)
        start = canvas.words(line, step.title, font="ui-strong") + 8
        self._mark(canvas, line, step.title, "ui-strong", key="title")
        rest = line.adjusted(start, 0, 0, 0)
        canvas.words(rest, step.detail, font="small", colour="text-muted")
        self._mark(canvas, rest, step.detail, "small", key="title")

    def _mark(self, canvas: Canvas, rect: QRect, words: str, font: FontName, *, key: str = "") -> None:
        if self.marked != EVERYTHING:
            canvas.mark_words(rect, words, field_hits(self.marked, words, key=key), font=font)

    def _paint_line(self, canvas: Canvas, step: ChainStep, line: ChainLine, place: QRect) -> None:
        if step.kind in WRAPPED:
            canvas.paragraph(place, line.text, marks=self._paragraph_marks(line.text))
        elif line.action is not None:
            self._paint_memory(canvas, line, place)
        else:
            self._paint_numbered(canvas, step, line, place)

    def _paint_memory(self, canvas: Canvas, line: ChainLine, place: QRect) -> None:
        assert line.action is not None
        colour, size = TRACE_COLOUR[line.action], self._theme.icon_size("small")
        canvas.icon(QRect(place.left(), place.top(), size, place.height()), TRACE_ICON[line.action], colour, size)
        left = size + 8
        score = place.adjusted(left, 0, 0, 0)
        canvas.words(score, line.lead, font="small", weight=600, colour=colour, elide=False)
        left += self._theme.scaled(36) if line.lead else 0
        canvas.words(place.adjusted(left, 0, 0, 0), line.meaning, font="small", colour="text-muted")
        left += max(self._theme.scaled(76 if line.lead else 112), self.lettering.width(line.meaning, "small") + 8)
        canvas.words(place.adjusted(left, 0, 0, 0), line.text, font="small")
        self._mark(canvas, place.adjusted(left, 0, 0, 0), line.text, "small")

    def _paint_numbered(self, canvas: Canvas, step: ChainStep, line: ChainLine, place: QRect) -> None:
        fonts: dict[str, tuple[FontName, str]] = {"tool": ("data", "text-muted"), "reasoning": ("small", "text-muted")}
        font, colour = fonts.get(step.kind, ("ui", "text"))
        room = QRect(place)
        if line.tail:
            canvas.words(room, line.tail, font="small", colour="text-muted", align=TRAILING, elide=False)
            room.setWidth(room.width() - self.lettering.width(line.tail, "small") - 12)
        if line.lead:
            lead = canvas.words(room, line.lead, font=font, colour="text-muted")
            room.setLeft(room.left() + max(lead, 8) + 8)
        canvas.words(room, line.text, font=font, colour=colour)
        self._mark(canvas, room, line.text, font)

    def _paragraph_marks(self, words: str) -> tuple[tuple[int, int], ...]:
        return field_hits(self.marked, words) if self.marked != EVERYTHING else ()

    def _line_height(self) -> int:
        return self._theme.scaled(LINE)

    def _first_line(self) -> int:
        return TOP + self._line_height()

    def _disc(self) -> int:
        return self._theme.scaled(DISC)

    def _text_left(self) -> int:
        return PADDING + self._disc() + GAP

    def _height(self, step: ChainStep, line: ChainLine, width: int) -> int:
        if step.kind not in WRAPPED:
            return self._line_height()
        return self._line_height() * max(
            1, self.lettering.paragraph(line.text, width - self._text_left() - PADDING).lineCount()
        )
