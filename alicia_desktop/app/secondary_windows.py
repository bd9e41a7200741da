"""Windows beside the main window, sync and memories: created when they are first opened.

The sync window is refreshed whenever something that it shows changes. The memories window loads its controller in a
thread, because it brings most of `view` and `ui` with it.
"""

import asyncio
import importlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, get_args

from alicia_desktop import __version__
from alicia_desktop.app.signal_connections import RunAction
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.semantic_search import SemanticSearch
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.accounts import Account, WaitingAccount, waiting_for_others
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import UNTITLED
from alicia_desktop.store.sync import sync_conflicts, sync_records
from alicia_desktop.store.sync.sync_records import Conflict, LoggedStep, Resolution
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.sync import others_sentence, sync_row

if TYPE_CHECKING:
    from alicia_desktop.app.memories_controller import MemoriesController
    from alicia_desktop.ui.sync_window import SyncWindow
REFRESH_SECONDS: Final = 0.2


class SyncController:
    """Control the sync window: its rows, the sync requests and the resolution of conflicts."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        theme: Theme,
        clock: Clock,
        scope: Scope,
        run_action: RunAction,
        front: Callable[[], Awaitable[ActiveSession | None]],
        current: Callable[[], str],
        open_other: Callable[[], Awaitable[None]],
    ) -> None:
        """`current` returns the id of the active conversation, `open_other` opens another one."""
        self._client, self._window, self._theme, self._clock = client, window, theme, clock
        self._run_action, self._front, self._current, self._open_other = run_action, front, current, open_other
        self._shown: SyncWindow | None = None
        self._refreshing = Throttle("sync", self.refresh, scope=scope, clock=clock, pause=REFRESH_SECONDS)
        self._disconnects = [
            client.sync.changed.connect(lambda _: self._refreshing.request()),
            client.database.changed.connect(self._on_changed),
        ]

    def open(self) -> None:
        """Show the window."""
        if self._shown is None:
            self._shown = self._create()
        if self._shown.isVisible():
            self._shown.raise_()
            self._shown.activateWindow()
        self._shown.show()
        self._refreshing.request()

    async def refresh(self) -> None:
        """Update the sync window, and the header of the active conversation, which sync may have changed."""
        if self._shown is not None and self._shown.isVisible():
            account, state = self._client.account, self._client.sync.state
            waiting, log, others = await self._client.database.read(_read, account)
            others_text = [others_sentence(one, account) for one in others]
            self._shown.set_row(sync_row(state, waiting, log, now=self._clock.now(), others=others_text))
        record = await self._client.database.read(conversations.get, self._current())
        if record is None or record.id != self._current():
            return
        if record.status == "deleted":
            await self._open_other()
        else:
            self._window.set_header(record.title or UNTITLED)
            header = self._window.conversation.header
            header.set_pinned_archived(pinned=record.pinned, archived=record.status == "archived")

    @property
    def shown(self) -> "SyncWindow | None":
        """The sync window, once it was opened."""
        return self._shown

    async def resolve(self, conflict_id: str, choice: Resolution, text: str) -> None:
        """Resolve a conflict as the user decided.

        Raises:
            WorldError: it was resolved meanwhile.
        """
        meta = {"source": "keyboard", "clientVersion": __version__}
        settled = await self._client.database.write(
            sync_conflicts.resolve, conflict_id, choice, self._clock.now(), text=text, meta=meta
        )
        front = await self._front()
        if front is not None and front.session.state.conversation_id == settled.about:
            front.session.flush_outbox()
        self._client.sync.wake()

    def close(self) -> None:
        """Close the sync window and end all connections."""
        for disconnect in self._disconnects:
            disconnect()
        if self._shown is not None:
            self._shown.close()
            self._shown.deleteLater()
            self._shown = None

    def _create(self) -> "SyncWindow":
        from alicia_desktop.ui.sync_window import SyncWindow  # noqa: PLC0415 - for who asks

        window = SyncWindow(theme=self._theme)
        window.sync_requested.connect(self._client.sync.wake)
        window.decided.connect(self._on_resolved)
        return window

    def _on_resolved(self, conflict_id: str, choice: str, text: str) -> None:
        for known in get_args(Resolution):
            if known == choice:
                self._run_action("resolve conflict", self.resolve(conflict_id, known, text))

    def _on_changed(self, changes: Changes) -> None:
        current = self._current()
        if any(one.subject == "sync" or (one.subject == "conversation" and one.id == current) for one in changes):
            self._refreshing.request()


def _read(conn: Connection, account: Account) -> tuple[list[Conflict], list[LoggedStep], list[WaitingAccount]]:
    return (
        sync_conflicts.waiting(conn, account),
        sync_records.logged_steps(conn, account),
        waiting_for_others(conn, account),
    )


class MemoriesLauncher:
    """Open the memories window, creating its controller the first time."""

    def __init__(
        self,
        *,
        client: Client,
        clock: Clock,
        scope: Scope,
        theme: Theme,
        meaning: SemanticSearch,
        front: Callable[[], Awaitable[ActiveSession | None]],
        jump: Callable[[tuple[str, str]], None],
    ) -> None:
        """`jump` shows a (conversation id, message id) in the main window."""
        self._client = client
        self._clock = clock
        self._scope = scope
        self._theme = theme
        self._meaning = meaning
        self._front = front
        self._jump = jump
        self._opening = asyncio.Lock()
        self._controller: MemoriesController | None = None

    @property
    def controller(self) -> "MemoriesController | None":
        """The controller of the window, once it was opened."""
        return self._controller

    async def open(self) -> None:
        """Show the window."""
        async with self._opening:
            if self._controller is None:
                self._controller = await self._create()
        self._controller.open()

    async def close(self) -> None:
        """Close the window and its controller."""
        async with self._opening:
            controller, self._controller = self._controller, None
            if controller is not None:
                await controller.close()

    async def _create(self) -> "MemoriesController":
        module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.app.memories_controller")
        controller: MemoriesController = module.MemoriesController(
            client=self._client,
            clock=self._clock,
            scope=self._scope,
            theme=self._theme,
            meaning=self._meaning,
            front=self._front,
        )
        controller.jump_requested.connect(self._jump)
        await controller.start()
        return controller
