"""A line of the program itself between two messages, small and in the middle."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.cut_message import MessagePart
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.labels import Label


class SystemMessage(QWidget):
    """A pooled widget; `show_part` makes it another line."""

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 16)
        layout.addWidget(self._text)

    def show_part(self, part: MessagePart, column: int) -> int:
        """Show `part` in a column of that width and return the height."""
        self._text.setText(part.text)
        set_accessible_name(self, part.text)
        return self._text.heightForWidth(column) + 20

    def mark_found(self, words: str) -> None:
        """Do nothing: nobody said it, so nothing is found in it."""

    def mark_spoken(self, span: tuple[int, int] | None) -> None:
        """Do nothing: only answers are spoken."""

    def top_of(self, offset: int) -> int:
        """Return 0: it is short."""
        return 0
