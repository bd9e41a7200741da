"""Phosphor icons from the font that comes with qtawesome, cached by name, colour and size.

qtawesome itself is not imported: that takes 0.2 s of the start (it loads all its fonts and, by qtpy, all of Qt), and
all that is needed of it is one font and its table of names.
"""

from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

from alicia_desktop.base.files import find_package_file

PREFIX: Final = "phosphor"
"""How the font and its table begin in qtawesome's folder; its icon names are those behind `ph.` there."""


_ENGINES: Final[list[QIconEngine]] = []
"""All that were made. An icon destroys its engine; garbage collection may take both at once and destroy it twice."""


class IconCache:
    """Draw icons from a font, once for each name, colour and size."""

    def __init__(self) -> None:
        self._icons: dict[tuple[str, str, str], QIcon] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}

    def icon(self, name: str, colour: QColor, disabled: QColor) -> QIcon:
        """Return an icon by its Phosphor name; a wrong name is a `KeyError` at once."""
        key = (name, colour.name(QColor.NameFormat.HexArgb), disabled.name())
        if key not in self._icons:
            self._icons[key] = QIcon(_Glyph(_character(name), colour, disabled))
        return self._icons[key]

    def pixmap(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        """Return the icon as a pixmap of `size` logical pixels for a screen with `ratio` pixels to each."""
        key = (name, colour.name(QColor.NameFormat.HexArgb), size, ratio)
        if key not in self._pixmaps:
            pixmap = QPixmap(QSize(size, size) * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            _draw(painter, QRect(0, 0, size, size), _character(name), colour)
            painter.end()
            self._pixmaps[key] = pixmap
        return self._pixmaps[key]


class _Glyph(QIconEngine):
    """One character of the font, sharp at every size and scale."""

    def __init__(self, character: str, colour: QColor, disabled: QColor) -> None:
        super().__init__()
        _ENGINES.append(self)
        self._character = character
        self._colour = colour
        self._disabled = disabled

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        colour = self._disabled if mode is QIcon.Mode.Disabled else self._colour
        _draw(painter, rect, self._character, colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap

    def clone(self) -> QIconEngine:
        return _Glyph(self._character, self._colour, self._disabled)


def _draw(painter: QPainter, rect: QRect, character: str, colour: QColor) -> None:
    font = QFont(_family())
    font.setPixelSize(min(rect.width(), rect.height()))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    painter.save()
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, character)
    painter.restore()


@cache
def _family() -> str:
    number = QFontDatabase.addApplicationFont(str(_file("*.ttf")))
    return QFontDatabase.applicationFontFamilies(number)[0]


def _character(name: str) -> str:
    """Look a name up in the table as it is written: it has over a thousand, of which a window shows some thirty."""
    _, found, rest = _table().partition(f'"{name}": "')
    if not found:
        raise KeyError(name)
    return chr(int(rest[: rest.index('"')], 16))


@cache
def _table() -> str:
    return _file("*.json").read_text(encoding="utf-8")


def _file(ending: str) -> Path:
    return find_package_file("qtawesome", f"fonts/{PREFIX}{ending}", missing="QtAwesome is not installed.")
