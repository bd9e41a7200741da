"""Synchronize the copy of the user's memories on this computer with the server.

A session says when something may have changed (`wake`); a moment later the changes are fetched page by page, each page
and how far it reaches in one transaction. So it can end anywhere and goes on from there, also after a restart. A
server that gives out no memories is asked once.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memory_copies
from alicia_desktop.store.memories.memory_copies import MemoryChanges

PAGE: Final = 250
"""Memories of one call and one transaction: small enough that the writing thread is soon free again."""
QUIET_SECONDS: Final = 0.5
"""From the first sign of a change to asking for it, and on, since changes come in bursts, and those may be long."""
RETRY_SECONDS: Final = (2.0, 10.0, 30.0)
"""Pauses before the next tries; after the last, the next sign of a change is waited for."""
UNSUPPORTED: Final = translate(
    "This server does not give out its memories: only those that its answers used are known here."
)
BROKEN: Final = translate("The memories could not be copied; the log says why.")
log = get_logger(__name__)

Phase = Literal["idle", "pulling", "waiting", "unsupported"]
"""`idle`: nothing to do that is known; `waiting`: it failed and is tried again; `unsupported`: this server lacks it."""


class MemorySource(Protocol):
    """The server, as far as copying needs it."""

    async def memory_changes(self, *, after: str, limit: int) -> MemoryChanges:
        """Return what changed since a cursor; `WorldError` with code `not_supported` where the call is missing."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class SyncState:
    """How far the copy is."""

    phase: Phase = "idle"
    copied: int = 0
    """Memories taken over since the copying began that runs, or ran last."""
    left: int = 0
    """About how many are still to come."""
    sentence: str = ""
    """What is wrong, for the person."""

    @property
    def more(self) -> bool:
        """Whether more is to come."""
        return self.phase in {"pulling", "waiting"}


class MemorySync:
    """Copies the memories of one person on one server; `changed` tells its progress."""

    def __init__(
        self,
        *,
        database: Database,
        source: Callable[[], Awaitable[MemorySource]],
        server: str,
        user_id: str,
        clock: Clock,
    ) -> None:
        """Take `source`, which returns the server where it is now; `server` is the name that copies are filed under."""
        self.state = SyncState()
        self.changed: Signal[SyncState] = Signal()
        self._database = database
        self._source = source
        self._server, self._user_id = server, user_id
        self._clock = clock
        self._wanted = False
        self._running = False
        self._scope = Scope("memory copies", on_error=_report)

    def wake(self) -> None:
        """Start a round: something may have changed on the server."""
        if self.state.phase == "unsupported":
            return
        self._wanted = True
        if not self._running:
            self._running = True
            self._scope.spawn("pull", self._run())

    async def close(self) -> None:
        """End; what was fetched and not written comes again."""
        await self._scope.close()

    async def _run(self) -> None:
        try:
            while self._wanted:
                await self._clock.sleep(QUIET_SECONDS)
                self._wanted = False
                await self._pull_patiently()
        except Exception:
            self._tell(SyncState(copied=self.state.copied, sentence=BROKEN))
            raise
        finally:
            self._running = False

    async def _pull_patiently(self) -> None:
        for pause in (*RETRY_SECONDS, None):
            try:
                await self._pull()
            except WorldError as error:
                if not await self._may_try_again(error, pause):
                    return
            else:
                return

    async def _may_try_again(self, error: WorldError, pause: float | None) -> bool:
        if error.code == "not_supported":
            self._wanted = False
            self._tell(SyncState(phase="unsupported", sentence=UNSUPPORTED))
            return False
        log.info("the memories could not be copied", code=error.code)
        trying = pause is not None and error.retry
        self._tell(
            SyncState(
                phase="waiting" if trying else "idle",
                copied=self.state.copied,
                left=self.state.left,
                sentence=error.sentence,
            )
        )
        if pause is not None and error.retry:
            await self._clock.sleep(pause)
        return trying

    async def _pull(self) -> None:
        """Fetch and write pages until there are no more, and until nothing is here that the server does not have."""
        place = await self._database.read(memory_copies.cursor_of, server=self._server, user_id=self._user_id)
        cursor, copied = place.cursor, 0
        while True:
            source = await self._source()
            page = await source.memory_changes(after=cursor, limit=PAGE)
            taken = await self._database.write(
                memory_copies.apply_changes, page, server=self._server, user_id=self._user_id, at=self._clock.now()
            )
            copied += taken.kept + taken.deleted
            if taken.finished and (not page.more or page.cursor == cursor):
                break
            cursor = page.cursor
            self._tell(SyncState(phase="pulling", copied=copied, left=page.left))
        self._tell(SyncState(copied=copied))

    def _tell(self, state: SyncState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)


def _report(task: str, error: BaseException) -> None:
    """The disk, or a bug of ours: the copy stays as it is, and the next sign of a change tries again."""
    log.error("task failed", task=task, exc_info=error)
