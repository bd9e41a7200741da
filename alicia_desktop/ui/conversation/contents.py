"""The text of a message part as pooled widgets, prose and code one below the other, with the spoken sentence marked.

Long code is several blocks that look like one frame; the first has the head, with language and Copy. Lines of code
scroll sideways. Where a very long message is folded, a button under its last shown part shows all of it.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QTextEdit, QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.blocks import Block
from alicia_desktop.ui.conversation.documents import Document, DocumentCache, DocumentKey
from alicia_desktop.ui.conversation.message_parts import FoldMark, MessagePart
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view import text

INSET = 12
DESCENT: Final = 2
"""Pixels by which text is lifted, because a document with fixed line heights sets it low in its line."""
BETWEEN: Final = 8
"""Pixels between two blocks."""


class CodeBlock(QFrame):
    """Show a block of code with its language and a Copy button; lines are not wrapped."""

    copy_requested = Signal(int)
    """Offset in the message at which the code to copy begins."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._language = Label("", theme=theme, font="small", tone="muted")
        self._copy = Button(self.tr("Copy"), theme=theme, kind="flat", icon="copy", small=True)
        self._copy.setAccessibleName(self.tr("Copy code"))
        self._copy.clicked.connect(self._on_copy)
        self._text = _CodeText()
        self._document: Document | None = None
        self._head_line = QWidget()
        head = QHBoxLayout(self._head_line)
        head.setContentsMargins(INSET, 0, 4, 0)
        head.addWidget(self._language)
        head.addStretch()
        head.addWidget(self._copy)
        self._rule = rule()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        for widget in (self._head_line, self._rule, self._text):
            layout.addWidget(widget)
        self._head = theme.height("control-small") + 8
        self._copy.setFixedHeight(self._head)

    @property
    def text(self) -> str:
        """The code as plain text."""
        return self._text.toPlainText()

    def show_document(self, document: Document, *, width: int) -> None:
        """Show highlighted code in a frame `width` pixels wide."""
        block = document.block
        assert block is not None
        self._copy.set_icon("copy")
        self._copy.setText(self.tr("Copy"))
        self._language.setText(block.language or self.tr("Code"))
        set_accessible_name(self._text, self.tr("Code, {language}").format(language=block.language or self.tr("plain")))
        palette = self._text.palette()
        palette.setColor(QPalette.ColorRole.Text, self._theme.colour("syn-text"))
        self._text.setPalette(palette)
        if document is not self._document:
            before, self._document = self._document, document
            document.hold()
            self._text.setDocument(document)
            if before is not None:
                before.release()
        for part in (self._head_line, self._rule):
            part.setVisible(not block.continues)
        head = 0 if block.continues else self._head + 1
        wide = document.idealWidth() > width - 2 * INSET
        text_height = round(document.size().height() + 0.5) + 16 + (12 if wide else 0)
        self._text.setFixedHeight(text_height)
        self.setFixedSize(width, head + text_height + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background and border."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.setBrush(self._theme.colour("syn-ground"))
        radius = self._theme.radius("card")
        block = self._document.block if self._document is not None else None
        above = radius if block is not None and block.continues else 0
        below = radius if block is not None and block.goes_on else 0
        frame = QRectF(self.rect()).adjusted(0.5, 0.5 - 2 * above, -0.5, -0.5 + 2 * below)
        painter.drawRoundedRect(frame, radius, radius)
        painter.end()

    def _on_copy(self) -> None:
        if self._document is not None and self._document.block is not None:
            self.copy_requested.emit(self._document.block.start)
        self._copy.set_icon("check")
        self._copy.setText(self.tr("Copied"))


class _CodeText(QTextEdit):
    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(INSET, 8, INSET, 8)
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("background: transparent; border: none;")

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways only; vertical scrolling is left to the message list."""
        if event.angleDelta().x() and not event.angleDelta().y():
            super().wheelEvent(event)
        else:
            event.ignore()


@dataclass(frozen=True, kw_only=True, slots=True)
class ContentWidths:
    """The maximum widths of prose and code in a message, in pixels."""

    text: int
    code: int


class MessageContents(QWidget):
    """Show the blocks of one message part; the widgets are reused for the next part."""

    show_all_requested = Signal(bool)
    """Whether to show all of a folded message."""
    pressed = Signal()
    """The mouse was pressed in the text."""
    menu_opening = Signal(object, int)
    """The menu of the text, to which may be added, and the offset in the message that it is about."""
    code_requested = Signal(int)
    """Offset in the message at which the code to copy begins."""

    def __init__(
        self, *, theme: Theme, documents: DocumentCache, ink: str, fit: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._documents = documents
        self._ink = ink
        self._fit = fit
        self._shown: list[tuple[Block, TextView | CodeBlock]] = []
        self._texts: list[TextView] = []
        self._codes: list[CodeBlock] = []
        self._fold_button = Button("", theme=theme, kind="link", small=True, parent=self)
        self._fold_button.setFixedHeight(theme.line("body"))
        self._fold_button.clicked.connect(self._on_fold)
        self._fold_button.hide()
        self._opened = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_part(self, part: MessagePart, widths: ContentWidths) -> None:
        """Show the text of `part`."""
        texts, codes = iter(self._texts), iter(self._codes)
        before = self._clear_layout()
        for number, block in enumerate(part.blocks):
            widget: TextView | CodeBlock
            if block.kind != "code":
                widget = next(texts, None) or self._new_text()
                self._show_prose(widget, part, number, widths.text)
            else:
                widget = next(codes, None) or self._new_code()
                self._show_code(widget, part, number, widths.code)
            if number and not block.continues:
                self._layout.addSpacing(BETWEEN)
            self._layout.addWidget(widget)
            widget.show()
            self._shown.append((block, widget))
        for widget in before.difference(widget for _, widget in self._shown):
            widget.hide()
        self._show_fold(part.fold)
        self._show_caret(part)

    def mark_spoken(self, span: tuple[int, int] | None) -> None:
        """Mark the range of offsets in the message as being spoken, in every block that it touches; None clears it."""
        for block, widget in self._shown:
            if isinstance(widget, TextView):
                widget.mark_spoken(_range_in_block(block, span))

    def mark_found(self, words: str, current: int | None = None) -> None:
        """Highlight all matches of `words` in the prose, and the one at `current` in another colour; none if empty."""
        for block, widget in self._shown:
            if isinstance(widget, TextView):
                inside = current is not None and block.start <= current < block.start + len(block.text)
                widget.mark_found(words, current - block.start if inside and current is not None else None)

    def top_of(self, offset: int) -> int:
        """Return the distance in pixels from the upper edge to a character of the message; of code, to its block."""
        for block, widget in self._shown:
            if block.start <= offset <= block.start + len(block.text):
                inner = widget.top_of(offset - block.start) if isinstance(widget, TextView) else 0
                return widget.y() + inner
        return 0

    @property
    def fold_button(self) -> Button:
        """The "Show all" / "Show less" button."""
        return self._fold_button

    def natural_size(self) -> QSize:
        """Return the size of the blocks."""
        self._layout.invalidate()
        return self._layout.sizeHint()

    def views(self) -> list[TextView]:
        """Return the visible text views."""
        return [widget for _, widget in self._shown if isinstance(widget, TextView)]

    def _clear_layout(self) -> set[TextView | CodeBlock]:
        """Empty the layout and return its widgets; none is hidden yet, so that a reused one keeps the focus."""
        taken = {widget for _, widget in self._shown}
        while self._layout.count():
            self._layout.takeAt(0)
        self._shown.clear()
        return taken

    def _new_text(self) -> TextView:
        view = TextView(theme=self._theme, parent=self)
        view.pressed.connect(self.pressed)
        view.menu_opening.connect(lambda menu, offset: self._on_menu(view, menu, offset))
        self._texts.append(view)
        return view

    def _on_menu(self, view: TextView, menu: QMenu, offset: int) -> None:
        start = next((block.start for block, widget in self._shown if widget is view), 0)
        self.menu_opening.emit(menu, start + offset)

    def _new_code(self) -> CodeBlock:
        code = CodeBlock(theme=self._theme, parent=self)
        code.copy_requested.connect(self.code_requested)
        self._codes.append(code)
        return code

    def _show_prose(self, view: TextView, part: MessagePart, number: int, width: int) -> None:
        row, block = part.row, part.blocks[number]
        key = DocumentKey(
            part_id=part.id,
            number=number,
            width=width,
            italic=row.interim,
            grey_from=_grey_from(block, row.stopped_after),
            fit=self._fit and part.complete,
            keep_lines=row.role == "user",
        )
        name = self.tr("{name}, {time}").format(name=row.name, time=row.time)
        document = self._documents.get(block, key)
        view.show_document(document, ink="text-muted" if row.interim else self._ink, name=name)

    def _show_code(self, code: CodeBlock, part: MessagePart, number: int, width: int) -> None:
        block = part.blocks[number]
        document = self._documents.get(block, DocumentKey(part_id=part.id, number=number, width=width))
        code.show_document(document, width=width)

    def _show_fold(self, fold: FoldMark | None) -> None:
        self._fold_button.setVisible(fold is not None)
        if fold is None:
            return
        self._opened = fold.opened
        size = text.data_size(fold.size)
        words = self.tr("Show less") if fold.opened else self.tr("Show all · {size}").format(size=size)
        name = self.tr("Show less of the message") if fold.opened else self.tr("Show the whole message, {size}")
        self._fold_button.setText(words)
        self._fold_button.setAccessibleName(name.format(size=size))
        self._layout.addSpacing(BETWEEN)
        self._layout.addWidget(self._fold_button, 0, Qt.AlignmentFlag.AlignLeading)

    def _on_fold(self) -> None:
        self.show_all_requested.emit(not self._opened)

    def _show_caret(self, part: MessagePart) -> None:
        grows = part.row.streaming and part.last and (part.fold is None or part.fold.opened)
        if grows and self._shown and isinstance(view := self._shown[-1][1], TextView):
            view.show_caret(shown=True)


def _grey_from(block: Block, stopped_after: int | None) -> int | None:
    """Return the number of characters of the block before the interruption, or None if it is not interrupted."""
    if stopped_after is None or stopped_after >= block.start + len(block.text):
        return None
    return max(0, stopped_after - block.start)


def _range_in_block(block: Block, span: tuple[int, int] | None) -> tuple[int, int] | None:
    if span is None:
        return None
    start, end = max(0, span[0] - block.start), min(len(block.text), span[1] - block.start)
    return (start, end) if start < end else None
