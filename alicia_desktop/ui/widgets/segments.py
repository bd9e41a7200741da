"""Segments: one of a few, side by side, each with its word; where there is no room those not chosen show an icon."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip


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
        self._segments = tuple(segments)
        self._compact = False
        self._words = True
        self.setProperty("segments", True)
        self.setAccessibleName(name)
        self.setFixedHeight(round(28 * theme.scale))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons = [self._button(segment) for segment in self._segments]
        for number, button in enumerate(self._buttons):
            self._group.addButton(button, number)
            layout.addWidget(button)
        self._buttons[0].setChecked(True)
        self._group.idClicked.connect(self._on_clicked)
        self._group.idToggled.connect(self._dress)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def value(self) -> str:
        """The id of the chosen one."""
        return self._segments[self._group.checkedId()].id

    def choose(self, value: str) -> None:
        """Show `value` as chosen without telling anybody."""
        for segment, button in zip(self._segments, self._buttons, strict=True):
            if segment.id == value:
                button.setChecked(True)

    def set_compact(self, *, compact: bool, words: bool = True) -> None:
        """Show icons for what is not chosen; without `words` for the chosen one as well."""
        if (compact, words) != (self._compact, self._words):
            self._compact, self._words = compact, words
            self._dress()

    def _button(self, segment: SegmentButton) -> QPushButton:
        button = QPushButton(segment.text, self)
        button.setCheckable(True)
        button.setAutoDefault(False)
        button.setAccessibleName(segment.text)
        button.setFixedHeight(round(24 * self._theme.scale))
        button.setIconSize(QSize(self._theme.icon_size("small"), self._theme.icon_size("small")))
        button.setCursor(Qt.CursorShape.ArrowCursor)
        return button

    def _on_clicked(self, number: int) -> None:
        self.chosen.emit(self._segments[number].id)

    def _dress(self) -> None:
        for segment, button in zip(self._segments, self._buttons, strict=True):
            on = button.isChecked()
            as_icon = self._compact and bool(segment.icon) and not (on and self._words)
            button.setFont(self._theme.font("small", weight=600 if on else 500))
            button.setText("" if as_icon else segment.text)
            set_tool_tip(button, segment.text if as_icon else "")
            button.setIcon(self._theme.icon(segment.icon, "text" if on else "text-muted") if as_icon else QIcon())
