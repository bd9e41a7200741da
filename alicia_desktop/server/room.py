"""Deliver what participants of one room send to its agent, and start the agent with the first Configuration."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.server.notices import NOT_FOUND, reject_connection
from alicia_desktop.transport.contract import (
    ConnectionChanged,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    SoundReceived,
    StanzaReceived,
    Transport,
    TransportEvent,
)

MAX_WAITING_STANZAS: Final = 20
"""Stanzas of strangers that wait for an agent."""
log = get_logger(__name__)
IsMember = Callable[[str], bool]
"""Whether an identity is that of one of the user's participants, to whom this server gave the key."""


class RoomAgent(Protocol):
    """Who receives what is sent into a room: the agent of a conversation, or of a speech room."""

    conversation_id: str

    @property
    def busy(self) -> bool:
        """Whether the room stays open though nobody is there."""
        ...

    def attach(self, transport: Transport) -> None:
        """Connect a transport."""
        ...

    def detach(self, transport: Transport) -> None:
        """Disconnect a transport."""
        ...

    def receive(self, data: bytes, sender: str, *, shared: bool) -> None:
        """Receive one stanza of the user's, who has other devices here too where the room is `shared`."""
        ...

    def receive_stranger(self, data: bytes, sender: str) -> None:
        """Receive one stanza of a stranger, which is journaled at most."""
        ...

    def feed_audio(self, pcm: bytes) -> None:
        """Feed 10 ms of sound."""
        ...

    async def close(self) -> None:
        """Stop everything at once."""
        ...


OpenAgent = Callable[[str | None, str], Awaitable[RoomAgent | None]]
"""Conversation id (None: make one) and user id → its agent, started; None where the user has no such conversation."""
MakeAgent = Callable[[str | None, str, str], Awaitable[RoomAgent | None]]
"""The same, with the room's name, which a conversation that is made gets as its id."""
OpenSpeechAgent = Callable[[str], Awaitable[RoomAgent]]
"""Name of a speech room → who hears and says there, started."""


class Room:
    """One room: its participants, and the agent that answers them."""

    def __init__(
        self, *, name: str, user_id: str, conversation_id: str | None, open_agent: OpenAgent, scope: Scope
    ) -> None:
        self.name = name
        self.user_id = user_id
        self.agent: RoomAgent | None = None
        self.closed: Signal[str] = Signal()
        """Emitted with the name when the room is given up."""
        self.occupants: set[str] = set()
        """Identities of who is here, of the user's participants."""
        self.visitors: set[str] = set()
        """Who was given a key to it: the user, under whatever name."""
        self._conversation_id = conversation_id
        self._open_agent = open_agent
        self._transport: Transport | None = None
        self._waiting: asyncio.Queue[StanzaReceived] = asyncio.Queue()
        self._stranger_stanzas: deque[StanzaReceived] = deque(maxlen=MAX_WAITING_STANZAS)
        """The last that strangers sent while there was no agent to write it down."""
        self._early: deque[StanzaReceived] = deque(maxlen=MAX_WAITING_STANZAS)
        """Came before LiveKit told of who sent it; answered at once, a client would go on with packets without name."""
        self._scope = scope
        self._closings: set[asyncio.Task[None]] = set()
        self._delivery = scope.spawn(f"room {name}", self._deliver_stanzas())

    @property
    def empty(self) -> bool:
        """Whether none of the user's participants is here."""
        return not self.occupants

    @property
    def busy(self) -> bool:
        """Whether a turn is still being answered."""
        return self.agent is not None and self.agent.busy

    def sink(self, transport: Transport, *, is_member: IsMember) -> Callable[[TransportEvent], None]:
        """Return the event handler of `transport`; only members are heard."""

        def on_event(event: TransportEvent) -> None:
            match event:
                case StanzaReceived(sender=sender) if is_member(sender):
                    self._enqueue(event)
                case StanzaReceived():
                    self._receive_stranger(event)
                case SoundReceived(pcm=pcm, sender=sender) if is_member(sender):
                    if self.agent is not None:
                        self.agent.feed_audio(pcm)
                case PeerJoined(identity=identity) if is_member(identity):
                    self.enter(transport, identity)
                case PeerLeft(identity=identity) if is_member(identity):
                    self.leave(transport, identity)
                case PeerJoined():
                    log.info("a stranger is in the room")
                case ConnectionChanged(state=ConnectionState.CLOSED):
                    self.leave(transport)
                    goodbye = self._scope.spawn(f"goodbye {self.name}", transport.close())  # our own end of it
                    self._closings.add(goodbye)
                    goodbye.add_done_callback(self._closings.discard)

        return on_event

    def enter(self, transport: Transport, identity: str) -> None:
        """Add a participant, who may have been here before."""
        self.occupants.add(identity)
        self._set_recipients(transport)
        self._attach(transport)
        early, self._early = self._early, deque(maxlen=MAX_WAITING_STANZAS)
        for came in early:
            self._enqueue(came)

    def leave(self, transport: Transport, identity: str | None = None) -> None:
        """Remove a participant of `transport`, or all of them; a transport that was replaced does not count."""
        if self._transport is not transport:
            return
        self.occupants = self.occupants - {identity} if identity is not None else set()
        self._set_recipients(transport)
        if self.occupants:
            return
        self._transport = None
        if self.agent is not None:
            self.agent.detach(transport)

    async def disconnect(self) -> None:
        """Close the connection of whoever is here: the same person comes again, and the old end does not know it."""
        transport = self._transport
        if transport is not None:
            self.leave(transport)
            await transport.close()

    async def close(self) -> None:
        """Disconnect everybody and close the agent."""
        self._delivery.cancel()
        await self.disconnect()
        if self._closings:  # else who ends the server would cancel them, and leave ends half open
            await asyncio.wait(self._closings)
        self.closed.emit(self.name)
        if self.agent is not None:
            await self.agent.close()

    async def refuse_not_found(self) -> None:
        """Tell whoever is here that there is no such conversation."""
        await self._refuse(NOT_FOUND, "There is no such conversation on this server.")

    def _enqueue(self, came: StanzaReceived) -> None:
        if came.sender in self.occupants:
            self._waiting.put_nowait(came)
        else:
            self._early.append(came)

    def _set_recipients(self, transport: Transport) -> None:
        """Send to the user's participants only: a stranger who reads along could forge pieces of a byte stream."""
        transport.recipients = tuple(sorted(self.occupants))

    def _attach(self, transport: Transport) -> None:
        if self._transport is not transport:
            self._transport = transport
            if self.agent is not None:
                self.agent.attach(transport)

    async def _deliver_stanzas(self) -> None:
        """Deliver stanzas to the agent, which the first of them may have to start."""
        while True:
            came = await self._waiting.get()
            if self.agent is None:
                await self._start_agent(came.data)
            if self.agent is not None:
                self._flush_stranger_stanzas()
                self.agent.receive(came.data, came.sender, shared=bool(self.occupants - {came.sender}))

    def _receive_stranger(self, came: StanzaReceived) -> None:
        self._stranger_stanzas.append(came)
        self._flush_stranger_stanzas()

    def _flush_stranger_stanzas(self) -> None:
        """Deliver what strangers sent to the agent, once there is one."""
        while self.agent is not None and self._stranger_stanzas:
            came = self._stranger_stanzas.popleft()
            self.agent.receive_stranger(came.data, came.sender)

    async def _start_agent(self, data: bytes) -> None:
        content = codec.decode(data)
        if not isinstance(content, Stanza) or not isinstance(content.body, Configuration):
            return  # nothing may come before the Configuration
        wanted = self._conversation_id or content.body.conversation_id or None
        try:
            self.agent = await self._open_agent(wanted, self.user_id)
        except WorldError as error:
            await self._refuse(503, error.sentence)
            return
        if self.agent is None:
            await self.refuse_not_found()
        elif self._transport is not None:
            self.agent.attach(self._transport)

    async def _refuse(self, code: int, sentence: str) -> None:
        if self._transport is not None:
            await reject_connection(self._transport, self._conversation_id or "", code=code, sentence=sentence)
