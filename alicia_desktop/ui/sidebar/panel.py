"""The sidebar: search and New on top, the conversations, and below them sync status and settings."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.conversation.header import archive_item, pin_item, show_keys
from alicia_desktop.ui.focus import TabPlace, mark_stop, set_place
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE, RowsListModel
from alicia_desktop.ui.sidebar.conversation_delegate import SECTION_TITLES, ConversationDelegate
from alicia_desktop.ui.sidebar.dropped_files import DroppedFiles
from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.field_icons import add_icon
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, PartsLabel
from alicia_desktop.ui.widgets.link_menu import IconMenu
from alicia_desktop.view.rows import ConversationRow, StatusRow

SEARCH_MS: Final = 150
"""Delay after the last key press before the search starts."""
SEARCH_ICON_GAP: Final = 4
"""Pixels that Qt adds between the search icon and the text."""
LARGE_TEXT: Final = 1.25
"""From text larger than this on, the sync status has a line of its own above the buttons."""
SEARCH_SECTIONS: Final = frozenset({"Conversations", "Messages", "Tools", "Notes", "Memories", "Related"})
"""Sections of search results."""
OPENING: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
SYNC_ICON: Final = {
    "ok": ("cloud-check", "text-muted"),
    "waiting": ("clock", "text-muted"),
    "offline": ("cloud-slash", "text-muted"),
    "busy": ("arrows-clockwise", "text-muted"),
    "error": ("warning-circle-fill", "error"),
}


class Sidebar(QFrame):
    """The conversation list with search; the selection is an id, so the rows may change."""

    conversation_requested = Signal(str)
    new_conversation_requested = Signal()
    rename_requested = Signal(str, str)
    """Id and current title; the window asks for the new one."""
    delete_requested = Signal(str)
    pin_requested = Signal(str, bool)
    """Id, and whether to pin it."""
    archive_requested = Signal(str, bool)
    """Id, and whether to archive it."""
    archive_toggled = Signal(bool)
    """Whether to list the archived conversations."""
    recently_deleted_requested = Signal()
    search_requested = Signal(str)
    settings_requested = Signal()
    memories_requested = Signal()
    sync_requested = Signal()
    file_dropped = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._current = ""
        self.keys: Mapping[str, str] = {}
        """The keys of the window's commands, by those that they have at first, for the menus."""
        self._archived = 0
        self._selected_result = ""
        """The id of the search result that was opened last."""
        self._rows: Rows[ConversationRow] = Rows(lambda row: row.id)
        self._model: RowsListModel[ConversationRow] | None = None
        self.setProperty("ground", "sunken")
        self.search = QLineEdit()
        self.search.setMaxLength(MAX_FIELD_CHARACTERS)
        self.list = _ConversationList()
        self._sync_icon = Icon("cloud-check", theme=theme)
        self.sync_status = PartsLabel("", theme=theme, font="small", tone="muted", keeps_first=True)
        self._note = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._note.hide()
        self._archive = Button("", theme=theme, icon="archive", kind="flat", small=True)
        self._archive.setCheckable(True)
        self._archive.toggled.connect(self._update_archive_text)
        self._archive.toggled.connect(self.archive_toggled)
        self._archive.hide()
        self._deleted = Button("", theme=theme, icon="trash", kind="flat", small=True)
        self._deleted.clicked.connect(self.recently_deleted_requested)
        self._deleted.hide()
        self._count_of_deleted = 0
        self._search_timer = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._search_timer.timeout.connect(lambda: self.search_requested.emit(self.search.text()))
        DroppedFiles(self).dropped.connect(self.file_dropped)
        self._set_up_list()
        self._set_up_search()
        self._build()
        theme.changed.connect(self._on_theme_changed)
        self._disconnect = self._rows.changed.connect(self._on_rows_changed)
        self.set_rows(self._rows)

    @property
    def rows(self) -> Rows[ConversationRow]:
        """The conversations, in their order."""
        return self._rows

    @property
    def current(self) -> str:
        """The id of the open conversation."""
        return self._current

    def set_rows(self, rows: Rows[ConversationRow]) -> None:
        """Show these conversations."""
        self._disconnect()
        if self._model is not None:
            self._model.detach()
        self._rows = rows
        self._model = RowsListModel(rows, text=_accessible_text, parent=self)
        self.list.setModel(self._model)
        self._disconnect = rows.changed.connect(self._on_rows_changed)
        self._select()

    def set_current(self, conversation_id: str) -> None:
        """Select the open conversation, without requesting it."""
        self._current = conversation_id
        self._select()

    def set_selected_result(self, row_id: str) -> None:
        """Keep an opened search result selected, whichever conversation it is in."""
        row = self._rows.get(row_id)
        self._selected_result = row_id if row is not None and row.kind != "conversation" else ""
        self._select()

    def set_search_note(self, note: str) -> None:
        """Show the number of search results; '' hides the note."""
        self._note.set_text(note)
        self._note.setVisible(bool(note))

    def set_archived(self, count: int) -> None:
        """Set the number of archived conversations; 0 hides their button."""
        self._archived = count
        self._archive.setVisible(count > 0)
        self._update_archive_text()

    def set_recently_deleted(self, count: int) -> None:
        """Set the number of deleted conversations that can be restored; 0 hides their button."""
        self._count_of_deleted = count
        self._deleted.setVisible(count > 0)
        self._fit_deleted()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the words of a button, or its count only."""
        super().resizeEvent(event)
        self._fit_deleted()

    def _fit_deleted(self) -> None:
        whole = self.tr("Recently deleted ({n})").format(n=self._count_of_deleted)
        self._deleted.setText(whole)
        if self._deleted.sizeHint().width() > self.width():
            self._deleted.setText(f"({self._count_of_deleted})")
        set_accessible_name(self._deleted, whole)
        set_tool_tip(self._deleted, whole if self._deleted.text() != whole else "")

    def set_status(self, row: StatusRow) -> None:
        """Show the sync status."""
        self._sync_icon.set_icon(*SYNC_ICON[row.sync_kind])
        self.sync_status.set_text(row.sync)

    def neighbour(self, step: int) -> str | None:
        """Return the id `step` rows after the opened search result, else after the open conversation."""
        place = self._rows.position(self._selected_result)
        if place is None:
            place = self._rows.position(self._current)
        target = (0 if step > 0 else len(self._rows) - 1) if place is None else place + step
        return self._rows[target].id if 0 <= target < len(self._rows) else None

    def context_menu(self, index: QModelIndex) -> QMenu:
        """Return the context menu of the conversation at `index`."""
        row: ConversationRow = index.data(ROW_ROLE)
        menu = IconMenu(theme=self._theme, parent=self)
        pin, archive = pin_item(pinned=row.pinned), archive_item(archived=row.archived)
        for (icon, words), ask in (
            (("pencil-simple", self.tr("Rename…")), lambda: self.rename_requested.emit(row.id, row.title)),
            (pin, lambda: self.pin_requested.emit(row.id, not row.pinned)),
            (archive, lambda: self.archive_requested.emit(row.id, not row.archived)),
        ):
            action = menu.addAction(self._theme.icon(icon), words)
            action.triggered.connect(ask)
            if row.id == self._current:  # the keys are those of the open conversation
                show_keys(
                    action, self.keys.get({pin[1]: "Ctrl+Shift+P", archive[1]: "Ctrl+Shift+A"}.get(words, ""), "")
                )
        menu.addSeparator()
        delete = menu.addAction(self._theme.icon("trash"), self.tr("Delete"))
        delete.triggered.connect(lambda: self.delete_requested.emit(row.id))
        return menu

    def _update_archive_text(self) -> None:
        shown = self._archive.isChecked()
        words = self.tr("Hide archived ({n})") if shown else self.tr("Archived ({n})")
        self._archive.setText(words.format(n=self._archived))

    def _set_up_list(self) -> None:
        view = self.list
        view.setProperty("ground", "sunken")
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setItemDelegate(ConversationDelegate(theme=self._theme, view=view))
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setMouseTracking(True)
        view.setAccessibleName(self.tr("Conversations"))
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._on_context_menu)
        view.clicked.connect(self._on_chosen)
        view.activated.connect(self._on_chosen)
        view.focus_left.connect(self._select)
        view.rename_pressed.connect(self._on_rename)
        view.delete_pressed.connect(self._on_delete)

    def _on_theme_changed(self) -> None:
        self._fit_deleted()
        self.list.viewport().update()  # asked for no sooner: at the first such question PySide loads all of Qt

    def _set_up_search(self) -> None:
        theme = self._theme
        self.search.setFont(theme.font("ui"))
        self.search.setFixedHeight(theme.height("control"))
        self.search.setPlaceholderText(self.tr("Search all conversations"))
        self.search.setAccessibleName(self.tr("Search all conversations"))
        self.search.setClearButtonEnabled(True)
        self._lens = add_icon(self.search, "magnifying-glass", theme=theme)
        self.search.setTextMargins(-SEARCH_ICON_GAP, 0, 0, 0)
        self._lens.setText(self.tr("Search all conversations (Ctrl+Shift+F)"))
        self._lens.triggered.connect(self.search.setFocus)
        self.search.textChanged.connect(self._on_typed)
        self.search.returnPressed.connect(self._on_return)

    def _build(self) -> None:
        theme = self._theme
        new = IconButton("plus", self.tr("New conversation (Ctrl+N)"), theme=theme, framed=True, colour="accent")
        new.clicked.connect(self.new_conversation_requested)
        settings = IconButton("gear-six", self.tr("Settings (Ctrl+,)"), theme=theme, small=True)
        settings.clicked.connect(self.settings_requested)
        memories = IconButton("brain", self.tr("Memories (Ctrl+Shift+M)"), theme=theme, small=True)
        memories.clicked.connect(self.memories_requested)
        sync = IconButton("arrows-clockwise", self.tr("Sync (Ctrl+Shift+Y)"), theme=theme, small=True)
        sync.clicked.connect(self.sync_requested)
        top = QHBoxLayout()
        top.setContentsMargins(12, 12, 12, 8)
        top.setSpacing(8)
        top.addWidget(self.search, 1)
        top.addWidget(new)
        note = QHBoxLayout()
        note.setContentsMargins(20, 0, 12, 4)
        note.addWidget(self._note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(note)
        layout.addWidget(self.list, 1)
        footer = _Footer((self._sync_icon, self.sync_status), (sync, memories, settings), theme=theme)
        layout.addWidget(self._create_bottom((self._archive, self._deleted, footer), (sync, memories, settings)))

    def _create_bottom(self, lines: Sequence[QWidget], buttons: Sequence[QWidget]) -> QWidget:
        """Return what is below the list as one stop."""
        bottom = QWidget()
        column = QVBoxLayout(bottom)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for line in lines:
            column.addWidget(line)
        bottom.setAccessibleName(self.tr("Sidebar footer"))
        set_place(bottom, TabPlace.FOOTER)
        mark_stop(bottom, self._archive, self._deleted, *buttons)
        return bottom

    def _on_typed(self, _text: str) -> None:
        self._search_timer.start()

    def _on_return(self) -> None:
        """Open the first search result."""
        if self.search.text().strip() and len(self._rows) and not self._search_timer.isActive():
            self.conversation_requested.emit(self._rows[0].id)

    def _on_rows_changed(self, _change: RowsChange[ConversationRow]) -> None:
        self.list.scheduleDelayedItemsLayout()
        QTimer.singleShot(0, self, self._select)

    def _select(self) -> None:
        if self._model is None:
            return
        selection = self.list.selectionModel()
        places = (
            self._model.index_of(name) for name in (self.list.keyboard_row_id, self._selected_result, self._current)
        )
        index = next((place for place in places if place.isValid()), QModelIndex())
        if not index.isValid():
            selection.clearSelection()
        elif not selection.isSelected(index):
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_chosen(self, index: QModelIndex) -> None:
        self.list.keyboard_row_id = ""
        self.conversation_requested.emit(index.data(ID_ROLE))

    def _on_rename(self, index: QModelIndex) -> None:
        row: ConversationRow = index.data(ROW_ROLE)
        if row.kind == "conversation":
            self.rename_requested.emit(row.id, row.title)

    def _on_delete(self, index: QModelIndex) -> None:
        row: ConversationRow = index.data(ROW_ROLE)
        if row.kind == "conversation":
            self.delete_requested.emit(row.id)

    def _on_context_menu(self, point: QPoint) -> None:
        index = self.list.indexAt(point)
        if index.isValid() and index.data(ROW_ROLE).kind == "conversation":
            self.context_menu(index).popup(self.list.viewport().mapToGlobal(point))


class _Footer(QFrame):
    """The sync status and the buttons, in one line; with large text each has a line of its own."""

    def __init__(self, status: tuple[Icon, PartsLabel], buttons: Sequence[IconButton], *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("line", "top")
        self.setProperty(FIXED_SIZE, True)  # its height follows the text by `_arrange`
        icon, words = status
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(icon)
        line.addWidget(words, 1)
        ends = QHBoxLayout()
        ends.setSpacing(2)  # the narrowest sidebar has room for the words, too
        ends.addStretch()
        for button in buttons:
            ends.addWidget(button)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.addLayout(line, 1)
        self._lines.addLayout(ends)
        theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        is_large = self._theme.scale > LARGE_TEXT
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._lines.setDirection(down if is_large else across)
        self._lines.setContentsMargins(20, 8 if is_large else 0, 8, 0)
        self._lines.setSpacing(0 if is_large else 6)
        self.setFixedHeight(self._theme.scaled(64 if is_large else 40))


class _ConversationList(QListView):
    """A list view that remembers the row reached by keyboard, so that changed rows do not move the selection back."""

    focus_left = Signal()
    """The list lost the focus without the selected row being opened."""
    rename_pressed = Signal(QModelIndex)
    delete_pressed = Signal(QModelIndex)
    keyboard_row_id = ""
    """The id of the row reached by keyboard; empty without focus."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in OPENING:  # the selection then follows what is open
            super().keyPressEvent(event)
            return
        pressed = {Qt.Key.Key_F2: self.rename_pressed, Qt.Key.Key_Delete: self.delete_pressed}.get(Qt.Key(event.key()))
        if pressed is not None and self.currentIndex().isValid():
            pressed.emit(self.currentIndex())
            return
        before = self.currentIndex()
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self.keyboard_row_id = self.currentIndex().data(ID_ROLE)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.keyboard_row_id = ""
            self.focus_left.emit()


def _accessible_text(row: ConversationRow) -> str:
    found = f"{SECTION_TITLES[row.section]}: " if row.section in SEARCH_SECTIONS else ""
    state = f"{row.state_text}. " if row.state_text else ""
    return f"{found}{row.title}, {row.time}. {state}{row.last_line}"
