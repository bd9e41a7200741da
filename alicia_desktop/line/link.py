"""Runs one joined room: its transport, which participant is the server, the queue of what to send, and the sound.

    peer = ServerPeer(address)
    peer.join("alicia-agent-1")      # True: it may be the server
    peer.asked()                     # our Configuration has left
    peer.speaks("alicia-agent-1")    # True: it answered, and nobody else is the server while it stays
    peer.speaks("alicia-agent-2")    # False
    peer.leave("alicia-agent-1")     # now the next one that answers is the server

Only what the server's participant sends is the server's. A room with two ends has the server at the other one. On
LiveKit the token answer names the server's participant. Where it names none, as deployed servers do, it is whoever has
an agent's identity and answered our Configuration: the LiveKit server vouches for identities, which are given out with
the tokens.

The transport's events become the line's here, and a link always ends with exactly one `LinkChanged` whose state is
closed, whatever the transport did.
"""

import asyncio
from collections.abc import Callable

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.line.sound_sender import SoundSender
from alicia_desktop.line.stanza_sniffer import reads_streams
from alicia_desktop.transport.contract import (
    AGENT_PREFIX,
    ConnectionChanged,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    PeerTrackChanged,
    RoomAddress,
    SoundReceived,
    StanzaReceived,
    TrackPublished,
    Transport,
    TransportEvent,
)


class ServerPeer:
    """Decides which participant is the server in the room at one address."""

    def __init__(self, address: RoomAddress) -> None:
        self.is_us = bool(address.agent) and address.agent == address.participant_id
        """Whether this end is the server's, which judges for itself who counts."""
        self._is_anybody = self.is_us or address.transport != "livekit"
        self._named = address.agent
        self._present: list[str] = []
        """Who may be the server, in the order of coming."""
        self._answered = ""
        self._has_asked = False

    def join(self, identity: str) -> bool:
        """Note that somebody is in the room; return whether it may be the server."""
        if not self._may_be(identity):
            return False
        if identity not in self._present:
            self._present.append(identity)
        return self._answered in {"", identity}

    def leave(self, identity: str) -> bool:
        """Note that somebody left the room; return whether it may have been the server."""
        if identity in self._present:
            self._present.remove(identity)
        if not self._may_be(identity) or self._answered not in {"", identity}:
            return False
        self._answered, self._has_asked = "", False
        return True

    @property
    def heir(self) -> str:
        """Return who may be the server now that another one left; empty for nobody."""
        return "" if self._is_anybody or not self._present else self._present[-1]

    def asked(self) -> None:
        """Note that a stanza of ours has left: the first one after somebody came is the Configuration."""
        self._has_asked = True

    def speaks(self, identity: str) -> bool:
        """Return whether a stanza of that participant is the server's; an answer shows who it is."""
        if not self._named and self._has_asked and not self._answered and self._may_be(identity):
            self._answered = identity
        return self.is_server(identity)

    def is_server(self, identity: str) -> bool:
        """Return whether that participant is known to be the server."""
        return self._is_anybody or identity == (self._named or self._answered or None)

    def _may_be(self, identity: str) -> bool:
        if self._is_anybody:
            return True
        return identity == self._named if self._named else identity.startswith(AGENT_PREFIX)


Emit = Callable[[frames.LineEvent], None]
OnSound = Callable[[SoundReceived], None]


class Link:
    """Runs one joined room: connects when it is made, and is used until it reports that it is closed."""

    def __init__(
        self,
        *,
        name: str,
        address: RoomAddress,
        uses_devices: bool,
        transport: Transport,
        clock: Clock,
        scope: Scope,
        emit: Emit,
        on_sound: OnSound,
    ) -> None:
        self.name, self.uses_devices = name, uses_devices
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

    def listen(self, *, on: bool) -> None:
        """Take the sound of the room, or take none of it."""
        self._transport.listens = on

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
            self._change(ConnectionState.CLOSED, sentence=translate("The connection ended."), code="ended")
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
            case PeerTrackChanged(identity=identity, sid=sid, muted=muted, present=present):
                track = frames.PeerTrackAnnounced(
                    link=self.name, identity=identity, sid=sid, muted=muted, present=present
                )
                self._emit(track)
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
        link=command.link, ticket=command.ticket, code="not_connected", sentence=translate("There is no connection.")
    )
