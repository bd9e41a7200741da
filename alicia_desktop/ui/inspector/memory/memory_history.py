"""Show the changes of a memory, the newest first, and paint the curve of how fast it fades while it is not used."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.folded_text import clip_pieces
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.page_parts import SELECTABLE, LinkButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import (
    MAX_LABEL_COST,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR, TRACE_ICON
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view import text
from alicia_desktop.view.memory_history import DecayPoint, DecayView, HistoryLine
from alicia_desktop.view.word_diff import DiffPiece

HAIR: Final = "&#8202;"
INDENT: Final = 22
"""Pixels under the icon of a line."""

CURVE_HEIGHT: Final = 84

FOOT: Final = 16

SCALE: Final = 40
"""Pixels of the figures at the start."""

DOT: Final = 4

AIR: Final = 0.4
"""Room above and below the curve, as a share of what it rises; the figures say that the axis does not begin at 0."""


class DiffLabel(QLabel):
    """Words with what went struck out and what came underlined; colour only says it once more."""

    def __init__(
        self, pieces: Sequence[DiffPiece], spoken: str, *, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pieces = clip_pieces(pieces, MAX_LABEL_COST)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFont(theme.font("ui"))
        self.setWordWrap(True)
        self.setTextInteractionFlags(SELECTABLE)
        set_accessible_name(self, spoken)
        if self.isRightToLeft():  # as every other label, see `Label`
            side = Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignRight
            self.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        between = [HAIR if _touch(*pair) else "" for pair in pairwise(self._pieces)]
        marked = [self._marked(piece) for piece in self._pieces]
        self.setText("".join(words + gap for words, gap in zip(marked, [*between, ""], strict=True)))

    def _marked(self, piece: DiffPiece) -> str:
        words = escape(text.breakable(piece.text)).replace("\n", "<br>")
        if piece.kind == "same":
            return words
        name, line = ("diff-del", "line-through") if piece.kind == "removed" else ("diff-add", "underline")
        ink, ground = self._theme.colour(name).name(), self._theme.colour(f"{name}-soft").name()
        return f'<span style="color:{ink}; background-color:{ground}; text-decoration:{line}">{words}</span>'


def _touch(first: DiffPiece, second: DiffPiece) -> bool:
    """Whether what went and what came would stand as one word."""
    return {first.kind, second.kind} == {"removed", "added"}


class HistoryList(QWidget):
    """A line a change."""

    link_requested = Signal(str, str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)

    def add(self, line: HistoryLine) -> None:
        """Add an older change."""
        self._lines.addLayout(self._line(line))

    def _line(self, line: HistoryLine) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addLayout(self._head(line))
        words = QHBoxLayout()
        words.setSpacing(0)
        words.addSpacing(INDENT)
        words.addWidget(DiffLabel(line.pieces, line.spoken, theme=self._theme), 1)
        column.addLayout(words)
        return column

    def _head(self, line: HistoryLine) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        icon, colour = TRACE_ICON[line.action], TRACE_COLOUR[line.action]
        head.addWidget(Icon(icon, theme=self._theme, colour=colour, size=self._theme.tokens.icon["small"]))
        said = " · ".join(part for part in (line.words, line.time) if part)
        head.addWidget(Label(said, theme=self._theme, font="small", tone="muted"))
        head.addStretch()
        link = line.link
        if link is not None:
            button = LinkButton(link.text, theme=self._theme)
            button.setObjectName(f"history {line.id}")
            set_accessible_name(button, f"{link.text}, {link.detail}")
            button.clicked.connect(lambda: self.link_requested.emit(link.conversation_id, link.message_id))
            head.addWidget(button)
        return head


class DecayCurve(QWidget):
    """The curve with its place on it; time goes from left to right in every language."""

    def __init__(self, decay: DecayView, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._decay = decay
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Decay"))
        set_accessible_description(self, decay.words)
        set_tool_tip(self, decay.words)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of curve and axis."""
        return QSize(300, round((CURVE_HEIGHT + FOOT) * self._theme.scale))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which the axis can still be read."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axis, curve and place."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering)
        self._paint_axis(canvas)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_curve(painter)
        self._paint_place(painter)
        painter.end()

    def _room(self) -> QRectF:
        foot = self._theme.scaled(FOOT)
        return QRectF(
            self._theme.scaled(SCALE),
            6,
            max(1, self.width() - self._theme.scaled(SCALE) - DOT),
            max(1, self.height() - foot - 8),
        )

    def _at(self, point: DecayPoint) -> QPointF:
        room, decay = self._room(), self._decay
        last = decay.points[-1].days or 1.0
        rise = max(decay.most - decay.least, 0.01)
        share = (point.threshold - decay.least + AIR * rise) / (rise * (1 + 2 * AIR))
        return QPointF(room.left() + room.width() * point.days / last, room.bottom() - room.height() * share)

    def _paint_axis(self, canvas: Canvas) -> None:
        room, decay = self._room(), self._decay
        line = self._theme.scaled(FOOT)
        canvas.fill(QRect(self._theme.scaled(SCALE), round(room.bottom()), round(room.width()), 1), "border")
        marks = [decay.least, *([decay.most] if self._apart() else [])]
        for threshold in marks:
            y = round(self._at(DecayPoint(days=0, threshold=threshold)).y())
            canvas.fill(QRect(self._theme.scaled(SCALE), y, round(room.width()), 1), "border")
            figure = QRect(0, y - line // 2, self._theme.scaled(SCALE) - 10, line)
            canvas.words(
                figure, format_number(threshold, ".2f"), font="small", colour="text-muted", align=TRAILING, elide=False
            )
        foot = QRect(self._theme.scaled(SCALE), round(room.bottom()) + 2, round(room.width()), line)
        canvas.words(foot, self.tr("just used"), font="small", colour="text-muted", align=LEADING)
        last = text.span(decay.points[-1].days)
        canvas.words(
            foot, self.tr("unused for {time}").format(time=last), font="small", colour="text-muted", align=TRAILING
        )

    def _apart(self) -> bool:
        """Whether both figures have room beside each other."""
        fresh, most = (self._at(DecayPoint(days=0, threshold=one)).y() for one in (self._decay.least, self._decay.most))
        return fresh - most >= FOOT * self._theme.scale

    def _paint_curve(self, painter: QPainter) -> None:
        path = QPainterPath(self._at(self._decay.points[0]))
        for point in self._decay.points[1:]:
            path.lineTo(self._at(point))
        style = Qt.PenStyle.DashLine if self._decay.bypassed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self._theme.colour("trace-retrieved"), 2, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _paint_place(self, painter: QPainter) -> None:
        place = self._at(self._decay.now)
        painter.setPen(QPen(self._theme.colour("text"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(place.x(), self._room().bottom()), place)
        painter.setPen(QPen(self._theme.colour("surface-raised"), 2))
        painter.setBrush(self._theme.colour("text"))
        painter.drawEllipse(place, DOT + 1, DOT + 1)
