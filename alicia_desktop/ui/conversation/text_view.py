"""A selectable view of a message's prose: a text browser without scroll bars, as high as its text.

Behind the text it paints the sentence that is being spoken, from the lines of the layout (a character format cannot
draw a line of 2 pixels), and behind the last character the caret of an answer that still grows.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from alicia_desktop.ui.conversation.documents import QUOTE_INDENT, Document
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.inert_document import InertDocument, empty_resource
from alicia_desktop.ui.untrusted.links import describe_link, open_address, parse_link
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name, show_tool_tip

CARET: Final = QRectF(4, 0, 8, 16)
CARET_ROOM: Final = 14
QUOTE_BAR: Final = 3


class TextView(QTextBrowser):
    """Show one cached document; the document is laid out already."""

    pressed = Signal()
    """The mouse was pressed in it."""
    menu_opening = Signal(object, int)
    """Its menu, to which may be added, and the offset in the block's source that it is about."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._spoken: tuple[int, int] | None = None
        self._found: list[tuple[int, int]] = []
        self._current: tuple[int, int] | None = None
        self._caret = False
        self._document: Document | None = None
        self._none = InertDocument(self)
        self.setProperty("bare", True)
        self.setFont(theme.font("body"))
        # Now, because a browser that gets another font later gives it to its document, which was laid out already.
        self.ensurePolished()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        self.setTabChangesFocus(True)
        self.anchorClicked.connect(open_address)

    def show_document(self, document: Document, *, ink: str, name: str) -> None:
        """Show `document` in the text colour `ink`, and resize the view to it."""
        self._spoken, self._caret = None, False
        if document is not self._document:
            self._found = []
            self._show_current(None)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, self._theme.colour(ink))
        self.setPalette(palette)
        if document is not self._document:
            before, self._document = self._document, document
            document.hold()
            if document.measure != self.lineWrapColumnOrWidth():
                # Setting the width lays out the document that is shown. That must be neither the one before, which is
                # still in the cache, nor this one to the width of the one before.
                self.setDocument(self._none)
                self.setLineWrapColumnOrWidth(document.measure)
            self.setDocument(document)
            self.setAccessibleDescription("")
            if before is not None:
                before.release()
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if _has_links(document) else Qt.FocusPolicy.ClickFocus)
        set_accessible_name(self, name)
        self.setFixedSize(document.measure + CARET_ROOM, round(document.size().height() + 0.5))

    def mark_spoken(self, source_range: tuple[int, int] | None) -> None:
        """Mark a range of the block's source as being spoken, or none."""
        shown = None
        if source_range is not None and self._document is not None:
            first, last = self._document.shown_position(*source_range)
            shown = (first, last) if last > first else None
        if shown != self._spoken:
            self._spoken = shown
            self.viewport().update()

    def mark_found(self, words: str, current: int | None = None) -> None:
        """Highlight all matches of `words`, ignoring case; none if empty.

        Args:
            current: where in the block's source the match begins that find is at.
        """
        found = find_all(self.document().toPlainText(), words)
        if found != self._found:
            self._found = found
            self.viewport().update()
        at = None
        if current is not None and self._document is not None and words:
            place = self._document.shown_position(current, current)[0]
            at = next(((first, min(last, first + len(words))) for first, last in found if last > place), None)
        self._show_current(at)

    @property
    def current(self) -> tuple[int, int] | None:
        """The shown position of the match that find is at."""
        return self._current

    def _show_current(self, place: tuple[int, int] | None) -> None:
        """Mark the match that find is at by a colour of its own, and a line under it."""
        if place == self._current:
            return
        self._current = place
        selection = QTextEdit.ExtraSelection()
        if place is not None:
            cursor = QTextCursor(self.document())
            cursor.setPosition(place[0])
            cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
            style = QTextCharFormat()
            style.setBackground(self._theme.colour("field-selected"))
            style.setForeground(self._theme.colour("field-selected-text"))
            style.setFontUnderline(True)
            selection.cursor, selection.format = cursor, style
        self.setExtraSelections([selection] if place is not None else [])

    @property
    def found(self) -> list[tuple[int, int]]:
        """The shown positions of the matches; adjacent ones are joined."""
        return self._found

    def top_of(self, offset: int) -> int:
        """Return the distance in pixels from the upper edge to the line with a character of the block's source."""
        if self._document is None:
            return 0
        block = self._document.findBlock(self._document.shown_position(offset, offset)[0])
        line = block.layout().lineForTextPosition(self._document.shown_position(offset, offset)[0] - block.position())
        top = self._document.documentLayout().blockBoundingRect(block).top()
        return round(top + (line.y() if line.isValid() else 0))

    @property
    def spoken(self) -> tuple[int, int] | None:
        """The shown positions of the marked sentence."""
        return self._spoken

    def show_caret(self, *, shown: bool) -> None:
        """Show or hide the caret of an answer that is still being written."""
        if shown != self._caret:
            self._caret = shown
            self.viewport().update()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return an empty resource: nothing is fetched."""
        return empty_resource(kind)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Focus the next link and show its address; under the mouse the tool tip does."""
        is_link = super().focusNextPrevChild(forward)
        url = parse_link(self.textCursor().charFormat().anchorHref()) if is_link else None
        shown = describe_link(url) if url is not None else ""
        set_accessible_description(self, shown)
        show_tool_tip(self.viewport().mapToGlobal(self.cursorRect().bottomLeft()), shown, self)
        return is_link

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Say that it was pressed."""
        super().mousePressEvent(event)
        self.pressed.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of a text, and what others add for the place that it is about."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        cursor = self.textCursor() if by_key else self.cursorForPosition(event.pos())
        menu = self.createStandardContextMenu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        offset = self._document.source_position(cursor.position()) if self._document is not None else 0
        self.menu_opening.emit(menu, offset)
        menu.popup(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the message list."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the grounds of code, matches and spoken sentence, the bars of quotes, the text, then the caret."""
        document = self._document
        if document is not None and (self._spoken is not None or self._found or document.codes or document.quotes):
            painter = QPainter(self.viewport())
            self._paint_quotes(painter, document)
            self._paint_codes(painter, self._bands(self._within(document.codes, event.rect())))
            ground = self._theme.colour("selection")
            for band in self._bands(self._within(self._found, event.rect())):
                painter.fillRect(band, ground)
            for band in self._bands([self._spoken] if self._spoken is not None else []):
                self._paint_band(painter, band)
            painter.end()
        super().paintEvent(event)
        if self._caret and self._document is not None:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("assistant-fill"))
            painter.drawRoundedRect(CARET.translated(self._end_of_text()), 2, 2)
            painter.end()

    def _within(self, places: Sequence[tuple[int, int]], room: QRect) -> Iterator[tuple[int, int]]:
        """Yield those of the sorted ranges that are in the lines within `room`."""
        if places:
            top = self.cursorForPosition(QPoint(0, room.top())).position()
            end = self.cursorForPosition(QPoint(self.width(), room.bottom())).position()
            begin = bisect_left(places, (top,))
            yield from takewhile(lambda place: place[0] <= end, places[max(0, begin - 1) :])

    def _paint_quotes(self, painter: QPainter, document: Document) -> None:
        """Paint a bar beside each quotation, one for each level."""
        layout, colour = document.documentLayout(), self._theme.colour("border-strong")
        for first, last, level in document.quotes:
            top = layout.blockBoundingRect(document.findBlockByNumber(first)).top()
            bottom = layout.blockBoundingRect(document.findBlockByNumber(last)).bottom()
            left = (level - 1) * QUOTE_INDENT
            if document.defaultTextOption().textDirection() is Qt.LayoutDirection.RightToLeft:
                left = document.measure - left - QUOTE_BAR
            painter.fillRect(QRectF(left, top, QUOTE_BAR, bottom - top), colour)

    def _paint_codes(self, painter: QPainter, bands: Iterator[QRectF]) -> None:
        """Paint the ground of code between words."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.setBrush(self._theme.colour("syn-ground"))
        radius = self._theme.radius("badge")
        for band in bands:
            painter.drawRoundedRect(band.adjusted(-1.5, 0.5, 1.5, -0.5), radius, radius)

    def _paint_band(self, painter: QPainter, band: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("speaking-soft"))
        painter.drawRoundedRect(band, 2, 2)
        painter.fillRect(QRectF(band.left(), band.bottom() - 2, band.width(), 2), self._theme.colour("speaking-fill"))

    def _bands(self, places: Iterable[tuple[int, int]]) -> Iterator[QRectF]:
        """Yield the rectangle behind each line of each range; the layout of a block is looked up once."""
        lines: _Lines | None = None
        for first, last in places:
            at = first
            while at < last:
                if lines is None or not lines.begin <= at < lines.end:
                    block = self.document().findBlock(at)
                    if not block.isValid():
                        break
                    lines = _Lines(
                        begin=block.position(),
                        end=block.position() + block.length(),
                        text=block.text(),
                        layout=block.layout(),
                        origin=self.document().documentLayout().blockBoundingRect(block).topLeft(),
                    )
                yield from self._bands_of_block(lines, at - lines.begin, last - lines.begin)
                at = lines.end

    def _bands_of_block(self, lines: "_Lines", first: int, last: int) -> Iterator[QRectF]:
        layout = lines.layout
        if not layout.lineCount():
            return
        number = layout.lineForTextPosition(first).lineNumber()
        while number < layout.lineCount() and (line := layout.lineAt(number)).textStart() < last:
            start, end = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
            text = lines.text[start:end]
            end -= len(text) - len(text.rstrip())
            if start < end:
                yield self._band(line, start, end, lines.origin)
            number += 1

    def _band(self, line: QTextLine, start: int, end: int, origin: QPointF) -> QRectF:
        left, right = _x(line, start), _x(line, end)
        height = self._theme.line("body") - 4
        top = origin.y() + line.y() + (line.height() - height) / 2
        return QRectF(origin.x() + min(left, right), top, abs(right - left), height)

    def _end_of_text(self) -> QPointF:
        block = self.document().lastBlock()
        origin = self.document().documentLayout().blockBoundingRect(block).topLeft()
        layout = block.layout()
        if not layout.lineCount():
            return origin
        line = layout.lineAt(layout.lineCount() - 1)
        x = _x(line, line.textStart() + line.textLength())
        return QPointF(origin.x() + x, origin.y() + line.y() + (line.height() - CARET.height()) / 2)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lines:
    """The layout of one text block, cached while its bands are painted."""

    begin: int
    """Position of its first character in the document."""
    end: int
    """Position at which the next block begins."""
    text: str
    layout: QTextLayout
    origin: QPointF


def find_all(text: str, words: str) -> list[tuple[int, int]]:
    """Return start and end of each match of `words`, ignoring case; adjacent matches are joined."""
    places: list[tuple[int, int]] = []
    for found in re.finditer(re.escape(words), text, re.IGNORECASE) if words else ():
        first = places.pop()[0] if places and places[-1][1] == found.start() else found.start()
        places.append((first, found.end()))
    return places


def _x(line: QTextLine, position: int) -> float:
    x: Any = line.cursorToX(position)
    return float(x[0] if isinstance(x, tuple) else x)


def _has_links(document: Document) -> bool:
    source = document.block.text if document.block else ""
    return "](" in source or "://" in source
