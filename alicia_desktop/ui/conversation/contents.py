"""Show the text of a message part: prose and code as pooled widgets, with the spoken sentence marked.

Under the part at which a very long message is folded stands the button that shows all of it.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.blocks import Block
from alicia_desktop.ui.conversation.code_block import CodeBlock
from alicia_desktop.ui.conversation.documents import DocumentCache, DocumentKey
from alicia_desktop.ui.conversation.message_parts import FoldMark, MessagePart
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.view import text

DESCENT: Final = 2
"""A document with fixed line heights stands its text on the lower part of the line: so much must it be lifted."""
BETWEEN: Final = 8
"""Pixels between two blocks."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ContentWidths:
    """Maximum widths of text and code, in pixels."""

    text: int
    code: int


class MessageContents(QWidget):
    """Show the blocks of one part; its widgets are reused for the next one."""

    show_all_requested = Signal(bool)
    """Whether all of a folded message is to be shown."""
    code_requested = Signal(int)
    """Where in the message the code begins that is to be copied."""

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
        self._fold = Button("", theme=theme, kind="link", small=True, parent=self)
        self._fold.setFixedHeight(theme.line("body"))
        self._fold.clicked.connect(self._on_fold)
        self._fold.hide()
        self._opened = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_part(self, part: MessagePart, measures: ContentWidths) -> None:
        """Show the words of `part`."""
        texts, codes = iter(self._texts), iter(self._codes)
        before = self._clear_layout()
        for number, block in enumerate(part.blocks):
            widget: TextView | CodeBlock
            if block.kind != "code":
                widget = next(texts, None) or self._new_text()
                self._show_prose(widget, part, number, measures.text)
            else:
                widget = next(codes, None) or self._new_code()
                self._show_code(widget, part, number, measures.code)
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
        """Mark the sentence at these offsets of the message, in whichever blocks it lies."""
        for block, widget in self._shown:
            if isinstance(widget, TextView):
                widget.mark_spoken(_within(block, span))

    def mark_found(self, words: str) -> None:
        """Mark every place of `words` in the prose, or none."""
        for view in self.views():
            view.mark_found(words)

    def top_of(self, offset: int) -> int:
        """Return how far below its upper edge a character of the message is shown; of code, where its block is."""
        for block, widget in self._shown:
            if block.start <= offset <= block.start + len(block.text):
                inner = widget.top_of(offset - block.start) if isinstance(widget, TextView) else 0
                return widget.y() + inner
        return 0

    @property
    def fold(self) -> Button:
        """The button that shows all of a message, or less of it."""
        return self._fold

    def natural_size(self) -> QSize:
        """Return the room that the blocks take."""
        self._layout.invalidate()
        return self._layout.sizeHint()

    def views(self) -> list[TextView]:
        """Return the prose on screen."""
        return [widget for _, widget in self._shown if isinstance(widget, TextView)]

    def _clear_layout(self) -> set[TextView | CodeBlock]:
        """Empty the layout, but hide nothing yet: what is used again keeps the focus."""
        taken = {widget for _, widget in self._shown}
        while self._layout.count():
            self._layout.takeAt(0)
        self._shown.clear()
        return taken

    def _new_text(self) -> TextView:
        view = TextView(theme=self._theme, parent=self)
        self._texts.append(view)
        return view

    def _new_code(self) -> CodeBlock:
        code = CodeBlock(theme=self._theme, parent=self)
        code.copy_requested.connect(self.code_requested)
        self._codes.append(code)
        return code

    def _show_prose(self, view: TextView, part: MessagePart, number: int, width: int) -> None:
        row, block = part.row, part.blocks[number]
        wanted = DocumentKey(
            part_id=part.id,
            number=number,
            width=width,
            italic=row.interim,
            grey_from=_grey_from(block, row.stopped_after),
            fit=self._fit and part.complete,
            keep_lines=row.role == "user",
        )
        name = self.tr("{name}, {time}").format(name=row.name, time=row.time)
        document = self._documents.get(block, wanted)
        view.show_document(document, ink="text-muted" if row.interim else self._ink, name=name)

    def _show_code(self, code: CodeBlock, part: MessagePart, number: int, width: int) -> None:
        block = part.blocks[number]
        document = self._documents.get(block, DocumentKey(part_id=part.id, number=number, width=width))
        code.show_document(document, width=width)

    def _show_fold(self, fold: FoldMark | None) -> None:
        self._fold.setVisible(fold is not None)
        if fold is None:
            return
        self._opened = fold.opened
        size = text.data_size(fold.size)
        words = self.tr("Show less") if fold.opened else self.tr("Show all · {size}").format(size=size)
        name = self.tr("Show less of the message") if fold.opened else self.tr("Show the whole message, {size}")
        self._fold.setText(words)
        self._fold.setAccessibleName(name.format(size=size))
        self._layout.addSpacing(BETWEEN)
        self._layout.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeading)

    def _on_fold(self) -> None:
        self.show_all_requested.emit(not self._opened)

    def _show_caret(self, part: MessagePart) -> None:
        grows = part.row.streaming and part.last and (part.fold is None or part.fold.opened)
        if grows and self._shown and isinstance(view := self._shown[-1][1], TextView):
            view.show_caret(shown=True)


def _grey_from(block: Block, said: int | None) -> int | None:
    """Return how much of this block was said, or None when all of it was."""
    if said is None or said >= block.start + len(block.text):
        return None
    return max(0, said - block.start)


def _within(block: Block, span: tuple[int, int] | None) -> tuple[int, int] | None:
    if span is None:
        return None
    start, end = max(0, span[0] - block.start), min(len(block.text), span[1] - block.start)
    return (start, end) if start < end else None
