"""Who is where: one room a conversation, one agent in it while somebody is there, and who may come in.

A room is entered through a transport, whichever carries it: the WebSocket and the in-process pair come in by
`accept`, LiveKit rooms are joined by `livekit_rooms`. A room of a `new` conversation has no agent until the first
Configuration, which makes the conversation.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, Protocol

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.signal import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration, ErrorMessage, UserMessage
from alicia_desktop.server.agent import Agent
from alicia_desktop.transport.contract import (
    ConnectionChanged,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    RoomAddress,
    SoundReceived,
    StanzaReceived,
    Transport,
    TransportEvent,
)
from alicia_desktop.transport.refusals import room_in_use, token_refused
from alicia_desktop.transport.token import read_socket_token

NEW_ROOM: Final = "new_"
SPEECH_ROOM: Final = "speech_"
ABSENCE_SECONDS: Final = 60.0
"""How long an agent stays alone."""
NOT_FOUND: Final = 201
log = get_logger(__name__)
LOOK_SECONDS: Final = 5.0
Owner = Callable[[str], Awaitable[str | None]]
"""Conversation id → user id of its owner, or None where there is no such conversation."""


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

    def take(self, data: bytes) -> None:
        """Take one stanza."""
        ...

    def hear(self, pcm: bytes) -> None:
        """Take 10 ms of sound."""
        ...

    async def close(self) -> None:
        """End everything at once."""
        ...


Summon = Callable[[str | None, str], Awaitable[Host | None]]
"""Conversation id (None: make one) and user id → its agent, started; None where there is no such conversation."""
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
        """Identities of who is here."""
        self._conversation_id = conversation_id
        self._summon = summon
        self._transport: Transport | None = None
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
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

    def sink(self, transport: Transport) -> Callable[[TransportEvent], None]:
        """Return what `transport` tells its news to."""

        def on_event(event: TransportEvent) -> None:
            match event:
                case StanzaReceived(data=data):
                    self._come_by(transport)  # LiveKit may bring a stanza before the news of who sent it
                    self._waiting.put_nowait(data)
                case SoundReceived(pcm=pcm):
                    if self.agent is not None:
                        self.agent.hear(pcm)
                case PeerJoined(identity=identity):
                    self.enter(transport, identity)
                case PeerLeft(identity=identity):
                    self.leave(transport, identity)
                case ConnectionChanged(state=ConnectionState.CLOSED):
                    self.leave(transport)
                    goodbye = self._scope.spawn(f"goodbye {self.name}", transport.close())  # our own end of it
                    self._goodbyes.add(goodbye)
                    goodbye.add_done_callback(self._goodbyes.discard)

        return on_event

    def enter(self, transport: Transport, identity: str) -> None:
        """Somebody is here, or here again."""
        self.occupants.add(identity)
        self._come_by(transport)

    def leave(self, transport: Transport, identity: str | None = None) -> None:
        """Somebody who came with `transport` is gone, or all; a transport replaced by a newer one does not count."""
        if self._transport is not transport:
            return
        self.occupants = self.occupants - {identity} if identity is not None else set()
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

    def _come_by(self, transport: Transport) -> None:
        if self._transport is not transport:
            self._transport = transport
            if self.agent is not None:
                self.agent.attach(transport)

    async def _usher_in(self) -> None:
        """Hand stanzas to the agent, which the first of them may have to bring."""
        while True:
            data = await self._waiting.get()
            if self.agent is None:
                await self._bring_agent(data)
            if self.agent is not None:
                self.agent.take(data)

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
        if self._transport is None:
            return
        body = ErrorMessage(id=ids.new_id(ids.MESSAGE), code=code, message=sentence, recoverable=False)
        stanza = Stanza(stanza_id=-1, conversation_id=self._conversation_id or "", body=body)
        try:
            await self._transport.send(codec.encode(stanza))
        except WorldError as error:
            log.info("a refusal found nobody", code=error.code)


class Rooms:
    """All rooms of a server."""

    def __init__(self, *, summon: Summon, interpret: Interpret, owner: Owner, secret: str, clock: Clock) -> None:
        """Take the secret that room tokens are signed with."""
        self._summon, self._interpret, self._owner, self._secret, self._clock = summon, interpret, owner, secret, clock
        self._rooms: dict[str, Room] = {}
        self._new: dict[str, str] = {}
        """Owner by room name, of rooms whose conversation is not made yet."""
        self._scope = Scope("rooms")

    def new_room(self, user_id: str, kind: str = NEW_ROOM) -> str:
        """Return the name of a fresh room for `user_id`: of a conversation to be made, or for speech alone."""
        name = ids.new_id(kind)
        self._new[name] = user_id
        return name

    async def accept(self, address: RoomAddress, transport: Transport) -> None:
        """Take a participant in (`transport.contract.Accept`).

        Raises:
            WorldError: `token_refused`, or `room_in_use` when another participant is there.
        """
        key = read_socket_token(address.token, secret=self._secret, now=self._clock.now())
        room = await self.room(key.room) if key is not None and key.room == address.room_name else None
        if key is None or room is None:
            raise token_refused()
        if key.identity in room.occupants:
            await room.evict()
        elif not room.empty:
            raise room_in_use()
        room.enter(transport, key.identity)
        await transport.connect(replace(address, participant_id=key.identity), room.sink(transport))

    async def room(self, name: str) -> Room | None:
        """Return the room of that name, opened if its conversation exists or is about to; None otherwise."""
        if name not in self._rooms:
            is_new = name.startswith((NEW_ROOM, SPEECH_ROOM))
            owner = self._new.get(name) if is_new else await self._owner(name)
            if owner is None:
                return None
            self._open(name, owner, conversation_id=None if is_new else name)
        return self._rooms[name]

    def is_open(self, room: Room) -> bool:
        """Whether the room has not been given up."""
        return room in self._rooms.values()

    async def tell(self, conversation_id: str, said: UserMessage) -> None:
        """Have a message answered that was added, and written down, outside the room; later where no agent is there."""
        room = self._rooms.get(conversation_id)
        if room is not None and isinstance(room.agent, Agent):
            await room.agent.answer(said)

    async def close(self) -> None:
        """Close all rooms."""
        for room in set(self._rooms.values()):
            await room.close()
        self._rooms.clear()
        await self._scope.close()

    def _open(self, name: str, owner: str, *, conversation_id: str | None) -> None:
        if name in self._rooms:
            return
        room = Room(
            name=name, user_id=owner, conversation_id=conversation_id, summon=self._summon_for(name), scope=self._scope
        )
        self._rooms[name] = room
        self._scope.spawn(f"absence {name}", self._close_when_alone(room))

    def _summon_for(self, name: str) -> Summon:
        async def summon(conversation_id: str | None, user_id: str) -> Host | None:
            """Bring the agent; from then on the conversation's own name leads to the same room."""
            if name.startswith(SPEECH_ROOM):
                return await self._interpret(name)
            elsewhere = self._rooms.get(conversation_id or "")
            if elsewhere is not None and elsewhere is not self._rooms.get(name) and elsewhere.agent is not None:
                await self._shut(elsewhere)  # the same conversation, entered by its older name
            agent = await self._summon(conversation_id, user_id)
            if agent is not None:
                self._rooms[agent.conversation_id] = self._rooms[name]
            return agent

        return summon

    async def _close_when_alone(self, room: Room) -> None:
        alone = 0.0
        while alone < ABSENCE_SECONDS:
            await self._clock.sleep(LOOK_SECONDS)
            alone = alone + LOOK_SECONDS if room.empty and not room.busy else 0.0
        await self._shut(room)

    async def _shut(self, room: Room) -> None:
        self._rooms = {name: other for name, other in self._rooms.items() if other is not room}
        await room.close()
