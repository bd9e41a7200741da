"""Joins a LiveKit room as one participant; client and agent are the same to it, but for the first words.

A packet names its sender only to those whom LiveKit has told who that is, which takes longer than the packet of a
client that greets the agent at once. A byte stream names its sender itself. So where the token answer names the agent,
which reads streams then, stanzas go to it over streams until it has answered.

Two habits of the native layer shape this module. Some calls must never be cancelled (after a cancelled `Room.connect`
it panics seconds later), and some can hang (`Room.disconnect`). Such calls run in a scope that is never closed, and are
waited for with a deadline. The native layer reports refusals as free text, and logs them too, token included, as
warnings about things that the transport tells its owner anyway: its log lines lose their tokens and their volume here.
It speaks from threads of its own until the interpreter is gone, which aborts the process when the two coincide: it is
given a moment to finish.
"""

import asyncio
import atexit
import logging
import re
import threading
from collections.abc import Coroutine
from functools import cache
from typing import Final

from livekit import rtc
from livekit.rtc.participant import PublishDataError

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import (
    CLOSE_SECONDS,
    LEGACY_PACKET_BYTES,
    PACKET_BYTES,
    STANZA_BYTES,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    PeerTrackChanged,
    RoomAddress,
    Sink,
    TrackPublished,
)
from alicia_desktop.transport.endpoint import (
    CONNECTION_LOST,
    IN_USE_SENTENCE,
    LOST_SENTENCE,
    ROOM_IN_USE,
    Endpoint,
    not_connected,
    room_in_use,
    token_refused,
    unreachable,
)
from alicia_desktop.transport.livekit.packets import MAX_STREAM_BYTES, Publisher, Reader
from alicia_desktop.transport.livekit.sound import PublishedTrack, RemoteAudioTracks

LAST_CALLBACK_SECONDS: Final = 0.1
_TOKEN: Final = re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*")
_REFUSED: Final = re.compile(r"\b40[13]\b|unauthorized|permission", re.IGNORECASE)
_IN_USE: Final = re.compile(r"max(imum)? ?participants|participants exceeded|room is full", re.IGNORECASE)

_CLOSED_BY_ROOM: Final = re.compile(r"handshake error: 500\b")


class QuietFilter(logging.Filter):
    """Takes tokens out of the native layer's log lines, and makes them information for developers."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; never drop it."""
        record.msg, record.args = _TOKEN.sub("[token]", record.getMessage()), None
        if record.levelno < logging.CRITICAL:
            record.levelno, record.levelname = logging.INFO, "INFO"
        return True


@cache
def tame() -> None:
    """Quiet the native layer's logger and let its last callbacks end, once in a process, before its first use."""
    logging.getLogger("livekit").addFilter(QuietFilter())
    # Exit handlers run last in, first out: LiveKit's own, which stops the layer, is registered later and runs before.
    # A callback under way then needs the interpreter once more; without it, the thread is unwound and Rust aborts.
    atexit.register(threading.Event().wait, LAST_CALLBACK_SECONDS)


def refusal(error: rtc.ConnectError, *, address: str, one_device: bool = False) -> WorldError:
    """Translate an error of joining into a `WorldError`.

    Args:
        one_device: the room takes one device at a time. A LiveKit server that lets nobody more into a room may hide the
            reason and say that its own half of the connection was closed (status 500); all else it would have refused
            before, or not answered at all.
    """
    if _IN_USE.search(error.message) or (one_device and _CLOSED_BY_ROOM.search(error.message)):
        return room_in_use()
    if _REFUSED.search(error.message):
        return token_refused()
    return unreachable(address)


def farewell(reason: int) -> tuple[str, str, bool]:
    """Return sentence, code and whether to try again for LiveKit's reason to end the connection."""
    if reason == rtc.DisconnectReason.DUPLICATE_IDENTITY:
        return IN_USE_SENTENCE, ROOM_IN_USE, False
    return LOST_SENTENCE, CONNECTION_LOST, True


CONNECT_SECONDS: Final = 15.0
SIGNAL_SECONDS: Final = 5.0
"""For each of the native layer's own attempts within `CONNECT_SECONDS`."""

log = get_logger(__name__)


class LiveKitTransport:
    """Joins one room of a LiveKit server as one participant."""

    def __init__(self, *, voice: str = "voice", connect_seconds: float = CONNECT_SECONDS) -> None:
        tame()
        self.peer_reads_streams = False
        self.recipients: tuple[str, ...] | None = None
        self._connect_seconds = connect_seconds
        self._endpoint = Endpoint()
        self._scope = Scope("livekit")
        self._sends = Scope("livekit sends", on_error=_ignore_send_error)
        self._unhurried = Scope("livekit natives", on_error=_log_late_error)
        self._reader = Reader(endpoint=self._endpoint, scope=self._scope)
        self._voice = PublishedTrack(name=voice)
        self._remote_tracks = RemoteAudioTracks(endpoint=self._endpoint, scope=self._scope)
        self._room: rtc.Room | None = None
        self._publisher: Publisher | None = None
        self._peers: set[str] = set()
        self._agent = ""
        self._joining: asyncio.Task[None] | None = None
        self._publishing: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None

    @property
    def listens(self) -> bool:
        """Whether the sound of the others is read."""
        return self._remote_tracks.wanted

    @listens.setter
    def listens(self, listens: bool) -> None:
        self._remote_tracks.wanted = listens
        self._remote_tracks.update()

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Join the room.

        Raises:
            WorldError: `token_refused`, `room_in_use`, or `unreachable`, also when it takes longer than 15 s.
        """
        self._endpoint.open(sink)
        self._agent = "" if address.agent == address.participant_id else address.agent
        self.recipients = (self._agent,) if self._agent else None
        room = self._room = rtc.Room()
        self._listen(room)
        joining = self._joining = self._unhurried.spawn("join", self._join(room, address))
        try:
            await asyncio.wait({joining}, timeout=self._connect_seconds)
            if not joining.done() or self._endpoint.closed:
                raise unreachable(address.url)
            joining.result()
        except rtc.ConnectError as error:
            raise refusal(error, address=address.url, one_device=not address.agent) from error
        finally:
            if not self._endpoint.connected:
                self._endpoint.fail()

    async def send(self, data: bytes) -> None:
        """Send one stanza.

        Raises:
            WorldError: `not_connected`, or `too_large`: over 2 MiB, or over 60,000 bytes for a peer without streams.
        """
        self._endpoint.check(data, limit=STANZA_BYTES if self.peer_reads_streams else LEGACY_PACKET_BYTES)
        if self._publisher is None:
            raise not_connected()
        unknown = bool(self._agent) and self._agent not in self._reader.heard
        streamed = unknown or (self.peer_reads_streams and len(data) > PACKET_BYTES)
        publish = self._publisher.stream if streamed else self._publisher.packet
        await self._publish(publish(data, to=self.recipients))

    def send_sound(self, pcm: bytes) -> None:
        """Queue one frame of our track."""
        if self._endpoint.connected:
            self._voice.put(pcm)

    def clear_sound(self) -> None:
        """Drop what is queued here and in the native layer."""
        self._voice.clear()

    def mute(self, *, muted: bool) -> None:
        """Mute our track, or unmute it."""
        self._voice.mute(muted=muted)

    async def close(self) -> None:
        """Leave the room; after two seconds drop it."""
        self._endpoint.change(ConnectionState.CLOSED)
        if self._leaving is None:
            self._leaving = self._unhurried.spawn("leave", self._leave())
        await asyncio.wait({self._leaving}, timeout=CLOSE_SECONDS)

    async def _join(self, room: rtc.Room, address: RoomAddress) -> None:
        options = rtc.RoomOptions(
            connect_timeout=SIGNAL_SECONDS, data_stream=rtc.DataStreamOptions(max_payload_byte_length=MAX_STREAM_BYTES)
        )
        await room.connect(address.url, address.token, options)
        if self._endpoint.closed:  # nobody waits any more
            await room.disconnect()
            return
        # No `await` from here on, so that nothing of the room is told before it is joined.
        self._publisher = Publisher(room)
        self._reader.answer(room.local_participant)
        self._endpoint.change(ConnectionState.CONNECTED)
        for peer in room.remote_participants.values():
            self._on_present(peer)
            for publication in peer.track_publications.values():
                self._on_published(publication, peer)
        # A person's words are to be recognised, which hides a little delay; of hers the first sound is waited for.
        is_person = not address.agent or address.agent != address.participant_id
        publish = self._voice.publish(
            room.local_participant, is_wanted=lambda: not self._endpoint.closed, redundant=is_person
        )
        publishing = self._publishing = self._unhurried.spawn("publish", publish)
        self._scope.spawn("voice", self._speak(publishing))

    async def _publish(self, work: Coroutine[None, None, None]) -> None:
        publishing = self._sends.spawn("send", work)
        await asyncio.wait({publishing})
        if publishing.cancelled():
            raise not_connected()
        try:
            publishing.result()
        except (PublishDataError, rtc.StreamError) as error:
            raise not_connected() from error

    async def _leave(self) -> None:
        await self._sends.close()
        await self._scope.close()
        if self._joining is not None:
            await asyncio.wait({self._joining})
        if self._publishing is not None:
            await asyncio.wait({self._publishing}, timeout=CLOSE_SECONDS / 2)
        if self._room is not None:
            await self._room.disconnect()

    async def _speak(self, publishing: asyncio.Task[None]) -> None:
        await asyncio.wait({publishing})
        if self._voice.sid:
            self._endpoint.emit(TrackPublished(sid=self._voice.sid))
        await self._voice.carry()

    def _listen(self, room: rtc.Room) -> None:
        self._reader.listen(room)
        room.on("participant_connected", self._on_present)
        room.on("participant_active", self._on_present)
        room.on("participant_disconnected", self._on_participant_left)
        room.on("track_subscribed", self._on_track)
        room.on("track_unsubscribed", lambda _track, publication, _peer: self._remote_tracks.remove(publication.sid))
        room.on("track_published", self._on_published)
        room.on("track_unpublished", self._on_unpublished)
        room.on("track_muted", self._on_muted)
        room.on("track_unmuted", self._on_muted)
        room.on("reconnecting", self._on_reconnecting)
        room.on("reconnected", lambda: self._endpoint.change(ConnectionState.CONNECTED))
        room.on("disconnected", self._on_disconnected)

    def _on_present(self, peer: rtc.RemoteParticipant) -> None:
        # One who is not active yet would not hear what the owner sends on this news.
        active = peer.state == rtc.ParticipantState.PARTICIPANT_STATE_ACTIVE
        if active and peer.identity not in self._peers:
            self._peers.add(peer.identity)
            self._endpoint.emit(PeerJoined(identity=peer.identity))

    def _on_participant_left(self, peer: rtc.RemoteParticipant) -> None:
        self._reader.forget(peer.identity)
        for publication in peer.track_publications.values():
            self._on_unpublished(publication, peer)
        if peer.identity in self._peers:
            self._peers.discard(peer.identity)
            self._endpoint.emit(PeerLeft(identity=peer.identity))

    def _on_track(self, track: rtc.Track, publication: rtc.RemoteTrackPublication, peer: rtc.RemoteParticipant) -> None:
        if self._endpoint.closed or not isinstance(track, rtc.RemoteAudioTrack):
            return
        log.info("hearing a participant", track=publication.sid)
        self._remote_tracks.add(track, publication, sender=peer.identity)

    def _on_published(self, publication: rtc.RemoteTrackPublication, peer: rtc.RemoteParticipant) -> None:
        self._tell_track(publication, peer)

    def _on_unpublished(self, publication: rtc.RemoteTrackPublication, peer: rtc.RemoteParticipant) -> None:
        self._tell_track(publication, peer, present=False)

    def _on_muted(self, participant: rtc.Participant, publication: rtc.TrackPublication) -> None:
        if isinstance(participant, rtc.RemoteParticipant):
            self._remote_tracks.update()
            self._tell_track(publication, participant)

    def _tell_track(
        self, publication: rtc.TrackPublication, peer: rtc.RemoteParticipant, *, present: bool = True
    ) -> None:
        # What happens while we join is told by what is there when we have joined.
        if publication.kind == rtc.TrackKind.KIND_AUDIO and self._publisher is not None:
            self._endpoint.emit(
                PeerTrackChanged(identity=peer.identity, sid=publication.sid, muted=publication.muted, present=present)
            )

    def _on_reconnecting(self) -> None:
        self._reader.heard.clear()  # for the others we may come anew
        self._endpoint.change(ConnectionState.RECONNECTING)

    def _on_disconnected(self, reason: int) -> None:
        sentence, code, retry = farewell(reason)
        self._endpoint.change(ConnectionState.CLOSED, sentence=sentence, code=code, retry=retry)
        self._unhurried.spawn("give up sends", self._sends.close())


def _ignore_send_error(task: str, error: BaseException) -> None:
    """`send` raises it; a sender that was cancelled does not want it."""
    log.debug("stanza did not leave", task=task, error=type(error).__name__)


def _log_late_error(task: str, error: BaseException) -> None:
    log.info("native call failed", task=task, error=type(error).__name__)
