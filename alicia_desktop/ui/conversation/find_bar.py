"""The find bar: a field, the number of matches, next and previous. The caller finds the messages that match."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.buttons import IconButton
from alicia_desktop.ui.widgets.labels import Icon, Label

NO_MATCH: Final = -1
SEARCH_DELAY_MS: Final = 80
"""How long one may pause while typing before the words are looked for."""


class FindBar(QFrame):
    """Search field with matches; each match is a message that contains the words."""

    asked = Signal(str)
    """The words to be looked for; `set_hits` answers."""
    found = Signal(str)
    """The id of the message to show."""
    closed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("line", "bottom")
        self.setFixedHeight(theme.height("banner"))
        self._hits: list[str] = []
        self._at = NO_MATCH
        self._counting_only = False
        """Whether the next hits are only counted."""
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_FIELD_CHARACTERS)
        self.field.setProperty("bare", True)
        self.field.setFont(theme.font("ui"))
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.tr("Find in this conversation"))
        self.field.textChanged.connect(self._on_text_changed)
        self._typing = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._typing.timeout.connect(lambda: self.asked.emit(self.field.text()))
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
    def hits(self) -> tuple[str, ...]:
        """The ids of the messages that hold the words."""
        return tuple(self._hits)

    def open(self) -> None:
        """Look for what is written here."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.asked.emit(self.field.text())

    def set_hits(self, hits: Sequence[str], words: str) -> None:
        """Take the messages that hold the words, in order, and show the last; what is no longer asked for is left."""
        if self.isVisible() and words == self.field.text():
            self._hits = list(hits)
            self._at = NO_MATCH if self._counting_only else len(self._hits) - 1
            self._counting_only = False
            self._show()

    def reset(self) -> None:
        """Another conversation is shown: count the words in it, and leave it where it was opened."""
        self._hits, self._at = [], NO_MATCH
        if self.isVisible():
            self._counting_only = True
            self.asked.emit(self.field.text())

    def next(self) -> None:
        """Show the next hit, after the last the first."""
        self._step(1)

    def previous(self) -> None:
        """Show the hit before, before the first the last."""
        self._step(-1)

    def close_bar(self) -> None:
        """Look no longer."""
        self._typing.stop()
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next with Enter, to the one before with Shift."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _on_text_changed(self, _text: str) -> None:
        self._counting_only = False
        self._typing.start()

    def _step(self, by: int) -> None:
        if self._hits:
            before = self._at if self._at != NO_MATCH or by > 0 else 0
            self._at = (before + by) % len(self._hits)
            self._show()

    def _show(self) -> None:
        if not self._hits:
            self._count.setText(self.tr("No matches") if self.field.text().strip() else "")
        elif self._at == NO_MATCH:
            self._count.setText(self.tr("{all} matches").format(all=len(self._hits)))
        else:
            self._count.setText(self.tr("{n} of {all}").format(n=self._at + 1, all=len(self._hits)))
            self.found.emit(self._hits[self._at])
