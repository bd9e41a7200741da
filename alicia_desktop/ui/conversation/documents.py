"""Text documents of messages, cached by (part, block, width) while they are near the viewport.

Markdown without HTML, and nothing is ever fetched: see `untrusted.inert_document`.

PySide keeps every document that a view was ever given for as long as the view lives, and views are pooled: so one that
neither the cache nor a view shows any more is destroyed by hand.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextOption,
    QTextTable,
)
from shiboken6 import Shiboken

from alicia_desktop.ui.conversation.blocks import Block, align, shown_range
from alicia_desktop.ui.conversation.highlight import Highlighting
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.inert_document import InertDocument, sanitize
from alicia_desktop.ui.untrusted.layout_cost import limit_marks

MAX_CACHED_DOCUMENTS: Final = 256
"""More than a large screen shows, twice."""
MARKDOWN: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
BETWEEN: Final = 8
"""Pixels between two paragraphs."""
LIST_INDENT: Final = 24
CELL_PADDING: Final = 6
FIXED: Final = QTextBlockFormat.LineHeightTypes.FixedHeight.value


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentKey:
    """What a document is made from: its key in the cache."""

    part_id: str
    number: int
    """Which block of that part of a message; where it has other text now, it gets another document."""
    width: int
    italic: bool = False
    grey_from: int | None = None
    """Characters of the block's source that were said; the rest is grey."""
    fit: bool = False
    """Whether it becomes as narrow as its longest line (a bubble), instead of `width`."""
    keep_lines: bool = False
    """Whether a line end is one (what a user typed) or a space (markdown)."""


class Document(InertDocument):
    """A text document that maps its characters to offsets in the source."""

    def __init__(self, block: Block) -> None:
        # No parent: it lives while the cache or a view holds it, and views outlive what falls out of the cache.
        super().__init__()
        self._holders = 0
        self.block: Block | None = block
        self.measure = 0
        """The width of its lines, in pixels: what it was laid out to, whatever view shows it."""
        self._places: tuple[int, ...] | None = None
        self.setDocumentMargin(0)
        self.setUndoRedoEnabled(False)
        option = self.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)

    def hold(self) -> None:
        """The cache or a view has it from now on."""
        self._holders += 1

    def release(self) -> None:
        """The cache or a view that had it has another now; the last one takes it away."""
        self._holders -= 1
        if not self._holders:
            self.block, self._places = None, None
            Shiboken.delete(self)

    def shown(self, start: int, end: int) -> tuple[int, int]:
        """Return the shown positions of a range of the block's text."""
        head, text = (self.block.head, self.block.text) if self.block else ("", "")
        if self._places is None:
            self._places = align(head + text, self.toPlainText())
        return shown_range(self._places, start + len(head), end + len(head))


class DocumentCache(QObject):
    """Cache documents; the least recently used are dropped."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kept: OrderedDict[DocumentKey, Document] = OrderedDict()
        self._highlighting = Highlighting(theme=theme)
        theme.changed.connect(self._forget)

    def get(self, block: Block, wanted: DocumentKey) -> Document:
        """Return the document of `block`, laid out to `wanted.width`."""
        document = self._kept.get(wanted)
        if document is None or not _is_of(document, block):
            if document is not None:
                document.release()
            document = self._create(block, wanted)
            document.hold()
            self._kept[wanted] = document
            while len(self._kept) > MAX_CACHED_DOCUMENTS:
                self._kept.popitem(last=False)[1].release()
        self._kept.move_to_end(wanted)
        return document

    def _forget(self) -> None:
        """The look is another: everything is made anew."""
        while self._kept:
            self._kept.popitem()[1].release()

    def _create(self, block: Block, wanted: DocumentKey) -> Document:
        document = Document(block)
        if block.kind == "prose":
            self._write_prose(document, block, wanted)
        else:
            self._write_plain(document, block)
        document.setTextWidth(wanted.width if block.kind != "code" else -1)
        document.measure = wanted.width
        if wanted.fit:
            document.measure = min(wanted.width, math.ceil(document.idealWidth()) + 1)
            document.setTextWidth(document.measure)
        return document

    def _write_plain(self, document: Document, block: Block) -> None:
        document.setDefaultFont(self._theme.font("code"))
        document.setPlainText(limit_marks(block.text))
        self._apply_theme(document, "code", between=0)
        self._highlighting.add(document, block.language)

    def _write_prose(self, document: Document, block: Block, wanted: DocumentKey) -> None:
        document.setDefaultFont(self._theme.font("body", italic=wanted.italic))
        source = block.head + limit_marks(block.text)
        document.setMarkdown(_with_line_ends(source) if wanted.keep_lines else source, MARKDOWN)
        whole = QTextCursor(document)
        whole.beginEditBlock()  # else each change of a style costs as much as all of the text
        sanitize(document)
        self._apply_theme(document, "body", between=BETWEEN)
        for start, end, style in _fragments(document):
            changed = self._corrected(style)
            if changed.propertyCount():
                _cursor(document, start, end).mergeCharFormat(changed)
        if wanted.grey_from is not None:
            self._grey(document, wanted.grey_from)
        whole.endEditBlock()

    def _apply_theme(self, document: Document, font: FontName, *, between: int) -> None:
        """Give every block its line height and its distance to the next; the last one needs none."""
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        style = QTextBlockFormat()
        style.setLineHeight(self._theme.line(font), FIXED)
        style.setTopMargin(0)
        style.setBottomMargin(between)
        cursor.mergeBlockFormat(style)
        self._tighten_lists(document)
        self._dress_tables(document)
        end = QTextBlockFormat()
        end.setBottomMargin(0)
        QTextCursor(document.lastBlock()).mergeBlockFormat(end)

    def _dress_tables(self, document: Document) -> None:
        """Give tables hairlines and cells their air; the distance between paragraphs is none inside of them."""
        tight = QTextBlockFormat()
        tight.setBottomMargin(0)
        for table in document.rootFrame().childFrames():
            if isinstance(table, QTextTable):
                style = table.format().toTableFormat()
                style.setBorder(1)
                style.setBorderCollapse(True)
                style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                style.setBorderBrush(self._theme.colour("border-control"))
                style.setCellPadding(CELL_PADDING)
                style.setCellSpacing(0)
                style.setTopMargin(BETWEEN)
                style.setBottomMargin(0)
                table.setFormat(style)
                cells = table.firstCursorPosition()
                cells.setPosition(table.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
                cells.mergeBlockFormat(tight)

    def _tighten_lists(self, document: Document) -> None:
        document.setIndentWidth(LIST_INDENT)
        style = QTextBlockFormat()
        style.setBottomMargin(2)
        block = document.begin()
        while block.isValid():
            if block.textList() is not None and block.next().isValid() and block.next().textList() is not None:
                QTextCursor(block).mergeBlockFormat(style)
            block = block.next()

    def _corrected(self, style: QTextCharFormat) -> QTextCharFormat:
        """Say what of markdown's own taste is replaced: the code font, the sizes of headings."""
        changed = QTextCharFormat()
        if style.fontFixedPitch():
            code = self._theme.font("code")
            changed.setFontFamilies(code.families())
            changed.setProperty(QTextFormat.Property.FontPixelSize, code.pixelSize())
        if style.isAnchor():
            changed.setFontUnderline(True)
        if style.hasProperty(QTextFormat.Property.FontSizeAdjustment):
            changed.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
        return changed

    def _grey(self, document: Document, said: int) -> None:
        first, _ = document.shown(said, said)
        style = QTextCharFormat()
        style.setForeground(self._theme.colour("interrupted"))
        last = document.characterCount() - 1
        _cursor(document, min(first, last), last).mergeCharFormat(style)


def _is_of(document: Document, block: Block) -> bool:
    known = document.block
    return known is not None and (known.text, known.head, known.language) == (block.text, block.head, block.language)


def _fragments(document: Document) -> list[tuple[int, int, QTextCharFormat]]:
    """Return start, end and style of every run of one style; a list, because styles change while it is walked."""
    found = []
    block = document.begin()
    while block.isValid():
        runs = block.begin()
        while not runs.atEnd():
            fragment = runs.fragment()
            found.append((fragment.position(), fragment.position() + fragment.length(), fragment.charFormat()))
            runs += 1
        block = block.next()
    return found


def _cursor(document: Document, start: int, end: int) -> QTextCursor:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _with_line_ends(source: str) -> str:
    """Mark each line end as one that markdown keeps: two spaces before it."""
    return "\n".join(f"{line.rstrip()}  " if line.strip() else line for line in source.split("\n"))
