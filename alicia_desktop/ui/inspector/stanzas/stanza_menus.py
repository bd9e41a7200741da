"""Build the menus of the list of stanzas, and do what they and the keys ask for.

The menu of a row: mark, note, compare it, count times from it, go where it belongs. The menu of the list: its
columns, how times are said, what it is sorted by.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from alicia_desktop.ui.inspector.stanzas.stanza_columns import CELLS, column_title, time_title
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.widgets.link_menu import add_link_actions, add_turn_actions
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
        self.add_reference_to(menu)

    def _add_writing_to(self, menu: QMenu, row: StanzaRow | None) -> None:
        is_marked = row is not None and row.note is not None
        for text, act in (
            (self.tr("Remove mark") if is_marked else self.tr("Mark"), self.mark),
            (self.tr("Edit note…") if row is not None and row.note else self.tr("Note…"), self.write_note),
        ):
            action = menu.addAction(text)
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
        if times.references:
            clear = menu.addAction(self.tr("Remove all time references"))
            clear.triggered.connect(lambda: self._table.set_times(replace(self._table.times, references=())))


@dataclass(frozen=True, kw_only=True, slots=True)
class ListState:
    """How the list is shown."""

    cells: tuple[Cell, ...]
    """The columns in view."""
    are_chosen: bool
    """Whether somebody chose them, and not the room that there is."""
    time: TimeKind
    order: StanzaOrder | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ListActions:
    """What the menu does."""

    show_cells: Callable[[tuple[Cell, ...]], None]
    say_times: Callable[[TimeKind], None]
    sort: Callable[[StanzaOrder | None], None]


def fill_list_menu(menu: QMenu, state: ListState, actions: ListActions) -> None:
    """Add what can be chosen of a list, with check marks at what holds."""
    say = QCoreApplication.translate
    _add_columns(menu.addMenu(say("ListMenu", "Columns")), state, actions)
    _add_times(menu.addMenu(say("ListMenu", "Time")), state, actions)
    _add_orders(menu.addMenu(say("ListMenu", "Sort by")), state, actions)


def _add_columns(menu: QMenu, state: ListState, actions: ListActions) -> None:
    for cell in CELLS:
        action = menu.addAction(column_title(cell))
        action.setCheckable(True)
        action.setChecked(cell in state.cells)
        others = _toggled(state.cells, cell)
        action.setEnabled(bool(others))
        action.triggered.connect(partial(_call, actions.show_cells, others))
    menu.addSeparator()
    say = QCoreApplication.translate
    for words, step in ((say("ListMenu", "Move to the left"), -1), (say("ListMenu", "Move to the right"), 1)):
        _add_moves(menu.addMenu(words), state, actions, step)
    menu.addSeparator()
    fitting = menu.addAction(QCoreApplication.translate("ListMenu", "As many as fit"))
    fitting.setCheckable(True)
    fitting.setChecked(not state.are_chosen)
    fitting.triggered.connect(partial(_call, actions.show_cells, ()))


def _toggled(cells: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
    """Return the columns without one, or with it where it stands among all, else at the end of those before it."""
    if cell in cells:
        return tuple(one for one in cells if one != cell)
    before = [cells.index(one) for one in CELLS[: CELLS.index(cell)] if one in cells]
    place = max(before, default=-1) + 1
    return (*cells[:place], cell, *cells[place:])


def _add_moves(menu: QMenu, state: ListState, actions: ListActions, step: int) -> None:
    """Add a line for each column: one place to the left (−1) or to the right (1), as dragging its head does."""
    for place, cell in enumerate(state.cells):
        moved = list(state.cells)
        other = place + step
        action = menu.addAction(column_title(cell))
        action.setEnabled(0 <= other < len(moved))
        if action.isEnabled():
            moved[place], moved[other] = moved[other], moved[place]
        action.triggered.connect(partial(_call, actions.show_cells, tuple(moved)))


def _add_times(menu: QMenu, state: ListState, actions: ListActions) -> None:
    group = QActionGroup(menu)
    for kind in TIME_KINDS:
        action = menu.addAction(time_title(kind))
        action.setCheckable(True)
        action.setChecked(kind == state.time)
        group.addAction(action)
        action.triggered.connect(partial(_call, actions.say_times, kind))


def _add_orders(menu: QMenu, state: ListState, actions: ListActions) -> None:
    say = QCoreApplication.translate
    group = QActionGroup(menu)
    arrival = menu.addAction(say("ListMenu", "Order of arrival"))
    arrival.setCheckable(True)
    arrival.setChecked(state.order is None)
    group.addAction(arrival)
    arrival.triggered.connect(partial(_call, actions.sort, None))
    menu.addSeparator()
    for cell in CELLS:
        action = menu.addAction(column_title(cell))
        action.setCheckable(True)
        is_it = state.order is not None and state.order.cell == cell
        action.setChecked(is_it)
        group.addAction(action)
        descending = state.order is not None and state.order.descending
        action.triggered.connect(partial(_call, actions.sort, StanzaOrder(cell=cell, descending=descending)))
    menu.addSeparator()
    down = menu.addAction(say("ListMenu", "Largest first"))
    down.setCheckable(True)
    down.setEnabled(state.order is not None)
    if state.order is not None:
        down.setChecked(state.order.descending)
        turned = StanzaOrder(cell=state.order.cell, descending=not state.order.descending)
        down.triggered.connect(partial(_call, actions.sort, turned))


def _call(function: Callable[..., None], value: object, _checked: bool = False) -> None:
    function(value)
