"""The banner over the messages: one a state, with its icon, its words and at most one button.

One line as a rule; a sentence that does not fit wraps, because it says what is wrong and what to do.
"""

from typing import Final, Literal

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view.rows import BannerRow

BANNER_ICON: Final[dict[Literal["info", "warn", "error"], str]] = {
    "info": "info",
    "warn": "wifi-slash",
    "error": "warning-circle",
}


AIR: Final = 10
"""Pixels over and under words of several lines."""


class Banner(QWidget):
    """40 pixels on a soft ground, more where the words need it; hidden while there is nothing to say."""

    action_requested = Signal()
    second_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind: Literal["info", "warn", "error"] = "info"
        self._icon = Icon("info", theme=theme, colour="info")
        self._text = Label("", theme=theme, weight=500, wrap=True)
        self._action = Button("", theme=theme, small=True)
        self._action.clicked.connect(self.action_requested)
        self._second = Button("", theme=theme, small=True)
        self._second.clicked.connect(self.second_requested)
        self._line = layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 0, 12, 1)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._second)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def set_row(self, row: BannerRow | None) -> None:
        """Say `row`, or nothing."""
        self.setVisible(row is not None)
        if row is None:
            return
        self._kind = row.kind
        self._icon.set_icon(row.icon or BANNER_ICON[row.kind], row.kind)
        self._text.setText(row.text)
        self._action.setText(row.action)
        self._action.setVisible(bool(row.action))
        self._second.setText(row.second)
        self._second.setVisible(bool(row.second))
        set_accessible_name(self, row.text)
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words need in this width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._line.invalidate()
        self._line.activate()
        words = self._text.heightForWidth(self._text.width())
        self.setFixedHeight(max(self._theme.height("banner"), words + 2 * AIR))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft ground and the line under it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour(f"{self._kind}-soft"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.colour(self._kind))
        painter.end()
