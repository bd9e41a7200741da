"""Phosphor icons through qtawesome, cached by name, colour and size; loaded when the first one is asked for."""

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

FULL_SIZE: Final = 1 / 0.875
"""qtawesome draws at 0.875 of the size that was asked for."""


class IconCache:
    """Icons are drawn from a font: once for each name, colour and size."""

    def __init__(self) -> None:
        self._icons: dict[tuple[str, str, str], QIcon] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}

    def icon(self, name: str, colour: QColor, disabled: QColor) -> QIcon:
        """Return the icon `ph.<name>`; a wrong name raises at once."""
        key = (name, colour.name(QColor.NameFormat.HexArgb), disabled.name())
        if key not in self._icons:
            self._icons[key] = _draw(name, colour, disabled)
        return self._icons[key]

    def pixmap(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        """Return the icon as a pixmap of `size` logical pixels for a screen with `ratio` pixels to each."""
        key = (name, colour.name(QColor.NameFormat.HexArgb), size, ratio)
        if key not in self._pixmaps:
            pixmap = QPixmap(QSize(size, size) * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            self.icon(name, colour, colour).paint(painter, QRect(0, 0, size, size))
            painter.end()
            self._pixmaps[key] = pixmap
        return self._pixmaps[key]


def _draw(name: str, colour: QColor, disabled: QColor) -> QIcon:
    import qtawesome  # noqa: PLC0415 - 0.2 s that the first paint of the window must not wait for twice

    icon = qtawesome.icon(f"ph.{name}", color=colour, color_disabled=disabled, scale_factor=FULL_SIZE)
    assert isinstance(icon, QIcon)
    return icon
