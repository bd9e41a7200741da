"""Show the bytes of a stanza in hex and in ASCII, and find text or hex in them.

Only the lines in view are painted. The selected field is a byte range: its key on a soft ground, its value on a
strong one. Bytes stay left to right.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QHBoxLayout, QLineEdit, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.focus import claim_escape
from alicia_desktop.ui.inspector.row_views import as_arrow, is_plain
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.stanza_details import NOTHING, FieldNode, FoundBytes, find_bytes

PADDING: Final = 12
OFFSET: Final = 6
"""Characters of the offset and the gap after it."""
PER_LINE: Final = (16, 8, 4)
"""How many bytes a line may show."""
HIT: Final = 2
"""Pixels of the line below what a filter found."""
DOT: Final = "·"
Runs = tuple[tuple[int, int], ...]
"""First byte and the one after the last of each run, ascending."""


class BytesView(QAbstractScrollArea):
    """Sixteen bytes a line, or eight where there is no room; a click or an arrow key selects a byte."""

    byte_selected = Signal(int)
    copy_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._measure()
        self._raw = b""
        self._field: FieldNode | None = None
        self._hits: Runs = ()
        self._found: Runs = ()
        self._differing: Runs = ()
        self._cursor = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.setAccessibleName(self.tr("Stanza bytes"))
        theme.changed.connect(self._on_theme)

    def _measure(self) -> None:
        self._font = self._theme.font("data")
        self._metrics = QFontMetricsF(self._font)
        self._cell = self._metrics.horizontalAdvance("0")

    def _on_theme(self) -> None:
        self._measure()
        self._fit()
        self.viewport().update()

    @property
    def per_line(self) -> int:
        """How many bytes a line shows: as many of `PER_LINE` as fit."""
        room = self.viewport().width()
        return next((count for count in PER_LINE if room >= self.width_of(count)), PER_LINE[-1])

    @property
    def marked(self) -> tuple[int, int, int] | None:
        """Where the chosen field begins, where its value begins, and its end; None for no field."""
        field = self._field
        return None if field is None else (field.start, field.value_start, field.end)

    def width_of(self, per_line: int) -> int:
        """Return how wide lines of so many bytes are, in pixels."""
        characters = OFFSET + per_line * 3 + per_line // 8 + per_line
        return round(characters * self._cell) + 2 * PADDING

    def sizeHint(self) -> QSize:
        """Return the room for sixteen a line."""
        return QSize(self.width_of(16), 8 * self.line_height())

    def minimumSizeHint(self) -> QSize:
        """Return the room for the fewest a line."""
        return QSize(self.width_of(PER_LINE[-1]), 3 * self.line_height())

    def set_bytes(self, raw: bytes, hits: tuple[tuple[int, int], ...] = ()) -> None:
        """Show the bytes of another stanza, with the runs in which a filter found something."""
        self._raw = raw
        self._hits = hits
        self._found = self._differing = ()
        self._field = None
        self._cursor = 0
        self._fit()
        self.verticalScrollBar().setValue(max(0, hits[0][0] // self.per_line - 1) if hits else 0)
        self.viewport().update()

    def set_found(self, runs: Runs) -> None:
        """Draw a line below what was searched for."""
        self._found = runs
        self.viewport().update()

    def set_differing(self, runs: Runs) -> None:
        """Give a ground to the bytes that differ from those of another stanza."""
        self._differing = runs
        self.viewport().update()

    def _show_differing(self) -> None:
        """Bring the first byte that differs into view, with a line before it."""
        if self._differing:
            self.verticalScrollBar().setValue(max(0, self._differing[0][0] // self.per_line - 1))

    def select(self, byte: int) -> None:
        """Go to a byte, as the arrow keys do."""
        self._cursor = byte
        self._show(byte)
        self.byte_selected.emit(byte)

    def mark(self, field: FieldNode | None) -> None:
        """Mark the bytes of a field and bring its value into view."""
        self._field = field
        if field is not None and not field.start <= self._cursor < field.end:
            self._cursor = min(field.value_start, field.end - 1)
        self._show_marked()
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the byte under the mouse, in hex or in ASCII."""
        byte = self._byte_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and byte is not None:
            self._cursor = byte
            self.byte_selected.emit(byte)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the bytes; c copies."""
        event = as_arrow(event)
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self.per_line,
            Qt.Key.Key_Down: self.per_line,
        }
        step = steps.get(Qt.Key(event.key()))
        if is_plain(event, Qt.Key.Key_C):
            self.copy_requested.emit()
        elif step is not None and self._raw:
            self._cursor = min(max(self._cursor + step, 0), len(self._raw) - 1)
            self._show(self._cursor)
            self.byte_selected.emit(self._cursor)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the lines out anew."""
        super().resizeEvent(event)
        self._fit()
        self._show_marked()
        self._show_differing()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines in view."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.colour("surface-sunken"))
        painter.setFont(self._font)
        first = self.verticalScrollBar().value()
        for line in range(first, min(first + self.lines_in_view() + 2, self._lines())):
            self._paint_line(painter, line, (line - first) * self.line_height())
        painter.end()

    def _paint_line(self, painter: QPainter, line: int, top: int) -> None:
        start = line * self.per_line
        painter.setPen(self._theme.colour("text-muted"))
        self._write(painter, PADDING, top, f"{start:04x}")
        for first, end, ground, ink in self._runs(start, min(start + self.per_line, len(self._raw))):
            hexes = QRectF(self.hex_x(first - start), top, self.hex_x(end - start - 1) - self.hex_x(first - start), 0)
            hexes.setWidth(hexes.width() + 2 * self._cell)
            chars = QRectF(self.ascii_x(first - start), top, (end - first) * self._cell, 0)
            for place in (hexes, chars):
                place.setHeight(self.line_height())
                if ground:
                    painter.fillRect(place, self._theme.colour(ground))
            self._paint_marks(painter, start, (first, end), top)
            for byte in range(first, end):
                is_other = any(True for _ in _within(self._differing, byte, byte + 1))
                painter.setPen(self._theme.colour("field-selected-text" if is_other else ink))
                self._write(painter, self.hex_x(byte - start), top, f"{self._raw[byte]:02x}")
                self._write(painter, self.ascii_x(byte - start), top, _ascii(self._raw[byte : byte + 1]))

    def _paint_marks(self, painter: QPainter, start: int, part: tuple[int, int], top: int) -> None:
        """Mark what differs by its ground and what was found by a line, in hex and in ASCII."""
        height = self.line_height()
        for runs, colour, thick in (
            (self._differing, "field-selected", height),
            (self._hits, "warn", HIT),
            (self._found, "accent", HIT),
        ):
            for low, high in _within(runs, *part):
                left, right = self.hex_x(low - start), self.hex_x(high - start - 1) + 2 * self._cell
                ascii_left = self.ascii_x(low - start)
                for x, width in ((left, right - left), (ascii_left, (high - low) * self._cell)):
                    painter.fillRect(QRectF(x, top + height - thick, width, thick), self._theme.colour(colour))

    def _runs(self, start: int, end: int) -> Iterator[tuple[int, int, str, str]]:
        """Return runs of a line with one ground and ink each: before the field, its key, its value, after it."""
        marked = self.marked
        if marked is None:
            yield start, end, "", "text"
            return
        field_start, value_start, field_end = marked
        parts = (
            (start, field_start, "", "text"),
            (field_start, value_start, "surface-selected", "text"),
            (value_start, field_end, "field-selected", "field-selected-text"),
            (field_end, end, "", "text"),
        )
        for first, last, ground, ink in parts:
            first, last = max(first, start), min(last, end)  # noqa: PLW2901 - the same run, as much as is on this line
            if first < last:
                yield first, last, ground, ink

    def _write(self, painter: QPainter, x: float, top: int, text: str) -> None:
        base = top + (self.line_height() + self._metrics.ascent() - self._metrics.descent()) / 2
        painter.drawText(QPointF(x, base), text)

    def hex_x(self, column: int) -> float:
        """Return where a byte of a line stands as hex, in pixels."""
        return PADDING + (OFFSET + column * 3 + (1 if column >= 8 else 0)) * self._cell

    def ascii_x(self, column: int) -> float:
        """Return where a byte of a line stands as text, in pixels."""
        per_line = self.per_line
        return PADDING + (OFFSET + per_line * 3 + per_line // 8 + column) * self._cell

    def _byte_at(self, place: QPointF) -> int | None:
        line = self.verticalScrollBar().value() + int(place.y()) // self.line_height()
        for column in range(self.per_line):
            hex_x, ascii_x = self.hex_x(column), self.ascii_x(column)
            inside = hex_x <= place.x() < hex_x + 2.5 * self._cell or ascii_x <= place.x() < ascii_x + self._cell
            if inside and line * self.per_line + column < len(self._raw):
                return line * self.per_line + column
        return None

    def _show_marked(self) -> None:
        """Bring the field into view, of a long one its beginning."""
        if self._field is not None:
            self._show(self._field.end - 1)
            self._show(self._field.start)

    def _show(self, byte: int) -> None:
        bar, line = self.verticalScrollBar(), byte // self.per_line
        if line < bar.value():
            bar.setValue(line)
        elif line >= bar.value() + self.lines_in_view():
            bar.setValue(line - self.lines_in_view() + 1)

    def _fit(self) -> None:
        self.verticalScrollBar().setPageStep(self.lines_in_view())
        self.verticalScrollBar().setRange(0, max(0, self._lines() - self.lines_in_view()))

    def _lines(self) -> int:
        return -(-len(self._raw) // self.per_line)

    def lines_in_view(self) -> int:
        """Return how many lines are seen at once."""
        return max(1, self.viewport().height() // self.line_height())

    def line_height(self) -> int:
        """Return the height of a line in pixels."""
        return self._theme.line("data")


def _within(runs: Runs, first: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield as much of each run as lies between two bytes."""
    for place in range(max(0, bisect_right(runs, (first, 0)) - 1), len(runs)):
        low, high = max(runs[place][0], first), min(runs[place][1], end)
        if runs[place][0] >= end:
            return
        if low < high:
            yield low, high


def _ascii(data: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else DOT for byte in data)


class ByteFindBar(QWidget):
    """Hidden until it is opened; Enter and Shift+Enter step, Escape closes."""

    changed = Signal(object)
    """What was found, as `FoundBytes`."""
    run_selected = Signal(int, int)
    closed = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._raw = b""
        self._found = NOTHING
        self._at = -1
        self.field = QLineEdit()
        self.field.setMaxLength(MAX_FIELD_CHARACTERS)
        self.field.setFont(theme.font("small"))
        self.field.setMinimumWidth(60)
        self.field.setPlaceholderText(self.tr("Find in bytes"))
        self.field.setAccessibleName(self.tr("Find in bytes"))
        self._hex = Button(self.tr("Hex"), theme=theme, small=True)
        self._hex.setCheckable(True)
        set_tool_tip(self._hex, self.tr("Look for bytes, such as 85 a8, not for text"))
        self._count = Label("", theme=theme, font="small", tone="muted")
        before = IconButton("caret-up", self.tr("Previous match (Shift+Enter)"), theme=theme, small=True)
        after = IconButton("caret-down", self.tr("Next match (Enter)"), theme=theme, small=True)
        close = IconButton("x", self.tr("Close"), theme=theme, small=True)
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 2, 8, 4)
        line.setSpacing(4)
        line.addWidget(self.field, 1)
        line.addSpacing(4)  # the focus ring of the field is that wide
        for widget in (self._hex, self._count, before, after, close):
            line.addWidget(widget)
        self.field.textChanged.connect(self._search)
        self._hex.toggled.connect(self._search)
        before.clicked.connect(lambda: self.step(-1))
        after.clicked.connect(lambda: self.step(1))
        close.clicked.connect(self.close_bar)
        self.setVisible(False)

    @property
    def found(self) -> FoundBytes:
        """What was found."""
        return self._found

    def open_bar(self) -> None:
        """Show it, the cursor in its field."""
        self.setVisible(True)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search()

    def close_bar(self) -> None:
        """Hide it; nothing is marked any more."""
        self.setVisible(False)
        self._set_found(NOTHING)
        self.closed.emit()

    def set_bytes(self, raw: bytes) -> None:
        """Search the bytes of another stanza."""
        self._raw = raw
        if not self.isHidden():
            self._search()

    def step(self, by: int) -> None:
        """Go to the next match, or to the one before; beyond the last comes the first."""
        runs = self._found.runs
        if runs:
            self._at = (self._at + by) % len(runs) if self._at >= 0 else (0 if by > 0 else len(runs) - 1)
            self._show_count()
            self.run_selected.emit(*runs[self._at])

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window does."""
        return claim_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by Enter, close by Escape."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def _search(self) -> None:
        self._set_found(find_bytes(self._raw, self.field.text(), is_hex=self._hex.isChecked()))

    def _set_found(self, found: FoundBytes) -> None:
        self._found, self._at = found, -1
        self._show_count()
        self.changed.emit(found)

    def _show_count(self) -> None:
        count = f"{format_number(len(self._found.runs))}{'+' if self._found.is_cut else ''}"
        if self._found.is_wrong:
            words = self.tr("Not hex")
        elif not self.field.text().strip():
            words = ""
        elif self._at < 0:
            words = self.tr("{count} found").format(count=count)
        else:
            words = self.tr("{number} of {count}").format(number=format_number(self._at + 1), count=count)
        self._count.setText(words)
        set_accessible_description(self.field, words)
