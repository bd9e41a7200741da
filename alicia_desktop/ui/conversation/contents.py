"""The text of a message as widgets: prose and code blocks one below the other, pooled, the spoken sentence marked."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.blocks import Block, split_blocks
from alicia_desktop.ui.conversation.code_block import CodeBlock
from alicia_desktop.ui.conversation.documents import Documents, Wanted
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import MessageRow

DESCENT: Final = 2
"""A document with fixed line heights stands its text on the lower part of the line: so much must it be lifted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Measures:
    """The widths that a message may take, in pixels."""

    text: int
    code: int


class Contents(QWidget):
    """Blocks of one message; widgets are kept and used again for the next one."""

    def __init__(
        self, *, theme: Theme, documents: Documents, ink: str, fit: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._documents = documents
        self._ink = ink
        self._fit = fit
        self._shown: list[tuple[Block, TextView | CodeBlock]] = []
        self._texts: list[TextView] = []
        self._codes: list[CodeBlock] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)

    def show_row(self, row: MessageRow, measures: Measures) -> None:
        """Show the text of `row`."""
        texts, codes = iter(self._texts), iter(self._codes)
        before = self._take_out()
        for number, block in enumerate(split_blocks(row.text)):
            widget: TextView | CodeBlock
            if block.kind == "prose":
                widget = next(texts, None) or self._new_text()
                self._show_prose(widget, block, row, number, measures.text)
            else:
                widget = next(codes, None) or self._new_code()
                self._show_code(widget, block, row, number, measures.code)
            self._layout.addWidget(widget)
            widget.show()
            self._shown.append((block, widget))
        for widget in before.difference(widget for _, widget in self._shown):
            widget.hide()
        self._show_caret(row)

    def mark_spoken(self, span: tuple[int, int] | None) -> None:
        """Mark the sentence at these offsets of the message, in whichever blocks it lies."""
        for block, widget in self._shown:
            if isinstance(widget, TextView):
                widget.mark_spoken(_within(block, span))

    def mark_found(self, words: str) -> None:
        """Mark every place of `words` in the prose, or none."""
        for view in self.views():
            view.mark_found(words)

    def natural_size(self) -> QSize:
        """Return the room that the blocks take."""
        self._layout.invalidate()
        return self._layout.sizeHint()

    def views(self) -> list[TextView]:
        """Return the prose on screen."""
        return [widget for _, widget in self._shown if isinstance(widget, TextView)]

    def _take_out(self) -> set[TextView | CodeBlock]:
        """Empty the layout, but hide nothing yet: what is used again keeps the focus."""
        taken = {widget for _, widget in self._shown}
        for widget in taken:
            self._layout.removeWidget(widget)
        self._shown.clear()
        return taken

    def _new_text(self) -> TextView:
        view = TextView(theme=self._theme, parent=self)
        self._texts.append(view)
        return view

    def _new_code(self) -> CodeBlock:
        code = CodeBlock(theme=self._theme, parent=self)
        self._codes.append(code)
        return code

    def _show_prose(self, view: TextView, block: Block, row: MessageRow, number: int, width: int) -> None:
        wanted = Wanted(
            message_id=row.id,
            revision=row.revision,
            number=number,
            width=width,
            italic=row.interim,
            grey_from=_grey_from(block, row.stopped_after),
            fit=self._fit,
            keep_lines=row.role == "user",
        )
        name = self.tr("{name}, {time}").format(name=row.name, time=row.time)
        document = self._documents.get(block, wanted)
        view.show_document(document, ink="text-muted" if row.interim else self._ink, name=name)

    def _show_code(self, code: CodeBlock, block: Block, row: MessageRow, number: int, width: int) -> None:
        wanted = Wanted(message_id=row.id, revision=row.revision, number=number, width=width)
        code.show_document(self._documents.get(block, wanted), language=block.language, width=width)

    def _show_caret(self, row: MessageRow) -> None:
        if row.streaming and self._shown and isinstance(view := self._shown[-1][1], TextView):
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
