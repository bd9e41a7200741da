"""Show the counts, bytes and rates of the stanzas that a filter found, by type and direction."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Paint, Table, TableDelegate
from alicia_desktop.ui.qt_models import Column, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import text
from alicia_desktop.view.stanza_statistics import StanzaStatistics, StatisticRow

WIDTH: Final = 680
WIDEST: Final = ("both", "000,000,000", "0,000,000,000", "000,000.00", "000,000,000")
"""What each column but the first has room for."""
MAX_ROWS_IN_VIEW: Final = 14


class StatisticsDialog(QuestionDialog):
    """A table; it stands still, and is opened anew for newer counts."""

    def __init__(self, statistics: StanzaStatistics, *, theme: Theme, parent: QWidget | None) -> None:
        title = QCoreApplication.translate("StatisticsDialog", "Stanza statistics")
        super().__init__(title, _sentence(statistics), theme=theme, parent=parent)
        rows: Rows[StatisticRow] = Rows(lambda row: row.id)
        rows.extend(statistics.rows)
        self.table = Table(theme=theme, name=self.tr("Stanza statistics"))
        self.table.setModel(RowsTableModel(rows, _columns(), parent=self.table))
        lettering = Lettering(theme)
        paints = {number: _paint(column) for number, column in enumerate(_columns())}
        self.table.setItemDelegate(TableDelegate(paints, theme=theme, lettering=lettering, parent=self.table))
        for number, widest in enumerate(WIDEST, 1):
            self.table.setColumnWidth(number, lettering.width(widest, "data") + 2 * CELL_PADDING)
        heads = self.table.horizontalHeader()
        heads.setStretchLastSection(False)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        shown = min(len(rows), MAX_ROWS_IN_VIEW)
        self.table.setFixedHeight(heads.height() + shown * theme.height("row-table") + 2)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        # Qt opens no dialog wider than two thirds of the screen by itself, and would cut the columns off.
        self.setMinimumWidth(min(WIDTH, parent.width() - 96) if parent is not None else WIDTH)
        self.column.addWidget(self.table)
        self.column.addSpacing(8)
        self.add_buttons(self.tr("Close"), kind="normal")


def _paint(column: Column[StatisticRow]) -> Paint:
    align = TRAILING if column.alignment == Qt.AlignmentFlag.AlignTrailing else LEADING

    def paint(canvas: Canvas, room: QRect, row: StatisticRow) -> None:
        canvas.words(room, column.text(row), font="data", weight=None if row.type else 700, align=align)

    return paint


def _sentence(statistics: StanzaStatistics) -> str:
    say = QCoreApplication.translate
    some = say("StatisticsDialog", "Of the stanzas that fit the filter; {time} from the first of them to the last.")
    every = say("StatisticsDialog", "Of all stanzas of this conversation; {time} from the first to the last.")
    return (some if statistics.is_filtered else every).format(time=text.duration(statistics.seconds * 1_000))


def _columns() -> tuple[Column[StatisticRow], ...]:
    say = QCoreApplication.translate
    trailing = Qt.AlignmentFlag.AlignTrailing
    every = say("StatisticsDialog", "All types")
    return (
        Column(title=say("StatisticsDialog", "Type"), text=lambda row: row.type or every),
        Column(title=say("StatisticsDialog", "Dir"), text=lambda row: row.direction or say("StatisticsDialog", "both")),
        Column(title=say("StatisticsDialog", "Stanzas"), text=lambda row: row.count, alignment=trailing),
        Column(title=say("StatisticsDialog", "Bytes"), text=lambda row: row.size, alignment=trailing),
        Column(title=say("StatisticsDialog", "Stanzas/s"), text=lambda row: row.rate, alignment=trailing),
        Column(title=say("StatisticsDialog", "Bytes/s"), text=lambda row: row.size_rate, alignment=trailing),
    )
