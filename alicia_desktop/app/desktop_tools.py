"""Tools that run on this computer: their access to the desktop, and the permission dialog before each use."""

from typing import Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
from shiboken6 import isValid

from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.session.tools.contract import Permission, PermissionRequest
from alicia_desktop.session.tools.folders import Allowed, as_allowed
from alicia_desktop.session.tools.tool_runner import OfferedTools
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted import links
from alicia_desktop.ui.untrusted.plain_text import notification_text

NOTIFICATION_MS: Final = 10_000


class QtDesktop:
    """Implement `session.tools.contract.Desktop` with Qt: clipboard, browser and notifications."""

    def __init__(self, *, window: MainWindow) -> None:
        self._window = window

    def read_clipboard(self) -> str:
        """Return the text on the clipboard."""
        return QGuiApplication.clipboard().text()

    def write_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def open_address(self, url: str) -> bool:
        """Open a web address in the browser; one that Qt would have to repair is refused, as the user saw another."""
        address = links.parse_web_address(url)
        return address is not None and links.open_address(address)

    def notify(self, title: str, text: str) -> None:
        """Show a system notification; where there are none, a toast in the window, which asks for attention."""
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            icon = QSystemTrayIcon(self._window.windowIcon(), self._window)
            icon.show()
            icon.showMessage(
                notification_text(title), notification_text(text), self._window.windowIcon(), NOTIFICATION_MS
            )
            QTimer.singleShot(NOTIFICATION_MS, icon, icon.deleteLater)
        else:
            self._window.show_toast(f"{title}: {text}" if text else title)
            QApplication.alert(self._window)


class ToolPermissions:
    """Offer this computer's tools to servers, and ask the user about each use that no rule decides."""

    def __init__(self, *, client: Client, window: MainWindow, theme: Theme) -> None:
        self._client, self._window, self._theme = client, window, theme
        toolbox = Toolbox(desktop=QtDesktop(window=window), allowed=self._allowed, clock=client.clock)
        client.sessions.offer_tools(OfferedTools(toolbox=toolbox, ask=self.ask, mcp=client.mcp))
        client.start_mcp_servers()

    async def ask(self, wish: PermissionRequest) -> Permission:
        """Ask the user for permission; cancelling the request closes its dialog."""
        dialog = PermissionDialog(
            wish.tool,
            wish.arguments,
            server=wish.server,
            theme=self._theme,
            clock=self._client.clock,
            parent=self._window,
        )
        QApplication.alert(self._window)  # the user may be in another window
        try:
            async with Scope("permission") as scope:
                scope.spawn("focus", dialog.watch_focus())
                await dialogs.answer(dialog, modal=False)  # Stop and Escape of the window still end the answer
            return dialog.permission
        finally:
            if isValid(dialog):  # the window may be gone, and the dialog with it
                dialog.deleteLater()

    def _allowed(self) -> Allowed:
        return as_allowed(self._client.settings.tools.folders, self._client.own_data)
