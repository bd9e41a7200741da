"""Runs one joined room: its transport, the stanzas that wait to go out in order, and the sound both ways.

The transport's events become the line's here, and a link always ends with exactly one `LinkChanged` whose state is
closed, whatever the transport did.
"""

import asyncio
from collections.abc import Callable

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.server_peer import ServerPeer
from alicia_desktop.line.sound_sender import SoundSender
from alicia_desktop.line.stanza_sniffer import reads_streams
from alicia_desktop.transport.contract import (
    ConnectionChanged,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    RoomAddress,
    SoundReceived,
    StanzaReceived,
    TrackPublished,
    Transport,
    TransportEvent,
)

Emit = Callable[[frames.LineEvent], None]
OnSound = Callable[[SoundReceived], None]


class Link:
    """Runs one joined room: connects when it is made, and is used until it reports that it is closed."""

    def __init__(
        self,
        *,
        name: str,
        address: RoomAddress,
        transport: Transport,
        clock: Clock,
        scope: Scope,
        emit: Emit,
        on_sound: OnSound,
    ) -> None:
        self.name = name
        self._address = address
        self._server = ServerPeer(address)
        self._transport = transport
        self._emit = emit
        self._on_sound = on_sound
        self._state = ""
        self._waiting: asyncio.Queue[frames.Send | None] = asyncio.Queue()
        """None wakes the task to see that the link is closed."""
        self._sound_sender = SoundSender(clock=clock, scope=scope, send=transport.send_sound)
        self.running = scope.spawn(f"link {self.name}", self._run())
        """Ends when the room is left and nothing of it is open any more."""

    def send(self, command: frames.Send) -> None:
        """Send one stanza after all earlier ones."""
        if self._state == ConnectionState.CLOSED:
            self._emit(refused(command))
        else:
            self._waiting.put_nowait(command)

    def set_readers(self, command: frames.SetReaders) -> None:
        """Change the recipients of all later stanzas."""
        self._transport.recipients = command.recipients
        self._transport.peer_reads_streams = command.streams

    def send_sound(self, frame: bytes) -> None:
        """Send one frame of the microphone."""
        self._transport.send_sound(frame)

    def play_out(self, pcm: bytes) -> None:
        """Play PCM of any multiple of 10 ms into the room, in real time."""
        self._sound_sender.put(pcm)

    def clear_sound(self) -> None:
        """Drop outgoing sound that was not played out."""
        self._sound_sender.clear()
        self._transport.clear_sound()

    def mute(self, *, muted: bool) -> None:
        """Mute the microphone in the room, or unmute it."""
        self._transport.mute(muted=muted)

    async def close(self) -> None:
        """Leave the room. An attempt to connect is not cancelled: LiveKit's native layer does not survive that."""
        await self._transport.close()
        self._change(ConnectionState.CLOSED)

    async def _run(self) -> None:
        self._change(ConnectionState.CONNECTING)
        try:
            await self._transport.connect(self._address, self._on_event)
            self._change(ConnectionState.CONNECTED)
            while command := await self._next():
                await self._send(command)
        except WorldError as error:
            self._change(ConnectionState.CLOSED, sentence=error.sentence, code=error.code, retry=error.retry)
        finally:
            self._change(ConnectionState.CLOSED, sentence="The connection ended.", code="ended")
            while not self._waiting.empty():
                if command := self._waiting.get_nowait():
                    self._emit(refused(command))
            await self._transport.close()

    async def _next(self) -> frames.Send | None:
        return None if self._state == ConnectionState.CLOSED else await self._waiting.get()

    async def _send(self, command: frames.Send) -> None:
        sent = frames.Sent(link=self.name, ticket=command.ticket)
        self._server.asked()
        try:
            await self._transport.send(command.data)
        except WorldError as error:
            sent = msgspec.structs.replace(sent, code=error.code or "not_sent", sentence=error.sentence)
        self._emit(sent)

    def _on_event(self, event: TransportEvent) -> None:
        match event:
            case StanzaReceived(data=data, sender=sender):
                stranger = not self._server.speaks(sender)
                if not stranger and not self._server.is_us and reads_streams(data):
                    self._transport.peer_reads_streams = True
                self._emit(frames.StanzaArrived(link=self.name, data=data, sender=sender, stranger=stranger))
            case SoundReceived(sender=sender):
                if self._server.is_server(sender):
                    self._on_sound(event)
            case ConnectionChanged(state=state, sentence=sentence, code=code, retry=retry):
                self._change(state, sentence=sentence, code=code, retry=retry)
            case TrackPublished(sid=sid):
                self._emit(frames.TrackAnnounced(link=self.name, sid=sid))
            case PeerJoined(identity=identity):
                self._emit_peer(identity, present=True, stranger=not self._server.join(identity))
            case PeerLeft(identity=identity):
                stranger = not self._server.leave(identity)
                self._emit_peer(identity, present=False, stranger=stranger)
                if not stranger and (heir := self._server.heir):
                    self._emit_peer(heir, present=True, stranger=False)

    def _emit_peer(self, identity: str, *, present: bool, stranger: bool) -> None:
        self._emit(frames.PeerChanged(link=self.name, identity=identity, present=present, stranger=stranger))

    def _change(self, state: ConnectionState, *, sentence: str = "", code: str = "", retry: bool = True) -> None:
        if self._state in {state, ConnectionState.CLOSED}:
            return
        self._state = state
        if state is ConnectionState.CLOSED:
            self._sound_sender.clear()
            self._waiting.put_nowait(None)
        self._emit(frames.LinkChanged(link=self.name, state=state.value, sentence=sentence, code=code, retry=retry))


def refused(command: frames.Send) -> frames.Sent:
    """Return the answer to a `Send` of a link that is not there."""
    return frames.Sent(
        link=command.link, ticket=command.ticket, code="not_connected", sentence="There is no connection."
    )
