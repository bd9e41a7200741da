"""Runs the active conversation's session, with its voice and tools, and delivers what other conversations still hold.

One conversation is active at a time. What was written in others while the server was away goes out as soon as the
active one is online: each gets a session of its own until its outbox is empty, one after the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.session import events
from alicia_desktop.session.commands import RoomSource
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.ledger import Ledger, undelivered_conversations
from alicia_desktop.session.local_speech import SpeechSource
from alicia_desktop.session.message_factory import MemoryRefusal, refusal_in
from alicia_desktop.session.speech import SessionVoice, SoundChoice
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.tools.tool_runner import OfferedTools, ToolRunner
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.database import Database

POLL_SECONDS: Final = 0.2
DELIVERY_SECONDS: Final = 60.0
"""How long another conversation may take to deliver before the next one gets its turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ActiveSession:
    """The active conversation: its session, voice, ledger and tools."""

    session: SessionDriver
    voice: SessionVoice
    ledger: Ledger
    tools: ToolRunner


class SessionPool:
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
        speech: SpeechSource | None = None,
        account: Account | None = None,
    ) -> None:
        """Take `speech` of this computer, for servers that have none.

        `account` is whose conversations these are: what was written for another server, or as somebody else, is never
        delivered here. By default they are anybody's.
        """
        self.active: ActiveSession | None = None
        self.adopted: Signal[tuple[str, str]] = Signal()
        """(`local_…` id, real id) of a conversation whose server has given its id."""
        self.stanza_journaled: Signal[JournaledStanza] = Signal()
        """Each stanza of any conversation once it is on disk."""
        self.came_online: Signal[str] = Signal()
        """Id of the active conversation whenever its handshake is done."""
        self.memory_refused: Signal[MemoryRefusal] = Signal()
        """The server did not do something to a memory; both texts are kept and can be shown."""
        self._database = database
        self._rooms, self._account = rooms, account
        self._line = line
        self._clock = clock
        self._client_version = client_version
        self._sound, self._speech = sound, speech
        self._scope = Scope("sessions")
        self._delivering = False
        self._delivery: SessionDriver | None = None
        """The session that delivers what another conversation still holds."""
        self._wanted = ""
        self._online = False
        self._offered: OfferedTools | None = None
        self._disconnect_tools: Callable[[], None] = lambda: None

    def offer_tools(self, offered: OfferedTools) -> None:
        """Offer tools of this computer to servers, in conversations that are opened from now on."""
        self._offered = offered
        if offered.mcp is not None:
            self._disconnect_tools = offered.mcp.changed.connect(lambda _: self._announce_tools())

    async def open(self, conversation_id: str) -> ActiveSession:
        """Make a conversation the active one and go online with it; the one before is closed.

        Raises:
            WorldError: `not_yours`: it belongs to another account.
        """
        self._wanted = conversation_id
        await self._leave_active()
        if self._delivery is not None and self._delivery.state.conversation_id == conversation_id:
            await self._delivery.close()  # two sessions of one conversation would each take the other's stanzas
        session, ledger = await self._make(conversation_id, tools=self._offered is not None)
        choice, mode = self._sound()
        voice = SessionVoice(
            session=session,
            ledger=ledger,
            line=self._line,
            clock=self._clock,
            choice=choice,
            mode=mode,
            speech=self._speech,
        )
        tools = ToolRunner(session=session, database=self._database, offered=self._offered, clock=self._clock)
        self.active = ActiveSession(session=session, voice=voice, ledger=ledger, tools=tools)
        session.changed.connect(self._on_active_changed)
        session.go_online()
        return self.active

    def holds(self, conversation_id: str) -> bool:
        """Return whether a session of this conversation runs, or is about to."""
        active = self.active.session.state.conversation_id if self.active is not None else ""
        delivering = self._delivery.state.conversation_id if self._delivery is not None else ""
        return conversation_id in {active, delivering, self._wanted}

    def retry(self, conversation_id: str) -> None:
        """Go online again with an active conversation that its server did not have, and has now."""
        if self.active is not None and self.active.session.state.conversation_id == conversation_id:
            self.active.session.go_online()

    def reconnect_after_restart(self) -> None:
        """Connect anew to a server that ended and is back.

        A connection of its own ends with it; a room on LiveKit stays, with nobody in it who answers, and without this
        it would be asked in vain for as long as a slow server may take.
        """
        lost = events.LinkLost(
            sentence=translate("The server on this computer was started again."), code="server_restarted"
        )
        active = self.active.session if self.active is not None else None
        for session in (active, self._delivery):
            if session is not None:
                session.dispatch(lost)

    async def close(self) -> None:
        """Leave all rooms; what is not delivered waits on disk."""
        self._disconnect_tools()
        await self._scope.close()
        await self._leave_active()

    def _announce_tools(self) -> None:
        if self.active is not None and self._offered is not None:
            self.active.session.dispatch(events.ToolsAnnounced(meta=self._offered.announcement()))

    async def _leave_active(self) -> None:
        active, self.active = self.active, None
        if active is not None:
            await active.tools.close()
            await active.voice.close()
            await active.session.close()

    async def _make(self, conversation_id: str, *, tools: bool = False) -> tuple[SessionDriver, Ledger]:
        if self._account is not None:
            await self._database.write(accounts.claim_conversation, conversation_id, self._account)
        ledger = Ledger(database=self._database, conversation_id=conversation_id)
        ledger.adopted.connect(self.adopted.emit)
        state = await ledger.load_state(client_version=self._client_version, tools=tools)
        if tools and self._offered is not None:
            state = replace(state, announcement=self._offered.announcement())
        session = SessionDriver(state=state, ledger=ledger, rooms=self._rooms, line=self._line, clock=self._clock)
        session.stanza_journaled.connect(self._on_journaled)
        return session, ledger

    def _on_journaled(self, stanza: JournaledStanza) -> None:
        self.stanza_journaled.emit(stanza)
        if not stanza.outbound and not stanza.duplicate and (refusal := refusal_in(stanza.inbound)) is not None:
            self.memory_refused.emit(refusal)

    def _on_active_changed(self, state: SessionState) -> None:
        online = state.phase is Phase.ONLINE
        if online and not self._online:
            self.came_online.emit(state.conversation_id)
        self._online = online
        if state.phase is Phase.ONLINE and not self._delivering:
            self._delivering = True
            self._scope.spawn("deliver the rest", self._deliver_waiting())

    async def _deliver_waiting(self) -> None:
        try:
            for conversation_id in await self._database.read(undelivered_conversations, self._account):
                active = self.active.session.state.conversation_id if self.active is not None else ""
                if conversation_id not in {active, self._wanted}:
                    await self._deliver(conversation_id)
        finally:
            self._delivering = False

    async def _deliver(self, conversation_id: str) -> None:
        session, _ = await self._make(conversation_id)
        try:
            if conversation_id != self._wanted:  # it may have become the active one meanwhile
                self._delivery = session
                await self._run_until_delivered(session)
        finally:
            self._delivery = None
            await session.close()

    async def _run_until_delivered(self, session: SessionDriver) -> None:
        session.go_online()
        deadline = self._clock.monotonic() + DELIVERY_SECONDS
        while not _is_done(session.state) and self._clock.monotonic() < deadline:
            await self._clock.sleep(POLL_SECONDS)


def _is_done(state: SessionState) -> bool:
    """Return whether a delivering session has delivered all, or was closed or refused for good."""
    return not state.wanted or (state.phase is Phase.ONLINE and not state.waiting)
