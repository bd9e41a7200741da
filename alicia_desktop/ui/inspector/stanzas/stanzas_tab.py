"""Show the Stanzas tab: the journal of both directions with its filter, and the selected stanza down to its bytes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.stanzas.stanza_columns import CELLS
from alicia_desktop.ui.inspector.stanzas.stanza_details import StanzaDetailsView
from alicia_desktop.ui.inspector.stanzas.stanza_filter import EmptyStanzas, StanzaFilter
from alicia_desktop.ui.inspector.stanzas.stanza_foot import StanzaCounts, StanzaFoot
from alicia_desktop.ui.inspector.stanzas.stanza_menus import StanzaListOptions, StanzaRowActions
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import rule
from alicia_desktop.view.journal_search import JournalProgress
from alicia_desktop.view.references import Reference
from alicia_desktop.view.stanza_conditions import cell_condition
from alicia_desktop.view.stanza_details import StanzaDetails
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanzas import Badge, StanzaRow, TimeKind

CHANGING_KEYS = frozenset({"Ctrl+E", "Ctrl+L", "Ctrl+M"})


class StanzasTab(QWidget):
    """Filter, table, what is shown of how many, and the details."""

    stanza_selected = Signal(str)
    stanza_filter_changed = Signal(object)
    stanza_search_stop_requested = Signal()
    filter_occurring_requested = Signal()
    stanza_pause_toggled = Signal(bool)
    stanza_clear_requested = Signal()
    older_requested = Signal()
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    only_turn_requested = Signal(object)
    """A `Reference` whose turn's stanzas are to be listed alone, or no more alone."""
    step_requested = Signal(str, bool)
    """A stanza, and whether the next of its turn is wanted, else the previous one."""
    stanza_order_requested = Signal(object)
    """The order that the list is to have; None is that of arrival."""
    comparison_requested = Signal(int, int)
    """The numbers of two stanzas that are to be compared."""
    type_counts_requested = Signal()
    statistics_requested = Signal()
    list_changed = Signal(object, str)
    """Other columns were chosen, or another way of saying times."""
    stanza_mark_requested = Signal(str, bool)
    """A row, and whether it is to be marked or no longer."""
    stanza_note_requested = Signal(object)
    """The row that a note is to be written on."""
    stanza_mark_search_requested = Signal(str, int)
    """To go from a row to the next mark (1) or to the one before (−1)."""
    stanza_compose_requested = Signal(str)
    """To write a stanza by hand; the id of the row that is sent anew, empty for a new one."""
    copied = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: Rows[StanzaRow] = Rows(lambda row: row.id)
        self._total = 0
        self._marked = 0
        self._is_read_only = False
        self._emptied = False
        """Whether the list was emptied by hand, and nothing has come since."""
        self._filter = StanzaFilter(theme=theme, parent=self)
        self._stack = QStackedWidget(self)
        self._halves = QSplitter(Qt.Orientation.Vertical, self._stack)
        self._listed = QWidget(self._halves)
        self.table = StanzaTable(theme=theme, parent=self._listed)
        self._foot = StanzaFoot(theme=theme, parent=self._listed)
        self._actions = StanzaRowActions(self.table)
        self._options = StanzaListOptions(self.table, self._actions)
        self._details = StanzaDetailsView(theme=theme, filter_line=self._filter.line, parent=self._halves)
        self._sorted_total = 0
        """How many stanzas there were when the list was sorted."""
        self._empty = EmptyStanzas(theme=theme, parent=self._stack)
        self._build()
        self._connect()
        self.set_stanzas(self._rows)

    def set_stanzas(self, rows: Rows[StanzaRow]) -> None:
        """List these, and follow them."""
        self._emptied = False
        self._rows = rows
        self._options.order = None
        self.table.set_rows(rows)
        model = self.table.model()
        model.rowsInserted.connect(self._on_rows)
        model.rowsRemoved.connect(self._on_rows)
        self._on_rows()

    def set_sorted_stanzas(self, pages: Pages[StanzaRow], order: StanzaOrder | None) -> None:
        """List the stanzas in this order; None is that of arrival, whose tail is followed."""
        if order is None:
            if self._options.order is not None:
                self.set_stanzas(self._rows)
        else:
            self._options.order, self._sorted_total = order, self._total
            self.table.set_pages(pages, order)
            self._on_rows()
        self.set_stanza_counts(self._shown_count, self._total)

    @property
    def _shown_count(self) -> int:
        return len(self._rows) if self._options.order is None else self.table.model().rowCount()

    def set_stanza_start(self, start: int | None) -> None:
        """Say when the conversation began, in microseconds since 1970; its time references begin anew."""
        times = self.table.times
        if start != times.start:
            self.table.set_times(replace(times, start=start, references=()))

    @property
    def time_references(self) -> tuple[int, ...]:
        """Numbers of the stanzas from which times are counted anew."""
        return tuple(int(row_id) for _, row_id in self.table.times.references)

    def set_time_references(self, references: Sequence[tuple[int, int]]) -> None:
        """Count times anew from stanzas, given by time (microseconds since 1970) and number."""
        times = self.table.times
        found = tuple(sorted((at, str(number)) for at, number in references))
        self.table.set_times(replace(times, references=found, kind="start" if found else times.kind))

    def set_list(self, cells: Sequence[str], time: TimeKind) -> None:
        """Show columns that were chosen, none for those that fit, and say times so."""
        self._options.set_list(cells, time)

    def set_stanza_counts(self, shown: int, total: int) -> None:
        """Show how many of all the journaled stanzas are listed."""
        self._total = total
        counts = StanzaCounts(
            shown=shown if self._options.order is None else self._shown_count,
            total=total,
            dropped=self._rows.dropped,
            marked=self._marked,
            order=self._options.order,
            fresh=total - self._sorted_total,
        )
        self._foot.set_counts(counts)
        self._update_empty()

    def set_type_counts(self, counts: Mapping[str, int]) -> None:
        """Show how many stanzas there are of each type, in the menu of types."""
        self._filter.set_counts(counts)

    def set_stanza_marks(self, count: int) -> None:
        """Show how many of all the journaled stanzas are marked."""
        self._marked = count
        self.set_stanza_counts(self._shown_count, self._total)

    def set_stanza_progress(self, progress: JournalProgress) -> None:
        """Show how far the search of a filter is."""
        self._filter.show_progress(progress)

    @property
    def in_sight(self) -> str:
        """The stanza that somebody looks at; empty where the end is followed."""
        index = self.table.currentIndex()
        if not index.isValid() and not self.table.following:
            index = self.table.indexAt(self.table.viewport().rect().center())
        return str(index.data(ID_ROLE)) if index.isValid() else ""

    @property
    def shown(self) -> str:
        """The stanza whose fields and bytes are shown."""
        return self._details.shown_id

    @property
    def filter_line(self) -> FilterLine:
        """The line that a filter is typed into."""
        return self._filter.line

    def set_stanza_details(self, details: StanzaDetails | None) -> None:
        """Show a stanza's fields and bytes, or nothing."""
        self._details.set_details(details)

    def select(self, stanza_id: str) -> None:
        """Choose a stanza, now or when it comes."""
        self.table.selection.select(stanza_id)

    def set_read_only(self) -> None:
        """Leave out what changes what is listed or marked."""
        self._is_read_only = True
        self._actions.is_read_only = True
        self._filter.hide_pause()
        self._foot.hide_compose()
        for shortcut in self.findChildren(QShortcut):
            shortcut.setEnabled(shortcut.key().toString() not in CHANGING_KEYS)

    def focus_list(self) -> None:
        """Put the keyboard on what is listed."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def reference(self) -> Reference | None:
        """The chosen stanza."""
        chosen = self.table.selection.id
        return Reference(kind="stanza", id=chosen) if chosen else None

    @property
    def is_filtered(self) -> bool:
        """Whether a filter or the menu of types keeps anything back."""
        return self._filter.is_set

    def clear_filter(self) -> None:
        """List everything again."""
        self._filter.clear()

    def show_notice(self, sentence: str) -> None:
        """Say something below the filter, until there is other news there."""
        self._filter.line.status.set_progress(sentence, running=False)

    def toggle_pause(self) -> None:
        """Stop listing what comes, or go on."""
        self._filter.toggle_pause()

    def _build(self) -> None:
        column = QVBoxLayout(self._listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.table, rule(), self._foot):
            column.addWidget(widget)
        self._halves.setHandleWidth(1)
        self._halves.setChildrenCollapsible(False)
        self._halves.setSizes([480, 420])
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._halves)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._filter)
        layout.addWidget(rule())
        layout.addWidget(self._stack, 1)

    def _connect(self) -> None:
        self._filter.changed.connect(self._on_filter)
        self._filter.counts_requested.connect(self.type_counts_requested)
        self._filter.pause_toggled.connect(self.stanza_pause_toggled)
        self._filter.line.stop_requested.connect(self.stanza_search_stop_requested)
        self._filter.line.occurring_requested.connect(self.filter_occurring_requested)
        self._empty.all_requested.connect(self._on_show_all)
        self._details.copied.connect(self.copied)
        self._details.place_requested.connect(lambda place: self._actions.follow(self._details.shown_id, place))
        self._foot.jump_requested.connect(self.table.jump_to_end)
        self._foot.sort_again_requested.connect(lambda: self.stanza_order_requested.emit(self._options.order))
        self._foot.compose_requested.connect(lambda: self.stanza_compose_requested.emit(""))
        self._foot.options_requested.connect(self._options.open_menu)
        self._options.changed.connect(self.list_changed)
        self._options.order_requested.connect(self.stanza_order_requested)
        self._options.statistics_requested.connect(self.statistics_requested)
        self._connect_table()
        self._connect_actions()
        self._connect_keys()

    def _connect_table(self) -> None:
        table = self.table
        table.selection.selected.connect(self.stanza_selected)
        table.older_requested.connect(self.older_requested)
        table.unseen_changed.connect(self._foot.set_unseen)
        table.comparison_requested.connect(self._actions.compare)
        table.note_requested.connect(self._actions.write_note)
        table.copy_requested.connect(self._details.copy_json)
        table.activated.connect(lambda index: self._actions.follow(str(index.data(ID_ROLE)), "chat"))
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._on_menu)

    def _connect_actions(self) -> None:
        self._actions.follow_requested.connect(self.follow_requested)
        self._actions.only_turn_requested.connect(self.only_turn_requested)
        self._actions.step_requested.connect(self.step_requested)
        self._actions.mark_requested.connect(self.stanza_mark_requested)
        self._actions.note_requested.connect(self.stanza_note_requested)
        self._actions.mark_search_requested.connect(self.stanza_mark_search_requested)
        self._actions.comparison_requested.connect(self.comparison_requested)
        self._actions.again_requested.connect(self.stanza_compose_requested)
        self._actions.hint_changed.connect(self._foot.set_hint)

    def _connect_keys(self) -> None:
        keys = (
            ("/", self._filter.focus),
            ("Ctrl+G", self._details.open_find),  # Ctrl+F is the conversation's, wherever the keyboard is
            ("Ctrl+E", self.toggle_pause),
            ("Ctrl+L", self._on_clear),
            ("Alt+.", partial(self._actions.step, forward=True)),
            ("Alt+,", partial(self._actions.step, forward=False)),
            ("Ctrl+M", self._actions.mark),
            ("Ctrl+T", self._actions.toggle_reference),
            ("Ctrl+Shift+N", partial(self._actions.go_to_mark, 1)),
            ("Ctrl+Shift+B", partial(self._actions.go_to_mark, -1)),
        )
        for key, act in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _on_rows(self) -> None:
        has_rows = self._shown_count > 0
        self._stack.setCurrentIndex(1 if has_rows else 0)
        self._emptied = self._emptied and not has_rows
        if not has_rows:
            self._update_empty()

    def _on_filter(self, expression: Expression) -> None:
        self._update_empty()
        self.table.set_marked(expression)
        self.stanza_filter_changed.emit(expression)

    def _on_clear(self) -> None:
        self._emptied = True
        self.stanza_clear_requested.emit()

    def _on_show_all(self) -> None:
        if self._filter.is_set:
            self._filter.clear()
        else:
            self.stanza_filter_changed.emit(EVERYTHING)

    def _update_empty(self) -> None:
        emptied = self._emptied and self._total > 0  # another conversation may have none yet
        self._empty.set_state(total=self._total, is_filtered=self._filter.is_set, is_emptied=emptied)

    def _on_menu(self, place: QPoint) -> None:
        index, badge = self.table.indexAt(place), self.table.badge_at(place)
        if not index.isValid():  # by key: what is chosen
            index = self.table.currentIndex()
            place = self.table.visualRect(index).bottomLeft()
        self.menu(index, badge).popup(self.table.viewport().mapToGlobal(place))

    def menu(self, index: QModelIndex, badge: Badge | None = None) -> QMenu:
        """Return the menu of a cell, or of a badge in it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        condition = cell_condition(index.data(ROW_ROLE), CELLS[index.column()], badge) if index.isValid() else None
        add_filter_actions(menu, condition, self._filter.line)
        menu.addSeparator()
        row: StanzaRow | None = index.data(ROW_ROLE) if index.isValid() else None
        if row is not None:
            self._actions.add_links_to(menu, row)
            menu.addSeparator()
        self._actions.add_to(menu)
        menu.addSeparator()
        self._details.add_copies_to(menu, self.table.selection.id)
        return menu
