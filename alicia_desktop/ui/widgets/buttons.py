"""Buttons: with words, with an icon alone (which then has a name), a fold, and segments, one of which is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QIcon, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from alicia_desktop.ui.accessible_roles import set_role
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
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def setText(self, text: str) -> None:
        """Set the text; "&" in it is shown as it is."""
        super().setText(button_text(text))

    @property
    def kind(self) -> ButtonKind:
        """The emphasis: primary, normal, danger, flat or link."""
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        """Set the emphasis."""
        if kind != self._kind:
            self._kind = kind
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)
            self._apply_theme()

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        if name != self._icon:
            self._icon = name
            self._apply_theme()

    def _apply_theme(self) -> None:
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
        self._veiled = False
        side = theme.height("control-small" if small else "control")
        self.setFixedSize(side, side)
        self.setIconSize(_normal(theme))
        self.setProperty("framed", framed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_name(name)
        theme.changed.connect(self._apply_theme)
        self.toggled.connect(self._apply_theme)
        self._apply_theme()

    def set_name(self, name: str) -> None:
        """Set the accessible name and tool tip."""
        self.setAccessibleName(name)
        set_tool_tip(self, name)

    def set_veiled(self, *, veiled: bool) -> None:
        """Paint it only while it is pressed, focused or under the pointer; its place, name and focus stay."""
        if veiled != self._veiled:
            self._veiled = veiled
            self.update()

    @property
    def painted(self) -> bool:
        """Whether it is seen."""
        return not self._veiled or self.isChecked() or self.hasFocus() or self.underMouse()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, unless it is veiled."""
        if self.painted:
            super().paintEvent(event)

    def set_icon(self, icon: str, colour: str = "") -> None:
        """Show another icon, and another colour where one is given."""
        self._icon = icon
        self._colour = colour or self._colour
        self._apply_theme()

    def _apply_theme(self) -> None:
        colour = "text" if self.isChecked() and self._colour == "text-muted" else self._colour
        self.setIcon(self._theme.icon(self._icon, colour))


class FoldButton(QPushButton):
    """Fold what is below it open or closed; the caret shows which."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(button_text(text), parent)
        self._theme = theme
        self.setCheckable(True)
        self.setProperty("kind", "fold")
        self.setFont(theme.font("small"))
        self.setFixedHeight(theme.height("control-small"))
        self.setIconSize(QSize(theme.icon_size("small"), theme.icon_size("small")))
        self.toggled.connect(self._apply_theme)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def setText(self, text: str) -> None:
        """Set the text; "&" in it is shown as it is."""
        super().setText(button_text(text))

    def _apply_theme(self) -> None:
        self.setIcon(self._theme.icon("caret-down" if self.isChecked() else "caret-right"))


def _normal(theme: Theme) -> QSize:
    return QSize(theme.icon_size(), theme.icon_size())


@dataclass(frozen=True, kw_only=True, slots=True)
class SegmentButton:
    """One choice."""

    id: str
    text: str
    icon: str = ""
    """Shown in place of the word in the compact form; without one the word stays."""


class Segments(QFrame):
    """An exclusive group of buttons in a frame; arrow keys move within it."""

    chosen = Signal(str)

    def __init__(
        self, segments: Sequence[SegmentButton], *, theme: Theme, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.segments = tuple(segments)
        self._compact = False
        self._words = True
        self.setProperty("segments", True)
        self.setAccessibleName(name)
        set_role(self, QAccessible.Role.Grouping)
        self.setFixedHeight(theme.scaled(28))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons = [self._button(segment) for segment in self.segments]
        for number, button in enumerate(self._buttons):
            self._group.addButton(button, number)
            layout.addWidget(button)
        self._buttons[0].setChecked(True)
        self._group.idClicked.connect(self._on_clicked)
        self._group.idToggled.connect(self._apply_theme)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def value(self) -> str:
        """The id of the chosen one."""
        return self.segments[self._group.checkedId()].id

    def choose(self, value: str) -> None:
        """Select `value` without emitting `chosen`."""
        for segment, button in zip(self.segments, self._buttons, strict=True):
            if segment.id == value:
                button.setChecked(True)

    def set_compact(self, *, compact: bool, words: bool = True) -> None:
        """Show icons for what is not chosen; without `words` for the chosen one as well."""
        if (compact, words) != (self._compact, self._words):
            self._compact, self._words = compact, words
            self._apply_theme()

    def _button(self, segment: SegmentButton) -> QPushButton:
        button = QPushButton(segment.text, self)
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setAccessibleName(segment.text)
        button.setFixedHeight(self._theme.scaled(24))
        button.setIconSize(QSize(self._theme.icon_size("small"), self._theme.icon_size("small")))
        button.setCursor(Qt.CursorShape.ArrowCursor)
        return button

    def _on_clicked(self, number: int) -> None:
        self.chosen.emit(self.segments[number].id)

    def _apply_theme(self) -> None:
        for segment, button in zip(self.segments, self._buttons, strict=True):
            on = button.isChecked()
            as_icon = self._compact and bool(segment.icon) and not (on and self._words)
            button.setFont(self._theme.font("small", weight=600 if on else 500))
            button.setText("" if as_icon else segment.text)
            set_tool_tip(button, segment.text if as_icon else "")
            button.setIcon(self._theme.icon(segment.icon, "text" if on else "text-muted") if as_icon else QIcon())
