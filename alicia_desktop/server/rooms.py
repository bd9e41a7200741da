"""Manage the rooms of a server: one room and one agent a conversation while somebody is there, and who may enter.

A room belongs to one user: only their participants come in, and its agent is summoned for their conversations only. It
is entered through a transport, whichever carries it: the WebSocket and the in-process pair come in by `accept`, LiveKit
rooms are joined by `livekit_rooms`. A room is called by the id of its conversation. One of a `new` conversation has no
agent until the first Configuration, which makes the conversation under the room's name. With a conversation that is
deleted its room is closed, and nobody gets into it again.
"""

from dataclasses import replace
from typing import Final

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.server.access import Ownership, Users, conversation_not_found
from alicia_desktop.server.agent import Agent
from alicia_desktop.server.room import MakeAgent, OpenAgent, OpenSpeechAgent, Room, RoomAgent
from alicia_desktop.transport.contract import RoomAddress, Transport
from alicia_desktop.transport.endpoint import room_in_use, token_refused
from alicia_desktop.transport.token import RoomKey, read_socket_token

SPEECH_ROOM: Final = "speech_"
MAX_WAITING_ROOMS: Final = 50
"""Rooms of one user that were requested and that nobody has entered; each is given up after `MAX_EMPTY_SECONDS`."""
MAX_EMPTY_SECONDS: Final = 60.0
"""How long an agent stays alone."""
log = get_logger(__name__)
POLL_SECONDS: Final = 5.0


class Rooms:
    """All rooms of a server."""

    def __init__(
        self,
        *,
        open_agent: MakeAgent,
        open_speech_agent: OpenSpeechAgent,
        ownership: Ownership,
        users: Users,
        secret: str,
        clock: Clock,
    ) -> None:
        """`secret` signs the room tokens."""
        self._open_agent, self._open_speech_agent, self._secret, self._clock = (
            open_agent,
            open_speech_agent,
            secret,
            clock,
        )
        self._ownership, self._users = ownership, users
        self._rooms: dict[str, Room] = {}
        self._new: dict[str, str] = {}
        """Owner by room name, of rooms for speech and of those that wait for their conversation; until given up."""
        self._scope = Scope("rooms")

    def new_room(self, user_id: str, kind: str = ids.CONVERSATION) -> str:
        """Return the name of a new room for `user_id`: of a conversation to be created under it, or for speech alone.

        Raises:
            WorldError: `too_many_rooms`, of those that this user asked for and nobody came to.
        """
        waiting = [name for name, owner in self._new.items() if owner == user_id and self._is_empty(name)]
        if len(waiting) >= MAX_WAITING_ROOMS:
            sentence = "Too many rooms were requested and not entered. Try again in a minute."
            raise WorldError(sentence=sentence, code="too_many_rooms", retry=True)
        name = ids.new_id(kind)
        self._new[name] = user_id
        return name

    async def accept(self, address: RoomAddress, transport: Transport) -> None:
        """Admit a participant (`transport.contract.Accept`).

        Raises:
            WorldError: `token_refused`, or `room_in_use` when another participant is there.
        """
        key = read_socket_token(address.token, secret=self._secret, now=self._clock.now())
        room = await self.room(key.room) if key is not None and key.room == address.room_name else None
        if key is None or room is None or not await self._may_enter(key, room):
            raise token_refused()
        if key.identity in room.occupants:
            await room.disconnect()
        elif not room.empty:
            raise room_in_use()
        room.enter(transport, key.identity)
        try:
            sink = room.sink(transport, is_member=key.identity.__eq__)
            await transport.connect(replace(address, participant_id=key.identity), sink)
        except BaseException:  # who asked is gone, or asked for something else than a connection
            room.leave(transport)
            raise

    async def room(self, name: str) -> Room | None:
        """Return the room of that name, opening it if its conversation exists or is about to; None otherwise."""
        if name in self._new:
            self._open(name, self._new[name], conversation_id=None)
        else:
            owner = await self._ownership.owner_of(name)  # also where it is open: its conversation may be deleted
            if owner is None:
                return None
            self._open(name, owner, conversation_id=name)
        return self._rooms[name]

    def is_open(self, room: Room) -> bool:
        """Return whether the room has not been closed."""
        return room in self._rooms.values()

    async def find(self, name: str, user_id: str) -> Room:
        """Return the room of that name for a user who is about to enter it.

        Raises:
            WorldError: `not_found`: there is no such conversation, or it is somebody else's.
        """
        room = await self.room(name)
        if room is None or not await self._ownership.is_self(user_id, room.user_id):
            raise conversation_not_found()
        room.visitors.add(user_id)
        return room

    async def close_user(self, user_id: str) -> None:
        """Close the rooms of a user and revoke the names of those not entered yet."""
        self._new = {name: owner for name, owner in self._new.items() if owner != user_id}
        for room in {room for room in self._rooms.values() if user_id in {room.user_id, *room.visitors}}:
            await self._close_room(room)

    async def close_conversation(self, conversation_id: str) -> None:
        """Close the room of a conversation that was deleted; who is in it is told that there is no such conversation.

        What is being answered ends, and what was sent and not yet received does nothing.
        """
        room = self._rooms.get(conversation_id)
        if room is not None:
            await room.refuse_not_found()
            await self._close_room(room)

    async def answer_message(self, conversation_id: str, said: UserMessage) -> None:
        """Have the agent answer a message that was added outside the room; without an agent it is answered later."""
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
            name=name,
            user_id=owner,
            conversation_id=conversation_id,
            open_agent=self._agent_opener(name),
            scope=self._scope,
        )
        self._rooms[name] = room
        self._scope.spawn(f"absence {name}", self._close_when_empty(room))

    def _agent_opener(self, name: str) -> OpenAgent:
        async def open_agent(conversation_id: str | None, user_id: str) -> RoomAgent | None:
            """Bring the agent; from then on the conversation's own name leads to the same room."""
            if name.startswith(SPEECH_ROOM):
                return await self._open_speech_agent(name)
            if conversation_id is not None and not await self._ownership.owns(user_id, conversation_id):
                return None
            elsewhere = self._rooms.get(conversation_id or "")
            if elsewhere is not None and elsewhere is not self._rooms.get(name) and elsewhere.agent is not None:
                await self._close_room(elsewhere)  # the same conversation, entered by its older name
            agent = await self._open_agent(conversation_id, user_id, name)
            if agent is not None:
                self._rooms[agent.conversation_id] = self._rooms[name]
                self._new.pop(name, None)
            return agent

        return open_agent

    def _is_empty(self, name: str) -> bool:
        room = self._rooms.get(name)
        return room is None or room.empty

    async def _may_enter(self, key: RoomKey, room: Room) -> bool:
        """Return whether the key was given to the room's user, and for a token that is still valid."""
        is_valid = self._users.key_of(key.user) == key.user_key
        return is_valid and await self._ownership.is_self(key.user, room.user_id)

    async def _close_when_empty(self, room: Room) -> None:
        alone = 0.0
        while alone < MAX_EMPTY_SECONDS:
            await self._clock.sleep(POLL_SECONDS)
            alone = alone + POLL_SECONDS if room.empty and not room.busy else 0.0
        await self._close_room(room)

    async def _close_room(self, room: Room) -> None:
        self._rooms = {name: other for name, other in self._rooms.items() if other is not room}
        self._new.pop(room.name, None)
        await room.close()
