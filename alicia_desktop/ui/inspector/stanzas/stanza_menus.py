"""Build the menus of the list of stanzas, and do what they and the keys ask for.

The menu of a row: mark, note, compare it, count times from it, go where it belongs. The menu of the list: its
columns, how times are said, what it is sorted by.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from alicia_desktop.ui.inspector.stanzas.stanza_columns import CELLS, column_title, time_title
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.widgets.link_menu import add_link_actions, add_turn_actions, show_key
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.stanza_conditions import Cell
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanzas import TIME_KINDS, StanzaRow, TimeKind


class StanzaRowActions(QObject):
    """The actions, for keys and menus."""

    mark_requested = Signal(str, bool)
    note_requested = Signal(object)
    mark_search_requested = Signal(str, int)
    comparison_requested = Signal(int, int)
    follow_requested = Signal(object, str)
    only_turn_requested = Signal(object)
    step_requested = Signal(str, bool)
    again_requested = Signal(str)
    """A stanza of ours that is to be sent anew."""
    hint_changed = Signal(str)
    """What a key does now; empty for nothing."""

    def __init__(self, table: StanzaTable) -> None:
        super().__init__(table)
        self._table = table
        self.is_read_only = False
        """Whether nothing can be marked, noted or sent."""
        self._compared: StanzaRow | None = None
        """The first of two that are to be compared, while the second is not chosen."""

    @property
    def chosen(self) -> StanzaRow | None:
        """The chosen row; None where there is none, or it is being read."""
        row: StanzaRow | None = self._table.currentIndex().data(ROW_ROLE)
        return row

    def mark(self) -> None:
        """Ask for a mark, or for its end."""
        row = self.chosen
        if row is not None and not self.is_read_only:
            self.mark_requested.emit(row.id, row.note is None)

    def write_note(self) -> None:
        """Ask for a note."""
        if self.chosen is not None and not self.is_read_only:
            self.note_requested.emit(self.chosen)

    def go_to_mark(self, step: int) -> None:
        """Ask for the next mark (1), or the one before (−1)."""
        self.mark_search_requested.emit(self._table.selection.id, step)

    def toggle_reference(self) -> None:
        """Count times from the row, or no longer."""
        if self.chosen is not None:
            self._table.set_times(self._table.times.toggled(self.chosen))

    def compare(self) -> None:
        """Remember the first of two, and compare it with the second; the same again forgets it."""
        row, first = self.chosen, self._compared
        if row is None:
            return
        self._compared = row if first is None else None
        if first is not None and first.id != row.id:
            self.comparison_requested.emit(first.number, row.number)
        hint = self.tr("D compares {number} with the chosen one").format(number=row.number)
        self.hint_changed.emit(hint if self._compared is not None else "")

    def follow(self, stanza_id: str, place: Place) -> None:
        """Ask for another place of a stanza."""
        if stanza_id:
            self.follow_requested.emit(Reference(kind="stanza", id=stanza_id), place)

    def step(self, *, forward: bool) -> None:
        """Ask for the next stanza of the same turn, or for the one before."""
        chosen = self._table.selection.id
        if chosen:
            self.step_requested.emit(chosen, forward)

    def add_links_to(self, menu: QMenu, row: StanzaRow) -> None:
        """Add the other places of a stanza, and the walk through its turn."""
        stanza = Reference(kind="stanza", id=row.id)
        add_link_actions(menu, stanza, here="stanzas", follow=self.follow_requested.emit, stanza_type=row.type)
        add_turn_actions(
            menu,
            only=lambda: self.only_turn_requested.emit(stanza),
            step=lambda forward: self.step_requested.emit(row.id, forward),
        )

    def add_to(self, menu: QMenu) -> None:
        """Add all of it to the menu of a row."""
        row, first = self.chosen, self._compared
        if not self.is_read_only:
            self._add_writing_to(menu, row)
        with_first = self.tr("Compare with {number}").format(number=first.number) if first else ""
        compare = menu.addAction(with_first or self.tr("Compare with…"))
        compare.setEnabled(row is not None)
        compare.triggered.connect(self.compare)
        show_key(compare, "D")
        self.add_reference_to(menu)

    def _add_writing_to(self, menu: QMenu, row: StanzaRow | None) -> None:
        is_marked = row is not None and row.note is not None
        for text, key, act in (
            (self.tr("Remove mark") if is_marked else self.tr("Mark"), "Ctrl+M", self.mark),
            (self.tr("Edit note…") if row is not None and row.note else self.tr("Note…"), "N", self.write_note),
        ):
            action = menu.addAction(text)
            show_key(action, key)
            action.setEnabled(row is not None)
            action.triggered.connect(act)
        again = menu.addAction(self.tr("Send anew…"))
        again.setEnabled(row is not None and row.direction == "out")
        again.triggered.connect(lambda: self.again_requested.emit(row.id if row is not None else ""))

    def add_reference_to(self, menu: QMenu) -> None:
        """Add what is done with time references."""
        row, times = self.chosen, self._table.times
        is_set = row is not None and times.is_reference(row)
        action = menu.addAction(self.tr("Remove time reference") if is_set else self.tr("Set time reference"))
        action.setEnabled(row is not None)
        action.triggered.connect(self.toggle_reference)
        show_key(action, "Ctrl+T")
        if times.references:
            clear = menu.addAction(self.tr("Remove all time references"))
            clear.triggered.connect(lambda: self._table.set_times(replace(self._table.times, references=())))


class StanzaListOptions(QObject):
    """Which columns the list has, how it says times and what it is sorted by: chosen in its menu and at its heads."""

    changed = Signal(object, str)
    """Other columns were chosen, or another way of saying times."""
    order_requested = Signal(object)
    """The order that the list is to have; None is that of arrival."""
    statistics_requested = Signal()

    def __init__(self, table: StanzaTable, row_actions: StanzaRowActions) -> None:
        super().__init__(table)
        self._table, self._row_actions = table, row_actions
        self.order: StanzaOrder | None = None
        """What the list is sorted by; None: the order of arrival."""
        self._cells: tuple[Cell, ...] = ()
        """The columns that somebody chose; none for those that fit."""
        header = table.horizontalHeader()
        header.sectionClicked.connect(self._on_head)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda place: self.open_menu(header.mapToGlobal(place)))
        table.cells_moved.connect(self._show_cells)
        table.times_requested.connect(lambda: self._say_times(table.times.next_kind().kind))

    def set_list(self, cells: Sequence[str], time: TimeKind) -> None:
        """Show columns that were chosen, none for those that fit, and say times so."""
        self._cells = tuple(cell for cell in dict.fromkeys(cells) if cell in CELLS)
        self._table.set_cells(self._cells)
        self._table.set_times(replace(self._table.times, kind=time))

    def open_menu(self, place: QPoint) -> None:
        """Open the menu at a place of the screen, with check marks at what holds."""
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add_columns(menu.addMenu(self.tr("Columns")))
        self._add_times(menu.addMenu(self.tr("Time")))
        self._add_orders(menu.addMenu(self.tr("Sort by")))
        menu.addSeparator()
        self._row_actions.add_reference_to(menu)
        menu.addSeparator()
        menu.addAction(self.tr("Statistics…")).triggered.connect(self.statistics_requested)
        menu.popup(place)

    def _show_cells(self, cells: tuple[Cell, ...]) -> None:
        self._cells = cells
        self._table.set_cells(cells)
        self.changed.emit(cells, self._table.times.kind)

    def _say_times(self, kind: TimeKind) -> None:
        self._table.set_times(replace(self._table.times, kind=kind))
        self.changed.emit(self._cells, kind)

    def _on_head(self, section: int) -> None:
        """Sort up by the column that was clicked, then down, then not at all."""
        order = StanzaOrder(cell=CELLS[section])
        if self.order is not None and self.order.cell == order.cell:
            self.order_requested.emit(None if self.order.descending else replace(order, descending=True))
        else:
            self.order_requested.emit(order)

    def _add_columns(self, menu: QMenu) -> None:
        shown = self._table.shown_cells
        for cell in CELLS:
            action = menu.addAction(column_title(cell))
            action.setCheckable(True)
            action.setChecked(cell in shown)
            others = _toggled(shown, cell)
            action.setEnabled(bool(others))
            action.triggered.connect(partial(_call, self._show_cells, others))
        menu.addSeparator()
        self._add_moves(menu.addMenu(self.tr("Move to the left")), -1)
        self._add_moves(menu.addMenu(self.tr("Move to the right")), 1)
        menu.addSeparator()
        fitting = menu.addAction(self.tr("As many as fit"))
        fitting.setCheckable(True)
        fitting.setChecked(not self._cells)
        fitting.triggered.connect(partial(_call, self._show_cells, ()))

    def _add_moves(self, menu: QMenu, step: int) -> None:
        """Add a line for each column: one place to the left (−1) or to the right (1), as dragging its head does."""
        for place, cell in enumerate(self._table.shown_cells):
            moved = list(self._table.shown_cells)
            other = place + step
            action = menu.addAction(column_title(cell))
            action.setEnabled(0 <= other < len(moved))
            if action.isEnabled():
                moved[place], moved[other] = moved[other], moved[place]
            action.triggered.connect(partial(_call, self._show_cells, tuple(moved)))

    def _add_times(self, menu: QMenu) -> None:
        group = QActionGroup(menu)
        for kind in TIME_KINDS:
            action = group.addAction(menu.addAction(time_title(kind)))
            action.setCheckable(True)
            action.setChecked(kind == self._table.times.kind)
            action.triggered.connect(partial(_call, self._say_times, kind))

    def _add_orders(self, menu: QMenu) -> None:
        order, ask = self.order, self.order_requested.emit
        group = QActionGroup(menu)
        arrival = group.addAction(menu.addAction(self.tr("Order of arrival")))
        arrival.setCheckable(True)
        arrival.setChecked(order is None)
        arrival.triggered.connect(partial(_call, ask, None))
        menu.addSeparator()
        for cell in CELLS:
            action = group.addAction(menu.addAction(column_title(cell)))
            action.setCheckable(True)
            action.setChecked(order is not None and order.cell == cell)
            descending = order is not None and order.descending
            action.triggered.connect(partial(_call, ask, StanzaOrder(cell=cell, descending=descending)))
        menu.addSeparator()
        down = menu.addAction(self.tr("Largest first"))
        down.setCheckable(True)
        down.setEnabled(order is not None)
        if order is not None:
            down.setChecked(order.descending)
            down.triggered.connect(partial(_call, ask, replace(order, descending=not order.descending)))


def _toggled(cells: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
    """Return the columns without one, or with it where it stands among all, else at the end of those before it."""
    if cell in cells:
        return tuple(one for one in cells if one != cell)
    before = [cells.index(one) for one in CELLS[: CELLS.index(cell)] if one in cells]
    place = max(before, default=-1) + 1
    return (*cells[:place], cell, *cells[place:])


def _call(function: Callable[..., None], value: object, _checked: bool = False) -> None:
    function(value)
