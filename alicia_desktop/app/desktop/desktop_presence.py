"""What the desktop has of Alicia beside her window: icon in the tray, notifications, announcements of its readers."""

import os
import sys
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from alicia_desktop.app.desktop.notifications import Notifications
from alicia_desktop.app.desktop.screen_reader import ScreenReader
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import LookSettings
from alicia_desktop.ui.accessible_roles import announce_by
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.tray import Tray
from alicia_desktop.view.rows import VoiceRow


class DesktopPresence:
    """The icon, if it is wanted, and the notifications."""

    def __init__(
        self, *, window: MainWindow, theme: Theme, scope: Scope, notifications: Notifications | None = None
    ) -> None:
        """`notifications` are those of the session where they are None; `scope` ends with the program."""
        self._window, self._theme, self._scope = window, theme, scope
        self._notifications = notifications or Notifications(scope=scope)
        self._tray: Tray | None = None
        self._tells = self._is_voice_open = False
        self._end_announcing = _announce_by_bus(window, scope)
        window.conversation.answering_changed.connect(self._on_answering)
        window.voice_shown.connect(self._on_voice)

    def use(self, look: LookSettings) -> None:
        """Show the icon or take it away, and tell of answers or not; there is no icon before it is wanted."""
        self._tells = look.notify
        if self._tray is None and look.tray:
            self._tray = Tray(window=self._window, theme=self._theme)
        if self._tray is not None:
            self._tray.use(shown=look.tray, keep_running=look.keep_running)

    def check(self) -> None:
        """Say it, if the desktop shows no notifications."""
        self._scope.spawn("check notifications", self._check())

    def notify(self, title: str, text: str) -> None:
        """Show a notification, whose click brings the window; where there are none, a toast."""
        told = f"{title}: {text}" if text else title
        self._show(title, text, conversation_id="", toast=told)

    def close(self) -> None:
        """Take the icon out of the tray, and leave announcements to Qt."""
        self._end_announcing()
        if self._tray is not None:
            self._tray.close()

    async def _check(self) -> None:
        if problem := await self._notifications.problem():
            self._window.show_toast(problem, kind="info")

    def _on_voice(self, row: VoiceRow) -> None:
        self._is_voice_open = row.open

    def _on_answering(self, answering: bool) -> None:  # noqa: FBT001 - of a signal
        """Tell that an answer has come while the window is not looked at; not what it says, nor what is heard."""
        is_active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        if answering or not self._tells or self._is_voice_open or (is_active and self._window.isVisible()):
            return
        title = self._window.conversation.header.title or self._window.tr("Conversation")
        self._show(title, self._window.tr("Alicia has answered"), conversation_id=self._window.sidebar.current)

    def _show(self, title: str, text: str, *, conversation_id: str, toast: str = "") -> None:
        self._notifications.show(
            title,
            text,
            pressed=partial(self._bring, conversation_id),
            otherwise=partial(self._show_otherwise, title, text, toast),
        )

    def _bring(self, conversation_id: str) -> None:
        self._window.bring_to_front()
        if conversation_id and conversation_id != self._window.sidebar.current:
            self._window.conversation_requested.emit(conversation_id)

    def _show_otherwise(self, title: str, text: str, toast: str) -> None:
        if self._tray is not None and self._tray.show_message(title, text):
            return
        if toast:
            self._window.show_toast(toast, kind="info")
        QApplication.alert(self._window)


def _announce_by_bus(window: MainWindow, scope: Scope) -> Callable[[], None]:
    """Have announcements reach also readers of Linux that know none; the function that ends it is returned."""
    address = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    if sys.platform != "linux" or not address:
        return lambda: None
    return announce_by(ScreenReader(window=window, scope=scope, address=address).announce)
