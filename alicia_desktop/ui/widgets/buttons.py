"""Buttons: with words, with an icon alone (which then has a name), and a fold. Icons follow the theme."""

from typing import Final, Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import button_text, set_tool_tip

ButtonKind = Literal["normal", "primary", "danger", "flat", "link"]
ICON_COLOUR: dict[ButtonKind, str] = {
    "normal": "text",
    "primary": "accent-text",
    "danger": "error",
    "flat": "text",
    "link": "link",
}

ICON_AIR: Final = 8
"""Pixels of air around the icon in its line, half of it at each side, because Qt leaves only 4 to the words."""


class Button(QPushButton):
    """A button with words: 32 high, or 24 when `small`."""

    def __init__(
        self,
        text: str,
        *,
        theme: Theme,
        kind: ButtonKind = "normal",
        icon: str = "",
        small: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(button_text(text), parent)
        self._theme = theme
        self._kind = kind
        self._icon = icon
        self.setProperty("kind", kind)
        self.setProperty("small", small)
        self.setFont(theme.font("small" if small else "ui", weight=400 if kind == "link" else 500))
        self.setFixedHeight(theme.height("control-small" if small else "control"))
        side = theme.icon_size("small" if small else "normal")
        self.setIconSize(QSize(side + (ICON_AIR // 2 if small else ICON_AIR), side))
        self.setCursor(Qt.CursorShape.PointingHandCursor if kind == "link" else Qt.CursorShape.ArrowCursor)
        self.setAutoDefault(False)
        if kind == "link":
            font = self.font()
            font.setUnderline(True)
            self.setFont(font)
        theme.changed.connect(self._dress)
        self._dress()

    def setText(self, text: str) -> None:
        """Say `text`, whatever it holds."""
        super().setText(button_text(text))

    @property
    def kind(self) -> ButtonKind:
        """How much it asks for attention."""
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        """Make it primary, or normal again."""
        if kind != self._kind:
            self._kind = kind
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)
            self._dress()

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        if name != self._icon:
            self._icon = name
            self._dress()

    def _dress(self) -> None:
        if self._icon:
            self.setIcon(self._theme.icon(self._icon, ICON_COLOUR[self._kind]))


class IconButton(QToolButton):
    """A button with an icon alone: 32, or 24 when `small`. Its name is its tool tip too."""

    def __init__(
        self,
        icon: str,
        name: str,
        *,
        theme: Theme,
        small: bool = False,
        framed: bool = False,
        colour: str = "text-muted",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._colour = colour
        side = theme.height("control-small" if small else "control")
        self.setFixedSize(side, side)
        self.setIconSize(_normal(theme))
        self.setProperty("framed", framed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_name(name)
        theme.changed.connect(self._dress)
        self.toggled.connect(self._dress)
        self._dress()

    def set_name(self, name: str) -> None:
        """Change what it is called, for screen readers and as tool tip."""
        self.setAccessibleName(name)
        set_tool_tip(self, name)

    def set_icon(self, icon: str, colour: str = "") -> None:
        """Show another icon, and another colour where one is given."""
        self._icon = icon
        self._colour = colour or self._colour
        self._dress()

    def _dress(self) -> None:
        colour = "text" if self.isChecked() and self._colour == "text-muted" else self._colour
        self.setIcon(self._theme.icon(self._icon, colour))


class FoldButton(QPushButton):
    """Opens and closes what lies below it; the caret says which."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(button_text(text), parent)
        self._theme = theme
        self.setCheckable(True)
        self.setProperty("kind", "fold")
        self.setFont(theme.font("small"))
        self.setFixedHeight(theme.height("control-small"))
        self.setIconSize(QSize(theme.icon_size("small"), theme.icon_size("small")))
        self.toggled.connect(self._dress)
        theme.changed.connect(self._dress)
        self._dress()

    def setText(self, text: str) -> None:
        """Say `text`, whatever it holds."""
        super().setText(button_text(text))

    def _dress(self) -> None:
        self.setIcon(self._theme.icon("caret-down" if self.isChecked() else "caret-right"))


def _normal(theme: Theme) -> QSize:
    return QSize(theme.icon_size(), theme.icon_size())
