"""Rooms inside one process: for `talk --transport memory`, and for tests of everything above a transport.

A hub stands for the network. The server's side serves it, each `MemoryTransport` that connects finds that side there,
and both ends behave like the real ones: nothing arrives inside the call that sent it, and a sink may send.

With `Faults` the hub drops, doubles, reorders and delays stanzas by chance; the same seed gives the same faults. A real
transport does so only where its connection breaks and stanzas are sent again.
"""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import (
    CLOSE_SECONDS,
    LOCAL_AGENT,
    Accept,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    RoomAddress,
    Sink,
    SoundReceived,
    StanzaReceived,
    Transport,
)
from alicia_desktop.transport.endpoint import CONNECTION_LOST, LOST_SENTENCE, Endpoint, SoundQueue, unreachable


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """How often each fault happens to a stanza, as probabilities 0–1."""

    drop: float = 0.0
    duplicate: float = 0.0
    reorder: float = 0.0
    """The stanza arrives after its successor."""
    cut: float = 0.0
    """The connection breaks instead of carrying the stanza; what was under way is lost."""
    delay: float = 0.0
    """The longest time in seconds that a stanza takes; each takes a random part of it, in order."""


class FaultPlan:
    """Decides what happens to each stanza of one direction, one after the other."""

    def __init__(self, faults: Faults, *, seed: str) -> None:
        self._faults = faults
        self._random = Random(seed)
        self._held: list[bytes] = []

    def cuts(self) -> bool:
        """Return whether the connection breaks now."""
        return self._random.random() < self._faults.cut

    def delay(self) -> float:
        """Return how many seconds the next stanza takes."""
        return self._random.uniform(0, self._faults.delay)

    def through(self, data: bytes) -> list[bytes]:
        """Return what arrives when `data` is sent: nothing, it, it twice, or it and one that was held back."""
        roll = self._random.random()
        if roll < self._faults.drop:
            return []
        roll -= self._faults.drop
        if roll < self._faults.duplicate:
            return [data, data, *self.held()]
        roll -= self._faults.duplicate
        if roll < self._faults.reorder and not self._held:
            self._held.append(data)
            return []
        return [data, *self.held()]

    def held(self) -> list[bytes]:
        """Return what was held back for a successor; none comes any more."""
        held, self._held = self._held, []
        return held


class MemoryHub:
    """The network of one process. Both directions of every connection have the same `faults`."""

    def __init__(self, *, faults: Faults | None = None, seed: int = 0, clock: Clock | None = None) -> None:
        self._faults = faults or Faults()
        self._seed = seed
        self._numbers = itertools.count()
        self._accept: Accept | None = None
        self.clock = clock or SystemClock()

    def serve(self, accept: Accept) -> Callable[[], None]:
        """Let `accept` take everybody who connects from now on; returns the function that ends it."""
        self._accept = accept

        def stop() -> None:
            self._accept = None

        return stop

    async def accept(self, address: RoomAddress, end: Transport) -> None:
        """Bring the server's `end` of a new connection to the server.

        Raises:
            WorldError: nobody serves (`unreachable`), or the server's own refusal.
        """
        accept = self._accept
        if accept is None:
            raise unreachable(address.url)
        try:
            await accept(address, end)
        except Exception as error:
            if self._accept is accept:
                raise
            raise unreachable(address.url) from error  # the server has closed meanwhile, and its database with it

    def fault_plan(self) -> FaultPlan:
        """Return the faults of one direction of a new connection."""
        return FaultPlan(self._faults, seed=f"{self._seed}/{next(self._numbers)}")


class MemoryChannel:
    """One way of a connection: what its sender queues, on the way to the receiver's endpoint."""

    def __init__(self, *, receiver: Endpoint, plan: FaultPlan, clock: Clock, sender: str = LOCAL_AGENT) -> None:
        self.receiver = receiver
        self.sender = sender
        self.received = asyncio.Event()
        """Set when the receiver is connected; nothing arrives before."""
        self.stanzas: asyncio.Queue[bytes | None] = asyncio.Queue()
        """None is the end: the sender left."""
        self.sound = SoundQueue()
        self._plan = plan
        self._clock = clock

    async def carry_stanzas(self) -> bool:
        """Carry until the sender leaves, which returns False, or the connection breaks, which returns True."""
        await self.received.wait()
        while (data := await self.stanzas.get()) is not None:
            await self._clock.sleep(self._plan.delay())
            if self._plan.cuts():
                return True
            self.deliver(self._plan.through(data))
        self.deliver(self._plan.held())
        return False

    async def carry_sound(self) -> None:
        """Carry frames for as long as the connection lives."""
        await self.received.wait()
        while True:
            self.receiver.emit(SoundReceived(pcm=await self.sound.get(), sender=self.sender))

    def end(self) -> None:
        """Close the receiver: the sender is gone, and the connection with it."""
        self.receiver.emit(PeerLeft(identity=self.sender))
        self.receiver.change(ConnectionState.CLOSED, sentence=LOST_SENTENCE, code=CONNECTION_LOST)

    def deliver(self, stanzas: list[bytes]) -> None:
        """Hand over what arrived."""
        for data in stanzas:
            self.receiver.emit(StanzaReceived(data=data, sender=self.sender))


class MemoryEnd:
    """Carries stanzas and sound at either end of a connection; as it is, the server's."""

    def __init__(self, *, endpoint: Endpoint, outgoing: MemoryChannel, incoming: MemoryChannel) -> None:
        self.peer_reads_streams = True
        self.recipients: tuple[str, ...] | None = None
        self.listens = True
        self._endpoint = endpoint
        self._outgoing = outgoing
        self._incoming = incoming
        self._carrying: asyncio.Task[None] | None = None
        self._scope = Scope("memory transport")

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Admit the participant of `address`."""
        self._endpoint.open(sink)
        self._incoming.sender = address.participant_id
        self._connected()

    async def send(self, data: bytes) -> None:
        """Queue one stanza for the other end."""
        self._endpoint.check(data)
        self._outgoing.stanzas.put_nowait(data)

    def send_sound(self, pcm: bytes) -> None:
        """Queue one frame for the other end."""
        if self._endpoint.connected:
            self._outgoing.sound.put(pcm)

    def clear_sound(self) -> None:
        """Drop the sound that has not left yet."""
        self._outgoing.sound.clear()

    def mute(self, *, muted: bool) -> None:
        """Stop sending sound, or start again."""
        self._outgoing.sound.mute(muted=muted)

    async def close(self) -> None:
        """Leave; what was sent before still arrives."""
        self._endpoint.change(ConnectionState.CLOSED)
        self._outgoing.stanzas.put_nowait(None)
        if self._carrying is not None:
            await asyncio.wait({self._carrying}, timeout=CLOSE_SECONDS)
        await self._scope.close()

    def _connected(self) -> None:
        self._endpoint.change(ConnectionState.CONNECTED)
        self._endpoint.emit(PeerJoined(identity=self._incoming.sender))
        self._incoming.received.set()
        self._carrying = self._scope.spawn("stanzas", self._carry())
        self._scope.spawn("sound", self._outgoing.carry_sound())

    async def _carry(self) -> None:
        broken = await self._outgoing.carry_stanzas()
        self._outgoing.end()
        if broken:
            self._incoming.end()


class MemoryTransport(MemoryEnd):
    """Joins a room of the hub, whose server gets the other end."""

    def __init__(self, *, hub: MemoryHub) -> None:
        here, there = Endpoint(), Endpoint()
        outgoing = MemoryChannel(receiver=there, plan=hub.fault_plan(), clock=hub.clock)
        incoming = MemoryChannel(receiver=here, plan=hub.fault_plan(), clock=hub.clock)
        super().__init__(endpoint=here, outgoing=outgoing, incoming=incoming)
        self._hub = hub
        self._server_end = MemoryEnd(endpoint=there, outgoing=incoming, incoming=outgoing)

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Join the room.

        Raises:
            WorldError: nobody serves the hub (`unreachable`), or the server's refusal.
        """
        self._endpoint.open(sink)
        try:
            await self._hub.accept(address, self._server_end)
        except BaseException:
            self._endpoint.fail()
            raise
        self._connected()
