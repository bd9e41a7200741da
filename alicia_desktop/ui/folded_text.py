"""Text of any length: a label with the beginning of a long one, a button that shows all of it, and the window for that.

The window lays the text out where it is visible; it is searchable, and copied. Whatever shows only the beginning of a
text says so and leads there.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.contents import ContentWidths, MessageContents
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import MessageRequests, MessageWidget
from alicia_desktop.ui.conversation.message_parts import MessageFolds, MessagePart
from alicia_desktop.ui.conversation.message_viewport import MessageViewport
from alicia_desktop.ui.conversation.text_view import CARET_ROOM
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import (
    MAX_FIELD_CHARACTERS,
    MAX_LABEL_COST,
    clip,
    set_accessible_name,
    set_tool_tip,
    set_window_title,
)
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view import text as wording
from alicia_desktop.view.rows import MessageRow
from alicia_desktop.view.word_diff import DiffPiece

PIECE_COST: Final = 20
"""Of a run of words in a style of its own, beside the words."""
WINDOW_SIZE: Final = (760, 640)


class ShowAllButton(Button):
    """A button that shows a whole text in a window; hidden if the text is short."""

    def __init__(self, *, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        """`title` names the text in its window and for a screen reader."""
        super().__init__(self.tr("Show all"), theme=theme, kind="link", small=True, parent=parent)
        self._title = title
        self._whole = ""
        self.setFixedHeight(theme.line("small"))
        self.clicked.connect(self._on_clicked)
        self.hide()

    @property
    def whole_text(self) -> str:
        """The text that the button opens."""
        return self._whole

    def set_whole(self, text: str, *, cost: int = MAX_LABEL_COST) -> None:
        """Set the whole text, of which the part that costs up to `cost` is shown elsewhere."""
        self._whole = text
        long = is_long(text, cost)
        self.setVisible(long)
        if long:
            size = wording.data_size(len(text.encode("utf-8", "surrogatepass")))
            self.setText(self.tr("Show all · {size}").format(size=size))
            words = self.tr("Show all of “{title}”, {size}")
            set_accessible_name(self, words.format(title=self._title, size=size))

    def _on_clicked(self) -> None:
        TextWindow(self._title, self._whole, theme=self._theme, parent=self.window()).show()


class FoldedText(QWidget):
    """A label that wraps, with "Show all · 2 MB" under it if the text is too long for a label."""

    def __init__(
        self,
        *,
        title: str,
        theme: Theme,
        font: FontName = "body",
        tone: str = "",
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`title` names the text in its window and for a screen reader."""
        super().__init__(parent)
        self.label = Label("", theme=theme, font=font, tone=tone, weight=weight, wrap=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_all = ShowAllButton(title=title, theme=theme)
        line = QHBoxLayout()
        line.addWidget(self.show_all)
        line.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.label)
        layout.addLayout(line)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.label.setText("")  # showing the button measures it at once
        self.show_all.set_whole(text)
        self.label.setText(text)


def is_long(text: str, cost: int = MAX_LABEL_COST) -> bool:
    """Whether a text costs more than `cost` to lay out, by default what a label can hold."""
    return len(text) > cost or layout_cost(text, plain=True) > cost


def clip_pieces(pieces: Sequence[DiffPiece], cost: int) -> tuple[DiffPiece, ...]:
    """Return as many pieces as cost no more than `cost`; the last of them may be cut."""
    kept = []
    for piece in pieces:
        words = clip(piece.text, cost)
        kept.append(DiffPiece(kind=piece.kind, text=words))
        cost -= layout_cost(words, plain=True) + PIECE_COST
        if cost <= 0:
            break
    return tuple(kept)


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

    def mark_found(self, words: str, current: int | None = None) -> None:
        """Highlight all matches of `words`; none if empty."""
        self._contents.mark_found(words)


class TextWindow(QWidget):
    """Show a text in a window that is not modal."""

    save_requested = Signal()

    def __init__(self, title: str, text: str, *, theme: Theme, parent: QWidget, is_file: bool = False) -> None:
        """`is_file`: it can be saved as the file that it is."""
        super().__init__(parent, Qt.WindowType.Window)
        self._theme = theme
        self._text = text
        self._lowered = text.lower()
        self._at = -1
        """Offset of the current match, in characters; -1 before the first."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_window_title(self, title)
        self.resize(*WINDOW_SIZE)
        self.list = MessageViewport({"text": PlainText}, theme=theme)
        set_accessible_name(self.list, title)
        self.field = self._field()
        self._note = Label(wording.data_size(len(text.encode("utf-8", "surrogatepass"))), theme=theme, font="small")
        self.copy = Button(self.tr("Copy all"), theme=theme, icon="copy", small=True)
        self.copy.clicked.connect(self._on_copy)
        self.save = Button(self.tr("Save as…"), theme=theme, icon="download-simple", small=True)
        set_tool_tip(self.save, self.tr("Save as… (Ctrl+S)"))
        self.save.clicked.connect(self.save_requested)
        self.save.setVisible(is_file)
        self._build()
        if is_file:
            bind([Key(keys="Ctrl+S", text="", act=self.save_requested.emit)], self)
        bind([Key(keys=keys, text="", act=self.close) for keys in ("Esc", "Ctrl+W")], self)
        bind([Key(keys="Ctrl+F", text="", act=self.field.setFocus), Key(keys="F3", text="", act=self.next)], self)
        bind([Key(keys="Shift+F3", text="", act=self.previous)], self)
        rows: Rows[MessageRow] = Rows(lambda row: row.id)
        rows.put(MessageRow(id="text", role="text", name=title, time="", text=text, revision=0))
        self.list.set_rows(rows)
        self.list.go_to("text")
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def next(self) -> None:
        """Go to the next match; after the last to the first."""
        words = self.field.text().lower()
        found = self._lowered.find(words, self._at + 1)
        self._go_to(found if found >= 0 else self._lowered.find(words))

    def previous(self) -> None:
        """Go to the previous match; before the first to the last."""
        words = self.field.text().lower()
        found = self._lowered.rfind(words, 0, max(0, self._at + len(words) - 1)) if self._at > 0 else -1
        self._go_to(found if found >= 0 else self._lowered.rfind(words))

    def _go_to(self, place: int) -> None:
        if self.field.text() and place >= 0:
            self._at = place
            self.list.go_to("text", place)

    def _on_typed(self, words: str) -> None:
        self._at = -1
        self.list.set_found(words)
        self.next()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copy.setText(self.tr("Copied"))

    def _field(self) -> QLineEdit:
        field = QLineEdit()
        field.setFont(self._theme.font("ui"))
        field.setFixedHeight(self._theme.height("control"))
        field.setMaxLength(MAX_FIELD_CHARACTERS)
        field.setPlaceholderText(self.tr("Find in this text"))
        field.setAccessibleName(self.tr("Find in this text"))
        field.textChanged.connect(self._on_typed)
        field.returnPressed.connect(self.next)
        return field

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 8)
        head.setSpacing(8)
        head.addWidget(self.field, 1)
        for icon, name, act in (
            ("caret-up", self.tr("Previous match (Shift+F3)"), self.previous),
            ("caret-down", self.tr("Next match (F3)"), self.next),
        ):
            button = IconButton(icon, name, theme=self._theme, small=True)
            button.clicked.connect(act)
            head.addWidget(button)
        head.addWidget(self._note)
        head.addWidget(self.copy)
        head.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self.list, 1)
