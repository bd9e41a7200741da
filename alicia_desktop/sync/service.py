"""Run sync behind the window: decide when a round is due, emit its progress, listen for changes on the server.

A sign (something written here, an event of the server, the connection back, the person) makes a round due at once; else
the server is looked at ever more seldom. A server that tells what others add (server-sent events) is listened to for
the conversation that the person looks at, where ours also tells that the list of them changed; one that does not
is only looked at.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, Protocol

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Database
from alicia_desktop.store.sync import sync_state
from alicia_desktop.sync.contract import SyncSource
from alicia_desktop.sync.engine import SyncEngine

MIN_SECONDS: Final = 15.0
MAX_SECONDS: Final = 300.0
FAILED_SECONDS: Final = 2.0
FAILED_MOST_SECONDS: Final = 300.0


class Pace:
    """Seconds until the next look; `jitter` (0–1) keeps many devices from coming at the same time."""

    def __init__(self) -> None:
        self._quiet = MIN_SECONDS
        self._failures = 0

    def looked(self, *, changed: bool) -> float:
        """Return the seconds until the next poll, after one that went well."""
        self._failures = 0
        self._quiet = MIN_SECONDS if changed else min(self._quiet * 2, MAX_SECONDS)
        return self._quiet

    def failed(self, jitter: float) -> float:
        """Return the seconds until the next poll, after one that failed: half to all of a time that doubles."""
        whole = min(FAILED_SECONDS * 2.0**self._failures, FAILED_MOST_SECONDS)
        self._failures = min(self._failures + 1, 16)
        return whole * (0.5 + jitter / 2)

    def hurry(self) -> None:
        """Start over with the shortest pauses: the user is back, or something changes."""
        self._quiet = MIN_SECONDS
        self._failures = 0


LIST_EVENT: Final = "list"
"""Another conversation of the user changed, or the title of this one, of which its room says nothing."""
QUIET_SECONDS: Final = 0.5
"""From the first sign of a change to the round, since changes come in bursts."""
BROKEN: Final = translate(
    "Sync ended by a fault of this program; the log says more. It begins again with the next change."
)
log = get_logger(__name__)

SyncPhase = Literal["idle", "syncing", "waiting"]
"""`waiting`: the last round failed, and the next one waits."""


class EventSource(SyncSource, Protocol):
    """The server, as far as this needs it."""

    def events(self, conversation_id: str) -> AsyncIterator[str]:
        """Yield the name of each event of a conversation."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class SyncProgress:
    """How sync is, for who shows it."""

    phase: SyncPhase = "idle"
    fetched: int = 0
    """Conversations whose messages this round has fetched."""
    left: int = 0
    """And how many are still to be."""
    kept: int = 0
    """Conversations of which something stays on this computer, because the server cannot take it."""
    sentence: str = ""
    """What is wrong."""
    next_at: float | None = None
    """When the next round is due, by the clock's monotonic seconds, after one that failed."""
    last_synced: datetime | None = None


class SyncService:
    """Runs rounds until it is closed; `changed` tells how they go."""

    def __init__(
        self,
        *,
        database: Database,
        source: Callable[[], Awaitable[EventSource]],
        account: Account,
        clock: Clock,
        is_live: Callable[[str], bool] = lambda _: False,
        is_open: Callable[[str], bool] = lambda _: False,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """Take `source`, which returns the server where it is now; `is_live` tells what a room brings by itself.

        `is_open` tells what a session is about, live or not.
        """
        self.state = SyncProgress()
        self.changed: Signal[SyncProgress] = Signal()
        self.restored: Signal[str] = Signal()
        """Id of a deleted conversation that the server has taken back."""
        self._database, self._source, self._account = database, source, account
        self._clock, self._jitter, self._is_live = clock, jitter, is_live
        self._pace = Pace()
        self._due = asyncio.Event()
        self._running, self._looked_at = False, ""
        self._listening: asyncio.Task[None] | None = None
        self._mute = False
        """Whether the server tells no events."""
        self._scope = Scope("sync", on_error=self._on_bug)
        self._disconnect: Callable[[], None] = lambda: None
        self._engine = SyncEngine(
            database=database,
            source=source,
            account=account,
            clock=clock,
            is_live=is_live,
            is_open=is_open,
            first=lambda: self._looked_at,
            progress=self._on_progress,
            restored=self.restored.emit,
        )

    def start(self) -> None:
        """Begin, with a round at once; again it does nothing."""
        if not self._running:
            self._running = True
            self._disconnect()
            self._disconnect = self._database.changed.connect(self._on_changes)
            self._scope.spawn("rounds", self._run())
        self.wake()

    def wake(self) -> None:
        """Make a round due: something changed, here or there, or the user asks."""
        self._pace.hurry()
        self._due.set()

    def look_at(self, conversation_id: str) -> None:
        """Prefer the conversation that is looked at: fetch its messages first, listen to what others add."""
        if conversation_id == self._looked_at:
            return
        self._looked_at = conversation_id
        if self._listening is not None:
            self._listening.cancel()
            self._listening = None
        if self._running:
            self._listen()
            self.wake()

    async def close(self) -> None:
        """End; what is half done is planned again the next time."""
        self._disconnect()
        await self._scope.close()

    async def _run(self) -> None:
        self._tell(replace(self.state, last_synced=await self._database.read(sync_state.last_synced, self._account)))
        self._listen()
        pause = 0.0
        while True:
            await self._until_due(pause)
            pause = await self._round()

    async def _until_due(self, seconds: float) -> None:
        async with Scope("until sync is due") as scope:
            ends = {scope.spawn("sign", self._due.wait()), scope.spawn("time", self._clock.sleep(seconds))}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        await self._clock.sleep(QUIET_SECONDS)
        self._due.clear()

    async def _round(self) -> float:
        """Do one round; returns the seconds until the next look."""
        self._tell(replace(self.state, phase="syncing", next_at=None, fetched=0, left=0))
        try:
            done = await self._engine.round()
        except WorldError as error:
            log.info("a round of sync failed", code=error.code)
            pause = self._pace.failed(self._jitter())
            due = self._clock.monotonic() + pause
            self._tell(replace(self.state, phase="waiting", sentence=error.sentence, next_at=due))
            return pause
        last = self.state.last_synced if done.left else self._clock.now()
        self._tell(SyncProgress(left=done.left, kept=len(done.kept), last_synced=last))
        return self._pace.looked(changed=done.changed)

    def _on_changes(self, changes: Changes) -> None:
        if any(change.subject == "attachment" for change in changes):  # the head of a file whose bytes are still there
            self.wake()

    def _on_progress(self, fetched: int, left: int) -> None:
        self._tell(replace(self.state, fetched=fetched, left=left))

    def _listen(self) -> None:
        if self._looked_at and not self._looked_at.startswith(LOCAL) and not self._mute:
            self._listening = self._scope.spawn("events", self._follow(self._looked_at))

    async def _follow(self, conversation_id: str) -> None:
        pace = Pace()
        while True:
            try:
                source = await self._source()
                async for name in source.events(conversation_id):
                    pace.hurry()
                    if name == LIST_EVENT or not self._is_live(conversation_id):  # else its room brings them
                        self.wake()
            except WorldError as error:
                if error.code != "unreachable":
                    self._mute = error.code in {"not_supported", "server_error"}
                    return
            await self._clock.sleep(pace.failed(self._jitter()))

    def _tell(self, state: SyncProgress) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)

    def _on_bug(self, task: str, error: BaseException) -> None:
        """The disk, or a bug of ours: loud in the log, said in the window; the next sign begins again."""
        log.error("task failed", task=task, exc_info=error)
        self._tell(replace(self.state, phase="waiting", sentence=BROKEN, next_at=None))
        if task.endswith("/rounds"):
            self._running = False
