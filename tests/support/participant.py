"""Somebody who takes part in a room of the local server: joins, says things, and keeps all that comes."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import aiohttp

from alicia_desktop.base import ids
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration, Message, SessionStats, UserMessage
from alicia_desktop.transport import new_transport
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
    TransportKind,
)
from tests.support.patience import PATIENCE

T = TypeVar("T", bound=Message)


class Host(Protocol):
    """A server, in this process or a child."""

    address: str
    token: str


class Participant:
    """One device of a person; it comes and goes with `join` and `leave`."""

    def __init__(
        self,
        server: Host,
        *,
        identity: str = "desk",
        over: TransportKind = "memory",
        user: str = "user",
        token: str = "",
    ) -> None:
        """Take the `token` of the user; by default that of the server's owner, as it is when it is needed."""
        self.server, self.identity, self.over, self.user = server, identity, over, user
        self._token = token
        self.conversation_id = ""
        self.stanzas: list[Stanza] = []
        self.sound: list[bytes] = []
        self.states: list[ConnectionState] = []
        self.peers: set[str] = set()
        self.last_seen = 0
        self._next = 0
        self._changed = asyncio.Event()
        self._transport: Transport | None = None

    @property
    def token(self) -> str:
        """The bearer token of its calls."""
        return self._token or self.server.token

    @token.setter
    def token(self, token: str) -> None:
        self._token = token

    async def call(self, method: str, path: str, **how: Any) -> Any:
        """Make one HTTP call and return its JSON."""
        return (await self.answer(method, path, **how))[1]

    async def answer(self, method: str, path: str, **how: Any) -> tuple[int, Any]:
        """Make one HTTP call and return its status and JSON."""
        headers = {"Authorization": f"Bearer {self.token}", "X-User-ID": self.user}
        url = f"{self.server.address}/api/v1/{path}"
        async with aiohttp.ClientSession(headers=headers) as http, http.request(method, url, **how) as answer:
            return answer.status, await answer.json(content_type=None)

    async def enter(self) -> None:
        """Join the room without a word."""
        wanted = self.conversation_id or "new"
        await self.enter_with(
            await self.call("POST", f"conversations/{wanted}/token", json={"participant_id": self.identity})
        )

    async def enter_with(self, grant: dict[str, Any]) -> None:
        """Join the room of a key without a word."""
        hub = getattr(self.server, "hub", None)  # none in a server that is a process
        if self.states[-1:] == [ConnectionState.CLOSED]:
            await self.leave()  # the other side has closed it
        self._transport = new_transport(self.over, hub=hub)
        address = RoomAddress(
            transport=self.over,
            url=grant["url"],
            token=grant["token"],
            room_name=grant["room_name"],
            participant_id=grant["participant_id"],
            agent=grant["agent_identity"],
        )
        self.peers.clear()
        await self._transport.connect(address, self._on_event)
        await self.until(lambda: self.peers)

    async def join(self, *features: str, **meta: Any) -> None:
        """Join the room and shake hands, as a client that has these features, or does not say."""
        await self.enter()
        before = len(self.of(Configuration))
        await self.send(
            Configuration(
                conversation_id=self.conversation_id or None,
                last_sequence_seen=self.last_seen,
                features=features or None,
            ),
            **meta,
        )
        await self.until(lambda: len(self.of(Configuration)) > before)
        self.conversation_id = self.stanzas[-1].conversation_id or self.conversation_id

    async def leave(self) -> None:
        """Leave the room."""
        if self._transport is not None:
            transport, self._transport = self._transport, None
            await transport.close()

    async def send(self, body: Message, *, stanza_id: int | None = None, **meta: Any) -> int:
        """Send one stanza and return its id."""
        self._next += 1
        number = stanza_id or self._next
        stanza = Stanza(stanza_id=number, conversation_id=self.conversation_id, body=body, meta=meta)
        await self.send_raw(codec.encode(stanza))
        return number

    async def send_raw(self, data: bytes) -> None:
        """Send bytes."""
        assert self._transport is not None
        await self._transport.send(data)

    def speak(self, frame: bytes) -> None:
        """Send 10 ms of sound."""
        assert self._transport is not None
        self._transport.send_sound(frame)

    async def ask(self, text: str, **meta: Any) -> str:
        """Say something, wait for the end of the turn, and return the id of the message."""
        turns = len(self.of(SessionStats))
        body = UserMessage(id=ids.new_id(ids.MESSAGE), conversation_id=self.conversation_id, content=text)
        await self.send(body, **meta)
        await self.until(lambda: len(self.of(SessionStats)) > turns)
        return body.id

    def of(self, kind: type[T]) -> list[T]:
        """Return all messages of that kind so far."""
        return [stanza.body for stanza in self.stanzas if isinstance(stanza.body, kind)]

    async def until(self, met: Callable[[], object], *, patience: float = PATIENCE) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(patience):
            while not met():
                self._changed.clear()
                await self._changed.wait()

    def _on_event(self, event: TransportEvent) -> None:
        match event:
            case StanzaReceived(data=data):
                stanza = codec.decode(data)
                assert isinstance(stanza, Stanza), stanza
                self.stanzas.append(stanza)
                self.last_seen = max(self.last_seen, -stanza.stanza_id)
            case SoundReceived(pcm=pcm):
                self.sound.append(pcm)
            case PeerJoined(identity=identity):
                self.peers.add(identity)
            case PeerLeft(identity=identity):
                self.peers.discard(identity)
            case ConnectionChanged(state=state):
                self.states.append(state)
        self._changed.set()
