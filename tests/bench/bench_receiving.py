"""What our reading of a stanza costs beside what LiveKit's own Python code costs to hand over the packet it came in.

LiveKit's half is its own code, unchanged, from the call of its native layer into Python to that of a `data_received`
listener: `ffi_event_callback` on a foreign thread (copy, parse the protobuf event, queue it), the hop to the loop,
`Room`'s task that waits for events, `_on_room_event`, `emit`. The native layer, the network and the release of the
native buffer are not in it. The room is never connected: its events are made here as the native layer makes them, and
come one by one at the pace of a busy conversation, because a packet that comes alone is not read with warm caches.
Both halves are processor time of the same packets, so that what else runs on the machine counts for neither.
"""

import asyncio
import ctypes
import threading
import time
from collections.abc import Iterator, Sequence

from livekit import rtc
from livekit.rtc._ffi_client import FfiClient, ffi_event_callback
from livekit.rtc._proto import ffi_pb2

from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.codec import decode
from alicia_desktop.session.events import StanzaRecorded
from alicia_desktop.session.machine import step
from alicia_desktop.session.state import Phase, SessionState
from tests.bench.measure import Figure, Goal, Measure, Samples
from tests.bench.traffic import CONVERSATION, packets

PACKETS = 1_300
ROUNDS = 15
PAUSE_SECONDS = 0.0005
MICROSECONDS = 1e6
ROOM = 7
"""The room's name in the native layer; any number but 0, which means none."""


class Listener:
    """What is connected to `data_received`: reads the stanza, and keeps the processor time that it took for that."""

    def __init__(self, expected: int) -> None:
        self.done = asyncio.Event()
        self.spent = 0.0
        self._left = expected
        self._state = SessionState(
            conversation_id=CONVERSATION, client_version="1", phase=Phase.ONLINE, wanted=True, peer="alicia-agent-1"
        )

    def on_received(self, packet: rtc.DataPacket) -> None:
        begun = time.thread_time()
        self._state, _ = step(self._state, StanzaRecorded(inbound=decode(packet.data)))
        self.spent += time.thread_time() - begun
        self._left -= 1
        if not self._left:
            self.done.set()


class NativeLayer(threading.Thread):
    """Plays LiveKit's native layer: a thread that calls into Python for each packet."""

    def __init__(self, raws: Sequence[bytes]) -> None:
        super().__init__(name="native layer", daemon=True)
        self.paused = 0.0
        """Processor time of its pauses, which are ours and not LiveKit's."""
        self._events = [_event(raw) for raw in raws]

    def run(self) -> None:
        for event in self._events:
            ffi_event_callback(ctypes.cast(ctypes.c_char_p(event), ctypes.POINTER(ctypes.c_uint8)), len(event))
            begun = time.thread_time()
            time.sleep(PAUSE_SECONDS)  # noqa: TID251 - a thread of its own, not the loop
            self.paused += time.thread_time() - begun


def _event(raw: bytes) -> bytes:
    """A packet as the native layer tells it: the bytes stay where they are, the event says where."""
    event = ffi_pb2.FfiEvent()
    event.room_event.room_handle = ROOM
    packet = event.room_event.data_packet_received
    packet.participant_identity = "alicia-agent-1"
    packet.kind = rtc.DataPacketKind.KIND_RELIABLE
    packet.user.topic = ""
    packet.user.data.handle.id = 0
    address = ctypes.cast(ctypes.c_char_p(raw), ctypes.c_void_p).value
    assert address is not None
    packet.user.data.data.data_ptr, packet.user.data.data.data_len = address, len(raw)
    return bytes(event.SerializeToString())


class _Handle:
    handle = ROOM


def _no_media(event: ffi_pb2.FfiEvent) -> bool:
    """The filter that `Room.connect` gives its queue."""
    return event.WhichOneof("message") not in {"audio_stream_event", "video_stream_event"}


def _deaf_room() -> rtc.Room:
    """A room that believes it is connected."""
    room = rtc.Room()
    room._ffi_handle = _Handle()  # type: ignore[assignment]  # a real one is the native layer's to release
    room._ffi_queue = FfiClient.instance.queue.subscribe(filter_fn=_no_media)
    return room


async def _receive(room: rtc.Room, raws: Sequence[bytes]) -> tuple[float, float]:
    """Return our and LiveKit's processor time for a packet, in microseconds."""
    native, listener = NativeLayer(raws), Listener(len(raws))
    room.on("data_received", listener.on_received)
    begun = time.process_time()
    native.start()
    await listener.done.wait()
    native.join()
    whole = time.process_time() - begun
    room.off("data_received", listener.on_received)
    each = MICROSECONDS / len(raws)
    return each * listener.spent, each * (whole - listener.spent - native.paused)


async def _sample() -> Samples:
    raws, room = packets(PACKETS, inbound_only=True), _deaf_room()
    async with Scope("receiving") as scope:
        task = scope.spawn("listen", room._listen_task())
        await _receive(room, raws)
        taken = [await _receive(room, raws) for _ in range(ROUNDS)]
        task.cancel()
    FfiClient.instance.queue.unsubscribe(room._ffi_queue)
    room._ffi_handle = None
    size = sum(map(len, raws)) / len(raws)
    note = f"{ROUNDS} rounds of {PACKETS:,} stanzas of {size:.0f} bytes on average, one each half millisecond"
    return Samples(ours=[one[0] for one in taken], baseline=[one[1] for one in taken], note=note)


def measures() -> Iterator[Measure]:
    """Yield the one measure of this subject."""
    yield Measure(
        name="Reading a stanza",
        what="Processor time from the bytes of a stanza to the session's decision: decode, validate, dispatch.",
        baseline="LiveKit's own Python code for the packet it came in, from its native callback to the listener",
        unit="µs",
        figure=Figure.COST,
        goal=Goal(limit=0.25),
        run=lambda: asyncio.run(_sample()),
    )
