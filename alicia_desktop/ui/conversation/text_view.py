"""What somebody wrote, to read and to select: a browser without scroll bars that is as high as its text.

Behind the text it paints the sentence that is being spoken, from the lines of the layout (a character format cannot
draw a line of 2 pixels), and behind the last character the caret of an answer that still grows.
"""

from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPalette,
    QTextBlock,
    QTextCursor,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from alicia_desktop.ui.conversation.documents import Document
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.inert_document import empty_resource
from alicia_desktop.ui.untrusted.links import describe_link, open_address, parse_link
from alicia_desktop.ui.untrusted.plain_text import show_tool_tip

CARET: Final = QRectF(4, 0, 8, 16)
CARET_ROOM: Final = 14


class TextView(QTextBrowser):
    """One document of the cache; it never lays out anything itself."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._spoken: tuple[int, int] | None = None
        self._caret = False
        self._document: Document | None = None
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
        """Show `document` in the colour `ink`, as wide and as high as it is."""
        self._spoken, self._caret = None, False
        if document is not self._document:
            self.mark_found("")
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, self._theme.colour(ink))
        self.setPalette(palette)
        if document is not self._document:
            before, self._document = self._document, document
            document.hold()
            # In this order: the one shown before is still in the cache and must not be laid out to this one's width.
            self.setDocument(document)
            self.setAccessibleDescription("")
            if before is not None:
                before.let_go()
            if document.measure != self.lineWrapColumnOrWidth():  # which would lay it out once more
                self.setLineWrapColumnOrWidth(document.measure)
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if _has_links(document) else Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(name)
        self.setFixedSize(document.measure + CARET_ROOM, round(document.size().height() + 0.5))

    def mark_spoken(self, source_range: tuple[int, int] | None) -> None:
        """Mark the sentence at these offsets of the block's source, or none."""
        shown = None
        if source_range is not None and self._document is not None:
            first, last = self._document.shown(*source_range)
            shown = (first, last) if last > first else None
        if shown != self._spoken:
            self._spoken = shown
            self.viewport().update()

    def mark_found(self, words: str) -> None:
        """Lay the ground of a selection behind every place of `words`, in whatever case; behind none when empty."""
        if not words and not self.extraSelections():
            return
        places: list[QTextEdit.ExtraSelection] = []
        at = self.document().find(words) if words else QTextCursor()
        while not at.isNull():
            place = QTextEdit.ExtraSelection()
            place.cursor = at
            place.format.setBackground(self._theme.colour("selection"))
            places.append(place)
            at = self.document().find(words, at)
        self.setExtraSelections(places)

    @property
    def spoken(self) -> tuple[int, int] | None:
        """The shown positions of the marked sentence."""
        return self._spoken

    def show_caret(self, *, shown: bool) -> None:
        """Show that more is coming."""
        if shown != self._caret:
            self._caret = shown
            self.viewport().update()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Return an empty resource: nothing is fetched."""
        return empty_resource(kind)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go to the next link and say where it leads; under the mouse its tool tip does."""
        is_link = super().focusNextPrevChild(forward)
        url = parse_link(self.textCursor().charFormat().anchorHref()) if is_link else None
        shown = describe_link(url) if url is not None else ""
        self.setAccessibleDescription(shown)
        show_tool_tip(self.viewport().mapToGlobal(self.cursorRect().bottomLeft()), shown, self)
        return is_link

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the list of messages."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the marked sentence, the text over it, then the caret."""
        if self._spoken is not None and self._document is not None:
            painter = QPainter(self.viewport())
            for band in self._bands(*self._spoken):
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

    def _paint_band(self, painter: QPainter, band: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("speaking-soft"))
        painter.drawRoundedRect(band, 2, 2)
        painter.fillRect(QRectF(band.left(), band.bottom() - 2, band.width(), 2), self._theme.colour("speaking-fill"))

    def _bands(self, first: int, last: int) -> list[QRectF]:
        bands: list[QRectF] = []
        block = self.document().findBlock(first)
        while block.isValid() and block.position() < last:
            bands += self._bands_of_block(block, first - block.position(), last - block.position())
            block = block.next()
        return bands

    def _bands_of_block(self, block: QTextBlock, first: int, last: int) -> list[QRectF]:
        layout = block.layout()
        origin = self.document().documentLayout().blockBoundingRect(block).topLeft()
        bands = []
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            start, end = max(first, line.textStart()), min(last, line.textStart() + line.textLength())
            text = block.text()[start:end]
            end -= len(text) - len(text.rstrip())
            if start < end:
                bands.append(self._band(line, start, end, origin))
        return bands

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


def _x(line: QTextLine, position: int) -> float:
    x: Any = line.cursorToX(position)
    return float(x[0] if isinstance(x, tuple) else x)


def _has_links(document: Document) -> bool:
    return "](" in document.source or "://" in document.source
