"""One conversation's meeting place, and who receives people there."""

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
from alicia_desktop.server.notices import NOT_FOUND, turn_away
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

MAX_OVERHEARD: Final = 20
"""Stanzas of strangers that wait for an agent."""
log = get_logger(__name__)


class Host(Protocol):
    """Who receives people in a room: the agent of a conversation, or one who only hears and says."""

    conversation_id: str

    @property
    def busy(self) -> bool:
        """Whether the room is to stay open, though nobody is there."""
        ...

    def attach(self, transport: Transport) -> None:
        """Take somebody in."""
        ...

    def detach(self, transport: Transport) -> None:
        """Somebody is gone."""
        ...

    def take(self, data: bytes, sender: str, *, shared: bool) -> None:
        """Take one stanza of the user's, who is here with other devices too where the room is `shared`."""
        ...

    def overhear(self, data: bytes, sender: str) -> None:
        """Take one stanza of a stranger: it is written down, where anything is, and does nothing."""
        ...

    def hear(self, pcm: bytes) -> None:
        """Take 10 ms of sound."""
        ...

    async def close(self) -> None:
        """End everything at once."""
        ...


IsMember = Callable[[str], bool]
"""Whether an identity is that of one of the user's participants, to whom this server gave the key."""
Summon = Callable[[str | None, str], Awaitable[Host | None]]
"""Conversation id (None: make one) and user id → its agent, started; None where the user has no such conversation."""
Interpret = Callable[[str], Awaitable[Host]]
"""Name of a speech room → who hears and says there, started."""


class Room:
    """One conversation's meeting place."""

    def __init__(self, *, name: str, user_id: str, conversation_id: str | None, summon: Summon, scope: Scope) -> None:
        self.name = name
        self.user_id = user_id
        self.agent: Host | None = None
        self.closed: Signal[str] = Signal()
        """Emitted with the name when the room is given up."""
        self.occupants: set[str] = set()
        """Identities of who is here, of the user's participants."""
        self.visitors: set[str] = set()
        """Who was given a key to it: the user, under whatever name."""
        self._conversation_id = conversation_id
        self._summon = summon
        self._transport: Transport | None = None
        self._waiting: asyncio.Queue[StanzaReceived] = asyncio.Queue()
        self._overheard: deque[StanzaReceived] = deque(maxlen=MAX_OVERHEARD)
        """The last that strangers sent while there was no agent to write it down."""
        self._early: deque[StanzaReceived] = deque(maxlen=MAX_OVERHEARD)
        """Came before LiveKit told of who sent it; answered at once, a client would go on with packets without name."""
        self._scope = scope
        self._goodbyes: set[asyncio.Task[None]] = set()
        self._usher = scope.spawn(f"room {name}", self._usher_in())

    @property
    def empty(self) -> bool:
        """Whether nobody is here."""
        return not self.occupants

    @property
    def busy(self) -> bool:
        """Whether a turn is still being answered."""
        return self.agent is not None and self.agent.busy

    def sink(self, transport: Transport, *, is_member: IsMember) -> Callable[[TransportEvent], None]:
        """Return what `transport` tells its news to; whoever is no member is there in vain."""

        def on_event(event: TransportEvent) -> None:
            match event:
                case StanzaReceived(sender=sender) if is_member(sender):
                    self._let_in(event)
                case StanzaReceived():
                    self._overhear(event)
                case SoundReceived(pcm=pcm, sender=sender) if is_member(sender):
                    if self.agent is not None:
                        self.agent.hear(pcm)
                case PeerJoined(identity=identity) if is_member(identity):
                    self.enter(transport, identity)
                case PeerLeft(identity=identity) if is_member(identity):
                    self.leave(transport, identity)
                case PeerJoined():
                    log.info("a stranger is in the room")
                case ConnectionChanged(state=ConnectionState.CLOSED):
                    self.leave(transport)
                    goodbye = self._scope.spawn(f"goodbye {self.name}", transport.close())  # our own end of it
                    self._goodbyes.add(goodbye)
                    goodbye.add_done_callback(self._goodbyes.discard)

        return on_event

    def enter(self, transport: Transport, identity: str) -> None:
        """Somebody is here, or here again."""
        self.occupants.add(identity)
        self._address(transport)
        self._come_by(transport)
        early, self._early = self._early, deque(maxlen=MAX_OVERHEARD)
        for came in early:
            self._let_in(came)

    def leave(self, transport: Transport, identity: str | None = None) -> None:
        """Somebody who came with `transport` is gone, or all; a transport replaced by a newer one does not count."""
        if self._transport is not transport:
            return
        self.occupants = self.occupants - {identity} if identity is not None else set()
        self._address(transport)
        if self.occupants:
            return
        self._transport = None
        if self.agent is not None:
            self.agent.detach(transport)

    async def evict(self) -> None:
        """Close the connection of whoever is here: the same person comes again, and the old end does not know it."""
        transport = self._transport
        if transport is not None:
            self.leave(transport)
            await transport.close()

    async def close(self) -> None:
        """Send everybody home."""
        self._usher.cancel()
        await self.evict()
        if self._goodbyes:  # else who ends the server would cancel them, and leave ends half open
            await asyncio.wait(self._goodbyes)
        self.closed.emit(self.name)
        if self.agent is not None:
            await self.agent.close()

    def _let_in(self, came: StanzaReceived) -> None:
        if came.sender in self.occupants:
            self._waiting.put_nowait(came)
        else:
            self._early.append(came)

    def _address(self, transport: Transport) -> None:
        """Speak to the user's participants alone: a stranger who reads along could forge pieces of a byte stream."""
        transport.recipients = tuple(sorted(self.occupants))

    def _come_by(self, transport: Transport) -> None:
        if self._transport is not transport:
            self._transport = transport
            if self.agent is not None:
                self.agent.attach(transport)

    async def _usher_in(self) -> None:
        """Hand stanzas to the agent, which the first of them may have to bring."""
        while True:
            came = await self._waiting.get()
            if self.agent is None:
                await self._bring_agent(came.data)
            if self.agent is not None:
                self._hand_overheard()
                self.agent.take(came.data, came.sender, shared=bool(self.occupants - {came.sender}))

    def _overhear(self, came: StanzaReceived) -> None:
        self._overheard.append(came)
        self._hand_overheard()

    def _hand_overheard(self) -> None:
        """Hand what strangers sent to the agent, once there is one."""
        while self.agent is not None and self._overheard:
            came = self._overheard.popleft()
            self.agent.overhear(came.data, came.sender)

    async def _bring_agent(self, data: bytes) -> None:
        content = codec.decode(data)
        if not isinstance(content, Stanza) or not isinstance(content.body, Configuration):
            return  # nothing may come before the Configuration
        wanted = self._conversation_id or content.body.conversation_id or None
        try:
            self.agent = await self._summon(wanted, self.user_id)
        except WorldError as error:
            await self._refuse(503, error.sentence)
            return
        if self.agent is None:
            await self._refuse(NOT_FOUND, "There is no such conversation on this server.")
        elif self._transport is not None:
            self.agent.attach(self._transport)

    async def _refuse(self, code: int, sentence: str) -> None:
        if self._transport is not None:
            await turn_away(self._transport, self._conversation_id or "", code=code, sentence=sentence)
