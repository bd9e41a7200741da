"""The find bar: a field, the number of matches, next and previous. The caller finds the messages that match."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Icon, Label

NO_MATCH: Final = -1
SEARCH_DELAY_MS: Final = 80
"""Delay after the last key press before the search starts."""


class FindBar(QFrame):
    """Step through the messages of the conversation that contain the searched words."""

    search_requested = Signal(str)
    """The words to search for; the receiver calls `set_matches`."""
    match_selected = Signal(str)
    """The id of the message to show."""
    closed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("line", "bottom")
        self.setFixedHeight(theme.height("banner"))
        self._matches: list[str] = []
        self._at = NO_MATCH
        self._count_only = False
        """Whether the next matches are only counted, without scrolling to one."""
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_FIELD_CHARACTERS)
        self.field.setProperty("bare", True)
        self.field.setFont(theme.font("ui"))
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.tr("Find in this conversation"))
        self.field.textChanged.connect(self._on_text_changed)
        self._search_timer = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._search_timer.timeout.connect(lambda: self.search_requested.emit(self.field.text()))
        self._count = Label("", theme=theme, font="small", tone="muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(Icon("magnifying-glass", theme=theme))
        layout.addWidget(self.field, 1)
        layout.addWidget(self._count)
        for icon, name, slot in (
            ("caret-up", self.tr("Previous match (Shift+F3)"), self.previous),
            ("caret-down", self.tr("Next match (F3)"), self.next),
            ("x", self.tr("Close (Esc)"), self.close_bar),
        ):
            button = IconButton(icon, name, theme=theme, small=True)
            button.clicked.connect(slot)
            layout.addWidget(button)
        self.hide()

    @property
    def matches(self) -> tuple[str, ...]:
        """The ids of the messages that contain the words."""
        return tuple(self._matches)

    def open(self) -> None:
        """Open the bar, focus its field and search for its text."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.search_requested.emit(self.field.text())

    def set_matches(self, matches: Sequence[str], words: str) -> None:
        """Set the ids of the matching messages, in order, and select the last; ignored if `words` are outdated."""
        if self.isVisible() and words == self.field.text():
            self._matches = list(matches)
            self._at = NO_MATCH if self._count_only else len(self._matches) - 1
            self._count_only = False
            self._select()

    def reset(self) -> None:
        """Search again in another conversation, without scrolling to a match."""
        self._matches, self._at = [], NO_MATCH
        if self.isVisible():
            self._count_only = True
            self.search_requested.emit(self.field.text())

    def next(self) -> None:
        """Select the next match, wrapping at the end."""
        self._step(1)

    def previous(self) -> None:
        """Select the previous match, wrapping at the beginning."""
        self._step(-1)

    def close_bar(self) -> None:
        """Close the bar and clear the highlights."""
        self._search_timer.stop()
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the next match with Enter, the previous with Shift+Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _on_text_changed(self, _text: str) -> None:
        self._count_only = False
        self._search_timer.start()

    def _step(self, by: int) -> None:
        if self._matches:
            before = self._at if self._at != NO_MATCH or by > 0 else 0
            self._at = (before + by) % len(self._matches)
            self._select()

    def _select(self) -> None:
        if not self._matches:
            self._count.setText(self.tr("No matches") if self.field.text().strip() else "")
        elif self._at == NO_MATCH:
            self._count.setText(translate_count("{count} match", "{count} matches", len(self._matches)))
        else:
            self._count.setText(self.tr("{n} of {all}").format(n=self._at + 1, all=len(self._matches)))
            self.match_selected.emit(self._matches[self._at])
