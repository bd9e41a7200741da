"""Show phases over turns: how long each usually takes, and the turns in which it took long.

A table of phases with their median and 95th percentile; for the chosen one a plot with a point a turn, and the same
turns as a table, the longest first. A click or Enter opens a turn.
"""

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.page_parts import EmptyState, InspectorSection
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Selection, Table, TableDelegate
from alicia_desktop.ui.inspector.turn.phase_plot import COLOURS, PhasePlot
from alicia_desktop.ui.qt_models import ROW_ROLE, Column, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import IconButton, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label, rule
from alicia_desktop.view.turn_statistics import PhaseGroup, TurnComparison, TurnPoint

HERE: Final = "here"
ALL: Final = "all"
MIN_TURNS: Final = 2
MIN_PHASE: Final = 120
"""Pixels of the column that takes what is left."""
MARK: Final = 20
"""Pixels before a time, for the sign of one that stands out."""
DOT: Final = 8
_FIGURES: Final[tuple[Callable[[PhaseGroup], str], ...]] = (
    lambda group: group.p50,
    lambda group: group.p95,
    lambda group: group.longest,
    lambda group: str(len(group.points)),
)


class OverTurns(QStackedWidget):
    """The comparison of turns, or what belongs here."""

    back_requested = Signal()
    read_requested = Signal(bool)
    """Read the turns; of all conversations or of this one."""
    grouping_chosen = Signal(str)
    turn_requested = Signal(str, str)
    """A conversation, and the answer whose turn is to be shown."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        theme.changed.connect(self._fit)
        self._groups: Rows[PhaseGroup] = Rows(lambda group: group.id)
        self.turns: Rows[TurnPoint] = Rows(lambda point: point.id)
        self._order: list[str] = []
        """The groups, whose places are their colours."""
        self._whole = QWidget(self)
        self._head, self._controls = QWidget(self._whole), QWidget(self._whole)
        self._body = QStackedWidget(self._whole)
        self._page = QWidget(self._body)
        self._count = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._scope = self._new_scope()
        self._by = self._new_grouping()
        self._phases = self._table(self.tr("Phases"), (self._paint_phase, *map(_paint_figure, _FIGURES)))
        self._phase_choice = Selection(self._phases)
        self._phase_choice.attach(RowsTableModel(self._groups, self._phase_columns(), parent=self))
        self._section = InspectorSection(self.tr("Each turn"), theme=theme, parent=self._page)
        self._plot = PhasePlot(theme=theme, parent=self._page)
        self._points = self._table(self.tr("Turns"), (_paint_took, self._paint_turn))
        self._point_choice = Selection(self._points)
        self._point_choice.attach(RowsTableModel(self.turns, self._turn_columns(), parent=self))
        self._empty = EmptyState("chart-line-up", "", "", theme=theme, parent=self._body)
        self._build()
        self._scope.chosen.connect(lambda scope: self.read_requested.emit(scope == ALL))
        self._by.currentIndexChanged.connect(lambda _: self.grouping_chosen.emit(self._by.currentData()))
        self._phase_choice.selected.connect(lambda _: self._show_phase())
        self._points.activated.connect(self._on_activated)
        self._points.clicked.connect(self._on_activated)
        self._plot.turn_activated.connect(self._open)

    @property
    def of_all(self) -> bool:
        """Whether all conversations are compared."""
        return self._scope.value == ALL

    @property
    def grouping(self) -> str:
        """What the phases are grouped by."""
        return str(self._by.currentData())

    def show_plot(self) -> None:
        """Show the plot, now that its library is loaded."""
        self._plot.show_plot()

    def set_comparison(self, found: TurnComparison) -> None:
        """Show what was found so far."""
        chosen = self._phase_choice.id
        self._order = list(dict.fromkeys(group.group for group in found.groups))
        self._groups.reset(found.groups)
        if found.turns < found.of:
            count = self.tr("{turns} of {of} turns read").format(turns=found.turns, of=found.of)
        else:
            count = self.tr("the last {turns} turns") if found.is_cut else self.tr("{turns} turns")
            count = count.format(turns=found.turns)
        self._count.set_text(count)
        self._body.setCurrentIndex(1 if found.turns >= MIN_TURNS else 0)
        self._empty.set_text(
            self.tr("Nothing to compare yet"),
            self.tr("Two finished turns are needed to see how long each phase usually takes."),
        )
        if self._groups.get(chosen) is None and len(self._groups):
            self._phase_choice.select(next(iter(self._groups)).id)
        self._show_phase()

    def take_focus(self) -> None:
        """Put the keyboard on the phases."""
        self._phases.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the phases what the figures leave."""
        super().resizeEvent(event)
        self._fit()

    def _new_scope(self) -> Segments:
        return Segments(
            (SegmentButton(id=HERE, text=self.tr("This conversation")), SegmentButton(id=ALL, text=self.tr("All"))),
            theme=self._theme,
            name=self.tr("Turns of"),
            parent=self._controls,
        )

    def _new_grouping(self) -> Picker:
        picker = Picker(theme=self._theme, name=self.tr("Group by"), parent=self._controls)
        picker.setSizeAdjustPolicy(Picker.SizeAdjustPolicy.AdjustToContents)
        for text, value in (
            (self.tr("Not grouped"), ""),
            (self.tr("By model"), "model"),
            (self.tr("By connection"), "transport"),
            (self.tr("By tool"), "tool"),
        ):
            picker.addItem(text, value)
        return picker

    def _build(self) -> None:
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._phases, 3)
        layout.addWidget(rule())
        layout.addWidget(self._section)
        layout.addWidget(self._plot)
        layout.addWidget(rule())
        layout.addWidget(self._points, 2)
        self._body.addWidget(self._empty)
        self._body.addWidget(self._page)
        outer = QVBoxLayout(self._whole)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        self._build_head()
        self._build_controls()
        outer.addWidget(self._head)
        outer.addWidget(rule())
        outer.addWidget(self._controls)
        outer.addWidget(rule())
        outer.addWidget(self._body, 1)
        self.addWidget(self._whole)

    def _build_head(self) -> None:
        self._head.setFixedHeight(self._theme.scaled(48))
        line = QHBoxLayout(self._head)
        line.setContentsMargins(12, 0, 16, 0)
        line.setSpacing(8)
        back = IconButton("arrow-left", self.tr("Back to the turn"), theme=self._theme, small=True, parent=self._head)
        back.clicked.connect(self.back_requested)
        line.addWidget(back)
        line.addWidget(Label(self.tr("Over turns"), theme=self._theme, font="ui-strong"))
        line.addWidget(self._count, 1)

    def _build_controls(self) -> None:
        line = QHBoxLayout(self._controls)
        line.setContentsMargins(12, 6, 12, 6)
        line.setSpacing(8)
        line.addWidget(self._scope)
        line.addStretch()
        line.addWidget(self._by)

    def _table(self, name: str, paints: tuple[Callable[[Canvas, QRect, Any], None], ...]) -> Table:
        table = Table(theme=self._theme, name=name, parent=self._page)
        delegate = TableDelegate(dict(enumerate(paints)), theme=self._theme, lettering=self._lettering, parent=table)
        table.setItemDelegate(delegate)
        return table

    def _fit(self) -> None:
        figure = self._lettering.width(self.tr("Longest"), "label") + 2 * CELL_PADDING + 4
        count = self._lettering.width(self.tr("Turns"), "label") + 2 * CELL_PADDING
        bar = self._phases.verticalScrollBar().sizeHint().width()
        left = max(MIN_PHASE, self.width() - 3 * figure - count - bar)
        self._phases.horizontalHeader().setStretchLastSection(False)  # which never makes one narrower
        self._phases.set_widths([left, figure, figure, figure, count])
        self._points.set_widths([figure + MARK])

    def _show_phase(self) -> None:
        group = self._groups.get(self._phase_choice.id)
        points = group.points if group is not None else ()
        same = [one for one in self._groups if group is not None and one.phase == group.phase]
        every = [point for one in same for point in one.points]
        self._plot.set_points(group.phase if group is not None else "", every, groups=self._order)
        self.turns.reset(sorted(points, key=lambda point: -point.ms))
        if group is not None:
            note = self.tr("{phase}: the longest first; Enter opens one").format(phase=_title(group))
            self._section.set_note(note)

    def _on_activated(self, index: QModelIndex) -> None:
        self._open(index.data(ROW_ROLE).id)

    def _open(self, answer_id: str) -> None:
        points = (point for group in self._groups for point in group.points)
        found = next((point for point in points if point.id == answer_id), None)
        if found is not None:
            self.turn_requested.emit(found.conversation_id, found.id)

    def _paint_phase(self, canvas: Canvas, room: QRect, group: PhaseGroup) -> None:
        start = 0
        if group.group:  # in the colour of its points
            colour = COLOURS[self._order.index(group.group) % len(COLOURS)]
            canvas.fill(QRect(room.left(), room.center().y() - DOT // 2 + 1, DOT, DOT), colour)
            start = DOT + 6
        start += canvas.words(room.adjusted(start, 0, 0, 0), group.phase) + 8
        canvas.words(room.adjusted(start, 0, 0, 0), group.group, font="small", colour="text-muted")

    def _paint_turn(self, canvas: Canvas, room: QRect, point: TurnPoint) -> None:
        width = canvas.words(room, point.when, font="small", colour="text-muted") + 8
        canvas.words(room.adjusted(width, 0, 0, 0), point.asked, font="small")

    def _phase_columns(self) -> tuple[Column[PhaseGroup], ...]:
        trailing = Qt.AlignmentFlag.AlignTrailing
        return (
            Column(title=self.tr("Phase"), text=_title, tip=_title),
            Column(title="p50", text=lambda group: group.p50, alignment=trailing),
            Column(title="p95", text=lambda group: group.p95, alignment=trailing),
            Column(title=self.tr("Longest"), text=lambda group: group.longest, alignment=trailing),
            Column(title=self.tr("Turns"), text=lambda group: str(len(group.points)), alignment=trailing),
        )

    def _turn_columns(self) -> tuple[Column[TurnPoint], ...]:
        stands_out = self.tr("{took}, stands out")
        return (
            Column(
                title=self.tr("Took"),
                text=lambda point: stands_out.format(took=point.took) if point.is_outlier else point.took,
            ),
            Column(
                title=self.tr("Turn"), text=lambda point: f"{point.when} {point.asked}", tip=lambda point: point.title
            ),
        )


def _title(group: PhaseGroup) -> str:
    return f"{group.phase} · {group.group}" if group.group else group.phase


def _paint_figure(figure: Callable[[PhaseGroup], str]) -> Callable[[Canvas, QRect, PhaseGroup], None]:
    def paint(canvas: Canvas, room: QRect, group: PhaseGroup) -> None:
        canvas.words(room, figure(group), font="small", align=TRAILING, elide=False)

    return paint


def _paint_took(canvas: Canvas, room: QRect, point: TurnPoint) -> None:
    if point.is_outlier:
        canvas.icon(QRect(room.left(), room.top(), 16, room.height()), "warning-circle-fill", "error", 14)
    colour = "error" if point.is_outlier else "text"
    canvas.words(room.adjusted(MARK, 0, 0, 0), point.took, font="small", colour=colour, elide=False)
