"""Draw words, icons and bars of the theme at a place, mirrored where the interface starts at the right.

Places are given as in a language that starts at the left; where the interface starts at the right they are mirrored
in the bounds. Fonts and their metrics are made once: making a font costs more than drawing with it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPen,
    QRegion,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QStyle

from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST, clip, clip_line
from alicia_desktop.view.text import ELLIPSIS

SELECTION_BAR: Final = 3
LINE_SEPARATOR: Final = "\N{LINE SEPARATOR}"
"""What ends a line for a text layout, which takes one paragraph only."""
LEADING: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
TRAILING: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRED: Final = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
LEFT_TO_RIGHT: Final = Qt.LayoutDirection.LeftToRight
LEADING_EDGE, TRAILING_EDGE = QTextLine.Edge.Leading, QTextLine.Edge.Trailing


class Lettering:
    """Fonts of the theme with their metrics, each made at its first use."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._made: dict[tuple[FontName, int | None], tuple[QFont, QFontMetrics]] = {}
        self._pens: dict[str, QPen] = {}
        theme.changed.connect(self._pens.clear)
        theme.changed.connect(self._made.clear)

    def font(self, name: FontName, weight: int | None = None) -> tuple[QFont, QFontMetrics]:
        """Return a step of the type scale and its metrics."""
        key = (name, weight)
        if key not in self._made:
            font = self.theme.font(name, weight=weight)
            self._made[key] = (font, QFontMetrics(font))
        return self._made[key]

    def pen(self, colour: str) -> QPen:
        """Return a pen of a token's colour."""
        if colour not in self._pens:
            self._pens[colour] = QPen(self.theme.colour(colour))
        return self._pens[colour]

    def width(self, text: str, name: FontName = "ui", weight: int | None = None) -> int:
        """Return how wide `text` is, in pixels."""
        return self.font(name, weight)[1].horizontalAdvance(clip_line(text))

    def paragraph(self, text: str, width: int, name: FontName = "ui") -> QTextLayout:
        """Return `text` laid out in lines of `width`; a word that is wider than a line is broken."""
        layout = QTextLayout(clip(text, MAX_LABEL_COST).replace("\n", LINE_SEPARATOR), self.font(name)[0])
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        count = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, count * self.theme.line(name) + (self.theme.line(name) - line.height()) / 2))
            count += 1
        layout.endLayout()
        return layout


def units(text: str, place: int) -> int:
    """Return where the character at `place` stands for Qt, which counts in UTF-16."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def shown_runs(text: str, shown: str, runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the runs of `text` as they stand in what is `shown` of it; those behind its end are its "…"."""
    if shown == text or not shown.endswith(ELLIPSIS):
        return [(start, min(end, len(shown))) for start, end in runs if start < min(end, len(shown))]
    kept = len(shown) - len(ELLIPSIS)
    found = [(start, min(end, kept)) for start, end in runs if start < min(end, kept)]
    return [*found, (kept, len(shown))] if any(end > kept for _, end in runs) else found


class _LaidOutLine:
    """Where the characters of a line stand that `QPainter.drawText` paints."""

    def __init__(self, text: str, font: QFont) -> None:
        self._text = text
        self._layout = QTextLayout(text, font)
        option = QTextOption()
        option.setTextDirection(LEFT_TO_RIGHT)  # as painters have it
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        self._layout.setTextOption(option)
        self._layout.beginLayout()
        self._line = self._layout.createLine()
        self._layout.endLayout()

    @property
    def width(self) -> float:
        """How wide it is, in pixels."""
        return self._line.naturalTextWidth()

    def _edge(self, unit: int, edge: QTextLine.Edge) -> float:
        found = self._line.cursorToX(unit, edge)
        assert isinstance(found, tuple)
        return float(found[0])

    def places(self, start: int, end: int) -> Iterator[tuple[float, float]]:
        """Yield where characters stand from the left, in pixels: those that stand together as one."""
        near = far = None
        for unit in range(units(self._text, start), units(self._text, end)):
            left, right = sorted(self._edge(unit, edge) for edge in (LEADING_EDGE, TRAILING_EDGE))
            if near is None or far is None or (abs(left - far) > 1 and abs(right - near) > 1):
                if near is not None and far is not None:
                    yield near, far
                near, far = left, right
            else:
                near, far = min(near, left), max(far, right)
        if near is not None and far is not None:
            yield near, far


class Canvas:
    """A painter at work within `bounds`, which may move on from cell to cell."""

    __slots__ = ("_direction", "_ratio", "_theme", "bounds", "lettering", "painter")

    def __init__(
        self,
        painter: QPainter,
        bounds: QRect,
        *,
        lettering: Lettering,
        direction: Qt.LayoutDirection = LEFT_TO_RIGHT,
    ) -> None:
        self.painter = painter
        self.bounds = bounds
        self.lettering = lettering
        self._theme = lettering.theme
        self._direction = direction
        self._ratio = painter.device().devicePixelRatioF()

    def place(self, rect: QRect) -> QRect:
        """Return where `rect` really lies."""
        if self._direction is LEFT_TO_RIGHT:
            return rect
        return QStyle.visualRect(self._direction, self.bounds, rect)

    def fill(self, rect: QRect, colour: str) -> None:
        """Fill `rect` with a token's colour."""
        self.painter.fillRect(self.place(rect), self._theme.colour(colour))

    def words(
        self,
        rect: QRect,
        text: str,
        *,
        font: FontName = "ui",
        weight: int | None = None,
        colour: str = "text",
        align: Qt.AlignmentFlag = LEADING,
        elide: bool = True,
    ) -> int:
        """Write `text` on one line in `rect`, ending with "…" where it must; return its width."""
        shown = self.write(rect, text, font=font, weight=weight, colour=colour, align=align, elide=elide)
        return self.lettering.font(font, weight)[1].horizontalAdvance(shown)

    def cell(
        self,
        rect: QRect,
        text: str,
        *,
        font: FontName = "ui",
        weight: int | None = None,
        colour: str = "text",
        align: Qt.AlignmentFlag = LEADING,
        elide: bool = True,
    ) -> None:
        """Write `text` as `words` does where nobody needs its width, which costs as much as writing it."""
        self.write(rect, text, font=font, weight=weight, colour=colour, align=align, elide=elide)

    def write(
        self,
        rect: QRect,
        text: str,
        *,
        font: FontName,
        weight: int | None,
        colour: str,
        align: Qt.AlignmentFlag,
        elide: bool,
    ) -> str:
        """Paint a line of text and return what of it was painted."""
        made, metrics = self.lettering.font(font, weight)
        shown = clip_line(text, rect.width() if elide else None)
        shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, rect.width()) if elide else shown
        painter = self.painter
        painter.setFont(made)
        painter.setPen(self.lettering.pen(colour))
        if self._direction is LEFT_TO_RIGHT:
            painter.drawText(rect, align, shown)
        else:
            painter.drawText(self.place(rect), QStyle.visualAlignment(self._direction, align), shown)
        return shown

    def mark_words(
        self,
        rect: QRect,
        text: str,
        runs: Sequence[tuple[int, int]],
        *,
        font: FontName = "ui",
        weight: int | None = None,
    ) -> None:
        """Mark runs of characters of a line that `words` wrote from its leading edge.

        One that does not stand in `rect` marks the "…" in its place. What is read from the right is marked where it
        stands, which may be in several places.
        """
        made, metrics = self.lettering.font(font, weight)
        shown = metrics.elidedText(clip_line(text, rect.width()), Qt.TextElideMode.ElideRight, rect.width())
        placed, align = self.place(rect), QStyle.visualAlignment(self._direction, LEADING)
        line = _LaidOutLine(shown, made)
        left = placed.left() if align & Qt.AlignmentFlag.AlignLeft else placed.right() + 1 - line.width
        region = QRegion()
        for start, end in shown_runs(text, shown, runs):
            for near, far in line.places(start, end):
                top = placed.center().y() - metrics.height() // 2
                region += QRect(round(left + near), top, max(1, round(far - near)), metrics.height())
        if region.isEmpty():
            return
        painter = self.painter
        painter.save()
        painter.setClipRegion(region)
        painter.fillRect(placed, self._theme.colour("field-selected"))
        painter.setFont(made)
        painter.setPen(self._theme.colour("field-selected-text"))
        painter.drawText(placed, align, shown)
        painter.restore()

    def paragraph(
        self,
        rect: QRect,
        text: str,
        *,
        font: FontName = "ui",
        colour: str = "text",
        marks: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Write `text` over as many lines as it takes; `marks` are runs of characters to mark."""
        self.painter.setPen(self._theme.colour(colour))
        laid_out = self.lettering.paragraph(text, rect.width(), font)
        laid_out.draw(self.painter, QPointF(self.place(rect).topLeft()), [self._marked(text, *run) for run in marks])

    def _marked(self, text: str, start: int, end: int) -> QTextLayout.FormatRange:
        first, last = (units(text, place) for place in (start, end))
        run = QTextLayout.FormatRange()
        run.start, run.length = first, last - first
        look = QTextCharFormat()
        look.setBackground(self._theme.colour("field-selected"))
        look.setForeground(self._theme.colour("field-selected-text"))
        run.format = look
        return run

    def icon(self, rect: QRect, name: str, colour: str, size: int) -> None:
        """Draw an icon of `size` pixels in the middle of `rect`."""
        room = self.place(rect)
        x, y = room.left() + (room.width() - size) // 2, room.top() + (room.height() - size) // 2
        self.painter.drawPixmap(x, y, self._theme.pixmap(name, colour, size, self._ratio))

    def bar(self, rect: QRect, fraction: float, colour: str, ground: str) -> None:
        """Draw a bar of rounded ends, `fraction` (0–1) of it filled."""
        room = QRectF(self.place(rect))
        radius = room.height() / 2
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self._theme.colour(ground))
        self.painter.drawRoundedRect(room, radius, radius)
        filled = QRectF(room)
        filled.setWidth(room.width() * fraction)
        if self._direction is not LEFT_TO_RIGHT:
            filled.moveRight(room.right())
        self.painter.setBrush(self._theme.colour(colour))
        self.painter.drawRoundedRect(filled, radius, radius)

    def row_ground(self, *, selected: bool, hovered: bool) -> None:
        """Paint the ground of a row: chosen with its bar at the leading edge, or under the mouse."""
        if selected:
            self.fill(self.bounds, "surface-selected")
            left, top = self.bounds.left(), self.bounds.top()
            self.fill(QRect(left, top, SELECTION_BAR, self.bounds.height()), "accent")
        elif hovered:
            self.fill(self.bounds, "surface-hover")
