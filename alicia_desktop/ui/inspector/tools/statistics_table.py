"""Show how often each tool was used, how often it failed and how long it took; a line leads to its uses."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QModelIndex, QRect, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Selection, Table, TableDelegate
from alicia_desktop.ui.qt_models import ROW_ROLE, Column, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.tool_statistics import ToolStatistics

WIDEST_NAME: Final = "send_notification"


class StatisticsTable(QWidget):
    """A line for each tool; `tool_chosen` carries the name of the one whose uses are wanted."""

    tool_chosen = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lettering = Lettering(theme)
        self._rows: Rows[ToolStatistics] = Rows(lambda row: row.name)
        self._table = Table(theme=theme, name=self.tr("Statistics by tool"))
        columns = _columns()
        paints = {number: partial(_paint, column) for number, column in enumerate(columns)}
        self._table.setItemDelegate(TableDelegate(paints, theme=theme, lettering=lettering, parent=self._table))
        self._selection = Selection(self._table)
        self._selection.attach(RowsTableModel(self._rows, columns, parent=self))
        figure = lettering.width("000.0 s", "small")
        widths = [max(lettering.width(f"{column.title}0", "label"), figure) for column in columns[1:]]
        widths.insert(0, lettering.width(WIDEST_NAME, "data"))
        self._table.set_widths([width + 2 * CELL_PADDING for width in widths])
        self._table.horizontalHeader().setStretchLastSection(False)  # which never makes one narrower
        self._table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._table.activated.connect(self._on_activated)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._table)

    def set_statistics(self, rows: Sequence[ToolStatistics]) -> None:
        """Show these."""
        self._rows.reset(rows)

    def _on_activated(self, index: QModelIndex) -> None:
        row: ToolStatistics = index.data(ROW_ROLE)
        self.tool_chosen.emit(row.name)


def _paint(column: Column[ToolStatistics], canvas: Canvas, room: QRect, row: ToolStatistics) -> None:
    words = column.text(row)
    if column.alignment == Qt.AlignmentFlag.AlignLeading:
        canvas.words(room, words, font="data", weight=500, align=LEADING)
    else:
        canvas.words(room, words, font="small", align=TRAILING, elide=False)


def _columns() -> tuple[Column[ToolStatistics], ...]:
    say: Callable[[str, str], str] = QCoreApplication.translate
    trailing = Qt.AlignmentFlag.AlignTrailing
    return (
        Column(title=say("StatisticsTable", "Tool"), text=lambda row: row.name, tip=lambda row: row.name),
        Column(title=say("StatisticsTable", "Uses"), text=lambda row: f"{row.uses:,}", alignment=trailing),
        Column(title=say("StatisticsTable", "Failed"), text=lambda row: f"{row.failed:,}", alignment=trailing),
        Column(title=say("StatisticsTable", "Not allowed"), text=lambda row: f"{row.refused:,}", alignment=trailing),
        Column(title=say("StatisticsTable", "p50"), text=lambda row: row.median, alignment=trailing),
        Column(title=say("StatisticsTable", "p95"), text=lambda row: row.p95, alignment=trailing),
        Column(title=say("StatisticsTable", "Longest"), text=lambda row: row.longest, alignment=trailing),
    )
