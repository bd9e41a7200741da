"""Find text or hex in the bytes of the shown stanza: a field, how many there are, next and previous."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.byte_search import NOTHING, FoundBytes, find_bytes


class ByteFindBar(QWidget):
    """Hidden until it is opened; Enter and Shift+Enter step, Escape closes."""

    changed = Signal(object)
    """What was found, as `FoundBytes`."""
    run_selected = Signal(int, int)
    closed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._raw = b""
        self._found = NOTHING
        self._at = -1
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_FIELD_CHARACTERS)
        self.field.setFont(theme.font("small"))
        self.field.setMinimumWidth(60)
        self.field.setPlaceholderText(self.tr("Find in bytes"))
        self.field.setAccessibleName(self.tr("Find in bytes"))
        self._hex = Button(self.tr("Hex"), theme=theme, small=True)
        self._hex.setCheckable(True)
        set_tool_tip(self._hex, self.tr("Look for bytes, such as 85 a8, not for text"))
        self._count = Label("", theme=theme, font="small", tone="muted")
        before = IconButton("caret-up", self.tr("Previous match (Shift+Enter)"), theme=theme, small=True)
        after = IconButton("caret-down", self.tr("Next match (Enter)"), theme=theme, small=True)
        close = IconButton("x", self.tr("Close"), theme=theme, small=True)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 2, 8, 4)
        line.setSpacing(4)
        line.addWidget(self.field, 1)
        for widget in (self._hex, self._count, before, after, close):
            line.addWidget(widget)
        self.field.textChanged.connect(self._search)
        self._hex.toggled.connect(self._search)
        before.clicked.connect(lambda: self.step(-1))
        after.clicked.connect(lambda: self.step(1))
        close.clicked.connect(self.close_bar)
        self.setVisible(False)

    @property
    def found(self) -> FoundBytes:
        """What was found."""
        return self._found

    def open_bar(self) -> None:
        """Show it, the cursor in its field."""
        self.setVisible(True)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search()

    def close_bar(self) -> None:
        """Hide it; nothing is marked any more."""
        self.setVisible(False)
        self._set_found(NOTHING)
        self.closed.emit()

    def set_bytes(self, raw: bytes) -> None:
        """Search the bytes of another stanza."""
        self._raw = raw
        if not self.isHidden():
            self._search()

    def step(self, by: int) -> None:
        """Go to the next match, or to the one before; beyond the last comes the first."""
        runs = self._found.runs
        if runs:
            self._at = (self._at + by) % len(runs) if self._at >= 0 else (0 if by > 0 else len(runs) - 1)
            self._show_count()
            self.run_selected.emit(*runs[self._at])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by Enter, close by Escape."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def _search(self) -> None:
        self._set_found(find_bytes(self._raw, self.field.text(), is_hex=self._hex.isChecked()))

    def _set_found(self, found: FoundBytes) -> None:
        self._found, self._at = found, -1
        self._show_count()
        self.changed.emit(found)

    def _show_count(self) -> None:
        count = f"{len(self._found.runs):,}{'+' if self._found.is_cut else ''}"
        if self._found.is_wrong:
            words = self.tr("Not hex")
        elif not self.field.text().strip():
            words = ""
        elif self._at < 0:
            words = self.tr("{count} found").format(count=count)
        else:
            words = self.tr("{number} of {count}").format(number=f"{self._at + 1:,}", count=count)
        self._count.setText(words)
        set_accessible_description(self.field, words)
