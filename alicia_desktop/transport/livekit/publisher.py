"""Stanzas on their way out: small ones as packets, large ones as byte streams, in one order.

Packets keep their order among themselves, so two may be on the way at once (more cost more than they bring: every
waiting call is handed every native event). A byte stream overtakes nothing, but packets sent after it can overtake it
inside the receiver's native layer, which hands on the two kinds on different ways. So a stream is sent alone, and what
comes next waits until the receivers say that the stream has its place: a call to a method of theirs, which those who do
not know it answer as well, a round trip later.

A stream's pieces are told apart by its id alone, whoever sends them: who reads along could put some of their own
between. So where it is known who is meant, nobody else gets anything.
"""

import asyncio
from typing import Final

from livekit import rtc

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
