"""Tools that run on this computer: their access to the desktop, the permission dialog, and the MCP servers' page.

Servers are offered the tools as soon as the window is up; before each use that no rule decides, the user is asked. The
page of the settings adds, tests, restarts and removes MCP servers, whose tools are offered like the others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.mcp_servers import check_server, remove_server, store_server, try_server
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.session.tools.contract import Permission, PermissionRequest
from alicia_desktop.session.tools.folders import Allowed, as_allowed
from alicia_desktop.session.tools.mcp.connection import McpServer
from alicia_desktop.session.tools.tool_runner import OfferedTools
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.settings.mcp_page import McpPage
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted import links
from alicia_desktop.view.mcp import McpEntry, command_of, server_rows, state_row


class QtDesktop:
    """Implement `session.tools.contract.Desktop` with Qt: clipboard, browser and notifications."""

    def __init__(self, *, notify: Callable[[str, str], None]) -> None:
        self.notify = notify
        """Shows a notification, a title and a text."""

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


class ToolPermissions:
    """Offer this computer's tools to servers, and ask the user about each use that no rule decides."""

    def __init__(self, *, client: Client, window: MainWindow, theme: Theme, notify: Callable[[str, str], None]) -> None:
        """`notify` shows a notification, a title and a text."""
        self._client, self._window, self._theme = client, window, theme
        toolbox = Toolbox(desktop=QtDesktop(notify=notify), allowed=self._allowed, clock=client.clock)
        self.offered = OfferedTools(toolbox=toolbox, ask=self.ask, mcp=client.mcp)
        """The tools of this computer, behind the user's permission."""
        client.sessions.offer_tools(self.offered)
        client.start_mcp_servers()

    async def ask(self, wish: PermissionRequest) -> Permission:
        """Ask the user for permission; cancelling the request closes its dialog."""
        dialog = PermissionDialog(
            wish.tool,
            wish.arguments,
            server=wish.server,
            again=wish.again,
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


T = TypeVar("T")


class McpController:
    """Answers the page MCP servers."""

    def __init__(self, *, client: Client, credentials: Credentials, ask_file: Callable[[str], Awaitable[bool]]) -> None:
        """`ask_file` asks with a sentence whether a secret may be stored in a file."""
        self._client, self._credentials, self._ask_file = client, credentials, ask_file
        self._changing = asyncio.Lock()

    @contextmanager
    def attached(self, page: McpPage, scope: Scope) -> Iterator[None]:
        """Serve a page with tasks of `scope`."""

        def start(work: Callable[[McpPage, T], Coroutine[Any, Any, None]], given: T) -> None:
            scope.spawn("mcp page", _guarded(work, page, given))

        page.add_requested.connect(partial(start, self._add))
        page.test_requested.connect(partial(start, self._test))
        page.remove_requested.connect(partial(start, self._remove))
        page.restart_requested.connect(self._client.mcp.restart)
        self._show(page)
        disconnect = self._client.mcp.changed.connect(lambda _: self._show(page))
        try:
            yield
        finally:
            disconnect()

    def _show(self, page: McpPage) -> None:
        page.show_servers(server_rows(self._client.settings.mcp.servers, self._client.mcp.states))

    async def _test(self, page: McpPage, entry: McpEntry) -> None:
        server = await self._checked(entry)
        page.set_busy()
        state = await try_server(server, clock=self._client.clock)
        page.set_tried(state_row(state, entry.place))

    async def _add(self, page: McpPage, entry: McpEntry) -> None:
        server = await self._checked(entry)
        page.set_busy()
        await self._apply(page, partial(store_server, server=server))
        page.set_added()

    async def _remove(self, page: McpPage, name: str) -> None:
        await self._apply(page, partial(remove_server, name=name))

    async def _apply(self, page: McpPage, store: Callable[..., Settings]) -> None:
        """Store a change and have the servers run accordingly; one after the other, as each stands on the last."""
        async with self._changing:
            client = self._client
            change = partial(store, client.paths, client.settings, self._credentials)
            try:
                client.settings = await run_in_daemon_thread(change)
            except WorldError as error:
                if error.code != "no_keyring" or not await self._ask_file(error.sentence):
                    raise
                client.settings = await run_in_daemon_thread(partial(change, file_agreed=True))
            await client.use_mcp_servers()
        self._show(page)

    async def _checked(self, entry: McpEntry) -> McpServer:
        """Return the server that was meant.

        Raises:
            WorldError: it could never work, or the user does not want a secret to go to it unencrypted.
        """
        command = command_of(entry.place)
        names = [name for name, _ in entry.variables]
        if len(set(names)) < len(names):
            raise WorldError(sentence=translate("A variable or header is there twice."), code="mcp_wrong")
        server = McpServer(
            name=entry.name,
            command=command or (),
            url=entry.place if command is None else "",
            variables=dict(entry.variables),
        )
        if server.url and server.variables:
            await self._client.consent.check(server.url)
        settings = self._client.settings
        check_server(server, settings, agreed=settings.privacy.unencrypted)
        return server


async def _guarded(work: Callable[[McpPage, T], Coroutine[Any, Any, None]], page: McpPage, given: T) -> None:
    try:
        await work(page, given)
    except WorldError as error:
        page.set_failed(error.sentence)
