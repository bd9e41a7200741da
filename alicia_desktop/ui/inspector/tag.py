"""A tag of a memory: a word in a hairline, 20 high, never a button."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.chip import paint_ground

HEIGHT, PADDING, WIDEST = 20, 7, 240


class Tag(QWidget):
    """One tag; a very long one ends with "…" and says all of itself as its tool tip."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font = theme.font("small")
        metrics = QFontMetrics(self._font)
        self._shown = metrics.elidedText(clip_line(text), Qt.TextElideMode.ElideRight, WIDEST)
        set_accessible_name(self, text)
        set_tool_tip(self, text if self._shown != text else "")
        self.setFixedSize(metrics.horizontalAdvance(self._shown) + 2 * PADDING, round(HEIGHT * theme.scale))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        ground, edge = self._theme.colour("surface-raised"), self._theme.colour("border")
        paint_ground(painter, QRectF(self.rect()), ground, edge, self._theme.radius("badge"))
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._shown)
        painter.end()
