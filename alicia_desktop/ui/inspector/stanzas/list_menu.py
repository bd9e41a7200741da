"""The menu of the list of stanzas: its columns, how times are said, what it is sorted by."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from alicia_desktop.ui.inspector.stanzas.stanza_columns import CELLS, column_title, time_title
from alicia_desktop.view.stanza_conditions import Cell
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanza_times import TIME_KINDS, TimeKind


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
