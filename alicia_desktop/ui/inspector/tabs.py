"""Paint the tabs of a window: icon and word, and a line of 3 px under the selected one."""

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

from alicia_desktop.ui.inspector.canvas import Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import show_tool_tip

PADDING: Final = 12
NARROW_PADDING: Final = 8
INSET: Final = 8
LINE: Final = 3
GAP: Final = 6

Shown = Literal["both", "words", "icons"]
"""What there is room for."""


class Tabs(QTabBar):
    """A tab bar that paints itself: a style sheet's line can be neither inset nor rounded."""

    entered = Signal()
    """The keyboard is to go on in the page of the tab: it was clicked, or left by Down or Enter."""

    def __init__(
        self, tabs: Sequence[tuple[str, str]], *, theme: Theme, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._icons = [icon for icon, _ in tabs]
        self._shown: Shown = "both"
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        for _, text in tabs:
            self.addTab(text)
        theme.changed.connect(self._fit)
        self.tabBarClicked.connect(self._on_clicked)

    def step(self, by: int) -> None:
        """Choose the tab `by` places on, round the ends, and enter it."""
        self.setCurrentIndex((self.currentIndex() + by) % self.count())
        self.entered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter the page by Down and Enter; arrows choose among the tabs."""
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def _on_clicked(self, index: int) -> None:
        if index >= 0:
            self.setCurrentIndex(index)  # said before Qt chooses it itself
            self.entered.emit()

    def tabSizeHint(self, index: int) -> QSize:
        """Return the room for icon and word; the bold word's, so that choosing moves nothing."""
        return QSize(self._tab_width(index, self._shown), self._theme.height("tab"))

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the same: nothing is cut."""
        return self.tabSizeHint(index)

    def sizeHint(self) -> QSize:
        """Return the room of icons and words."""
        return QSize(self._whole_width("both"), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the room of the icons alone, which is less than that of the words."""
        return QSize(self._whole_width("icons"), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show icons and words where there is room for all of them, else the words, else the icons."""
        if self._room_for() != self._shown:
            self._fit()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say the word of the tab under the mouse where only its icon is shown."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.tabAt(event.pos())
            show_tool_tip(event.globalPos(), self.tabText(index) if self._shown == "icons" and index >= 0 else "", self)
            return True
        return super().event(event)

    def _room_for(self) -> Shown:
        wanted: tuple[Shown, ...] = ("both", "words", "icons")
        return next((one for one in wanted if self._whole_width(one) <= self.width()), wanted[-1])

    def _fit(self) -> None:
        self._shown = self._room_for()
        self.setIconSize(self.iconSize())  # lays the tabs out again

    def _whole_width(self, shown: Shown) -> int:
        return sum(self._tab_width(index, shown) for index in range(self.count()))

    def _tab_width(self, index: int, shown: Shown) -> int:
        icon = 0 if shown == "words" else self._theme.icon_size()
        word = 0 if shown == "icons" else self._lettering.width(self.tabText(index), "ui-strong") + 4
        return 2 * _padding(shown) + icon + word + (GAP if shown == "both" else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tabs."""
        painter = QPainter(self)
        for index, icon in enumerate(self._icons):
            room = self.tabRect(index)
            chosen = index == self.currentIndex()
            canvas = Canvas(painter, room, lettering=self._lettering, direction=self.layoutDirection())
            hovered = self.underMouse() and room.contains(self.mapFromGlobal(self.cursor().pos()))
            colour = "text" if chosen or hovered else "text-muted"
            padding = _padding(self._shown)
            word = room.adjusted(padding, 0, -padding, 0)
            if self._shown != "words":
                side = self._theme.icon_size()
                canvas.icon(word.adjusted(0, 0, side - word.width(), 0), icon, colour, side)
                word = word.adjusted(side + GAP, 0, 0, 0)
            if self._shown != "icons":
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


def _padding(shown: Shown) -> int:
    return PADDING if shown == "both" else NARROW_PADDING
