"""A link to a place in a conversation: as wide as there is room for, with "…" at its end where that is too little.

A button's own size follows its words, so one that has been cut would never grow again; this one asks for all of them.
"""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button

ROUNDING: Final = 2
"""Widths of fonts are fractions of pixels; without it a text that fits exactly would be cut."""
LEAST: Final = 80
"""Pixels below which a link says too little to be followed."""


class LinkButton(Button):
    """The whole text is its tool tip."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        self._whole = clip_line(text)
        super().__init__(self._whole, theme=theme, kind="link", small=True, parent=parent)
        set_tool_tip(self, text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room that the whole text takes."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._whole) + ROUNDING + self._air(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return little: it can shrink."""
        hint = self.sizeHint()
        return QSize(min(LEAST, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide anew."""
        super().resizeEvent(event)
        room = self.width() - self._air()
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room))

    def _air(self) -> int:
        """What the style puts around the words, in pixels."""
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return super().sizeHint().width() - words.width()
