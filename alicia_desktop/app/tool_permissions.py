"""Between the tools of this computer and the person: a dialog for each request that nothing allows or forbids yet."""

from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from alicia_desktop.app.desktop import QtDesktop
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


class ToolPermissions:
    """Offers the tools to every server that is met from now on."""

    def __init__(self, *, client: Client, window: MainWindow, theme: Theme) -> None:
        self._client, self._window, self._theme = client, window, theme
        toolbox = Toolbox(desktop=QtDesktop(window=window), allowed=self._allowed, clock=client.clock)
        client.sessions.offer_tools(OfferedTools(toolbox=toolbox, ask=self.ask))

    async def ask(self, wish: PermissionRequest) -> Permission:
        """Ask; a request that is over meanwhile takes its dialog with it."""
        dialog = PermissionDialog(
            wish.tool,
            wish.arguments,
            server=wish.server,
            theme=self._theme,
            clock=self._client.clock,
            parent=self._window,
        )
        QApplication.alert(self._window)  # somebody may look at another window
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
