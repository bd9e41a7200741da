"""A part of a long text that is no message: its words, and nothing around them."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.contents import Contents, Measures
from alicia_desktop.ui.conversation.cut_message import MessagePart
from alicia_desktop.ui.conversation.documents import Documents
from alicia_desktop.ui.conversation.text_view import CARET_ROOM
from alicia_desktop.ui.theme import Theme


class PlainText(QWidget):
    """A pooled widget; `show_part` makes it another part."""

    def __init__(self, *, theme: Theme, documents: Documents, parent: QWidget) -> None:
        super().__init__(parent)
        self._contents = Contents(theme=theme, documents=documents, ink="text", parent=self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._contents)

    def show_part(self, part: MessagePart, column: int) -> int:
        """Show `part` in a column of that width and return the height."""
        width = column - CARET_ROOM
        self._contents.show_part(part, Measures(text=width, code=width))
        return self._contents.natural_size().height()

    def top_of(self, offset: int) -> int:
        """Return how far below its upper edge a character of the text is shown."""
        return self._contents.top_of(offset)

    def mark_found(self, words: str) -> None:
        """Mark every place of `words`, or none."""
        self._contents.mark_found(words)

    def mark_spoken(self, span: tuple[int, int] | None) -> None:
        """Do nothing: only answers are spoken."""
