"""Stanzas in a LiveKit room: out as packets, large ones as byte streams, in one order; in as one ordered queue.

Packets keep their order among themselves, so two may be on the way at once (more cost more than they bring: every
waiting call is handed every native event). A byte stream overtakes nothing, but packets sent after it can overtake it
inside the receiver's native layer, which hands on the two kinds on different ways. So a stream is sent alone, and what
comes next waits until the receivers say that the stream has its place: a call to a method of theirs, which those who do
not know it answer as well, a round trip later.

A stream's pieces are told apart by its id alone, whoever sends them: who reads along could put some of their own
between. So where it is known who is meant, nobody else gets anything.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from livekit import rtc

from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import STANZA_BYTES, StanzaReceived
from alicia_desktop.transport.endpoint import Endpoint

PACKET_TOPIC: Final = "alicia"
STREAM_TOPIC: Final = "alicia.stanza"
PLACED_METHOD: Final = "alicia.stanza.placed"
"""Asked with a stream's id; answered when that stream has its place in the receiver's queue."""
PLACED_SECONDS: Final = 2.0
IN_FLIGHT: Final = 2
Recipients = tuple[str, ...] | None
"""Identities; None is everybody in the room, which LiveKit understands by an empty list."""


class Publisher:
    """Sends the stanzas of one room, in the order in which they are handed over."""

    def __init__(self, room: rtc.Room) -> None:
        self._room = room
        self._order = asyncio.Lock()
        self._slots = asyncio.Semaphore(IN_FLIGHT)

    async def packet(self, data: bytes, *, to: Recipients) -> None:
        """Publish `data` as one packet.

        Raises:
            PublishDataError: it did not leave.
        """
        async with self._order:
            await self._slots.acquire()
        # Between here and the native call nothing waits: whoever came first is first.
        try:
            if to != ():
                await self._room.local_participant.publish_data(
                    data, topic=PACKET_TOPIC, destination_identities=list(to or ())
                )
        finally:
            self._slots.release()

    async def stream(self, data: bytes, *, to: Recipients) -> None:
        """Publish `data` as one byte stream, with nothing else on the way.

        Raises:
            rtc.StreamError: it did not leave.
        """
        async with self._order:
            for _ in range(IN_FLIGHT):
                await self._slots.acquire()
            try:
                if to != ():
                    await self._send(data, to)
            finally:
                for _ in range(IN_FLIGHT):
                    self._slots.release()

    async def _send(self, data: bytes, to: Recipients) -> None:
        # Compressed ones come as one packet that is overtaken far more often.
        sent = await self._room.local_participant.send_bytes(
            data, topic=STREAM_TOPIC, compress=False, destination_identities=list(to or ())
        )
        readers = self._room.remote_participants if to is None else to
        await asyncio.gather(*(self._placed(peer, sent.stream_id) for peer in readers))

    async def _placed(self, peer: str, stream_id: str) -> None:
        try:
            await self._room.local_participant.perform_rpc(
                destination_identity=peer, method=PLACED_METHOD, payload=stream_id, response_timeout=PLACED_SECONDS
            )
        except rtc.RpcError:
            return  # it does not know the method, or is gone: the round trip was what we wanted


@dataclass(kw_only=True, slots=True, eq=False)
class QueuedStanza:
    """A stanza's place in its sender's queue."""

    sender: str
    data: bytes | None = None
    done: bool = False


class SenderQueues:
    """Delivers stanzas in the order of their places: one queue a sender, so that none holds up another's."""

    def __init__(self, deliver: Callable[[str, bytes], None]) -> None:
        self._deliver = deliver
        self._places: dict[str, deque[QueuedStanza]] = {}

    def put(self, sender: str, data: bytes) -> None:
        """Queue a whole stanza."""
        self.fill(self.reserve(sender), data)

    def reserve(self, sender: str) -> QueuedStanza:
        """Reserve a place for a stanza that has begun; `fill` or `drop` it."""
        place = QueuedStanza(sender=sender)
        self._places.setdefault(sender, deque()).append(place)
        return place

    def fill(self, place: QueuedStanza, data: bytes) -> None:
        """Fill a place: its stanza is whole."""
        self._settle(place, data)

    def drop(self, place: QueuedStanza) -> None:
        """Drop a place, whose stanza never comes: those behind it need not wait."""
        self._settle(place, None)

    def forget(self, sender: str) -> None:
        """Drop what a sender that left has begun, and deliver what it finished behind that."""
        for place in tuple(self._places.get(sender, ())):
            if not place.done:
                self.drop(place)

    def _settle(self, place: QueuedStanza, data: bytes | None) -> None:
        if place.done:
            return
        place.data, place.done = data, True
        queue = self._places[place.sender]
        while queue and queue[0].done:
            ready = queue.popleft().data
            if ready is not None:
                self._deliver(place.sender, ready)


MAX_STREAM_BYTES: Final = 2 * STANZA_BYTES
"""Bytes. A stanza over `STANZA_BYTES` is still handed on, so that the codec can show it; beyond this a stream ends."""
STREAM_SECONDS: Final = 15.0
"""How long a stream may stand still before those behind it go on without it."""
REMEMBERED_STREAMS: Final = 64

log = get_logger(__name__)


class Reader:
    """Reads the stanzas of one room and emits them at its endpoint."""

    def __init__(self, *, endpoint: Endpoint, scope: Scope) -> None:
        self._endpoint = endpoint
        self.heard: set[str] = set()
        """Who has sent a stanza."""
        self._inbox = SenderQueues(self._deliver)
        self._scope = scope
        self._placed: dict[str, OrderedDict[str, asyncio.Event]] = {}
        """By sender and stream, so that whoever calls about many streams pushes out nobody else's."""

    def listen(self, room: rtc.Room) -> None:
        """Register for packets and byte streams of `room`, from its first moment."""
        room.on("data_received", self._on_packet)
        room.register_byte_stream_handler(STREAM_TOPIC, self._on_stream)

    def answer(self, participant: rtc.LocalParticipant) -> None:
        """Answer those who ask whether their stream has its place; possible once the room is joined."""
        participant.register_rpc_method(PLACED_METHOD, self._on_placed_asked)

    def forget(self, sender: str) -> None:
        """Forget a sender that left the room."""
        self.heard.discard(sender)
        self._placed.pop(sender, None)
        self._inbox.forget(sender)

    def _deliver(self, sender: str, data: bytes) -> None:
        self.heard.add(sender)
        self._endpoint.emit(StanzaReceived(data=data, sender=sender))

    def _on_packet(self, packet: rtc.DataPacket) -> None:
        # Any topic: deployed servers send none.
        self._inbox.put(packet.participant.identity if packet.participant else "", packet.data)

    def _on_stream(self, stream: rtc.ByteStreamReader, sender: str) -> None:
        if self._endpoint.closed:
            stream.close()
            return
        place = self._inbox.reserve(sender)
        self._stream_placed(sender, stream.info.stream_id).set()
        self._scope.spawn("stream", self._read(stream, place))

    async def _read(self, stream: rtc.ByteStreamReader, place: QueuedStanza) -> None:
        chunks: list[bytes] = []
        try:
            async with asyncio.timeout(STREAM_SECONDS) as patience:
                async for chunk in stream:
                    chunks.append(chunk)
                    patience.reschedule(asyncio.get_running_loop().time() + STREAM_SECONDS)
            self._inbox.fill(place, b"".join(chunks))
        except (rtc.StreamError, TimeoutError) as error:
            log.info("stream broke off", bytes=sum(map(len, chunks)), error=type(error).__name__)
        finally:
            stream.close()
            self._inbox.drop(place)

    async def _on_placed_asked(self, call: rtc.RpcInvocationData) -> str:
        async with asyncio.timeout(PLACED_SECONDS):
            await self._stream_placed(call.caller_identity, call.payload).wait()
        return ""

    def _stream_placed(self, sender: str, stream_id: str) -> asyncio.Event:
        placed = self._placed.setdefault(sender, OrderedDict())
        event = placed.setdefault(stream_id, asyncio.Event())
        while len(placed) > REMEMBERED_STREAMS:
            placed.popitem(last=False)
        return event
