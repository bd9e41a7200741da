"""Show the connection status: header, sync line and banner, from the active session and the outbox."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.voice_state import VoiceState
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account, WaitingAccount, waiting_for_others
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations.messages import meta_of
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.sync import sync_conflicts, sync_state
from alicia_desktop.sync.service import SyncProgress
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.rows import SettingsPage
from alicia_desktop.view.status import (
    COMPARE,
    OPEN_SETTINGS,
    RETRY_ALL,
    TRY_NOW,
    StatusContext,
    banner_row,
    place_name,
    server_facts,
    status_row,
    track_facts,
)
from alicia_desktop.view.sync import others_line
from alicia_desktop.view.text import list_time

REFRESH_SECONDS = 0.1


class ConnectionStatus:
    """Follow the active session and the store, and set header, sync line and banner."""

    def __init__(self, *, client: Client, window: MainWindow, clock: Clock, scope: Scope) -> None:
        self._client = client
        self._window = window
        self._clock = clock
        self._active: ActiveSession | None = None
        self._context = StatusContext(server_address=client.server.name)
        self._connections = SignalConnections()
        self._session = SignalConnections()
        self._connections.add_qt(window.server_requested, lambda: scope.spawn("server info", self._show_server_info()))
        self._counting = Throttle("count what waits", self._count, scope=scope, clock=clock, pause=REFRESH_SECONDS)
        self._syncing = client.sync.changed.connect(self._on_sync)
        self._changes = client.database.changed.connect(self._on_changed)
        self._counting.request()

    def follow(self, active: ActiveSession, record: ConversationRecord) -> None:
        """Show the status of another session."""
        self._session.disconnect()
        self._active = active
        self._context = replace(self._context, private=record.private)
        self._session.add(active.session.changed.connect(self._on_session))
        self._session.add(active.voice.changed.connect(self._on_voice))
        self._on_session(active.session.state)

    async def run_banner_action(
        self,
        *,
        settings: Callable[[SettingsPage], Awaitable[None]],
        retry: Callable[[ActiveSession], Awaitable[None]],
        compare: Callable[[], None],
    ) -> None:
        """Run the action of the banner's button."""
        active = self._active
        row = banner_row(active.session.state, self._context) if active else None
        if row is None or active is None:
            return
        if row.action == OPEN_SETTINGS:
            await settings(row.page)
        elif row.action == RETRY_ALL:
            await retry(active)
        elif row.action == COMPARE:
            compare()
        elif row.action == TRY_NOW:
            active.session.go_online()

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()
        self._session.disconnect()
        self._changes()
        self._syncing()

    def _on_session(self, state: SessionState) -> None:
        if state.phase is Phase.ONLINE:
            self._context = replace(self._context, offline_since=None)
        elif state.phase in {Phase.WAITING, Phase.OFFLINE} and self._context.offline_since is None:
            self._context = replace(self._context, offline_since=self._clock.now())
        self._show()

    def _on_voice(self, voice: VoiceState) -> None:
        muted_on_purpose = voice.mode == "muted" and voice.problem_code == "silent_microphone"
        problem = ("" if muted_on_purpose else voice.problem) or voice.deaf or voice.voiceless
        if problem != self._context.sound_problem:
            self._context = replace(self._context, sound_problem=problem)
            self._show()

    def _on_sync(self, state: SyncProgress) -> None:
        fetching = (
            translate("fetching {fetched} of {total}").format(fetched=state.fetched, total=state.fetched + state.left)
            if state.left
            else ""
        )
        last = None if state.phase == "waiting" else state.last_synced
        synced = list_time(last, self._clock.now()) if last is not None else ""
        if (fetching, synced) != (self._context.fetching, self._context.synced):
            self._context = replace(self._context, fetching=fetching, synced=synced)
            self._show()

    def _on_changed(self, changes: Changes) -> None:
        if any(change.subject in {"outbox", "sync"} for change in changes):
            self._counting.request()

    async def _show_server_info(self) -> None:
        active = self._active
        if active is None:
            return
        stored = await self._client.database.read(meta_of, active.session.state.conversation_id)
        told = server_facts({entry.key: entry.value for entry in stored})
        facts = (*told, *track_facts(active.voice.state, active.session.state))
        self._window.show_server(place_name(self._context.server_address), facts)

    async def _count(self) -> None:
        account = self._client.account
        waiting, failed, conflicts, others = await self._client.database.read(_counts, account)
        self._context = replace(
            self._context,
            waiting=waiting,
            failed=failed,
            conflicts=conflicts,
            others=others_line(others, account),
        )
        self._show()

    def _show(self) -> None:
        if self._active is not None:
            state = self._active.session.state
            self._window.set_status(status_row(state, self._context))
            self._window.set_banner(banner_row(state, self._context))


def _counts(conn: Connection, account: Account) -> tuple[int, int, int, list[WaitingAccount]]:
    waiting = sum(outbox.conversations_waiting(conn, account).values()) + len(sync_state.unsent(conn, account))
    others = waiting_for_others(conn, account)
    return waiting, outbox.count_failed(conn, account), sync_conflicts.count(conn, account), others
