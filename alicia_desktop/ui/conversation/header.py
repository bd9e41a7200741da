"""The header over the messages: panel buttons, title, connection status, and the menu of the conversation."""

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import PART, ElidedLabel, Icon, PartsLabel
from alicia_desktop.ui.widgets.link_menu import IconMenu
from alicia_desktop.view.conversation_settings import NOT_YET, OwnSettingsRow
from alicia_desktop.view.rows import StatusRow

OWN_ICON: Final = "sliders-horizontal"
OWN_WIDTH: Final = 220
"""Pixels of a conversation's own settings, beside the title."""
OWN_SHARE: Final = 4
"""Of the header, the part that they may take."""
OWN_NAME: Final = 48
"""Pixels that their first part always has."""
TROUBLE: Final = {"offline": ("wifi-slash", "warn"), "error": ("warning-circle-fill", "error")}


def pin_item(*, pinned: bool) -> tuple[str, str]:
    """Return icon and text of the menu item that pins or unpins a conversation."""
    return ("push-pin-slash", translate("Unpin")) if pinned else ("push-pin", translate("Pin"))


def archive_item(*, archived: bool) -> tuple[str, str]:
    """Return icon and text of the menu item that archives or unarchives a conversation."""
    return "archive", translate("Unarchive") if archived else translate("Archive")


def show_keys(action: QAction, keys: str) -> None:
    """Show at the right of a menu's item which keys do the same; they are bound by the window, not here."""
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutVisibleInContextMenu(True)


class Header(QFrame):
    """The header bar, 56 pixels high."""

    sidebar_toggled = Signal()
    inspector_toggled = Signal()
    find_requested = Signal()
    rename_requested = Signal()
    delete_requested = Signal()
    pin_requested = Signal(bool)
    """Whether to pin the conversation."""
    archive_requested = Signal(bool)
    private_requested = Signal()
    """Start a conversation that stores no memories."""
    own_settings_requested = Signal()
    """Change model, persona and temperature of this conversation."""
    server_requested = Signal()
    """Show details about the server and this session."""
    export_requested = Signal(str)
    """`markdown` or `json`."""
    import_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pinned = self._archived = False
        self.keys: Mapping[str, str] = {}
        """The keys of the window's commands, by those that they have at first, for the menu."""
        self.setProperty("line", "bottom")
        self.setFixedHeight(theme.height("header"))
        self._sidebar = IconButton("layout", self.tr("Sidebar (Ctrl+B)"), theme=theme)
        self._title = ElidedLabel("", theme=theme, font="title")
        self._trouble = Icon("", theme=theme, size=14)
        self._status = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._detail = PartsLabel("", theme=theme, font="small", tone="muted")
        self._detail.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._detail_words = ""
        self._own_row = OwnSettingsRow(unsupported=NOT_YET)
        self.own_settings = Button("", theme=theme, kind="flat", icon=OWN_ICON, small=True)
        """Shows the conversation's own model, persona and temperature."""
        self._find = IconButton("magnifying-glass", self.tr("Find in this conversation (Ctrl+F)"), theme=theme)
        self._more = IconButton("dots-three", self.tr("More actions"), theme=theme)
        self._inspector = IconButton("activity", self.tr("Inspector (F12)"), theme=theme)
        for button in (self._sidebar, self._inspector):
            button.setCheckable(True)
        self._sidebar.clicked.connect(self.sidebar_toggled)
        self._inspector.clicked.connect(self.inspector_toggled)
        self.own_settings.clicked.connect(self.own_settings_requested)
        self._find.clicked.connect(self.find_requested)
        self._more.clicked.connect(self._on_more)
        self._build()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """The buttons, in reading order."""
        return self._sidebar, self.own_settings, self._find, self._more, self._inspector

    @property
    def title(self) -> str:
        """The title of the conversation."""
        return self._title.whole_text

    @property
    def status(self) -> str:
        """The status line under the title."""
        return f"{self._status.whole_text} {self._detail.whole_text}"

    def set_title(self, title: str) -> None:
        """Set the title."""
        self._title.set_text(title)

    @property
    def pinned_archived(self) -> tuple[bool, bool]:
        """Whether the conversation is pinned, and whether it is archived."""
        return self._pinned, self._archived

    def set_pinned_archived(self, *, pinned: bool, archived: bool) -> None:
        """Set whether the conversation is pinned and archived."""
        self._pinned, self._archived = pinned, archived
        self._show_detail()

    def set_status(self, row: StatusRow) -> None:
        """Show the place and model, or the connection problem."""
        trouble = TROUBLE.get(row.sync_kind)
        self._trouble.setVisible(trouble is not None)
        if trouble is not None:
            self._trouble.set_icon(*trouble)
        self._status.set_tone(trouble[1] if trouble is not None else "muted")
        self._status.set_text(row.sync if trouble is not None else row.place)
        self._detail_words = row.detail
        self._show_detail()

    def _show_detail(self) -> None:
        """Show what there is to say beside the place, as far as there is room for whole parts."""
        archived = self.tr("Archived") if self._archived else ""
        words = PART.join(part for part in (archived, self._detail_words) if part)
        self._detail.set_text(f"·\u2002{words}" if words else "")

    def set_own_settings(self, row: OwnSettingsRow) -> None:
        """Show what the conversation has of its own, and a button for it where its server takes that."""
        self._own_row = row
        name = self.tr("Model and persona (Ctrl+Shift+O)")
        set_accessible_name(self.own_settings, f"{name}: {row.text}" if row.text else name)
        set_tool_tip(self.own_settings, f"{name}\n{row.tip}" if row.tip else name)
        self._fit_own_settings()
        self.own_settings.setVisible(not row.unsupported)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the title the room that it needs before the button's words."""
        super().resizeEvent(event)
        self._fit_own_settings()

    def _fit_own_settings(self) -> None:
        """Cut the model's name before anything behind it goes; what is left out is in the tip."""
        metrics, room = self.own_settings.fontMetrics(), min(OWN_WIDTH, self.width() // OWN_SHARE)
        first, *rest = clip_line(self._own_row.text).split(PART)
        while rest and metrics.horizontalAdvance(PART.join(("", *rest))) > room - OWN_NAME:
            rest.pop()
        behind = PART.join(("", *rest))
        left = room - metrics.horizontalAdvance(behind)
        self.own_settings.setText(metrics.elidedText(first, Qt.TextElideMode.ElideMiddle, left) + behind)

    def set_panels(self, *, sidebar: bool, inspector: bool) -> None:
        """Show which panels are open."""
        self._sidebar.setChecked(sidebar)
        self._inspector.setChecked(inspector)

    def menu(self) -> QMenu:
        """Return the menu of the conversation."""
        menu = IconMenu(theme=self._theme, parent=self)
        pinned, archived = self._pinned, self._archived
        for (icon, text), key, ask in (
            (("pencil-simple", self.tr("Rename…")), "", self.rename_requested.emit),
            (pin_item(pinned=pinned), "Ctrl+Shift+P", lambda: self.pin_requested.emit(not pinned)),
            (archive_item(archived=archived), "Ctrl+Shift+A", lambda: self.archive_requested.emit(not archived)),
        ):
            self._add(menu, icon, text, ask, key)
        menu.addSeparator()
        own = self._add(menu, OWN_ICON, self._own_item(), self.own_settings_requested.emit, "Ctrl+Shift+O")
        own.setEnabled(not self._own_row.unsupported)
        self._add(menu, "eye-slash", self.tr("New private conversation"), self.private_requested.emit, "Ctrl+Alt+N")
        menu.addSeparator()
        self._add_files(menu)
        menu.addSeparator()
        self._add(menu, "info", self.tr("About the server…"), self.server_requested.emit)
        menu.addSeparator()
        self._add(menu, "trash", self.tr("Delete"), self.delete_requested.emit)
        return menu

    def _add(self, menu: QMenu, icon: str, text: str, ask: Callable[[], object], key: str = "") -> QAction:
        """Add an item, with the keys of the command named `key` at its right."""
        action = menu.addAction(self._theme.icon(icon), text)
        action.triggered.connect(lambda _=False: ask())
        show_keys(action, self.keys.get(key, ""))
        return action

    def _own_item(self) -> str:
        reason = self._own_row.unsupported
        return f"{self.tr('Model and persona')} ({reason})" if reason else self.tr("Model and persona…")

    def _add_files(self, menu: QMenu) -> None:
        for icon, text, ask in (
            ("export", self.tr("Export as Markdown…"), lambda: self.export_requested.emit("markdown")),
            ("export", self.tr("Export as JSON…"), lambda: self.export_requested.emit("json")),
            ("download-simple", self.tr("Import conversation…"), self.import_requested.emit),
        ):
            action = QAction(self._theme.icon(icon), text, menu)
            action.triggered.connect(ask)
            menu.addAction(action)

    def _build(self) -> None:
        status = QHBoxLayout()
        status.setSpacing(4)
        status.addWidget(self._trouble)
        status.addWidget(self._status)
        status.addWidget(self._detail, 1)
        self._trouble.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(self._title)
        words.addLayout(status)
        words.addStretch()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(4)
        layout.addWidget(self._sidebar)
        layout.addSpacing(8)
        layout.addLayout(words, 1)
        self.own_settings.hide()
        layout.addWidget(self.own_settings)
        for button in (self._find, self._more, self._inspector):
            layout.addWidget(button)

    def _on_more(self) -> None:
        self.menu().popup(self._more.mapToGlobal(QPoint(0, self._more.height())))
