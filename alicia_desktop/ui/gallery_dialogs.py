"""Dialogs of the gallery: profiles, keyboard shortcuts, recently deleted conversations, permissions."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.profiles_dialog import ProfilesDialog
from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow
from alicia_desktop.ui.shortcuts import Key
from alicia_desktop.ui.shortcuts_dialog import ShortcutsDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import ConversationRow

HEIGHT: Final = 360
TITLE: Final = "Keyboard shortcuts"
REQUESTS: Final = (
    ("open_address", {"url": "https://tides.example/marina?day=friday"}, "alicia.home", False),
    ("open_address", {"url": "javascript:alert(1)"}, "alicia.home", False),
    ("get_tides", {"place": "marina", "day": "Friday"}, "", True),
)


def dialogs(theme: Theme, parent: QWidget) -> Iterator[QWidget]:
    """Yield the dialogs in their states, as parts of `parent`."""
    for dialog in (*_profiles(theme, parent), _shortcuts(theme, parent), *_permissions(theme, parent)):
        dialog.setWindowFlags(Qt.WindowType.Widget)
        yield dialog
    for rows in (_deleted(), ()):
        listed: Rows[ConversationRow] = Rows(lambda row: row.id)
        listed.reset(rows)
        window = RecentlyDeletedWindow(listed, theme=theme)
        window.setWindowFlags(Qt.WindowType.Widget)
        window.setFixedHeight(HEIGHT)
        yield window


def _profiles(theme: Theme, parent: QWidget) -> Iterator[ProfilesDialog]:
    for problem in ("", "There is a profile “Work” already."):
        dialog = ProfilesDialog(theme=theme, parent=parent)
        dialog.set_profiles(["default", "Work", "Anna"], used="default")
        dialog.show_problem(problem)
        yield dialog


def _shortcuts(theme: Theme, parent: QWidget) -> ShortcutsDialog:
    """Return the list with keys that were changed, that cannot be, and that are taken."""
    keys = (
        Key(keys="Ctrl+J", text="New conversation", act=_nothing, group="Conversations", command="Ctrl+N"),
        Key(keys="Ctrl+F", text="Find in this conversation", act=_nothing, group="Conversations"),
        Key(keys="Return", text="Send", act=None, group="Message field"),
    )
    dialog = ShortcutsDialog(keys, title=TITLE, theme=theme, parent=parent)
    dialog.row("Find in this conversation").press("Ctrl+J")
    return dialog


def _permissions(theme: Theme, parent: QWidget) -> Iterator[PermissionDialog]:
    for tool, arguments, server, again in REQUESTS:
        yield PermissionDialog(
            tool, arguments, server=server, again=again, theme=theme, clock=SystemClock(), parent=parent
        )


def _deleted() -> tuple[ConversationRow, ...]:
    titles = (("Tides in the marina", "High water is at 14:10.", "29 days left"), ("Shopping", "Milk", "1 day left"))
    return tuple(
        ConversationRow(id=title, title=title, last_line=line, time=left, section="Today")
        for title, line, left in titles
    )


def _nothing() -> None:
    """Stand for what a key does."""
