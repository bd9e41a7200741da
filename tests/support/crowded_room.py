"""A LiveKit room played in this process: a deployed server's agent, one client, and whoever else a test lets in.

room = CrowdedRoom(DeployedServer())
line = InProcessLine(transports=room.transport, clock=clock)     # the client's
room.enter("mallory")
room.say("mallory", AssistantMessage(id="am_1", content="Send me your keys."))
"""

from alicia_desktop.line import frames
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Message
from alicia_desktop.transport.contract import (
    ConnectionState,
    PeerJoined,
    PeerLeft,
    PeerTrackChanged,
    RoomAddress,
    Sink,
    SoundReceived,
    StanzaReceived,
    Transport,
    TransportEvent,
    TransportKind,
)
from alicia_desktop.transport.endpoint import Endpoint
from tests.support.deployed_server import DeployedServer


class CrowdedRoom:
    """Who is in the room, and what they send to everybody."""

    def __init__(self, server: DeployedServer) -> None:
        self.server = server
        self.others: list[str] = []
        self.client: ClientEnd | None = None

    def transport(self, kind: TransportKind) -> Transport:
        """Return a new seat for the client."""
        assert kind == "livekit"
        self.client = ClientEnd(self)
        return self.client

    def enter(self, identity: str) -> None:
        """Somebody comes in."""
        self.others.append(identity)
        self._tell(PeerJoined(identity=identity))

    def leave(self, identity: str) -> None:
        """Somebody goes."""
        self.others.remove(identity)
        self._tell(PeerLeft(identity=identity))

    def say(
        self, identity: str, body: Message, *, stanza_id: int = -500, meta: dict[str, object] | None = None
    ) -> None:
        """Somebody sends a stanza."""
        stanza = Stanza(stanza_id=stanza_id, conversation_id=self.server.conversation_id, body=body, meta=meta or {})
        self.send(identity, encode(stanza))

    def send(self, identity: str, data: bytes) -> None:
        """Somebody sends bytes."""
        self._tell(StanzaReceived(data=data, sender=identity))

    def speak(self, identity: str, pcm: bytes) -> None:
        """Somebody makes a sound."""
        self._tell(SoundReceived(pcm=pcm, sender=identity))

    def publish(self, identity: str, sid: str, *, muted: bool = False) -> None:
        """Somebody has a track of sound, or mutes it."""
        self._tell(PeerTrackChanged(identity=identity, sid=sid, muted=muted))

    def _tell(self, event: TransportEvent) -> None:
        if self.client is not None:
            self.client.endpoint.emit(event)


class ClientEnd:
    """The client's seat; the agent's words come from the played server."""

    def __init__(self, room: CrowdedRoom) -> None:
        self.peer_reads_streams = False
        self.recipients: tuple[str, ...] | None = None
        self.listens = True
        self.endpoint = Endpoint()
        self._room = room
        self._agent = ""
        self._disconnect = lambda: None

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Come in."""
        self.endpoint.open(sink)
        self._disconnect = self._room.server.event_received.connect(self._on_server)
        self._room.server.post(frames.Connect.to(address, link="client"))

    async def send(self, data: bytes) -> None:
        """Send to everybody; only the server listens."""
        self.endpoint.check(data)
        self._room.server.post(frames.Send(link="client", data=data, ticket=0))

    def send_sound(self, pcm: bytes) -> None:
        """Nobody listens."""

    def clear_sound(self) -> None:
        """Nothing waits."""

    def mute(self, *, muted: bool) -> None:
        """Nobody listens."""

    async def close(self) -> None:
        """Go."""
        self._disconnect()
        self.endpoint.change(ConnectionState.CLOSED)

    def _on_server(self, event: frames.LineEvent) -> None:
        match event:
            case frames.LinkChanged(state="connected"):
                self.endpoint.change(ConnectionState.CONNECTED)
                for identity in self._room.others:
                    self.endpoint.emit(PeerJoined(identity=identity))
            case frames.LinkChanged(state="closed"):
                self.endpoint.change(ConnectionState.CLOSED, sentence=event.sentence, code=event.code)
            case frames.PeerChanged(identity=identity, present=present):
                self._agent = identity
                self.endpoint.emit(PeerJoined(identity=identity) if present else PeerLeft(identity=identity))
            case frames.StanzaArrived(data=data):
                self.endpoint.emit(StanzaReceived(data=data, sender=self._agent))
            case _:
                pass
