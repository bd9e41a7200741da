"""Stanzas on their way in: packets and byte streams of one room, read as one ordered queue."""

import asyncio
from collections import OrderedDict
from typing import Final

from livekit import rtc

from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import STANZA_BYTES, StanzaReceived
from alicia_desktop.transport.endpoint import Endpoint
from alicia_desktop.transport.inbox import Inbox, QueuedStanza
from alicia_desktop.transport.livekit.publisher import PLACED_METHOD, PLACED_SECONDS, STREAM_TOPIC

MAX_STREAM_BYTES: Final = 2 * STANZA_BYTES
"""Bytes. A stanza over `STANZA_BYTES` is still handed on, so that the codec can show it; beyond this a stream ends."""
STREAM_SECONDS: Final = 15.0
"""How long a stream may stand still before those behind it go on without it."""
REMEMBERED_STREAMS: Final = 64

log = get_logger(__name__)


class Reader:
    """Reads the stanzas of one room and tells them to its endpoint."""

    def __init__(self, *, endpoint: Endpoint, scope: Scope) -> None:
        self._endpoint = endpoint
        self.heard: set[str] = set()
        """Who has sent a stanza."""
        self._inbox = Inbox(self._deliver)
        self._scope = scope
        self._placed: dict[str, OrderedDict[str, asyncio.Event]] = {}
        """By sender and stream, so that whoever calls about many streams pushes out nobody else's."""

    def listen(self, room: rtc.Room) -> None:
        """Hear everything of `room` from its first moment."""
        room.on("data_received", self._on_packet)
        room.register_byte_stream_handler(STREAM_TOPIC, self._on_stream)

    def answer(self, participant: rtc.LocalParticipant) -> None:
        """Answer those who ask whether their stream has its place; possible once the room is joined."""
        participant.register_rpc_method(PLACED_METHOD, self._on_placed_asked)

    def forget(self, sender: str) -> None:
        """`sender` left the room."""
        self.heard.discard(sender)
        self._placed.pop(sender, None)
        self._inbox.forget(sender)

    def _deliver(self, sender: str, data: bytes) -> None:
        self.heard.add(sender)
        self._endpoint.tell(StanzaReceived(data=data, sender=sender))

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
