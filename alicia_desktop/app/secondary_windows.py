"""Windows beside the main window, sync and recently deleted conversations: created when they are first opened.

The sync window is refreshed whenever something that it shows changes.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, get_args

from alicia_desktop import __version__
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.library import Library
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store.accounts import Account, WaitingAccount, waiting_for_others
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import SHOWN_UNTITLED
from alicia_desktop.store.sync import sync_conflicts, sync_records
from alicia_desktop.store.sync.sync_records import Conflict, LoggedStep, Resolution
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.sync import others_sentence, sync_row

if TYPE_CHECKING:
    from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow
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
        active_session: Callable[[], Awaitable[ActiveSession | None]],
        current: Callable[[], str],
        open_other: Callable[[], Awaitable[None]],
    ) -> None:
        """`current` returns the id of the active conversation, `open_other` opens another one."""
        self._client, self._window, self._theme, self._clock = client, window, theme, clock
        self._run_action, self._active_session, self._current, self._open_other = (
            run_action,
            active_session,
            current,
            open_other,
        )
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
            self._window.set_header(record.title or SHOWN_UNTITLED)
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
        active = await self._active_session()
        if active is not None and active.session.state.conversation_id == settled.about:
            active.session.flush_outbox()
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


class RecentlyDeletedController:
    """Open the window when it is first asked for; restore and purge conversations."""

    def __init__(
        self,
        *,
        library: Library,
        window: MainWindow,
        theme: Theme,
        run_action: RunAction,
        restore: Callable[[str], Awaitable[None]],
    ) -> None:
        """`restore` takes a conversation back and opens it."""
        self._library, self._window, self._theme = library, window, theme
        self._run_action, self._restore = run_action, restore
        self._shown: RecentlyDeletedWindow | None = None

    @property
    def shown(self) -> "RecentlyDeletedWindow | None":
        """The window, once it was opened."""
        return self._shown

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's request and the number of rows."""
        deleted = self._library.recently_deleted
        connections.add_qt(self._window.recently_deleted_requested, self.open)
        connections.add(deleted.rows.changed.connect(lambda _: self._show_count()))
        self._show_count()
        self._run_action("recently deleted", deleted.refresh())

    def open(self) -> None:
        """Show the window."""
        if self._shown is None:
            self._shown = self._create()
        self._library.recently_deleted.request_refresh()
        if self._shown.isVisible():
            self._shown.raise_()
            self._shown.activateWindow()
        self._shown.show()

    def close(self) -> None:
        """Close the window."""
        if self._shown is not None:
            self._shown.detach()
            self._shown.close()
            self._shown.deleteLater()
            self._shown = None

    def _create(self) -> "RecentlyDeletedWindow":
        from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow  # noqa: PLC0415 - for who asks

        window = RecentlyDeletedWindow(self._library.recently_deleted.rows, theme=self._theme)
        window.restore_requested.connect(lambda wanted: self._run_action("restore", self._on_restore(wanted)))
        window.purge_requested.connect(lambda wanted: self._run_action("purge", self._library.purge(wanted)))
        return window

    async def _on_restore(self, wanted: list[str]) -> None:
        for conversation_id in reversed(wanted):  # the first of them is open in the end
            await self._restore(conversation_id)

    def _show_count(self) -> None:
        self._window.sidebar.set_recently_deleted(len(self._library.recently_deleted.rows))
