"""The conversation in front, with its voice, and behind it those that still have something to deliver.

One conversation is live at a time. What was written in others while the server was away goes out as soon as the one
in front is online: each gets a session of its own until its outbox is empty, one after the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.signal import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.session import events
from alicia_desktop.session.driver import RoomSource, SessionDriver, report_bug
from alicia_desktop.session.ledger import Ledger, unsettled
from alicia_desktop.session.speech import SoundChoice, Voice
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store.database import Database

LOOK_SECONDS: Final = 0.2
DELIVERY_SECONDS: Final = 60.0
"""How long a conversation behind may take to deliver before the next one gets its turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Front:
    """The live conversation."""

    session: SessionDriver
    voice: Voice
    ledger: Ledger


class Sessions:
    """Opens one conversation at a time and delivers what others still hold."""

    def __init__(
        self,
        *,
        database: Database,
        rooms: RoomSource,
        line: frames.Line,
        clock: Clock,
        client_version: str,
        sound: Callable[[], tuple[SoundChoice, frames.VoiceMode]],
    ) -> None:
        self.front: Front | None = None
        self.adopted: Signal[tuple[str, str]] = Signal()
        """(`local_…` id, real id) of a conversation whose server has given its id."""
        self._database = database
        self._rooms = rooms
        self._line = line
        self._clock = clock
        self._client_version = client_version
        self._sound = sound
        self._scope = Scope("sessions", on_error=report_bug)
        self._delivering = False
        self._behind: SessionDriver | None = None
        """The session that delivers what a conversation behind still holds."""
        self._wanted = ""

    async def open(self, conversation_id: str) -> Front:
        """Bring a conversation to the front and go online with it; the one before is left."""
        self._wanted = conversation_id
        await self._leave_front()
        if self._behind is not None and self._behind.state.conversation_id == conversation_id:
            await self._behind.close()  # two sessions of one conversation would each take the other's stanzas
        session, ledger = await self._make(conversation_id)
        choice, mode = self._sound()
        voice = Voice(session=session, ledger=ledger, line=self._line, clock=self._clock, choice=choice, mode=mode)
        self.front = Front(session=session, voice=voice, ledger=ledger)
        session.changed.connect(self._on_front_changed)
        session.happen(events.OnlineRequested())
        return self.front

    async def close(self) -> None:
        """Leave all rooms; what is not delivered waits on disk."""
        await self._scope.close()
        await self._leave_front()

    async def _leave_front(self) -> None:
        front, self.front = self.front, None
        if front is not None:
            await front.voice.close()
            await front.session.close()

    async def _make(self, conversation_id: str) -> tuple[SessionDriver, Ledger]:
        ledger = Ledger(database=self._database, conversation_id=conversation_id)
        ledger.adopted.connect(self.adopted.emit)
        found = await ledger.opened()
        state = SessionState(
            conversation_id=conversation_id,
            client_version=self._client_version,
            last_seen=found.last_seen,
            waiting=found.waiting,
            answer_id=found.open_answer,
        )
        session = SessionDriver(state=state, ledger=ledger, rooms=self._rooms, line=self._line, clock=self._clock)
        return session, ledger

    def _on_front_changed(self, state: SessionState) -> None:
        if state.phase is Phase.ONLINE and not self._delivering:
            self._delivering = True
            self._scope.spawn("deliver the rest", self._deliver_rest())

    async def _deliver_rest(self) -> None:
        try:
            for conversation_id in await self._database.read(unsettled):
                front = self.front.session.state.conversation_id if self.front is not None else ""
                if conversation_id not in {front, self._wanted}:
                    await self._deliver(conversation_id)
        finally:
            self._delivering = False

    async def _deliver(self, conversation_id: str) -> None:
        session, _ = await self._make(conversation_id)
        self._behind = session
        session.happen(events.OnlineRequested())
        deadline = self._clock.monotonic() + DELIVERY_SECONDS
        try:
            while not _ended(session.state) and self._clock.monotonic() < deadline:
                await self._clock.sleep(LOOK_SECONDS)
        finally:
            self._behind = None
            await session.close()


def _ended(state: SessionState) -> bool:
    """Whether a session behind has delivered all, or was closed or refused for good."""
    return not state.wanted or (state.phase is Phase.ONLINE and not state.waiting)
