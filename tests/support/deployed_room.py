"""A room of a deployed server that was opened again: LiveKit made it by itself and lets any number of devices in.

    room = OpenRoom(DeployedServer())
    desk, phone = room.seat("desk"), room.seat("phone")     # each the `Line` of a client

What anybody sends reaches everybody, as it does in a LiveKit room.
"""

import asyncio

import msgpack

from alicia_desktop.base.observable import Signal
from alicia_desktop.line import frames
from tests.support.deployed_server import DeployedServer, is_strict


class OpenRoom:
    """Who is in the room; the agent comes with the first and goes with the last."""

    def __init__(self, server: DeployedServer) -> None:
        self.server = server
        self.present: list[Seat] = []

    def seat(self, identity: str) -> "Seat":
        """Return the line of one more device."""
        return Seat(self, identity)

    def enter(self, seat: "Seat") -> None:
        """Let a device in and tell it and the others who is there."""
        others, self.present = self.present, [*self.present, seat]
        seat.tell(frames.LinkChanged(link="", state="connected"))
        for other in others:
            other.tell(frames.PeerChanged(link="", identity=seat.identity, present=True, stranger=True))
            seat.tell(frames.PeerChanged(link="", identity=other.identity, present=True, stranger=True))
        if others:
            seat.tell(frames.PeerChanged(link="", identity=self.server.agent, present=True))
        else:
            self.server.agent_comes()

    def leave(self, seat: "Seat") -> None:
        """Let a device go."""
        if seat in self.present:
            self.present.remove(seat)

    def send(self, seat: "Seat", data: bytes) -> None:
        """Carry a stanza of a device to everybody."""
        for other in self.present:
            if other is not seat:
                other.tell(frames.StanzaArrived(link="", data=data, sender=seat.identity, stranger=True))
        if self.server.listens and is_strict(data):
            self.server.hear(msgpack.unpackb(data))


class Seat:
    """The `Line` of one device in the room."""

    def __init__(self, room: OpenRoom, identity: str) -> None:
        self.event_received: Signal[frames.LineEvent] = Signal()
        self.identity = identity
        self._room, self._link = room, ""
        room.server.event_received.connect(self._on_server)

    async def start(self) -> None:
        """Nothing has to come up."""

    async def close(self) -> None:
        """Nothing has to come down."""

    def post(self, command: frames.LineCommand) -> None:
        """Take a command; nothing comes back inside the call."""
        loop = asyncio.get_running_loop()
        match command:
            case frames.Connect():
                self._link = command.link
                loop.call_soon(self._room.enter, self)
            case frames.Send() if self in self._room.present:
                loop.call_soon(self._room.send, self, command.data)
            case frames.Disconnect():
                self._room.leave(self)
            case _:
                pass

    def tell(self, event: frames.LinkChanged | frames.PeerChanged | frames.StanzaArrived) -> None:
        """Tell the client of something in the room."""
        match event:
            case frames.LinkChanged(state=state):
                self.event_received.emit(frames.LinkChanged(link=self._link, state=state))
            case frames.PeerChanged(identity=identity, present=present, stranger=stranger):
                self.event_received.emit(
                    frames.PeerChanged(link=self._link, identity=identity, present=present, stranger=stranger)
                )
            case frames.StanzaArrived(data=data, sender=sender, stranger=stranger):
                self.event_received.emit(
                    frames.StanzaArrived(link=self._link, data=data, sender=sender, stranger=stranger)
                )

    def _on_server(self, event: frames.LineEvent) -> None:
        if self in self._room.present and isinstance(event, frames.PeerChanged | frames.StanzaArrived):
            self.tell(event)
