"""Show dialogs about several stanzas: two side by side, or the statistics of all that a filter found.

Of two stanzas the fields stand in a table, the bytes below, and what differs is marked in both. Statistics are
counts, bytes and rates by type and direction.
"""

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import CELL_PADDING, Paint, Table, TableDelegate
from alicia_desktop.ui.inspector.stanzas.bytes_view import BytesView
from alicia_desktop.ui.qt_models import Column, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label
from alicia_desktop.view import text
from alicia_desktop.view.stanza_comparison import FieldComparison, StanzaComparison
from alicia_desktop.view.stanza_statistics import StanzaStatistics, StatisticRow

SIZE: Final = (1_000, 640)
SIGN: Final = 32
AROUND: Final = 48
"""Pixels of the window that stay in view around it."""
SIGNS: Final = {"same": "", "changed": "≠", "first": "−", "second": "+"}
WIDTH: Final = 680
WIDEST: Final = ("both", "000,000,000", "0,000,000,000", "000,000.00", "000,000,000")
"""What each column but the first has room for."""
MAX_ROWS_IN_VIEW: Final = 14


class _FieldTable(Table):
    """A table of fields that gives both stanzas the same room."""

    path_width = 0
    """Pixels that the longest path needs."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out what the paths leave."""
        super().resizeEvent(event)
        self.setColumnWidth(0, SIGN)
        room = self.viewport().width() - self.columnWidth(0)  # a header has a least width
        named = min(self.path_width, room // 3)
        self.set_widths((SIGN, named, (room - named) // 2))


class StanzaComparisonDialog(QuestionDialog):
    """It does not hold up the window, so that others can be compared beside it."""

    def __init__(self, comparison: StanzaComparison, *, theme: Theme, parent: QWidget | None) -> None:
        title = translate("Compare stanzas")
        super().__init__(title, "", theme=theme, parent=parent)
        self.setModal(False)
        self._comparison: StanzaComparison | None = comparison
        self._rows: Rows[FieldComparison] = Rows(lambda row: row.path)
        self.table = _FieldTable(theme=theme, name=self.tr("Fields of both stanzas"))
        self.table.setModel(RowsTableModel(self._rows, _columns(comparison), parent=self.table))
        self._lettering = Lettering(theme)
        paints = {0: _sign, 1: _path, 2: _first, 3: _second}
        self.table.setItemDelegate(TableDelegate(paints, theme=theme, lettering=self._lettering, parent=self.table))
        self.note = Label("", theme=theme, wrap=True)
        self._parts = QWidget(self)
        self._count = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._only = Button(self.tr("Only differences"), theme=theme, small=True)
        self._only.setCheckable(True)
        self._only.setChecked(comparison.differences > 0)
        self._only.toggled.connect(self._fill)
        self.bytes = tuple(BytesView(theme=theme) for _ in range(2))
        self._build(comparison)
        self.set_comparison(comparison)
        self._size(comparison)

    def set_comparison(self, comparison: StanzaComparison | None) -> None:
        """Show what the two are now; None where one of them is gone, and then neither is shown any more."""
        self._comparison = comparison
        gone = self.tr("One of these stanzas is no longer in the journal.")
        self.note.setText(gone if comparison is None else comparison.note)
        self.note.setVisible(bool(self.note.text()))
        self._parts.setVisible(comparison is not None)
        sides = (None, None) if comparison is None else (comparison.first, comparison.second)
        for view, side in zip(self.bytes, sides, strict=True):
            view.set_bytes(b"" if side is None else side.raw)
            view.set_differing(() if side is None else side.differing)
        self._fill()
        if comparison is None:
            self.adjustSize()

    def _build(self, comparison: StanzaComparison) -> None:
        self.column.addWidget(self.note)
        self.column.addWidget(self._parts, 1)
        parts = QVBoxLayout(self._parts)
        parts.setContentsMargins(0, 0, 0, 0)
        line = QHBoxLayout()
        line.addWidget(self._count, 1)
        line.addWidget(self._only)
        parts.addLayout(line)
        parts.addWidget(self.table, 1)
        halves = QHBoxLayout()
        for side, view in zip((comparison.first, comparison.second), self.bytes, strict=True):
            half = QVBoxLayout()
            half.setSpacing(4)
            half.addWidget(ElidedLabel(side.title, theme=self._theme, font="label"))
            half.addWidget(view, 1)
            halves.addLayout(half)
            set_accessible_name(view, self.tr("Bytes of {stanza}").format(stanza=side.title))
        parts.addLayout(halves, 1)
        for view in self.bytes:
            view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.add_buttons(self.tr("Close"), kind="normal")

    def _on_scrolled(self, line: int) -> None:
        """Keep both sides at the same line."""
        for view in self.bytes:
            view.verticalScrollBar().setValue(line)

    def _fill(self) -> None:
        fields = () if self._comparison is None else self._comparison.fields
        only = self._only.isChecked()
        self._rows.reset(field for field in fields if not only or field.kind != "same")
        found = 0 if self._comparison is None else self._comparison.differences
        words = translate_count(
            "{differing} of {count} field differs",
            "{differing} of {count} fields differ",
            len(fields),
            differing=format_number(found),
        )
        self._count.set_text(words)

    def _size(self, comparison: StanzaComparison) -> None:
        parent = self.parentWidget()
        room = parent.size() if parent is not None else self.screen().availableSize()
        width = min(self._theme.scaled(SIZE[0]), room.width() - AROUND)
        self.setMinimumWidth(width)
        self.resize(width, min(self._theme.scaled(SIZE[1]), room.height() - AROUND))
        path = max((len(field.path) for field in comparison.fields), default=0)
        self.table.path_width = self._lettering.width("0" * (path + 1), "data") + 2 * CELL_PADDING


def _columns(comparison: StanzaComparison) -> tuple[Column[FieldComparison], ...]:
    kinds = {
        "same": translate("the same"),
        "changed": translate("differs"),
        "first": translate("only in the first"),
        "second": translate("only in the second"),
    }
    heads = (side.title.partition(" · ")[0] for side in (comparison.first, comparison.second))
    first, second = heads
    return (
        Column(title="", text=lambda row: kinds[row.kind], tip=lambda row: kinds[row.kind]),
        Column(title=translate("Field"), text=lambda row: row.path, tip=lambda row: row.path),
        Column(title=first, text=lambda row: row.first, tip=lambda row: row.first),
        Column(title=second, text=lambda row: row.second, tip=lambda row: row.second),
    )


def _sign(canvas: Canvas, room: QRect, row: FieldComparison) -> None:
    canvas.words(room, SIGNS[row.kind], font="data", weight=700, colour="warn", elide=False)


def _path(canvas: Canvas, room: QRect, row: FieldComparison) -> None:
    canvas.words(room, row.path, font="data", colour="syn-key")


def _first(canvas: Canvas, room: QRect, row: FieldComparison) -> None:
    _value(canvas, room, row, row.first)


def _second(canvas: Canvas, room: QRect, row: FieldComparison) -> None:
    _value(canvas, room, row, row.second)


def _value(canvas: Canvas, room: QRect, row: FieldComparison, said: str) -> None:
    same = row.kind == "same"
    canvas.words(room, said, font="data", weight=None if same else 700, colour="text-muted" if same else "text")


class StatisticsDialog(QuestionDialog):
    """A table; it stands still, and is opened anew for newer counts."""

    def __init__(self, statistics: StanzaStatistics, *, theme: Theme, parent: QWidget | None) -> None:
        title = translate("Stanza statistics")
        super().__init__(title, _sentence(statistics), theme=theme, parent=parent)
        rows: Rows[StatisticRow] = Rows(lambda row: row.id)
        rows.extend(statistics.rows)
        self.table = Table(theme=theme, name=self.tr("Stanza statistics"))
        self.table.setModel(RowsTableModel(rows, _statistic_columns(), parent=self.table))
        lettering = Lettering(theme)
        paints = {number: _paint(column) for number, column in enumerate(_statistic_columns())}
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
    some = translate("Of the stanzas that fit the filter; {time} from the first of them to the last.")
    every = translate("Of all stanzas of this conversation; {time} from the first to the last.")
    return (some if statistics.is_filtered else every).format(time=text.duration(statistics.seconds * 1_000))


def _statistic_columns() -> tuple[Column[StatisticRow], ...]:
    trailing = Qt.AlignmentFlag.AlignTrailing
    every = translate("All types")
    return (
        Column(title=translate("Type"), text=lambda row: row.type or every),
        Column(title=translate("Dir"), text=lambda row: row.direction or translate("both")),
        Column(title=translate("Stanzas"), text=lambda row: row.count, alignment=trailing),
        Column(title=translate("Bytes"), text=lambda row: row.size, alignment=trailing),
        Column(title=translate("Stanzas/s"), text=lambda row: row.rate, alignment=trailing),
        Column(title=translate("Bytes/s"), text=lambda row: row.size_rate, alignment=trailing),
    )
