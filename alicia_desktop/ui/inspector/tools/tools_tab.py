"""Show the Tools tab: each request with its result on one line, and both in full below, the newest until one is chosen.

Statistics show how often each tool was used, how often it failed and how long it took; a line leads to its uses.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.filtering.expression import EVERYTHING, Condition, Expression
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, HEAD, Selection, Table, TableDelegate
from alicia_desktop.ui.inspector.tools.tool_details import ToolDetails
from alicia_desktop.ui.qt_models import ROW_ROLE, Column, RowsTableModel
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.widgets.badge import badge_width, paint_badge
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import rule
from alicia_desktop.ui.widgets.link_menu import add_link_actions
from alicia_desktop.ui.widgets.tool_card import STATE_ICON
from alicia_desktop.view.references import Reference
from alicia_desktop.view.row_filters import TOOLS, FilteredRows, tool_fields
from alicia_desktop.view.rows import ToolState
from alicia_desktop.view.stanza_conditions import field_hits
from alicia_desktop.view.tools import RerunRow, ToolRow, ToolStatistics, statistics_by_tool

WIDEST_NAME: Final = "send_notification"
TIME, TOOL, STATE, TOOK, PLACE = range(5)
BADGE_HEIGHT: Final = 18
STATE_WORDS: Final[Mapping[ToolState, str]] = {
    "running": translate("Running"),
    "done": translate("Done"),
    "failed": translate("Failed"),
    "cancelled": translate("Cancelled"),
    "waiting": translate("Waiting"),
    "refused": translate("Not allowed"),
    "timed_out": translate("Timed out"),
}


class StatisticsTable(QWidget):
    """A line for each tool; `tool_chosen` carries the name of the one whose uses are wanted."""

    tool_chosen = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lettering = lettering = Lettering(theme)
        self._rows: Rows[ToolStatistics] = Rows(lambda row: row.name)
        self._table = Table(theme=theme, name=self.tr("Statistics by tool"))
        columns = _statistic_columns()
        paints = {number: partial(_paint, column) for number, column in enumerate(columns)}
        self._table.setItemDelegate(TableDelegate(paints, theme=theme, lettering=lettering, parent=self._table))
        self._selection = Selection(self._table)
        self._selection.attach(RowsTableModel(self._rows, columns, parent=self))
        self._heads = [f"{column.title}0" for column in columns[1:]]
        self._fit()
        theme.changed.connect(self._fit)
        self._table.horizontalHeader().setStretchLastSection(False)  # which never makes one narrower
        self._table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._table.activated.connect(self._on_activated)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._table)

    def set_statistics(self, rows: Sequence[ToolStatistics]) -> None:
        """Show these."""
        self._rows.reset(rows)

    def _fit(self) -> None:
        figure = self._lettering.width("000.0 s", "small")
        widths = [max(self._lettering.width(head, "label"), figure) for head in self._heads]
        widths.insert(0, self._lettering.width(WIDEST_NAME, "data"))
        self._table.set_widths([width + 2 * CELL_PADDING for width in widths])

    def _on_activated(self, index: QModelIndex) -> None:
        row: ToolStatistics = index.data(ROW_ROLE)
        self.tool_chosen.emit(row.name)


def _paint(column: Column[ToolStatistics], canvas: Canvas, room: QRect, row: ToolStatistics) -> None:
    words = column.text(row)
    if column.alignment == Qt.AlignmentFlag.AlignLeading:
        canvas.words(room, words, font="data", weight=500, align=LEADING)
    else:
        canvas.words(room, words, font="small", align=TRAILING, elide=False)


def _statistic_columns() -> tuple[Column[ToolStatistics], ...]:
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=translate("Tool"), text=lambda row: row.name, tip=lambda row: row.name),
        Column(title=translate("Uses"), text=lambda row: format_number(row.uses), alignment=trailing),
        Column(title=translate("Failed"), text=lambda row: format_number(row.failed), alignment=trailing),
        Column(title=translate("Not allowed"), text=lambda row: format_number(row.refused), alignment=trailing),
        Column(title=translate("p50"), text=lambda row: row.median, alignment=trailing),
        Column(title=translate("p95"), text=lambda row: row.p95, alignment=trailing),
        Column(title=translate("Longest"), text=lambda row: row.longest, alignment=trailing),
    )


class ToolsTab(QStackedWidget):
    """A table of uses above, the chosen one below."""

    tool_selected = Signal(str)
    message_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    rerun_requested = Signal(str)
    """The id of a use to run once more."""
    copied = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._rows: Rows[ToolRow] = Rows(lambda row: row.id)
        self._page = QWidget(self)
        self.filter_line = FilterLine(TOOLS, theme=theme, name=self.tr("Filter tool uses"), parent=self._page)
        self._by_tool = Button(self.tr("By tool"), theme=theme, small=True, parent=self.filter_line)
        self._by_tool.setCheckable(True)
        self._pages = QStackedWidget(self._page)
        self._uses = QWidget(self._pages)
        self._table = Table(theme=theme, name=self.tr("Tool uses"), parent=self._uses)
        self._table.setItemDelegate(self._delegate())
        self._selection = Selection(self._table)
        self._offered = ""
        """The use that is shown because nobody chose one."""
        self._details = ToolDetails(theme=theme, parent=self._uses)
        self._statistics = StatisticsTable(theme=theme, parent=self._pages)
        self._reruns: dict[str, RerunRow | None] = {}
        """The last one of each use; None while it runs."""
        self._filtered = FilteredRows(tool_fields, self._rows)
        self._build()
        self.filter_line.changed.connect(self._on_filter)
        self.filter_line.occurring_requested.connect(self._on_occurring)
        self._selection.selected.connect(self._on_selected)
        self._table.activated.connect(self._on_activated)
        self._table.pressed.connect(self._on_pressed)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._on_menu)
        self._details.message_requested.connect(self.message_requested)
        self._details.follow_requested.connect(self.follow_requested)
        self._details.rerun_requested.connect(self._on_rerun)
        self._details.copied.connect(self.copied)
        self._by_tool.toggled.connect(self._on_by_tool)
        self._statistics.tool_chosen.connect(self._on_tool_chosen)
        theme.changed.connect(self._on_theme)
        self.set_tools(self._rows)

    def set_tools(self, rows: Rows[ToolRow]) -> None:
        """List these, and follow them."""
        self._rows = rows
        self._filtered.close()
        self._filtered = FilteredRows(tool_fields, rows)
        self._filtered.filter(self.filter_line.expression)
        model = RowsTableModel(self._filtered.rows, _columns(), parent=self)
        for signal in (model.rowsInserted, model.rowsRemoved, model.dataChanged):
            signal.connect(self._on_rows)
        self._selection.attach(model)
        self._fit()
        self._on_rows()

    def _on_theme(self) -> None:
        self._limit_height()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns that there is room for."""
        super().resizeEvent(event)
        self._fit()

    def select(self, tool_id: str) -> None:
        """Choose a use, now or when it comes."""
        self._selection.select(tool_id)

    def focus_list(self) -> None:
        """Put the keyboard on what is listed."""
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def reference(self) -> Reference | None:
        """The chosen use."""
        chosen = self._selection.id
        return Reference(kind="tool", id=chosen) if chosen and chosen != self._offered else None

    def show_rerun(self, rerun: RerunRow) -> None:
        """Show what came of running a use once more."""
        self._reruns[rerun.tool_use_id] = rerun
        if self._selection.id == rerun.tool_use_id:
            self._details.set_rerun(rerun)

    def set_read_only(self) -> None:
        """Say of a capture in which no tool was used that none was."""
        self._empty.set_text(self.tr("No tools used"), self.tr("No stanza of this capture asks for one."))

    def _build(self) -> None:
        self._empty = EmptyState(
            "wrench",
            self.tr("No tools used yet"),
            self.tr("Ask “What time is it?” or “What is 17 * 23?”: the request and its result are listed here."),
            theme=self._theme,
            parent=self,
        )
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.filter_line)
        layout.addWidget(rule())
        layout.addWidget(self._pages, 1)
        self.filter_line.add(self._by_tool)
        self._build_uses()
        self._pages.addWidget(self._uses)
        self._pages.addWidget(self._statistics)
        self.addWidget(self._empty)
        self.addWidget(self._page)

    def _build_uses(self) -> None:
        layout = QVBoxLayout(self._uses)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._table, 1)
        layout.addWidget(rule())
        layout.addWidget(self._details, 1)
        layout.addStretch()

    def _widths(self) -> list[int]:
        widest = ("00:00:00.000", "send_notification", max(STATE_WORDS.values(), key=len) + "0000")
        fonts = ("data", "data", "small")
        widths = [
            self._lettering.width(text, font) + 2 * CELL_PADDING  # type: ignore[arg-type] # the names above are fonts
            for text, font in zip(widest, fonts, strict=True)
        ]
        return [*widths, self._lettering.width("000.0 s00", "small") + 2 * CELL_PADDING]

    def _fit(self) -> None:
        """Leave out where it ran, which the details have as well, then how long and when, where that had no room."""
        where = self._lettering.width(self.tr("on this computer"), "small") + 2 * CELL_PADDING
        widths = [*self._widths(), where]
        self._table.set_widths(widths[:-1])
        for column in (PLACE, TOOK, TIME):
            self._table.setColumnHidden(column, self.width() < sum(widths))
            widths[column] = 0 if self._table.isColumnHidden(column) else widths[column]
        self._table.setColumnWidth(TOOL, min(widths[TOOL], self.width() - sum(widths) + widths[TOOL]))

    def _delegate(self) -> TableDelegate:
        paints = {
            TIME: self._paint_time,
            TOOL: self._paint_tool,
            STATE: self._paint_state,
            TOOK: self._paint_took,
            PLACE: self._paint_place,
        }
        return TableDelegate(paints, theme=self._theme, lettering=self._lettering, parent=self._table)

    def _paint_time(self, canvas: Canvas, room: QRect, row: ToolRow) -> None:
        canvas.words(room, row.time, font="data", elide=False)

    def _paint_tool(self, canvas: Canvas, room: QRect, row: ToolRow) -> None:
        if not row.orphan:
            canvas.words(room, row.name, font="data", weight=500)
            self._mark(canvas, room, row.name, "tool", font="data")
            return
        text = translate("orphan")
        width = badge_width(self._theme, text, icon=True)
        height = self._theme.scaled(BADGE_HEIGHT)
        badge = QRect(room.left(), room.center().y() - height // 2 + 1, width, height)
        paint_badge(
            canvas.painter, canvas.place(badge).toRectF(), text, kind="error", icon="link-simple", theme=self._theme
        )

    def _paint_state(self, canvas: Canvas, room: QRect, row: ToolRow) -> None:
        icon, colour = STATE_ICON[row.state]
        size = self._theme.icon_size("small")
        canvas.icon(QRect(room.left(), room.top(), size, room.height()), icon, colour, size)
        colour = "error" if row.state == "failed" else "text"
        words = room.adjusted(size + 6, 0, 0, 0)
        canvas.words(words, state_word(row), font="small", colour=colour)
        if self._is_marked("state", row.state.replace("_", "-")):
            canvas.mark_words(words, state_word(row), [(0, len(state_word(row)))], font="small")

    def _paint_took(self, canvas: Canvas, room: QRect, row: ToolRow) -> None:
        canvas.words(room, row.duration, font="small", align=TRAILING, elide=False)

    def _paint_place(self, canvas: Canvas, room: QRect, row: ToolRow) -> None:
        words = row.name if row.orphan else row.execution
        canvas.words(room, words, font="small", colour="text-muted")
        self._mark(canvas, room, words, "tool" if row.orphan else "where", font="small")

    def _mark(self, canvas: Canvas, room: QRect, words: str, key: str, *, font: FontName) -> None:
        expression = self.filter_line.expression
        if expression != EVERYTHING:
            canvas.mark_words(room, words, field_hits(expression, words, key=key), font=font)

    def _is_marked(self, key: str, value: str) -> bool:
        return any(hit == (0, len(value)) for hit in field_hits(self.filter_line.expression, value, key=key))

    def _on_rows(self) -> None:
        self.setCurrentIndex(1 if len(self._rows) else 0)
        count = len(self._filtered.rows)
        self.filter_line.show_count(count, len(self._rows))
        self._limit_height()
        self._offer_newest()
        self._show_details(self._selection.id)
        if self._by_tool.isChecked():
            self._statistics.set_statistics(statistics_by_tool(self._filtered.rows))

    def _limit_height(self) -> None:
        """Leave to the details what few rows do not need."""
        height = max(1, len(self._filtered.rows)) * self._theme.height("row-table") + self._theme.scaled(HEAD)
        self._table.setMaximumHeight(height + 2)

    def _offer_newest(self) -> None:
        """Show the newest use as long as none is chosen, so that the lower half is not empty."""
        is_open = self._selection.id == self._offered or self._rows.get(self._selection.id) is None
        if is_open and self._filtered.rows:
            self._offered = self._filtered.rows[-1].id
            self._selection.offer(self._offered)

    def _on_filter(self, expression: Expression) -> None:
        self._filtered.filter(expression)
        self._details.set_marked(expression)
        self._table.viewport().update()
        self._on_rows()

    def _on_occurring(self) -> None:
        names = dict.fromkeys(row.name for row in self._rows)
        self.filter_line.set_occurring({"tool": list(names)})

    def _on_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        index = self._table.indexAt(place)
        index = index if index.isValid() else self._table.currentIndex()
        row: ToolRow | None = index.data(ROW_ROLE)
        if row is not None:
            by_state = Condition(key="state", operator=":", value=row.state.replace("_", "-"))
            by_tool = Condition(key="tool", operator=":", value=row.name)
            add_filter_actions(menu, by_state if index.column() == STATE else by_tool, self.filter_line)
            reference = Reference(kind="tool", id=row.id)
            add_link_actions(menu, reference, here="tools", follow=self.follow_requested.emit)
        menu.popup(self._table.viewport().mapToGlobal(place))

    def _on_pressed(self, index: QModelIndex) -> None:
        """Choose the use that was only offered, too."""
        if self._offered and index.data(ROW_ROLE).id == self._offered:
            self._on_selected(self._offered)

    def _on_selected(self, tool_id: str) -> None:
        self._offered = ""
        self._show_details(tool_id)
        self.tool_selected.emit(tool_id)

    def _show_details(self, tool_id: str) -> None:
        self._details.set_row(self._rows.get(tool_id))
        waits = tool_id in self._reruns and self._reruns[tool_id] is None
        self._details.set_rerun(self._reruns.get(tool_id), waits=waits)

    def _on_rerun(self, tool_id: str) -> None:
        self._reruns[tool_id] = None
        self._details.set_rerun(None, waits=True)
        self.rerun_requested.emit(tool_id)

    def _on_by_tool(self) -> None:
        self._pages.setCurrentIndex(1 if self._by_tool.isChecked() else 0)
        self._on_rows()

    def _on_tool_chosen(self, name: str) -> None:
        self._by_tool.setChecked(False)
        self.filter_line.apply(Condition(key="tool", operator=":", value=name))
        self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_activated(self, index: QModelIndex) -> None:
        row: ToolRow = index.data(ROW_ROLE)
        if row.message_id:
            self.message_requested.emit(row.message_id)


def state_word(row: ToolRow) -> str:
    """Return the word beside the state's icon."""
    return STATE_WORDS[row.state]


def _columns() -> tuple[Column[ToolRow], ...]:
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=translate("Time"), text=lambda row: row.time),
        Column(title=translate("Tool"), text=lambda row: row.name, tip=lambda row: row.name),
        Column(title=translate("State"), text=state_word, tip=lambda row: row.error),
        Column(title=translate("Took"), text=lambda row: row.duration, alignment=trailing),
        Column(title=translate("Where"), text=lambda row: row.execution, tip=lambda row: row.execution),
    )
