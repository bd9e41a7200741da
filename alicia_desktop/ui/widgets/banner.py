"""The banner over the messages: one a state, with its icon, its words and at most one button."""

from typing import Final, Literal

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon
from alicia_desktop.view.rows import BannerRow

BANNER_ICON: Final[dict[Literal["info", "warn", "error"], str]] = {
    "info": "info",
    "warn": "wifi-slash",
    "error": "warning-circle",
}


class Banner(QWidget):
    """40 pixels on a soft ground; hidden while there is nothing to say."""

    action_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind: Literal["info", "warn", "error"] = "info"
        self.setFixedHeight(theme.height("banner"))
        self._icon = Icon("info", theme=theme, colour="info")
        self._text = ElidedLabel("", theme=theme, weight=500)
        self._action = Button("", theme=theme, small=True)
        self._action.clicked.connect(self.action_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 0, 12, 1)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.whole_text

    def set_row(self, row: BannerRow | None) -> None:
        """Say `row`, or nothing."""
        self.setVisible(row is not None)
        if row is None:
            return
        self._kind = row.kind
        self._icon.set_icon(BANNER_ICON[row.kind], row.kind)
        self._text.set_text(row.text)
        self._action.setText(row.action)
        self._action.setVisible(bool(row.action))
        self.setAccessibleName(row.text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the soft ground and the line under it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour(f"{self._kind}-soft"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.colour(self._kind))
        painter.end()
