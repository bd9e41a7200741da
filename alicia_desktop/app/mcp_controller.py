"""Control the MCP servers of the settings: add, test, restart and remove them while the page is open."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.mcp_servers import check_server, remove_server, store_server, try_server
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.session.tools.mcp.connection import McpServer
from alicia_desktop.ui.settings.mcp_page import McpPage
from alicia_desktop.view.mcp import McpEntry, command_of, server_rows, state_row

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
        server = McpServer(
            name=entry.name,
            command=command or (),
            url=entry.place if command is None else "",
            variables={entry.variable: entry.value} if entry.variable or entry.value else {},
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
