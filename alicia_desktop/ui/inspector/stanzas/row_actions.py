"""What is done with a row of the list of stanzas: mark, note, compare it, count times from it, go where it belongs."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.widgets.link_menu import add_link_actions, add_turn_actions
from alicia_desktop.view.references import Place, Reference
from alicia_desktop.view.stanzas import StanzaRow


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
