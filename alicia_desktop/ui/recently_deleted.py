"""The window of recently deleted conversations: restore them, or delete them for good before their time is over.

It has no parent and is not modal. Rows look as in the sidebar; instead of the time they say how many days are left.
"""

from typing import Final

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows, RowsChange
from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.dialogs import confirm
from alicia_desktop.ui.qt_models import ID_ROLE, RowsListModel
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.sidebar.conversation_delegate import ConversationDelegate
from alicia_desktop.ui.text_size import fit_on_screen
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view.rows import ConversationRow

SIZE: Final = QSize(560, 520)
MIN_SIZE: Final = QSize(440, 320)


class RecentlyDeletedWindow(QWidget):
    """Show deleted conversations; emit what is to be done with the selected ones."""

    restore_requested = Signal(list)
    """Ids of conversations."""
    purge_requested = Signal(list)
    """Ids of conversations, once the user has confirmed."""

    def __init__(self, rows: Rows[ConversationRow], *, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._theme = theme
        self.rows = rows
        set_window_title(self, self.tr("Recently deleted"))
        fit_on_screen(self, MIN_SIZE * theme.scale, SIZE, theme.scale)
        theme.changed.connect(self._on_theme)
        self._model = RowsListModel(rows, text=_accessible_text, parent=self)
        self.list = self._create_list()
        self._empty = Label(self.tr("No recently deleted conversations"), theme=theme, tone="muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.restore = Button(self.tr("Restore"), theme=theme, kind="primary", icon="arrow-counter-clockwise")
        self.restore.clicked.connect(self._on_restore)
        self.purge = Button(self.tr("Delete now…"), theme=theme)
        self.purge.clicked.connect(lambda: self._ask_purge(self.selected_ids()))
        self.purge_all = Button(self.tr("Delete all now…"), theme=theme)
        self.purge_all.clicked.connect(lambda: self._ask_purge([row.id for row in self.rows]))
        self._build()
        self._disconnect = rows.changed.connect(self._on_rows_changed)
        self._update()
        bind(
            [
                *(Key(keys=keys, text="", act=self.close) for keys in ("Esc", "Ctrl+W")),
                Key(keys="Del", text="", act=self.purge.click),
            ],
            self,
        )

    def _on_theme(self) -> None:
        """Have room for the buttons in another text size; a window that has it stays as it is."""
        fit_on_screen(self, MIN_SIZE * self._theme.scale, self.size(), 1.0)

    def selected_ids(self) -> list[str]:
        """Return the ids of the selected conversations, in their order."""
        chosen = sorted(self.list.selectionModel().selectedIndexes(), key=lambda index: index.row())
        return [index.data(ID_ROLE) for index in chosen]

    def detach(self) -> None:
        """Stop following the rows."""
        self._disconnect()
        self._model.detach()

    def _create_list(self) -> QListView:
        view = QListView()
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self._model)
        view.setItemDelegate(ConversationDelegate(theme=self._theme, view=view))
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setMouseTracking(True)
        view.setAccessibleName(self.tr("Recently deleted conversations"))
        view.selectionModel().selectionChanged.connect(self._update)
        view.activated.connect(self._on_restore)
        self._theme.changed.connect(view.viewport().update)
        return view

    def _build(self) -> None:
        theme = self._theme
        about = Label(
            self.tr(
                "Deleted conversations are kept for 30 days and are then permanently deleted. Private conversations "
                "are not kept."
            ),
            theme=theme,
            tone="muted",
            wrap=True,
        )
        about.setContentsMargins(24, 12, 24, 12)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 12, 24, 16)
        foot.setSpacing(8)
        foot.addWidget(self.purge_all)
        foot.addStretch()
        foot.addWidget(self.purge)
        foot.addWidget(self.restore)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(about)
        layout.addWidget(rule())
        layout.addWidget(self.list, 1)
        layout.addWidget(self._empty, 1)
        layout.addWidget(rule())
        layout.addLayout(foot)

    def _on_rows_changed(self, _change: RowsChange[ConversationRow]) -> None:
        self.list.scheduleDelayedItemsLayout()
        QTimer.singleShot(0, self, self._update)

    def _update(self) -> None:
        """Show the list or that it is empty; always keep one conversation selected, so that a button has a subject."""
        is_any = len(self.rows) > 0
        self.list.setVisible(is_any)
        self._empty.setVisible(not is_any)
        selection = self.list.selectionModel()
        if is_any and not selection.hasSelection():
            selection.setCurrentIndex(self._model.index(0, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            return  # which comes back here
        for button in (self.restore, self.purge):
            button.setEnabled(selection.hasSelection())
        self.purge_all.setEnabled(is_any)

    def _on_restore(self) -> None:
        if chosen := self.selected_ids():
            self.restore_requested.emit(chosen)

    def _ask_purge(self, chosen: list[str]) -> None:
        if not chosen:
            return
        dialog = confirm(
            translate_count(
                "Permanently delete {count} conversation?", "Permanently delete {count} conversations?", len(chosen)
            ),
            self.tr(
                "This deletes from this computer, the server and your other computers. Memories stay. This cannot be "
                "undone."
            ),
            action=self.tr("Delete"),
            theme=self._theme,
            parent=self,
            danger=True,
        )
        dialog.accepted.connect(lambda: self.purge_requested.emit(chosen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def _accessible_text(row: ConversationRow) -> str:
    return f"{row.title}, {row.time}. {row.last_line}"
