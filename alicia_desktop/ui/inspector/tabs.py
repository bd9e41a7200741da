"""Paint the tabs of a window: icon and word, and a line of 3 px under the selected one."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

from alicia_desktop.ui.inspector.canvas import Canvas, Lettering
from alicia_desktop.ui.theme import Theme

PADDING: Final = 12
NARROW_PADDING: Final = 8
INSET: Final = 8
LINE: Final = 3
GAP: Final = 6


class Tabs(QTabBar):
    """A tab bar that paints itself: a style sheet's line can be neither inset nor rounded."""

    def __init__(
        self, tabs: Sequence[tuple[str, str]], *, theme: Theme, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._icons = [icon for icon, _ in tabs]
        self._narrow = False
        """Whether there is no room for the icons."""
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        for _, text in tabs:
            self.addTab(text)
        theme.changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:
        """Return the room for icon and word; the bold word's, so that choosing moves nothing."""
        return QSize(self._tab_width(index, narrow=self._narrow), self._theme.height("tab"))

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the same: words are not cut."""
        return self.tabSizeHint(index)

    def sizeHint(self) -> QSize:
        """Return the room with the icons."""
        return QSize(self._whole_width(narrow=False), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the room of the words alone: where there is little, the icons give way."""
        return QSize(self._whole_width(narrow=True), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the icons where there is room for all of them."""
        narrow = event.size().width() < self._whole_width(narrow=False)
        if narrow != self._narrow:
            self._narrow = narrow
            self.setIconSize(self.iconSize())  # lays the tabs out again
        super().resizeEvent(event)

    def _whole_width(self, *, narrow: bool) -> int:
        return sum(self._tab_width(index, narrow=narrow) for index in range(self.count()))

    def _tab_width(self, index: int, *, narrow: bool) -> int:
        word = self._lettering.width(self.tabText(index), "ui-strong") + 4
        return 2 * (NARROW_PADDING if narrow else PADDING) + word + (0 if narrow else self._theme.icon_size() + GAP)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tabs."""
        painter = QPainter(self)
        for index, icon in enumerate(self._icons):
            room = self.tabRect(index)
            chosen = index == self.currentIndex()
            canvas = Canvas(painter, room, lettering=self._lettering, direction=self.layoutDirection())
            hovered = self.underMouse() and room.contains(self.mapFromGlobal(self.cursor().pos()))
            colour = "text" if chosen or hovered else "text-muted"
            padding = NARROW_PADDING if self._narrow else PADDING
            word = room.adjusted(padding, 0, -padding, 0)
            if not self._narrow:
                side = self._theme.icon_size()
                canvas.icon(word.adjusted(0, 0, side - word.width(), 0), icon, colour, side)
                word = word.adjusted(side + GAP, 0, 0, 0)
            weight = 600 if chosen else 500
            canvas.words(word, self.tabText(index), weight=weight, colour=colour, elide=False)
            if chosen:
                self._paint_line(painter, QRectF(room))
        painter.end()

    def _paint_line(self, painter: QPainter, room: QRectF) -> None:
        line = QRectF(room.left() + INSET, room.bottom() - LINE, room.width() - 2 * INSET, LINE + 2)
        path = QPainterPath()
        path.addRoundedRect(line, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        painter.drawPath(path)
