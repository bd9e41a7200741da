"""Paint the waterfall of a turn: a bar for what took time, a diamond for an instant, in ms by this computer's clock.

Time runs from left to right in every language (README of the mock-ups), so nothing here is mirrored. Which milliseconds
are spanned, and where the marks stand, is decided by `Axis`; where rows and figures stand, by `WaterfallLayout`.
"""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import CENTRED, SELECTION_BAR, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import as_arrow
from alicia_desktop.ui.inspector.turn.waterfall_layout import BAR_HEIGHT, PADDING, WaterfallLayout, label_font
from alicia_desktop.ui.theme import EDGE_TO_EDGE, Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name, show_tool_tip
from alicia_desktop.view.text import signed
from alicia_desktop.view.turns import TurnView
from alicia_desktop.view.waterfall import Axis, WaterfallRow, axis_of, first_word_ms

KINDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "speech": ("microphone", "hearing", "hearing-fill"),
    "transcript": ("text-aa", "info", "info"),
    "retrieval": ("brain", "trace-retrieved", "trace-retrieved"),
    "start": ("play", "text-muted", "text-muted"),
    "reasoning": ("lightbulb", "reasoning", "reasoning"),
    "tool": ("wrench", "tool", "tool"),
    "sentence": ("chat-circle-text", "assistant", "assistant-fill"),
    "sound": ("waves", "speaking", "speaking-fill"),
    "network": ("arrows-left-right", "text-muted", "text-muted"),
    "waiting": ("hourglass", "text-muted", "text-muted"),
    "server": ("hard-drives", "text-muted", "text-muted"),
    "prompt": ("book-open", "assistant", "assistant-fill"),
    "tokens": ("text-align-left", "assistant", "assistant-fill"),
    "voice": ("speaker-high", "speaking", "speaking-fill"),
    "buffer": ("stack", "speaking", "speaking-fill"),
    "end": ("stop-circle", "error", "error"),
    "untold": ("question", "text-muted", "text-muted"),
}
"""Kind → its icon, the icon's colour, the bar's colour."""

MIN_BAR_WIDTH: Final = 3

BESIDE: Final = 0.35
"""How opaque a bar is where it went on beside what was waited for."""


class Waterfall(QWidget):
    """Rows below their axis; arrows choose a row, Enter or a click follows it."""

    row_selected = Signal(str)
    row_activated = Signal(str)
    height_changed = Signal()
    """Its rows take another height than before."""
    details_changed = Signal(str)
    seek_requested = Signal(float)
    """A moment that was pressed while a replay shows its position here."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._turn: TurnView | None = None
        self._whole = False
        self._chosen = ""
        self._position: float | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(EDGE_TO_EDGE, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)
        theme.changed.connect(self.update)
        self.set_turn(None)

    @property
    def rows(self) -> tuple[WaterfallRow, ...]:
        """What it shows."""
        return self._turn.waterfall if self._turn else ()

    @property
    def _total(self) -> str:
        return self._turn.total if self._turn else ""

    @property
    def details(self) -> str:
        """All that is known of the chosen row, as a sentence; empty for none."""
        return next((self._said(row) for row in self.rows if row.id == self._chosen), "")

    @property
    def chosen(self) -> str:
        """The id of the chosen row; empty for none."""
        return self._chosen

    def set_turn(self, turn: TurnView | None) -> None:
        """Show the rows of a turn."""
        self._turn = turn
        self._update_accessible_text()
        self._fit()
        self.update()

    def set_whole(self, *, whole: bool) -> None:
        """Show the whole turn, or its first two seconds."""
        self._whole = whole
        self.update()

    def set_position(self, position: float | None) -> None:
        """Show where a replay is, as a line; None for no replay."""
        self._position = position
        self.update()

    def choose(self, row_id: str) -> None:
        """Mark a row without emitting `row_selected`; an id that is not here marks none."""
        self._chosen = row_id
        self._update_accessible_text()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for all rows and their axis."""
        height = self._layout().height(len(self.rows), total=bool(self._total))
        return QSize(self._theme.width("inspector"), height)

    def row_rect(self, number: int) -> QRect:
        """Return where a row lies."""
        return self._layout().row(number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the rows need in this width."""
        super().resizeEvent(event)
        self._fit()

    @property
    def chosen_rect(self) -> QRect | None:
        """Where the chosen row lies; None where none is chosen."""
        return next((self.row_rect(number) for number, row in enumerate(self.rows) if row.id == self._chosen), None)

    def event(self, event: QEvent) -> bool:
        """Show the whole text of a row, which may have been cut, as its tool tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self._row_at(event.pos().y())
            show_tool_tip(event.globalPos(), "" if number is None else self._said(self.rows[number]), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose and follow the row under the mouse; during a replay, go to the moment that is pressed."""
        if self._seek(event):
            return
        number = self._row_at(event.position().toPoint().y())
        if event.button() == Qt.MouseButton.LeftButton and number is not None:
            self._select_row(number)
            self.row_activated.emit(self._chosen)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along with the mouse during a replay."""
        self._seek(event)

    def _seek(self, event: QMouseEvent) -> bool:
        """Go to the moment under the mouse; return whether there is a replay, and one."""
        left, width = self.axis_place()
        x = event.position().x() - left
        if self._position is None or not event.buttons() & Qt.MouseButton.LeftButton or not -PADDING <= x <= width:
            return False
        self.seek_requested.emit(axis_of(self.rows, whole=self._whole, width=width).moment(x))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the rows, follow one."""
        event = as_arrow(event)
        ids = [row.id for row in self.rows]
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is not None and ids:
            place = ids.index(self._chosen) + step if self._chosen in ids else 0
            self._select_row(min(max(place, 0), len(ids) - 1))
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self._chosen in ids:
            self.row_activated.emit(self._chosen)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grounds, axis, bars and figures."""
        if self._turn is None:
            return
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering)
        layout = self._layout()
        left = layout.axis_left
        axis = axis_of(self.rows, whole=self._whole, width=layout.axis_width)
        for number, row in enumerate(self.rows):
            if row.id == self._chosen:
                ground = layout.row(number)
                canvas.fill(ground, "surface-selected")
                canvas.fill(QRect(0, ground.top(), SELECTION_BAR, ground.height()), "accent")
        self._paint_axis(canvas, axis, layout)
        for number, row in enumerate(self.rows):
            self._paint_words(canvas, row, layout.row(number), layout)
            self._paint_bar(painter, row, layout.strip(layout.row(number)), axis, left)
        if self._total:
            self._paint_total(canvas, layout)
        if self._position is not None and axis.first <= self._position <= axis.last:
            self._paint_position(painter, left + axis.x(self._position), layout)
        painter.end()

    def _paint_position(self, painter: QPainter, x: float, layout: WaterfallLayout) -> None:
        """Paint where a replay is, with a head that tells it from the other lines without its colour."""
        colour, head = self._theme.colour("accent"), layout.head
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 2))
        painter.drawLine(QPointF(x, head), QPointF(x, layout.row(len(self.rows)).top()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(x - 5, head - 6), QPointF(x + 5, head - 6), QPointF(x, head + 1)]))

    def _paint_axis(self, canvas: Canvas, axis: Axis, layout: WaterfallLayout) -> None:
        left, word = layout.axis_left, first_word_ms(self.rows)
        strips = [layout.strip(layout.row(number)) for number in range(len(self.rows))]
        lines = [(left + axis.x(mark), "text" if mark == 0 else "border", False) for mark in axis.marks()]
        if word is not None and axis.first < word < axis.last:
            lines.append((left + axis.x(word), "accent", True))
        for strip in strips:
            if word is not None and word > 0:
                soft = self._theme.colour("surface-selected")
                soft.setAlphaF(0.5)
                begin, end = left + axis.x(0), left + axis.x(word)
                canvas.painter.fillRect(QRectF(begin, strip.top(), end - begin, strip.height()), soft)
        for strip in strips if layout.is_stacked else [strips[0].united(strips[-1])] if strips else []:
            for x, colour, is_dashed in lines:
                pen = QPen(self._theme.colour(colour), 1)
                if is_dashed:
                    pen.setDashPattern([4, 3])
                canvas.painter.setPen(pen)
                canvas.painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom() + 1))
        self._paint_marks(canvas, axis, layout)
        names = {"at": self.tr("at"), "took": self.tr("took"), "share": self._share_title}
        for column in layout.columns:
            place = layout.heading(column)
            canvas.words(place, names[column], font="small", colour="text-muted", align=TRAILING, elide=False)

    def _paint_marks(self, canvas: Canvas, axis: Axis, layout: WaterfallLayout) -> None:
        """Write zero first; a figure that would touch one already there is left out."""
        assert self._turn is not None
        taken: list[QRect] = []
        marks = axis.marks()
        for mark in sorted(marks, key=lambda mark: (mark != 0, mark != marks[-1], mark)):
            zero, last = mark == 0, mark == marks[-1]
            text = self._turn.zero if zero else signed(mark) + (self.tr(" ms") if last else "")
            weight = 600 if zero else None
            width = self._lettering.width(text, "small", weight) + 2
            x = min(layout.axis_left + axis.x(mark) - width / 2, layout.axis_left + axis.width - width)
            room = layout.marks()
            place = QRect(round(max(x, 4)), room.top(), width, room.height())
            if not any(place.adjusted(-4, 0, 4, 0).intersects(other) for other in taken):
                taken.append(place)
                colour = "text" if zero else "text-muted"
                canvas.words(place, text, font="small", weight=weight, colour=colour, align=CENTRED, elide=False)

    def _paint_words(self, canvas: Canvas, row: WaterfallRow, room: QRect, layout: WaterfallLayout) -> None:
        icon, colour, _ = KINDS[row.kind]
        side = self._theme.icon_size()
        canvas.icon(QRect(PADDING, room.top(), side, layout.words_height), icon, colour, side)
        canvas.words(layout.label(room), row.label, font=label_font(row))
        figures = {"at": (row.at, "text-muted"), "took": (row.took, "text"), "share": (row.share, "text")}
        for column in layout.columns:
            text, ink = figures[column]
            canvas.words(layout.figure(column, room), text, colour=ink, align=TRAILING, elide=False)

    def _paint_bar(self, painter: QPainter, row: WaterfallRow, room: QRect, axis: Axis, left: int) -> None:
        if row.end_ms < axis.first or row.at_ms > axis.last:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(KINDS[row.kind][2]))
        start, middle = left + axis.x(row.at_ms), room.top() + room.height() / 2
        if row.took_ms is None:
            corners = ((0.0, -6.0), (5.0, 0.0), (0.0, 6.0), (-5.0, 0.0))
            painter.drawPolygon(QPolygonF([QPointF(start + dx, middle + dy) for dx, dy in corners]))
            return
        places = [self._stretch_place(one, axis, left, middle) for one in row.stretches or ((row.at_ms, row.end_ms),)]
        painter.setOpacity(BESIDE if self._total else 1.0)
        for place in places:
            self._paint_stretch(painter, row, place)
        painter.setOpacity(1.0)
        for stretch in row.path:
            self._paint_stretch(painter, row, self._stretch_place(stretch, axis, left, middle))
        if row.at_ms < axis.first:
            self._paint_cut(painter, start + 8, middle)
        if row.end_ms > axis.last:
            self._paint_cut(painter, places[-1].right() - 16, middle)

    def _stretch_place(self, stretch: tuple[float, float], axis: Axis, left: int, middle: float) -> QRectF:
        """Return where a stretch lies; nothing where it is not within the axis."""
        if stretch[1] < axis.first or stretch[0] > axis.last:
            return QRectF()
        start = left + axis.x(stretch[0])
        width = max(MIN_BAR_WIDTH, left + axis.x(stretch[1]) - start)
        return QRectF(start, middle - BAR_HEIGHT / 2, width, BAR_HEIGHT)

    def _paint_stretch(self, painter: QPainter, row: WaterfallRow, place: QRectF) -> None:
        """Paint a bar; what nobody told is hatched."""
        if place.isEmpty():
            return
        colour = self._theme.colour(KINDS[row.kind][2])
        is_hatched = row.teller == "nobody"
        painter.setPen(QPen(colour, 1) if is_hatched else Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern if is_hatched else Qt.BrushStyle.SolidPattern))
        painter.drawRoundedRect(place, 2, 2)

    def _paint_total(self, canvas: Canvas, layout: WaterfallLayout) -> None:
        """Write the sum of the last column, below a line."""
        room = layout.row(len(self.rows))
        canvas.fill(QRect(room.left(), room.top(), room.width(), 1), "border")
        canvas.words(layout.label(room), self.tr("Total"), font="ui-strong")
        place = layout.heading("share", room.top())
        canvas.words(place, self._total, font="ui-strong", align=TRAILING, elide=False)

    def _paint_cut(self, painter: QPainter, x: float, middle: float) -> None:
        painter.setPen(QPen(self._theme.colour("surface-raised"), 2))
        for offset in (0, 6):
            painter.drawLine(QPointF(x + offset + 4, middle - 6), QPointF(x + offset, middle + 6))

    def axis_place(self) -> tuple[int, int]:
        """Return where the axis begins and how wide it is, in pixels."""
        layout = self._layout()
        return layout.axis_left, layout.axis_width

    @property
    def _share_title(self) -> str:
        """The heading of the shares, which says of what; so the total is seen where its row is not."""
        return self.tr("of {total}").format(total=self._total) if self._total else ""

    def _layout(self) -> WaterfallLayout:
        return WaterfallLayout(self.rows, share_title=self._share_title, lettering=self._lettering, width=self.width())

    def _fit(self) -> None:
        height = self.sizeHint().height()
        if height != self.height():
            self.setFixedHeight(height)
            self.height_changed.emit()

    def _row_at(self, y: int) -> int | None:
        number = self._layout().row_at(y)
        return number if 0 <= number < len(self.rows) else None

    def _select_row(self, number: int) -> None:
        self.choose(self.rows[number].id)
        self.row_selected.emit(self._chosen)

    def _update_accessible_text(self) -> None:
        set_accessible_name(self, self.details or self.tr("Turn waterfall"))
        lines = [*map(self._said, self.rows)]
        if self._total:
            lines.append(self.tr("Total: {total}").format(total=self._total))
        set_accessible_description(self, "\n".join(lines))
        self.details_changed.emit(self.details)

    def _said(self, row: WaterfallRow) -> str:
        """Return all that is known of a row."""
        said = self.tr("{label}, at {at} ms").format(label=row.label, at=row.at)
        if row.took_ms is not None:
            said = self.tr("{said}, took {took}").format(said=said, took=row.took)
        if len(row.stretches) > 1:
            said = self.tr("{said} in {count} parts").format(said=said, count=len(row.stretches))
        if self._total and row.took_ms is not None:
            share = row.share or self.tr("nothing")
            said = self.tr("{said}, {share} of the total").format(said=said, share=share)
        if row.note:
            said = self.tr("{said}, {note}").format(said=said, note=row.note)
        if row.teller == "server" and self._turn is not None and self._turn.clocks:
            said = self.tr("{said}, told by the server ({clocks})").format(said=said, clocks=self._turn.clocks)
        return said
