"""The way between client and server on a bad day: what is lost, doubled, turned, cut short, late, or only one way."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Final, Self

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.session import events
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress
from tests.protocol.samples import SATURATED
from tests.simulate.server import CONVERSATION, Server

AGENT: Final = "alicia-agent"
STRANGE: Final = 0.02
"""How often a stranger in the room says something when a packet comes, on every day."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """What may happen, as probabilities: the first ones of a packet, the others of a second."""

    drop: float = 0.0
    duplicate: float = 0.0
    truncate: float = 0.0
    corrupt: float = 0.0
    late: float = 0.0
    """A packet is overtaken by those behind it."""
    flap: float = 0.0
    """The connection is lost."""
    one_way: float = 0.0
    """For a while, nothing goes in one direction."""
    refuse: float = 0.0
    """An HTTP call fails."""
    restart: float = 0.0
    new_epoch: float = 0.0
    crash: float = 0.0
    """The server dies in the middle of what it is writing."""
    kill: float = 0.0
    """The program dies, at any of its steps."""
    jump: float = 0.0
    """The clock of the wall jumps."""

    @classmethod
    def drawn(cls, random: Random) -> Self:
        """Return some faults, never all of them, and rarely many of a kind."""
        chosen = [field.name for field in fields(cls) if random.random() < 0.45]
        return cls(**{name: random.choice((0.01, 0.05, 0.2)) for name in chosen})

    def without(self, name: str) -> Self:
        """Return the same day without one of them."""
        return replace(self, **{name: 0.0})

    def names(self) -> list[str]:
        """Return those that happen."""
        return [field.name for field in fields(self) if getattr(self, field.name)]


class Network:
    """A `Line` and the HTTP interface, both with faults until `heal`."""

    def __init__(self, *, server: Server, random: Random, faults: Faults, clock: Clock) -> None:
        self.event_received: Signal[frames.LineEvent] = Signal()
        self.faults = faults
        self._server = server
        self._random = random
        self._mallory = Random("mallory")
        self._clock = clock
        self._scope = Scope("network")
        self._link = ""
        self._up = False
        self._blocked = ""
        self._arrives = {"out": 0.0, "in": 0.0}

    # --- the line ---

    async def start(self) -> None:
        """Nothing has to come up."""

    async def close(self) -> None:
        """End."""
        await self._scope.close()

    def post(self, command: frames.LineCommand) -> None:
        """Take a command."""
        match command:
            case frames.Connect():
                self._link, self._up = command.link, False
                self._server.deliver = None
                self._scope.spawn("join", self._join(command.link))
            case frames.Send():
                self._carry("out", command.data, lambda data: self._server.hear(data, self._to_client()))
            case frames.Disconnect() if command.link == self._link:
                self._link, self._up = "", False
                self._server.deliver = None
            case _:
                pass

    # --- HTTP ---

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        """Grant the room, or fail."""
        await self._call()
        address = RoomAddress(transport="memory", url="", token="t", room_name="r", participant_id="me")
        return events.RoomGranted(conversation_id=CONVERSATION, address=address)

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        """Return what the server has, or fail."""
        await self._call()
        return self._server.history()

    # --- the weather ---

    def lose(self) -> None:
        """The connection breaks."""
        if self._up:
            link, self._link, self._up = self._link, "", False
            self._server.deliver = None
            self.event_received.emit(
                frames.LinkChanged(link=link, state="closed", sentence="lost", code="connection_lost", retry=True)
            )

    def block(self, direction: str) -> None:
        """Let nothing through in one direction; the empty one: let everything through."""
        self._blocked = direction

    def heal(self) -> None:
        """From now on all is well."""
        self.faults = Faults()
        self._blocked = ""

    async def _join(self, link: str) -> None:
        await self._clock.sleep(self._random.uniform(0.01, 0.5))
        if link != self._link:
            return
        self._up = True
        self.event_received.emit(frames.LinkChanged(link=link, state="connected"))
        self.event_received.emit(frames.PeerChanged(link=link, identity=AGENT, present=True))

    async def _call(self) -> None:
        await self._clock.sleep(self._random.uniform(0.01, 0.3))
        if self._random.random() < self.faults.refuse or self._blocked:
            raise WorldError(sentence="Alicia cannot be reached.", code="unreachable", retry=True)

    def _to_client(self) -> Callable[[bytes], None]:
        link = self._link

        def deliver(data: bytes) -> None:
            self._carry("in", data, lambda arrived: self._arrive(link, arrived))

        return deliver

    def _arrive(self, link: str, data: bytes) -> None:
        if self._up and link == self._link:
            if self._mallory.random() < STRANGE:
                self.event_received.emit(
                    frames.StanzaArrived(link=link, data=self._evil(), sender="mallory", stranger=True)
                )
            self.event_received.emit(frames.StanzaArrived(link=link, data=data, sender=AGENT))

    def _evil(self) -> bytes:
        """Return what somebody says who is in the room, too: anything, under any number."""
        body, number = self._mallory.choice(SATURATED), self._mallory.choice((-9_000, -2, 0, 1, 9_000))
        return encode(Stanza(stanza_id=number, conversation_id=CONVERSATION, body=body))

    def _carry(self, direction: str, data: bytes, arrive: Callable[[bytes], None]) -> None:
        if not self._up or self._blocked == direction:
            return
        roll, faults = self._random.random, self.faults
        if roll() < faults.drop:
            return
        for _ in range(2 if roll() < faults.duplicate else 1):
            damaged = self._damage(data)
            if roll() < faults.late:
                due = self._clock.monotonic() + self._random.uniform(0.05, 3)
            else:  # in order, as a reliable channel is
                due = max(self._arrives[direction], self._clock.monotonic() + self._random.uniform(0.001, 0.05))
                self._arrives[direction] = due
            self._scope.spawn("packet", self._later(due, self._link, damaged, arrive))

    def _damage(self, data: bytes) -> bytes:
        if self._random.random() < self.faults.truncate:
            return data[: self._random.randrange(len(data))]
        if self._random.random() < self.faults.corrupt:
            return bytes([0xC1]) + data[1:]  # a byte that MessagePack never uses
        return data

    async def _later(self, due: float, link: str, data: bytes, arrive: Callable[[bytes], None]) -> None:
        await self._clock.sleep(due - self._clock.monotonic())
        if self._up and link == self._link:
            arrive(data)
