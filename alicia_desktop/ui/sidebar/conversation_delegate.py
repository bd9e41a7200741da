"""The delegate of the conversation list: a conversation or search result in two lines, headings over sections."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.plain_text import clip_line
from alicia_desktop.view.rows import ConversationRow, ConversationState, Section

Index = QModelIndex | QPersistentModelIndex
HEADING: Final = 32
INSET: Final = 8
PAD: Final = 12
ICONS: Final = {"tool": "wrench", "note": "note-pencil", "memory": "brain"}
STATES: Final[Mapping[ConversationState, tuple[str | None, str]]] = {
    "queued": ("clock", "text-muted"),
    "failed": ("warning-circle-fill", "error"),
    "conflict": ("arrows-left-right", "conflict"),
}
"""Glyph and colour of what waits in a conversation, as under its messages."""
SECTION_TITLES: Final[Mapping[Section, str]] = {
    "Pinned": translate("Pinned"),
    "Today": translate("Today"),
    "Earlier": translate("Earlier"),
    "Archived": translate("Archived"),
    "Conversations": translate("Conversations"),
    "Messages": translate("Messages"),
    "Tools": translate("Tools"),
    "Notes": translate("Notes"),
    "Memories": translate("Memories"),
    "Related": translate("Related"),
}


class ConversationDelegate(QStyledItemDelegate):
    """Paint a row: title and time over the last line; the selected one with an accent bar."""

    def __init__(self, *, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._nothing = self.tr("No messages yet")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of two lines, plus a heading if a section begins."""
        return QSize(200, self._theme.height("row-list") + (self._scaled(HEADING) if _begins_section(index) else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint heading, background and text."""
        row: ConversationRow = index.data(ROW_ROLE)
        rect = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if _begins_section(index):
            line = self._theme.line("label")
            top = rect.top() + self._scaled(HEADING) - line - 4
            heading = QRect(rect.left() + INSET + PAD, top, rect.width() - 2 * (INSET + PAD), line)
            self._write(painter, heading, SECTION_TITLES[row.section], "label", "text-muted")
        rect = self.row_of(index, rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        self._paint_ground(painter, rect, chosen=chosen, hovered=hovered)
        self._paint_words(painter, rect.adjusted(PAD, self._scaled(6), -PAD, -self._scaled(6)), row, chosen=chosen)
        painter.restore()

    def row_of(self, index: Index, cell: QRect) -> QRect:
        """Return the place of the row without the heading over it."""
        return cell.adjusted(INSET, self._scaled(HEADING) if _begins_section(index) else 0, -INSET, 0)

    def _scaled(self, pixels: int) -> int:
        """Return a height that grows with the text."""
        return round(pixels * self._theme.scale)

    def _paint_ground(self, painter: QPainter, rect: QRect, *, chosen: bool, hovered: bool) -> None:
        theme = self._theme
        radius = theme.radius("control")
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or hovered:
            painter.setBrush(theme.colour("surface-selected" if chosen else "surface-hover"))
            painter.drawRoundedRect(rect, radius, radius)
        if chosen:
            bar = QRectF(rect.left(), rect.top() + 10, 3, rect.height() - 20)
            if painter.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                bar.moveRight(rect.right() + 1)
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(bar, 1.5, 1.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if chosen and theme.outlined:
            painter.setPen(QPen(theme.colour("border"), 1))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius)

    def _paint_words(self, painter: QPainter, rect: QRect, row: ConversationRow, *, chosen: bool) -> None:
        theme = self._theme
        time_width = QFontMetrics(theme.font("small")).horizontalAdvance(row.time) + 2
        mirrored = painter.layoutDirection() is Qt.LayoutDirection.RightToLeft
        title = QRect(rect.left(), rect.top(), rect.width() - time_width - 8, self._scaled(20))
        time = QRect(rect.right() - time_width + 1, rect.top() + self._scaled(2), time_width, self._scaled(18))
        if mirrored:
            title.moveRight(rect.right())
            time.moveLeft(rect.left())
        self._write(painter, title, row.title, "ui", "text", weight=600 if chosen else 500)
        self._write(painter, time, row.time, "small", "text-muted")
        last = QRect(rect.left(), rect.top() + self._scaled(20), rect.width(), self._scaled(18))
        icon, colour = STATES.get(row.state) or ("eye-slash" if row.private else ICONS.get(row.kind), "text-muted")
        if icon is not None:
            size = theme.icon_size("small")
            left = last.right() - size if mirrored else last.left()
            ratio = painter.device().devicePixelRatio()
            painter.drawPixmap(left, last.top() + 2, theme.pixmap(icon, colour, size, ratio))
            last.adjust(0, 0, -size - 4, 0) if mirrored else last.adjust(size + 4, 0, 0, 0)
        if row.marks:
            self._write_marked(painter, last, row)
        else:
            self._write(painter, last, row.last_line or self._nothing, "small", "text-muted")

    def _write_marked(self, painter: QPainter, rect: QRect, row: ConversationRow) -> None:
        """Paint the text around a match, with the match highlighted and bold: never by colour alone."""
        theme = self._theme
        font, heavy = theme.font("small"), theme.font("small", weight=600)
        shown = QFontMetrics(font).elidedText(
            clip_line(row.last_line, rect.width()), Qt.TextElideMode.ElideRight, rect.width()
        )
        marked = QTextCharFormat()
        marked.setFont(heavy)
        marked.setBackground(theme.colour("field-selected"))
        marked.setForeground(theme.colour("field-selected-text"))
        ranges = []
        for start, end in row.marks:
            span = QTextLayout.FormatRange()
            span.start, span.length, span.format = start, min(end, len(shown)) - start, marked
            if span.length > 0:
                ranges.append(span)
        option = QTextOption(Qt.AlignmentFlag.AlignLeading)
        option.setTextDirection(painter.layoutDirection())
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout = QTextLayout(shown, font)
        layout.setTextOption(option)
        layout.setFormats(ranges)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(rect.width())
        layout.endLayout()
        painter.setPen(theme.colour("text-muted"))
        painter.setClipRect(rect)
        layout.draw(painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2))
        painter.setClipping(False)

    def _write(
        self, painter: QPainter, rect: QRect, text: str, font: FontName, colour: str, *, weight: int | None = None
    ) -> None:
        painter.setFont(self._theme.font(font, weight=weight))
        painter.setPen(self._theme.colour(colour))
        shown = painter.fontMetrics().elidedText(
            clip_line(text, rect.width()), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, shown)


def _begins_section(index: Index) -> bool:
    row: ConversationRow = index.data(ROW_ROLE)
    before = index.siblingAtRow(index.row() - 1) if isinstance(index, QModelIndex) else QModelIndex()
    return not before.isValid() or before.data(ROW_ROLE).section != row.section
