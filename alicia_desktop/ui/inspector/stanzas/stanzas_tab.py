"""Show the Stanzas tab: the journal of both directions with its filter, and the selected stanza down to its bytes."""

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.page_parts import EmptyState
from alicia_desktop.ui.inspector.stanzas.stanza_details import StanzaDetailsView
from alicia_desktop.ui.inspector.stanzas.stanza_filter import StanzaFilter
from alicia_desktop.ui.inspector.stanzas.stanza_table import CELLS, StanzaTable
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, rule
from alicia_desktop.view.journal import JournalProgress
from alicia_desktop.view.stanza_conditions import cell_condition
from alicia_desktop.view.stanza_details import FieldNode, StanzaDetails
from alicia_desktop.view.stanzas import Badge, StanzaRow

FOOT_PADDING = 8


class StanzasTab(QWidget):
    """Filter, table, what is shown of how many, and the details."""

    stanza_selected = Signal(str)
    stanza_filter_changed = Signal(object)
    stanza_search_stop_requested = Signal()
    filter_occurring_requested = Signal()
    stanza_pause_toggled = Signal(bool)
    stanza_clear_requested = Signal()
    older_requested = Signal()
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
        self._emptied = False
        """Whether the list was emptied by hand, and nothing has come since."""
        self._filter = StanzaFilter(theme=theme)
        self._table = StanzaTable(theme=theme)
        self._details = StanzaDetailsView(theme=theme)
        self._counts = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._compose = Button(self.tr("Send by hand…"), theme=theme, icon="paper-plane-tilt", small=True)
        self._jump = Button("", theme=theme, icon="arrow-line-down", small=True)
        self._empty = EmptyState("rows", "", "", theme=theme)
        self._show_all = Button("", theme=theme, small=True)
        self._build()
        self._connect()
        self.set_stanzas(self._rows)

    def set_stanzas(self, rows: Rows[StanzaRow]) -> None:
        """List these, and follow them."""
        self._emptied = False
        self._rows = rows
        self._table.set_rows(rows)
        model = self._table.model()
        model.rowsInserted.connect(self._on_rows)
        model.rowsRemoved.connect(self._on_rows)
        self._on_rows()

    def set_stanza_counts(self, shown: int, total: int) -> None:
        """Show how many of all the journaled stanzas are listed."""
        self._total = total
        words = self.tr("{shown} of {total} shown").format(shown=f"{shown:,}", total=f"{total:,}")
        dropped = self._rows.dropped
        left = self.tr("{count} older not shown").format(count=f"{dropped:,}") if dropped else ""
        marked = self.tr("{count} marked").format(count=f"{self._marked:,}") if self._marked else ""
        self._counts.set_text(" · ".join(part for part in (words, left, marked) if part))
        self._update_empty()

    def set_stanza_marks(self, count: int) -> None:
        """Show how many of all the journaled stanzas are marked."""
        self._marked = count
        self.set_stanza_counts(len(self._rows), self._total)

    def set_stanza_progress(self, progress: JournalProgress) -> None:
        """Show how far the search of a filter is; what is done is not told where nothing had to be searched."""
        found = self.tr("{found} found").format(found=f"{progress.found:,}")
        numbers = {"searched": f"{progress.searched:,}", "total": f"{progress.total:,}"}
        if progress.is_running:
            words = self.tr("Searching: {searched} of {total}").format(**numbers)
        elif progress.searched < progress.total:
            words = self.tr("Stopped: {searched} of {total} searched").format(**numbers)
        else:
            words = found = ""
        text = " · ".join(part for part in (words, found) if part)
        self._filter.line.status.set_progress(text, running=progress.is_running)

    @property
    def in_sight(self) -> str:
        """The stanza that somebody looks at; empty where the end is followed."""
        index = self._table.currentIndex()
        if not index.isValid() and not self._table.following:
            index = self._table.indexAt(self._table.viewport().rect().center())
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
        self._table.selection.select(stanza_id)

    def toggle_pause(self) -> None:
        """Stop listing what comes, or go on."""
        self._filter.toggle_pause()

    def _build(self) -> None:
        foot = QWidget()
        foot.setFixedHeight(self._theme.height("control"))
        line = QHBoxLayout(foot)
        line.setContentsMargins(12, 0, FOOT_PADDING, 0)
        line.addWidget(self._counts, 1)
        line.addWidget(self._jump)
        line.addWidget(self._compose)
        self._on_unseen(0)
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._table, rule(), foot):
            column.addWidget(widget)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setHandleWidth(1)
        halves.setChildrenCollapsible(False)
        halves.addWidget(listed)
        halves.addWidget(self._details)
        halves.setSizes([480, 420])
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty_page())
        self._stack.addWidget(halves)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._filter, rule()):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)

    def _empty_page(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.addWidget(self._empty)
        layout.addWidget(self._show_all, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()
        return page

    def _connect(self) -> None:
        self._filter.changed.connect(self._on_filter)
        self._filter.pause_toggled.connect(self.stanza_pause_toggled)
        self._filter.line.stop_requested.connect(self.stanza_search_stop_requested)
        self._filter.line.occurring_requested.connect(self.filter_occurring_requested)
        self._details.tree.menu_requested.connect(self._on_field_menu)
        self._show_all.clicked.connect(self._on_show_all)
        self._details.copied.connect(self.copied)
        self._table.selection.selected.connect(self.stanza_selected)
        self._table.older_requested.connect(self.older_requested)
        self._table.unseen_changed.connect(self._on_unseen)
        self._table.note_requested.connect(self._on_note)
        self._table.copy_requested.connect(self._details.copy_json)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._table.customContextMenuRequested.connect(self._on_menu)
        self._jump.clicked.connect(self._table.jump_to_end)
        self._compose.clicked.connect(lambda: self.stanza_compose_requested.emit(""))
        keys = (
            ("/", self._filter.focus),
            ("Ctrl+E", self.toggle_pause),
            ("Ctrl+L", self._on_clear),
            ("Ctrl+M", self._on_mark),
            ("Ctrl+Shift+N", partial(self._on_mark_search, 1)),
            ("Ctrl+Shift+B", partial(self._on_mark_search, -1)),
        )
        for key, act in keys:
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _on_rows(self) -> None:
        self._stack.setCurrentIndex(1 if len(self._rows) else 0)
        self._emptied = self._emptied and not len(self._rows)
        if not len(self._rows):
            self._update_empty()

    def _on_filter(self, expression: Expression) -> None:
        self._update_empty()
        self._table.set_marked(expression)
        self.stanza_filter_changed.emit(expression)

    def _on_clear(self) -> None:
        self._emptied = True
        self.stanza_clear_requested.emit()

    def _on_mark(self) -> None:
        row = self._chosen
        if row is not None:
            self.stanza_mark_requested.emit(row.id, row.note is None)

    def _on_note(self) -> None:
        if self._chosen is not None:
            self.stanza_note_requested.emit(self._chosen)

    def _on_mark_search(self, step: int) -> None:
        self.stanza_mark_search_requested.emit(self._table.selection.id, step)

    @property
    def _chosen(self) -> StanzaRow | None:
        return self._rows.get(self._table.selection.id)

    def _on_show_all(self) -> None:
        if self._filter.is_set:
            self._filter.clear()
        else:
            self.stanza_filter_changed.emit(EVERYTHING)

    def _update_empty(self) -> None:
        emptied = self._emptied and self._total > 0  # another conversation may have none yet
        self._show_all.setVisible(self._filter.is_set or emptied)
        self._show_all.setText(self.tr("Clear filter") if self._filter.is_set else self.tr("Show all"))
        if self._filter.is_set:
            title = self.tr("0 of {total} match").format(total=f"{self._total:,}")
            self._empty.set_text(title, self.tr("No stanzas match this filter."))
        elif emptied:
            kept = self.tr("New stanzas appear here. All {total} are still stored.").format(total=f"{self._total:,}")
            self._empty.set_text(self.tr("List cleared"), kept)
        else:
            text = self.tr(
                "Say or write something: everything that is sent and received is listed here, for as long as "
                "Settings keep it."
            )
            self._empty.set_text(self.tr("No stanzas yet"), text)

    def _on_unseen(self, unseen: int) -> None:
        self._jump.setText(self.tr("Jump to end ({count} new)").format(count=f"{unseen:,}"))
        self._jump.setVisible(unseen > 0)

    def _on_menu(self, place: QPoint) -> None:
        index, badge = self._table.indexAt(place), self._table.badge_at(place)
        if not index.isValid():  # by key: what is chosen
            index = self._table.currentIndex()
            place = self._table.visualRect(index).bottomLeft()
        self._menu(index, badge).popup(self._table.viewport().mapToGlobal(place))

    def _menu(self, index: QModelIndex, badge: Badge | None = None) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        condition = cell_condition(index.data(ROW_ROLE), CELLS[index.column()], badge) if index.isValid() else None
        add_filter_actions(menu, condition, self._filter.line)
        menu.addSeparator()
        self._add_mark_actions(menu)
        self._add_again_action(menu)
        menu.addSeparator()
        here = bool(self._details.shown_id) and self._details.shown_id == self._table.selection.id
        for text, copy in (
            (self.tr("Copy as JSON"), self._details.copy_json),
            (self.tr("Copy as hex"), self._details.copy_hex),
            (self.tr("Copy as decode command"), self._details.copy_command),
        ):
            action = menu.addAction(text)
            action.setEnabled(here)
            action.triggered.connect(copy)
        return menu

    def _add_mark_actions(self, menu: QMenu) -> None:
        row = self._chosen
        is_marked = row is not None and row.note is not None
        for text, act in (
            (self.tr("Remove mark") if is_marked else self.tr("Mark"), self._on_mark),
            (self.tr("Edit note…") if row is not None and row.note else self.tr("Note…"), self._on_note),
        ):
            action = menu.addAction(text)
            action.setEnabled(row is not None)
            action.triggered.connect(act)

    def _add_again_action(self, menu: QMenu) -> None:
        row = self._chosen
        action = menu.addAction(self.tr("Send anew…"))
        action.setEnabled(row is not None and row.direction == "out")
        action.triggered.connect(lambda: self.stanza_compose_requested.emit(row.id if row is not None else ""))

    def _on_field_menu(self, node: FieldNode, place: QPoint) -> None:
        self._field_menu(node).popup(place)

    def _field_menu(self, node: FieldNode) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_filter_actions(menu, node.condition, self._filter.line)
        menu.addSeparator()
        path = menu.addAction(self.tr("Copy path"))
        path.setEnabled(bool(node.path))
        path.triggered.connect(lambda: self._copy(node.path))
        return menu

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.copied.emit()
