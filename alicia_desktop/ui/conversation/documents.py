"""Text documents of messages, cached by (part, block, width) while they are near the viewport.

Markdown without HTML, and nothing is ever fetched: see `untrusted.inert_document`.

PySide keeps every document that a view was ever given for as long as the view lives, and pooled views live long. So a
document counts its holders, and is deleted by hand once neither the cache nor a view holds it.
"""

import math
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextOption,
    QTextTable,
    QTextTableCellFormat,
)
from shiboken6 import Shiboken

from alicia_desktop.ui.conversation.blocks import Block, align, shown_range
from alicia_desktop.ui.conversation.highlight import HighlightQueue
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
QUOTE_INDENT: Final = 16
"""Pixels from the bar of a quotation to its words."""
MAX_QUOTE_LEVELS: Final = 8
"""Quotations that are nested deeper are indented as this level."""
HEADER_RULE: Final = 2
FIXED: Final = QTextBlockFormat.LineHeightTypes.FixedHeight.value


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentKey:
    """What a document is made from, used as its key in the cache."""

    part_id: str
    number: int
    """Number of the block in that part; if its text changed, the document is rebuilt."""
    width: int
    italic: bool = False
    grey_from: int | None = None
    """Number of characters of the block's source before the interruption; the rest is grey."""
    fit: bool = False
    """Whether to shrink to the longest line (a bubble), instead of `width`."""
    keep_lines: bool = False
    """Whether line ends are kept (typed text) or become spaces (markdown)."""


class Document(InertDocument):
    """A text document that maps source offsets to shown positions, with a count of its holders."""

    def __init__(self, block: Block) -> None:
        # No parent: it lives while the cache or a view holds it, and views outlive what falls out of the cache.
        super().__init__()
        self._holders = 0
        self.block: Block | None = block
        self.quotes: list[tuple[int, int, int]] = []
        """First and last text block of each quotation, and how deep it is."""
        self.codes: list[tuple[int, int]] = []
        """The shown ranges of code between words."""
        self.measure = 0
        """The width of its lines, in pixels: what it was laid out to, whatever view shows it."""
        self._places: tuple[int, ...] | None = None
        self.setDocumentMargin(0)
        self.setUndoRedoEnabled(False)
        option = self.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)

    def hold(self) -> None:
        """Add a holder: the cache or a view."""
        self._holders += 1

    def release(self) -> None:
        """Remove a holder; the last one deletes the document."""
        self._holders -= 1
        if not self._holders:
            self.block, self._places = None, None
            Shiboken.delete(self)

    def shown_position(self, start: int, end: int) -> tuple[int, int]:
        """Return the shown positions of a range of the block's text."""
        head, text = (self.block.head, self.block.text) if self.block else ("", "")
        if self._places is None:
            self._places = align(head + text, self.toPlainText())
        return shown_range(self._places, start + len(head), end + len(head))

    def source_position(self, shown: int) -> int:
        """Return where in the block's text the character at a shown position stands."""
        self.shown_position(0, 0)
        head = self.block.head if self.block else ""
        places = self._places or (0,)
        return max(0, places[min(shown, len(places) - 1)] - len(head))


class DocumentCache(QObject):
    """A least-recently-used cache of text documents."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._cache: OrderedDict[DocumentKey, Document] = OrderedDict()
        self._highlights = HighlightQueue(theme=theme)
        theme.changed.connect(self._clear)

    def get(self, block: Block, key: DocumentKey) -> Document:
        """Return the document of `block`, laid out for `key.width`; create it if it is not cached."""
        document = self._cache.get(key)
        if document is None or not _shows_block(document, block):
            if document is not None:
                document.release()
            document = self.create(block, key)
            document.hold()
            self._cache[key] = document
            while len(self._cache) > MAX_CACHED_DOCUMENTS:
                self._cache.popitem(last=False)[1].release()
        self._cache.move_to_end(key)
        return document

    def _clear(self) -> None:
        """Release all documents, because the theme changed."""
        while self._cache:
            self._cache.popitem()[1].release()

    def create(self, block: Block, key: DocumentKey) -> Document:
        """Lay out a document that is not kept yet."""
        document = Document(block)
        if block.kind == "prose":
            self._write_prose(document, block, key)
        else:
            self._write_plain(document, block)
        document.setTextWidth(key.width if block.kind != "code" else -1)
        document.measure = key.width
        if key.fit:
            document.measure = min(key.width, math.ceil(document.idealWidth()) + 1)
            document.setTextWidth(document.measure)
        return document

    def _write_plain(self, document: Document, block: Block) -> None:
        document.setDefaultFont(self._theme.font("code"))
        document.setPlainText(limit_marks(block.text))
        self._apply_theme(document, "code", between=0)
        self._highlights.add(document, block.language)

    def _write_prose(self, document: Document, block: Block, key: DocumentKey) -> None:
        document.setDefaultFont(self._theme.font("body", italic=key.italic))
        source = block.head + limit_marks(block.text)
        document.setMarkdown(_with_line_ends(source) if key.keep_lines else source, MARKDOWN)
        whole = QTextCursor(document)
        whole.beginEditBlock()  # else each change of a style costs as much as all of the text
        sanitize(document)
        self._apply_theme(document, "body", between=BETWEEN)
        for start, end, style in _fragments(document):
            changed = self._override_format(style)
            if changed.propertyCount():
                _cursor(document, start, end).mergeCharFormat(changed)
            if style.fontFixedPitch():
                document.codes.append((start, end))
        self._style_quotes(document)
        if key.grey_from is not None:
            self._grey_out(document, key.grey_from)
        whole.endEditBlock()

    def _apply_theme(self, document: Document, font: FontName, *, between: int) -> None:
        """Set line heights and paragraph spacing; there is none after the last block."""
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        style = QTextBlockFormat()
        style.setLineHeight(self._theme.line(font), FIXED)
        style.setTopMargin(0)
        style.setBottomMargin(between)
        cursor.mergeBlockFormat(style)
        self._style_lists(document)
        self._style_tables(document)
        end = QTextBlockFormat()
        end.setBottomMargin(0)
        QTextCursor(document.lastBlock()).mergeBlockFormat(end)

    def _style_tables(self, document: Document) -> None:
        """Set borders and padding of tables, without paragraph spacing in their cells."""
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
                self._style_header(table)

    def _style_header(self, table: QTextTable) -> None:
        """Set the first row of a table apart by weight and a rule, aligned as what is under it."""
        first = table.cellAt(0, 0).firstCursorPosition()
        if not first.block().text() and first.position() < table.cellAt(0, 0).lastPosition():
            first.deleteChar()  # behind a quotation Qt's reader begins the first cell with an empty paragraph
        bold, align, cell_style = QTextCharFormat(), QTextBlockFormat(), QTextTableCellFormat()
        bold.setFontWeight(QFont.Weight.DemiBold)
        cell_style.setBottomBorder(HEADER_RULE)
        cell_style.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        cell_style.setBottomBorderBrush(self._theme.colour("border-strong"))
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            merged = cell.format()
            merged.merge(cell_style)
            cell.setFormat(merged)
            words = cell.firstCursorPosition()
            words.setPosition(cell.lastCursorPosition().position(), QTextCursor.MoveMode.KeepAnchor)
            words.mergeCharFormat(bold)
            if table.rows() > 1:
                align.setAlignment(table.cellAt(1, column).firstCursorPosition().blockFormat().alignment())
                words.mergeBlockFormat(align)

    def _style_quotes(self, document: Document) -> None:
        """Indent quotations to their bars, and keep in mind where the bars are painted."""
        block, levels = document.begin(), []
        while block.isValid():
            level = min(MAX_QUOTE_LEVELS, block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel))
            if level:
                style = QTextBlockFormat()
                style.setLeftMargin(level * QUOTE_INDENT)
                style.setRightMargin(0)
                QTextCursor(block).mergeBlockFormat(style)
            levels.append(level)
            block = block.next()
        document.quotes = quoted_runs(levels)

    def _style_lists(self, document: Document) -> None:
        document.setIndentWidth(LIST_INDENT)
        style = QTextBlockFormat()
        style.setBottomMargin(2)
        block = document.begin()
        while block.isValid():
            if block.textList() is not None and block.next().isValid() and block.next().textList() is not None:
                QTextCursor(block).mergeBlockFormat(style)
            block = block.next()

    def _override_format(self, style: QTextCharFormat) -> QTextCharFormat:
        """Return the character format that overrides markdown's: code font, underlined links, size of headings."""
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

    def _grey_out(self, document: Document, spoken_characters: int) -> None:
        first, _ = document.shown_position(spoken_characters, spoken_characters)
        style = QTextCharFormat()
        style.setForeground(self._theme.colour("interrupted"))
        last = document.characterCount() - 1
        _cursor(document, min(first, last), last).mergeCharFormat(style)


def _shows_block(document: Document, block: Block) -> bool:
    known = document.block
    return known is not None and (known.text, known.head, known.language) == (block.text, block.head, block.language)


def _fragments(document: Document) -> list[tuple[int, int, QTextCharFormat]]:
    """Return start, end and format of every text fragment; a list, because formats change while iterating."""
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


def quoted_runs(levels: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return first, last and level of each run of blocks that are quoted at least as deep."""
    runs: list[tuple[int, int, int]] = []
    for level in range(1, min(MAX_QUOTE_LEVELS, max(levels, default=0)) + 1):
        first = -1
        for number, deep in enumerate((*levels, 0)):
            if deep >= level and first < 0:
                first = number
            elif deep < level and first >= 0:
                runs.append((first, number - 1, level))
                first = -1
    return runs


def _with_line_ends(source: str) -> str:
    """Append two spaces to each line, so that markdown keeps its line end."""
    return "\n".join(f"{line.rstrip()}  " if line.strip() else line for line in source.split("\n"))
