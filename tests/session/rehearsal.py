"""A session over a real database whose line only writes down what it is told, and says what a test wants."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from alicia_desktop.audio.contract import Devices
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.observable import Signal
from alicia_desktop.line import frames
from alicia_desktop.line.frames import Command
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration, Message
from alicia_desktop.session import events
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress
from tests.support.patience import PATIENCE

C = TypeVar("C", bound=Command)
M = TypeVar("M", bound=Message)


class QuietLine:
    """A `Line` that keeps the commands."""

    def __init__(self) -> None:
        self.event_received: Signal[frames.LineEvent] = Signal()
        self.posted: list[frames.LineCommand] = []
        self.last_id = 0

    async def start(self) -> None:
        """Nothing has to come up."""

    def post(self, command: frames.LineCommand) -> None:
        """Write it down."""
        self.posted.append(command)

    async def close(self) -> None:
        """Nothing has to come down."""

    def of(self, kind: type[C]) -> list[C]:
        """Return the commands of one kind."""
        return [command for command in self.posted if isinstance(command, kind)]

    def sent(self, kind: type[M]) -> list[tuple[Stanza, M]]:
        """Return the stanzas of one kind that were sent."""
        return [(each, each.body) for each in self.sent_in_order() if isinstance(each.body, kind)]

    def sent_in_order(self) -> list[Stanza]:
        """Return the stanzas that were sent."""
        stanzas = [decode(command.data) for command in self.of(frames.Send)]
        return [each for each in stanzas if isinstance(each, Stanza)]

    def tell(self, event: frames.LineEvent) -> None:
        """Let something happen."""
        self.event_received.emit(event)

    def arrive(self, link: str, body: Message, **meta: object) -> None:
        """Let a stanza of the server's come."""
        self.last_id -= 1
        stanza = Stanza(stanza_id=self.last_id, conversation_id="ac_1", body=body, meta=meta)
        self.tell(frames.StanzaArrived(link=link, data=encode(stanza)))

    def join(self, link: str) -> None:
        """Let a link come up with the assistant behind it, who greets."""
        self.tell(frames.LinkChanged(link=link, state="connected"))
        self.tell(frames.PeerChanged(link=link, identity="alicia-agent", present=True))
        self.arrive(link, Configuration(conversation_id="ac_1"))


@dataclass
class OpenRooms:
    """Grants a room for every conversation; one begun offline gets the id that stands in `names`."""

    names: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    refuse: Callable[[str], None] = lambda _: None

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        """Return the room."""
        self.asked.append(conversation_id)
        self.refuse(conversation_id)
        name = self.names.get(conversation_id, conversation_id)
        address = RoomAddress(transport="memory", url="", token="t", room_name=name, participant_id="me")
        return events.RoomGranted(conversation_id=name, address=address)

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        """Return nothing: nothing was said before."""
        return ()


async def through(clock: JumpingClock, database: Database, condition: Callable[[], object]) -> None:
    """Pass time, in small steps, until something is so; the disk has a time of its own, so each step waits for it."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await clock.advance(0.05)
            await database.write(_nothing)
            await database.read(_nothing)


def _nothing(_: Connection) -> None:
    """The database's threads serve in order: when this is through, so is all that was asked before."""


class NoSound:
    """A computer on which no device may be opened."""

    def devices(self) -> Devices:
        return Devices()

    def plugged(self) -> str:
        return ""

    def open_microphone(self, name: object, wake: object) -> object:
        raise AssertionError

    def open_loudspeaker(self, name: object, wake: object) -> object:
        raise AssertionError
