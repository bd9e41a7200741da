"""The sidebar: search and New at the top, the conversations, the sync line and settings below."""

from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QLineEdit, QListView, QMenu, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.ui.conversation.header import archive_item, pin_item
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE, RowsListModel
from alicia_desktop.ui.sidebar.delegate import ConversationDelegate
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, PartsLabel
from alicia_desktop.view.rows import ConversationRow, StatusRow

SEARCH_MS: Final = 150
"""How long one may pause while typing before the search is asked for."""
LENS_GAP: Final = 4
"""What Qt leaves too much between the lens and the words."""
SEARCHED: Final = frozenset({"Conversations", "Messages", "Tools", "Notes", "Memories", "Related"})
"""Sections of a search."""
SYNC_ICON: Final = {
    "ok": ("cloud-check", "text-muted"),
    "waiting": ("clock", "text-muted"),
    "offline": ("cloud-slash", "text-muted"),
    "busy": ("arrows-clockwise", "text-muted"),
    "error": ("warning-circle", "error"),
}


class Sidebar(QFrame):
    """Show conversations and search results; the selection is an id, because the list may change under it."""

    conversation_requested = Signal(str)
    new_conversation_requested = Signal()
    rename_requested = Signal(str, str)
    """Id and the present title: the window asks for the new one."""
    delete_requested = Signal(str)
    pin_requested = Signal(str, bool)
    """Id, and whether it is to be pinned."""
    archive_requested = Signal(str, bool)
    """Id, and whether it is to be archived."""
    archive_toggled = Signal(bool)
    """Whether the archived conversations are to be listed."""
    search_requested = Signal(str)
    settings_requested = Signal()
    memories_requested = Signal()
    sync_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._current = ""
        self._archived = 0
        self._chosen = ""
        """The find that was gone to last."""
        self._rows: Rows[ConversationRow] = Rows(lambda row: row.id)
        self._model: RowsListModel[ConversationRow] | None = None
        self.setProperty("ground", "sunken")
        self.search = QLineEdit()
        self.search.setMaxLength(MAX_FIELD_CHARACTERS)
        self._list = _ConversationList()
        self._sync_icon = Icon("cloud-check", theme=theme)
        self._sync = PartsLabel("", theme=theme, font="small", tone="muted", keeps_first=True)
        self._note = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._note.hide()
        self._archive = Button("", theme=theme, icon="archive", kind="flat", small=True)
        self._archive.setCheckable(True)
        self._archive.toggled.connect(self._show_archive_words)
        self._archive.toggled.connect(self.archive_toggled)
        self._archive.hide()
        self._typing = QTimer(self, singleShot=True, interval=SEARCH_MS)
        self._typing.timeout.connect(lambda: self.search_requested.emit(self.search.text()))
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
        """The id of the one that is open."""
        return self._current

    def set_rows(self, rows: Rows[ConversationRow]) -> None:
        """Show these conversations."""
        self._disconnect()
        if self._model is not None:
            self._model.detach()
        self._rows = rows
        self._model = RowsListModel(rows, text=_spoken, parent=self)
        self._list.setModel(self._model)
        self._disconnect = rows.changed.connect(self._on_rows_changed)
        self._select()

    def set_current(self, conversation_id: str) -> None:
        """Show which one is open, without asking for it."""
        self._current = conversation_id
        self._select()

    def set_chosen(self, row_id: str) -> None:
        """Somebody goes to a row; a find stays selected, whatever conversation it is in."""
        row = self._rows.get(row_id)
        self._chosen = row_id if row is not None and row.kind != "conversation" else ""
        self._select()

    def set_search_note(self, note: str) -> None:
        """Say how much a search has found; nothing when none is going on."""
        self._note.set_text(note)
        self._note.setVisible(bool(note))

    def set_archived(self, count: int) -> None:
        """Offer the archived conversations where there are any."""
        self._archived = count
        self._archive.setVisible(count > 0)
        self._show_archive_words()

    def set_status(self, row: StatusRow) -> None:
        """Say how the sync is."""
        self._sync_icon.set_icon(*SYNC_ICON[row.sync_kind])
        self._sync.set_text(row.sync)

    def neighbour(self, step: int) -> str | None:
        """Return the id `step` places after the find that was gone to last, else after the open conversation."""
        place = self._rows.position(self._chosen)
        if place is None:
            place = self._rows.position(self._current)
        wanted = (0 if step > 0 else len(self._rows) - 1) if place is None else place + step
        return self._rows[wanted].id if 0 <= wanted < len(self._rows) else None

    def context_menu(self, index: QModelIndex) -> QMenu:
        """Return what can be done with the conversation at `index`."""
        row: ConversationRow = index.data(ROW_ROLE)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        pin, archive = pin_item(pinned=row.pinned), archive_item(archived=row.archived)
        for (icon, words), ask in (
            (("pencil-simple", self.tr("Rename…")), lambda: self.rename_requested.emit(row.id, row.title)),
            (pin, lambda: self.pin_requested.emit(row.id, not row.pinned)),
            (archive, lambda: self.archive_requested.emit(row.id, not row.archived)),
            (("trash", self.tr("Delete")), lambda: self.delete_requested.emit(row.id)),
        ):
            menu.addAction(self._theme.icon(icon), words).triggered.connect(ask)
        return menu

    def _show_archive_words(self) -> None:
        shown = self._archive.isChecked()
        words = self.tr("Hide archived ({n})") if shown else self.tr("Archived ({n})")
        self._archive.setText(words.format(n=self._archived))

    def _set_up_list(self) -> None:
        view = self._list
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
        view.left.connect(self._select)

    def _on_theme_changed(self) -> None:
        self._list.viewport().update()  # asked for no sooner: at the first such question PySide loads all of Qt

    def _set_up_search(self) -> None:
        theme = self._theme
        self.search.setFont(theme.font("ui"))
        self.search.setFixedHeight(theme.height("control"))
        self.search.setPlaceholderText(self.tr("Search all conversations"))
        self.search.setAccessibleName(self.tr("Search all conversations"))
        self.search.setClearButtonEnabled(True)
        self._lens = self.search.addAction(theme.icon("magnifying-glass"), QLineEdit.ActionPosition.LeadingPosition)
        self.search.setTextMargins(-LENS_GAP, 0, 0, 0)
        self._lens.setText(self.tr("Search all conversations (Ctrl+Shift+F)"))
        self._lens.triggered.connect(self.search.setFocus)
        theme.changed.connect(lambda: self._lens.setIcon(theme.icon("magnifying-glass")))
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
        look = IconButton("arrows-clockwise", self.tr("Sync (Ctrl+Shift+Y)"), theme=theme, small=True)
        look.clicked.connect(self.sync_requested)
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
        layout.addWidget(self._list, 1)
        layout.addWidget(self._archive)
        layout.addWidget(self._foot(look, memories, settings))

    def _foot(self, *buttons: IconButton) -> QFrame:
        foot = QFrame()
        foot.setProperty("line", "top")
        foot.setFixedHeight(40)
        line = QHBoxLayout(foot)
        line.setContentsMargins(20, 0, 8, 0)
        line.setSpacing(6)
        line.addWidget(self._sync_icon)
        line.addWidget(self._sync, 1)
        ends = QHBoxLayout()
        ends.setSpacing(2)  # the narrowest sidebar has room for the words, too
        for button in buttons:
            ends.addWidget(button)
        line.addLayout(ends)
        return foot

    def _on_typed(self, _text: str) -> None:
        self._typing.start()

    def _on_return(self) -> None:
        """Go to the first find."""
        if self.search.text().strip() and len(self._rows) and not self._typing.isActive():
            self.conversation_requested.emit(self._rows[0].id)

    def _on_rows_changed(self, _change: RowsChange[ConversationRow]) -> None:
        self._list.scheduleDelayedItemsLayout()
        QTimer.singleShot(0, self, self._select)

    def _select(self) -> None:
        if self._model is None:
            return
        selection = self._list.selectionModel()
        places = (self._model.index_of(name) for name in (self._list.walked, self._chosen, self._current))
        index = next((place for place in places if place.isValid()), QModelIndex())
        if not index.isValid():
            selection.clearSelection()
        elif not selection.isSelected(index):
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _on_chosen(self, index: QModelIndex) -> None:
        self._list.walked = ""
        self.conversation_requested.emit(index.data(ID_ROLE))

    def _on_context_menu(self, point: QPoint) -> None:
        index = self._list.indexAt(point)
        if index.isValid() and index.data(ROW_ROLE).kind == "conversation":
            self.context_menu(index).popup(self._list.viewport().mapToGlobal(point))


class _ConversationList(QListView):
    """A list that keeps the keyboard's position when rows are added or removed."""

    left = Signal()
    """The keys went elsewhere, and the row that they stood on was not opened."""
    walked = ""
    """The id of that row; empty once the keys are elsewhere."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex()
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self.walked = self.currentIndex().data(ID_ROLE)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.walked = ""
            self.left.emit()


def _spoken(row: ConversationRow) -> str:
    found = f"{row.section}: " if row.section in SEARCHED else ""
    return f"{found}{row.title}, {row.time}. {row.last_line}"
