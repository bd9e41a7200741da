"""Show the traces of memories: their list, and one of them in detail.

A line of the list: rank, action, content, a bar for the score, and the score with what it means. The details: the
score's parts, why it was chosen, near misses, the raw trace, and the memory itself. They are built anew for each
trace and thrown away with it: a page of labels costs little, and nothing stale can stay on it.
"""

from typing import Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.filtering.expression import EVERYTHING, Condition
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.memory.memory_history import DiffLabel
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.inspector.memory.retrieval_section import FOLD, RetrievalSection
from alicia_desktop.ui.inspector.memory.score_parts import ScoreParts
from alicia_desktop.ui.inspector.page_parts import PADDING, CollapsibleHeading, column, facts_grid, heading
from alicia_desktop.ui.inspector.row_views import Index, RowList
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR, TRACE_ICON
from alicia_desktop.ui.widgets.labels import Icon, Label, rule
from alicia_desktop.ui.widgets.link_menu import Follow, add_link_actions, place_words
from alicia_desktop.view.memory_history import ThenAndNow
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.stanza_conditions import field_hits, text_hits
from alicia_desktop.view.trace_details import TraceDetails
from alicia_desktop.view.traces import TraceRow

START, END, GAP, CELL = 12, 16, 8, 20
BAR, BAR_HEIGHT, SCORE = 64, 6, 100
MIN_CONTENT: Final = 160
"""Pixels for what the memory says; where they are fewer, the bar goes, for which the score stands, too."""
PARTS = " · "
"""Between the parts of the line below."""
REASONS_WIDTH: Final = 212
ANY_WIDTH: Final = 16_777_215
"""Qt's own `QWIDGETSIZE_MAX`, which the bindings leave out."""
SIDE_BY_SIDE: Final = 520
"""From this width on the reasons stand beside the score's parts."""
TRACE_FOLD: Final = "trace"


class TraceList(RowList):
    """Rows of one height; Enter asks for the answer of a trace."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self.setAccessibleName(self.tr("Memory traces"))

    def row_at(self, place: QPoint) -> TraceRow | None:
        """Return the trace at a place of the viewport, or the chosen one where there is none."""
        index = self.indexAt(place)
        row: TraceRow | None = (index if index.isValid() else self.currentIndex()).data(ROW_ROLE)
        return row

    def paint_row(self, canvas: Canvas, index: Index, room: QRect, *, selected: bool) -> None:
        """Paint a row of 44; the number and its meaning are never cut, and the bar goes first."""
        row: TraceRow = index.data(ROW_ROLE)
        colour, left, side = TRACE_COLOUR[row.action], room.left() + START, self._theme.scaled(CELL)
        cell = QRect(left, room.top(), side, room.height() - 1)
        canvas.words(cell, row.rank, font="small", colour="text-muted", align=TRAILING, elide=False)
        canvas.icon(cell.translated(side + GAP, 0), TRACE_ICON[row.action], colour, self._theme.icon_size())
        end = room.right() + 1 - END - self._paint_score(canvas, row, room)
        start = left + 2 * (side + GAP)
        if row.fraction is not None and end - BAR - start >= self._theme.scaled(MIN_CONTENT):
            bar = QRect(end - BAR, room.center().y() - BAR_HEIGHT // 2, BAR, BAR_HEIGHT)
            canvas.bar(bar, row.fraction, colour, "surface-raised" if selected else "surface-hover")
            end -= BAR + GAP
        text = QRect(start, room.top() + 4, 0, self._theme.scaled(18))
        text.setRight(end - GAP)
        canvas.words(text, row.content, weight=500)
        below = text.translated(0, text.height())
        canvas.words(below, row.detail, font="small", colour="text-muted")
        if self.marked != EVERYTHING:
            canvas.mark_words(text, row.content, text_hits(self.marked, row.content), weight=500)
            canvas.mark_words(below, row.detail, self._hits_in_detail(row), font="small")

    def _hits_in_detail(self, row: TraceRow) -> list[tuple[int, int]]:
        """Return what fits in the line below: texts, and its parts where the filter names one, such as its category."""
        hits, start = list(text_hits(self.marked, row.detail)), 0
        for part in row.detail.split(PARTS):
            for key, value in (("action", part.lower()), ("category", part), ("is", part)):
                hits += [(start + a, start + b) for a, b in field_hits(self.marked, value, key=key)]
            start += len(part) + len(PARTS)
        return hits

    def _paint_score(self, canvas: Canvas, row: TraceRow, room: QRect) -> int:
        """Paint number and meaning at the end; return the room that they take."""
        meaning = self.lettering.width(row.meaning, "small")
        number = self.lettering.width(row.score, "ui-strong") + 4 if row.score else 0
        place = QRect(room.left(), room.top(), room.width() - END, room.height() - 1)
        canvas.words(place, row.meaning, font="small", colour="text-muted", align=TRAILING, elide=False)
        if row.score:
            place.setWidth(place.width() - meaning - 4)
            canvas.words(place, row.score, font="ui-strong", align=TRAILING, elide=False)
        return max(self._theme.scaled(SCORE), number + meaning) + GAP


def trace_menu(row: TraceRow | None, filter_line: FilterLine, *, follow: Follow, parent: QWidget) -> QMenu:
    """Return the context menu of a trace: what filters by it, and where it leads."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for key, value in (("action", row.action), ("category", row.category)) if row else ():
        if value:
            add_filter_actions(menu, Condition(key=key, operator=":", value=value), filter_line)
            menu.addSeparator()
    if row is not None:
        add_link_actions(menu, Reference(kind="trace", id=row.id), here="memory", follow=follow)
    return menu


class TraceDetailsPage(QWidget):
    """One page for one trace; its memory's own page is at the end of it."""

    message_requested = Signal()
    place_requested = Signal(str)
    """Where else the trace is to be shown."""
    fold_toggled = Signal(str, bool)

    def __init__(
        self,
        details: TraceDetails,
        trace: TraceRow | None,
        *,
        opened: frozenset[str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._details = details
        self._trace = trace
        self.setAccessibleName(self.tr("Memory details"))
        can_ask = details.page.ask is not None
        self.retrieval = RetrievalSection(details.retrieval, can_ask=can_ask, opened=FOLD in opened, theme=theme)
        self.memory = MemoryPageWidget(details.page, theme=theme)
        self.retrieval.fold_toggled.connect(self.fold_toggled)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._why = self._score_and_reasons()
        layout.addLayout(self._why)
        layout.addWidget(rule())
        if details.changed_since is not None:
            layout.addWidget(self._then_and_now(details.changed_since))
            layout.addWidget(rule())
        if trace is None or trace.action in {"retrieved", "unknown"}:
            layout.addWidget(self.retrieval)
        layout.addWidget(self._said(opened=TRACE_FOLD in opened))
        layout.addWidget(rule())
        layout.addWidget(self.memory, 1)
        theme.changed.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the reasons beside the parts, or below where there is no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide, column = self.width() >= self._theme.scaled(SIDE_BY_SIDE), self._theme.scaled(REASONS_WIDTH)
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._why.direction() != way:
            self._why.setDirection(way)
        self.reasons.setMinimumWidth(column if wide else 0)
        self.reasons.setMaximumWidth(column if wide else ANY_WIDTH)

    def _score_and_reasons(self) -> QBoxLayout:
        way = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        way.setContentsMargins(PADDING, 12, PADDING, 12)
        way.setSpacing(24)
        parts = QVBoxLayout()
        parts.setSpacing(4)
        title, details = self.tr("Score parts"), self._details
        if details.parts:
            parts.addLayout(heading(title, self.tr("value × weight, as sent by the server"), theme=self._theme))
            parts.addWidget(ScoreParts(details.parts, self._trace, threshold=details.threshold, theme=self._theme))
        else:
            parts.addLayout(heading(title, details.parts_note or self.tr("not sent"), theme=self._theme))
        parts.addStretch()
        self.reasons = self._reasons_column()
        way.addLayout(parts, 1)
        way.addWidget(self.reasons)
        return way

    def _then_and_now(self, changed: ThenAndNow) -> QWidget:
        """Show what the memory said for this answer, what it says now, and what differs."""
        page, lines = column()
        note = self.tr("this answer was given at {time}").format(time=changed.time)
        lines.addLayout(heading(self.tr("Changed since"), note, theme=self._theme))
        lines.addLayout(facts_grid(((self.tr("Then"), changed.then), (self.tr("Now"), changed.now)), theme=self._theme))
        lines.addWidget(DiffLabel(changed.pieces, changed.spoken, theme=self._theme))
        return page

    def _reasons_column(self) -> QWidget:
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        reasons = self._details.reasons
        missing = "" if reasons else self.tr("not sent")
        layout.addLayout(heading(self.tr("Why it was chosen"), missing, theme=self._theme))
        for reason in reasons:
            line = QHBoxLayout()
            line.setSpacing(6)
            tick = Icon("check", theme=self._theme, colour="ok", size=self._theme.tokens.icon["small"])
            line.addWidget(tick, alignment=Qt.AlignmentFlag.AlignTop)
            line.addWidget(Label(reason, theme=self._theme, font="small", wrap=True), 1)
            layout.addLayout(line)
        layout.addStretch()
        layout.addLayout(self._show())
        return column

    def _show(self) -> QHBoxLayout:
        show = Button(place_words("chat"), theme=self._theme, icon="chat-circle-text", small=True)
        show.setObjectName("show")
        show.setEnabled(self._trace is not None and bool(self._trace.message_id))
        show.clicked.connect(self.message_requested)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(show)
        places: tuple[tuple[Place, str], ...] = (("turn", "flow-arrow"), ("stanzas", "rows"))
        for place, icon in places:
            button = IconButton(icon, place_words(place), theme=self._theme, small=True)
            button.setObjectName(f"show {place}")
            button.clicked.connect(lambda _=False, place=place: self.place_requested.emit(place))
            line.addWidget(button)
        line.addStretch()
        return line

    def _said(self, *, opened: bool) -> QWidget:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(4, 4, 4, 4)
        column.addLayout(facts_grid(self._details.facts, theme=self._theme))
        fold = CollapsibleHeading(TRACE_FOLD, self.tr("Raw trace"), content, opened=opened, theme=self._theme)
        fold.toggled.connect(self.fold_toggled)
        return fold
