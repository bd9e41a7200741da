"""Show two stanzas side by side: their fields in a table, their bytes below, what differs marked in both."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.inspector.canvas import Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import Table, TableDelegate
from alicia_desktop.ui.inspector.stanzas.bytes_view import BytesView
from alicia_desktop.ui.qt_models import Column, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.view.stanza_comparison import ComparedStanza, FieldComparison, StanzaComparison
from alicia_desktop.view.text import plural

SIZE: Final = (1_000, 640)
AROUND: Final = 48
"""Pixels of the window that stay in view around it."""
SIGNS: Final = {"same": "", "changed": "≠", "first": "−", "second": "+"}


class StanzaComparisonDialog(QuestionDialog):
    """It does not hold up the window, so that others can be compared beside it."""

    def __init__(self, comparison: StanzaComparison, *, theme: Theme, parent: QWidget | None) -> None:
        title = QCoreApplication.translate("StanzaComparisonDialog", "Compare stanzas")
        super().__init__(title, comparison.note, theme=theme, parent=parent)
        self.setModal(False)
        self._comparison = comparison
        self._rows: Rows[FieldComparison] = Rows(lambda row: row.path)
        self.table = Table(theme=theme, name=self.tr("Fields of both stanzas"))
        self.table.setModel(RowsTableModel(self._rows, _columns(comparison), parent=self.table))
        self._lettering = Lettering(theme)
        paints = {0: _sign, 1: _path, 2: _first, 3: _second}
        self.table.setItemDelegate(TableDelegate(paints, theme=theme, lettering=self._lettering, parent=self.table))
        self._only = Button(self.tr("Only differences"), theme=theme, small=True)
        self._only.setCheckable(True)
        self._only.setChecked(comparison.differences > 0)
        self._only.toggled.connect(self._fill)
        self.bytes = tuple(self._bytes_of(side) for side in (comparison.first, comparison.second))
        self._build()
        self._fill()
        self._fit()

    def _build(self) -> None:
        found = self._comparison.differences
        words = self.tr("{count} of {total} differ").format(
            count=f"{found:,}", total=plural(len(self._comparison.fields), self.tr("field"))
        )
        line = QHBoxLayout()
        line.addWidget(ElidedLabel(words, theme=self._theme, font="small", tone="muted"), 1)
        line.addWidget(self._only)
        self.column.addLayout(line)
        self.column.addWidget(self.table, 1)
        halves = QHBoxLayout()
        for side, view in zip((self._comparison.first, self._comparison.second), self.bytes, strict=True):
            half = QVBoxLayout()
            half.setSpacing(4)
            half.addWidget(ElidedLabel(side.title, theme=self._theme, font="label"))
            half.addWidget(view, 1)
            halves.addLayout(half)
        self.column.addLayout(halves, 1)
        for view in self.bytes:
            view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.add_buttons(self.tr("Close"), kind="normal")

    def _on_scrolled(self, line: int) -> None:
        """Keep both sides at the same line."""
        for view in self.bytes:
            view.verticalScrollBar().setValue(line)

    def _bytes_of(self, side: ComparedStanza) -> BytesView:
        view = BytesView(theme=self._theme)
        view.set_bytes(side.raw)
        view.set_differing(side.differing)
        set_accessible_name(view, self.tr("Bytes of {stanza}").format(stanza=side.title))
        return view

    def _fill(self) -> None:
        only = self._only.isChecked()
        self._rows.reset(field for field in self._comparison.fields if not only or field.kind != "same")

    def _fit(self) -> None:
        parent = self.parentWidget()
        room = parent.size() if parent is not None else self.screen().availableSize()
        width, height = min(SIZE[0], room.width() - AROUND), min(SIZE[1], room.height() - AROUND)
        self.setMinimumWidth(width)
        self.resize(width, height)
        path = max((len(field.path) for field in self._comparison.fields), default=0)
        named = min(self._lettering.width("0" * (path + 2), "data"), width // 3)
        self.table.set_widths((32, named, (width - named - 100) // 2))


def _columns(comparison: StanzaComparison) -> tuple[Column[FieldComparison], ...]:
    say = QCoreApplication.translate
    kinds = {
        "same": say("StanzaComparisonDialog", "the same"),
        "changed": say("StanzaComparisonDialog", "differs"),
        "first": say("StanzaComparisonDialog", "only in the first"),
        "second": say("StanzaComparisonDialog", "only in the second"),
    }
    heads = (side.title.partition(" · ")[0] for side in (comparison.first, comparison.second))
    first, second = heads
    return (
        Column(title="", text=lambda row: kinds[row.kind], tip=lambda row: kinds[row.kind]),
        Column(title=say("StanzaComparisonDialog", "Field"), text=lambda row: row.path, tip=lambda row: row.path),
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
