"""Messages without bubble or footer: a part of a long text in a window of its own, and a line of the program."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.contents import ContentWidths, MessageContents
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import MessageRequests, MessageWidget
from alicia_desktop.ui.conversation.message_parts import MessageFolds, MessagePart
from alicia_desktop.ui.conversation.text_view import CARET_ROOM
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.labels import Label


class PlainText(MessageWidget):
    """Show one part of a plain text; pooled, so `show_part` may switch to another part."""

    def __init__(self, *, theme: Theme, documents: DocumentCache, requests: MessageRequests, parent: QWidget) -> None:
        super().__init__(theme=theme, documents=documents, requests=requests, parent=parent)
        self._contents = MessageContents(theme=theme, documents=documents, ink="text", parent=self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._contents)

    def show_part(self, part: MessagePart, column: int, *, close: bool, folds: MessageFolds) -> int:
        """Show `part` in a column `column` pixels wide and return its height."""
        width = column - CARET_ROOM
        self._contents.show_part(part, ContentWidths(text=width, code=width))
        return self._contents.natural_size().height()

    def top_of(self, offset: int) -> int:
        """Return the distance in pixels from the upper edge to a character of the text."""
        return self._contents.top_of(offset)

    def mark_found(self, words: str) -> None:
        """Highlight all matches of `words`; none if empty."""
        self._contents.mark_found(words)


class SystemMessage(MessageWidget):
    """Show one line of the program; pooled, so `show_part` may switch to another line."""

    def __init__(self, *, theme: Theme, documents: DocumentCache, requests: MessageRequests, parent: QWidget) -> None:
        super().__init__(theme=theme, documents=documents, requests=requests, parent=parent)
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 16)
        layout.addWidget(self._text)

    def show_part(self, part: MessagePart, column: int, *, close: bool, folds: MessageFolds) -> int:
        """Show `part` in a column `column` pixels wide and return its height."""
        self._text.setText(part.text)
        set_accessible_name(self, part.text)
        return self._text.heightForWidth(column) + 20
