"""Show the memories window: the list, the context of the next answer, statistics. The conversation goes on beside it.

It has no parent, so that it never lies over the composer; whoever made it closes it.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.clock import Clock
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.ui.dialogs import create_file_dialog, documents_folder
from alicia_desktop.ui.inspector.tabs import Tabs
from alicia_desktop.ui.memories.context_page import ContextPage
from alicia_desktop.ui.memories.dialogs import CategoryDialog, MergeDialog, TagDialog
from alicia_desktop.ui.memories.list_page import ListPage
from alicia_desktop.ui.memories.statistics_page import StatisticsPage
from alicia_desktop.ui.memories.transfer_bar import TransferBar
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.shortcuts_dialog import shortcut_list
from alicia_desktop.ui.text_size import fit_on_screen
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip, set_window_title
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, rule
from alicia_desktop.ui.widgets.notices import Toast, ToastKind

PageName = Literal["list", "context", "statistics"]
PAGES: Final[tuple[PageName, ...]] = ("list", "context", "statistics")
SIZE: Final = (1080, 720)
MIN_SIZE: Final = (720, 480)


class MemoriesWindow(QWidget):
    """Shows what it is given and emits what the user asks for."""

    page_changed = Signal(str)
    """`list`, `context` or `statistics`."""
    undo_requested = Signal()
    import_file_selected = Signal(Path)
    export_file_selected = Signal(Path)
    closed = Signal()

    def __init__(self, *, theme: Theme, clock: Clock) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._theme = theme
        set_window_title(self, self.tr("Memories"))
        fit_on_screen(self, QSize(*MIN_SIZE), QSize(*SIZE), theme.scale)
        self.list = ListPage(theme=theme, clock=clock)
        self.context = ContextPage(theme=theme)
        self.statistics = StatisticsPage(theme=theme)
        self.transfer = TransferBar(theme=theme)
        self._tabs = Tabs(
            (
                ("brain", self.tr("Memories")),
                ("stack", self.tr("Next answer")),
                ("chart-bar", self.tr("Statistics")),
            ),
            theme=theme,
            name=self.tr("Memories tabs"),
        )
        self._pages = QStackedWidget()
        self._copy = ElidedLabel("", theme=theme, font="small", tone="muted")
        self.undo = Button(self.tr("Undo"), theme=theme, icon="arrow-u-up-left", small=True)
        self.toast = Toast(theme=theme, parent=self)
        self._build()
        self._connect()
        self.set_undo("")
        self._keys = self._window_keys()
        bind(self._keys, self)

    @property
    def page(self) -> PageName:
        """Which part is shown."""
        return PAGES[self._tabs.currentIndex()]

    def show_page(self, name: PageName) -> None:
        """Show a part."""
        self._tabs.setCurrentIndex(PAGES.index(name))

    def set_undo(self, words: str) -> None:
        """Set what can be undone; an empty text disables the button."""
        self.undo.setEnabled(bool(words))
        tip = self.tr("Undo: {words} (Ctrl+Z)").format(words=words) if words else self.tr("Nothing to undo")
        set_tool_tip(self.undo, tip)
        self.undo.setAccessibleName(tip)

    def set_copy(self, words: str) -> None:
        """Show the progress of copying from the server."""
        self._copy.set_text(words)

    def show_toast(self, words: str, *, undo: bool = False, kind: ToastKind = "done") -> None:
        """Show a message that disappears by itself."""
        self.toast.show_text(words, self.tr("Undo") if undo else "", kind=kind)
        self._settle_toast()

    def category_dialog(self, count: int) -> CategoryDialog:
        """Return the question for a category."""
        return CategoryDialog(count, theme=self._theme, parent=self)

    def tag_dialog(self, count: int, known: Sequence[str]) -> TagDialog:
        """Return the question for a tag."""
        return TagDialog(count, known=known, theme=self._theme, parent=self)

    def merge_dialog(self, left: MemoryRecord, right: MemoryRecord) -> MergeDialog:
        """Return the question what two memories become."""
        return MergeDialog(left, right, theme=self._theme, parent=self)

    def focus_search(self) -> None:
        """Look for something."""
        self.show_page("list")
        self.list.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def escape(self) -> None:
        """Empty the search, else close the memory that is shown, else the window: one a press."""
        search = self.list.filters.search
        if self.page == "list" and search.text():
            search.clear()
        elif self.page == "list" and self.list.memory_shown is not None:
            self.list.close_memory()
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `closed`; the window can be shown again."""
        event.accept()
        self.closed.emit()

    def _build(self) -> None:
        for page in (self.list, self.context, self.statistics):
            self._pages.addWidget(page)
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 12, 0)
        head.setSpacing(8)
        head.addWidget(self._tabs)
        head.addWidget(self._copy, 1)
        head.addWidget(self.undo)
        self._copy.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.transfer)
        self.toast.raise_()

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self._on_tab)
        self.undo.clicked.connect(self.undo_requested)
        self.toast.action_requested.connect(self.undo_requested)
        self.toast.column_changed.connect(self._settle_toast)
        self.list.import_requested.connect(self._ask_for_import)
        self.list.export_requested.connect(self._ask_for_export)

    def _on_tab(self, number: int) -> None:
        self._pages.setCurrentIndex(number)
        self.page_changed.emit(PAGES[number])

    def _ask_for_import(self) -> None:
        dialog = create_file_dialog(
            self.tr("Import memories"),
            documents_folder(),
            self.tr("JSON Lines (*.jsonl *.ndjson *.json)"),
            parent=self,
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        self._open(dialog, self.import_file_selected)

    def _ask_for_export(self) -> None:
        suggested = documents_folder() / "memories.jsonl"
        dialog = create_file_dialog(self.tr("Export memories"), suggested, self.tr("JSON Lines (*.jsonl)"), parent=self)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("jsonl")
        self._open(dialog, self.export_file_selected)

    def _open(self, dialog: QFileDialog, chosen: SignalInstance) -> None:
        dialog.fileSelected.connect(lambda name: chosen.emit(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _window_keys(self) -> tuple[Key, ...]:
        return (
            Key(keys="Ctrl+F", text=self.tr("Search memories"), act=self.focus_search),
            Key(keys="Up", text=self.tr("Move through the list (Shift extends the selection)"), act=None),
            Key(keys="Ctrl+A", text=self.tr("Select all"), act=None),
            Key(keys="Return", text=self.tr("Open the memory"), act=None),
            Key(keys="Del", text=self.tr("Delete the selection"), act=None),
            Key(keys="Ctrl+Z", text=self.tr("Undo"), act=self._on_undo_key),
            Key(keys="Ctrl+1", text=self.tr("Memories"), act=lambda: self.show_page("list")),
            Key(keys="Ctrl+2", text=self.tr("Next answer"), act=lambda: self.show_page("context")),
            Key(keys="Ctrl+3", text=self.tr("Statistics"), act=lambda: self.show_page("statistics")),
            Key(keys="Esc", text=self.tr("Clear the search, close the memory, close the window"), act=self.escape),
            Key(keys="Ctrl+W", text=self.tr("Close"), act=self._on_close_key),
            Key(keys="Ctrl+/", text=self.tr("Keyboard shortcuts"), act=self._show_keys),
        )

    def _on_undo_key(self) -> None:
        if self.undo.isEnabled():
            self.undo_requested.emit()

    def _on_close_key(self) -> None:
        self.close()

    def _show_keys(self) -> None:
        dialog: QDialog = shortcut_list(
            tuple(replace(key, act=None) for key in self._keys),  # they are as they are
            title=self.tr("Keyboard shortcuts"),
            theme=self._theme,
            parent=self,
        )
        dialog.open()

    def _settle_toast(self) -> None:
        self.toast.reposition(above=self.list.bar.height() if self.page == "list" else 0)
