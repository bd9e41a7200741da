"""Adapts a room behind a line to `Transport`: so a server joins LiveKit rooms without loading LiveKit.

The line process joins the room without devices; here it looks like any other transport, so a room of the server is the
same code on the WebSocket and on LiveKit.
"""

import asyncio
import itertools

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.transport.contract import (
    CLOSE_SECONDS,
    ConnectionChanged,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    PeerTrackChanged,
    RoomAddress,
    Sink,
    SoundReceived,
    StanzaReceived,
    TrackPublished,
    TransportEvent,
)


class LineTransport:
    """Joins one room as `link` of `line`. Used once, as every transport."""

    def __init__(self, *, line: frames.Line, link: str) -> None:
        self.listens = True
        self._recipients: tuple[str, ...] | None = None
        self._peer_reads_streams = False
        self._muted = False
        self._line = line
        self._link = link
        self._sink: Sink | None = None
        self._state: ConnectionState | None = None
        self._joined: asyncio.Future[None] | None = None
        self._closed = asyncio.Event()
        self._tickets = itertools.count(1)
        self._sends: dict[int, asyncio.Future[None]] = {}
        self._disconnect = line.event_received.connect(self._on_event)

    @property
    def peer_reads_streams(self) -> bool:
        """Return whether large stanzas go over byte streams."""
        return self._peer_reads_streams

    @peer_reads_streams.setter
    def peer_reads_streams(self, reads: bool) -> None:
        self._peer_reads_streams = reads
        self._set_readers()

    @property
    def recipients(self) -> tuple[str, ...] | None:
        """Return who gets what is sent; None: everybody in the room."""
        return self._recipients

    @recipients.setter
    def recipients(self, recipients: tuple[str, ...] | None) -> None:
        if recipients != self._recipients:
            self._recipients = recipients
            self._set_readers()

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Join the room through the line."""
        self._sink = sink
        self._joined = asyncio.get_running_loop().create_future()
        self._line.post(frames.Connect.to(address, link=self._link))
        await self._joined

    async def send(self, data: bytes) -> None:
        """Send one stanza; returns when it left the line process."""
        if self._state is ConnectionState.CLOSED or self._joined is None:
            raise _not_connected()
        ticket = next(self._tickets)
        sent = self._sends[ticket] = asyncio.get_running_loop().create_future()
        self._line.post(frames.Send(link=self._link, data=data, ticket=ticket))
        await sent

    def send_sound(self, pcm: bytes) -> None:
        """Queue sound, here of any multiple of 10 ms; the line paces it."""
        if not self._muted:
            self._line.post(frames.SendSound(link=self._link, pcm=pcm))

    def clear_sound(self) -> None:
        """Forget sound that was not played out."""
        self._line.post(frames.ClearSound(link=self._link))

    def mute(self, *, muted: bool) -> None:
        """Drop outgoing sound here, or let it through again; without devices the line has none of its own to send."""
        self._muted = muted

    async def close(self) -> None:
        """Leave the room."""
        if self._sink is not None and self._state is not ConnectionState.CLOSED:
            self._line.post(frames.Disconnect(link=self._link))
            try:
                await asyncio.wait_for(self._closed.wait(), CLOSE_SECONDS)
            except TimeoutError:
                self._on_state(ConnectionChanged(state=ConnectionState.CLOSED))
        self._disconnect()

    def _set_readers(self) -> None:
        self._line.post(
            frames.SetReaders(link=self._link, recipients=self._recipients, streams=self._peer_reads_streams)
        )

    def _on_event(self, event: frames.LineEvent) -> None:
        if getattr(event, "link", None) != self._link:
            return
        match event:
            case frames.LinkChanged(state=state, sentence=sentence, code=code, retry=retry):
                self._on_state(
                    ConnectionChanged(state=ConnectionState(state), sentence=sentence, code=code, retry=retry)
                )
            case frames.StanzaArrived(data=data, sender=sender):
                self._hear(StanzaReceived(data=data, sender=sender))
            case frames.SoundArrived(pcm=pcm, sender=sender):
                self._hear(SoundReceived(pcm=pcm, sender=sender))
            case frames.PeerChanged(identity=identity, present=present):
                self._hear(PeerJoined(identity=identity) if present else PeerLeft(identity=identity))
            case frames.PeerTrackAnnounced(identity=identity, sid=sid, muted=muted, present=present):
                self._hear(PeerTrackChanged(identity=identity, sid=sid, muted=muted, present=present))
            case frames.TrackAnnounced(sid=sid):
                self._hear(TrackPublished(sid=sid))
            case frames.Sent():
                self._on_sent(event)

    def _on_state(self, changed: ConnectionChanged) -> None:
        if self._state in {changed.state, ConnectionState.CLOSED}:
            return
        self._state = changed.state
        joining = self._joined is not None and not self._joined.done()
        if changed.state is ConnectionState.CLOSED:
            self._end(changed, joining=joining)
            if joining:
                return
        elif joining and changed.state is ConnectionState.CONNECTED and self._joined is not None:
            self._joined.set_result(None)
        self._hear(changed)

    def _end(self, changed: ConnectionChanged, *, joining: bool) -> None:
        self._closed.set()
        if joining and self._joined is not None:
            self._joined.set_exception(
                WorldError(
                    sentence=changed.sentence or translate("The room cannot be joined."),
                    code=changed.code or "unreachable",
                    retry=changed.retry,
                )
            )
        for sent in self._sends.values():
            if not sent.done():
                sent.set_exception(_not_connected())
        self._sends.clear()

    def _on_sent(self, event: frames.Sent) -> None:
        sent = self._sends.pop(event.ticket, None)
        if sent is None or sent.done():
            return
        if event.code:
            sent.set_exception(WorldError(sentence=event.sentence, code=event.code, retry=True))
        else:
            sent.set_result(None)

    def _hear(self, event: TransportEvent) -> None:
        if self._sink is not None:
            self._sink(event)


def _not_connected() -> WorldError:
    return WorldError(sentence=translate("There is no connection to the room."), code="not_connected", retry=True)
