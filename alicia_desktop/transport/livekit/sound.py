"""Sound of a LiveKit room: our voice as one track, everybody else's tracks as frames of 10 ms."""

import asyncio
from collections.abc import Callable
from typing import Final

from livekit import rtc
from livekit.rtc.participant import PublishTrackError

from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import FRAME_SAMPLES, SAMPLE_RATE, SoundReceived
from alicia_desktop.transport.endpoint import Endpoint, SoundQueue

NATIVE_QUEUE_MS: Final = 0
"""The native layer queues nothing, and sends each frame when it gets it.

A queue there is emptied by a clock of its own, just as fast as a microphone fills it: what waits once, after a burst
or a moment in which the loop stood still, waits for ever (measured: 110 to 190 ms of a microphone's sound, and 45 ms
of her voice). Without one, a burst goes out at once, and the receiver's jitter buffer takes it up and shortens again.
"""
SUBSCRIPTION_SECONDS: Final = 2.0
"""What is said first waits that long for somebody to subscribe, the last second of it (`SoundQueue`).

Sent sooner nobody would hear it. A server may not tell of subscriptions, so it is not waited for longer.
"""
PUBLISH_ATTEMPTS: Final = 3
MAX_UNREAD_FRAMES: Final = 50
"""Frames that wait to be read before the oldest are dropped; without a bound the SDK queues for ever."""

log = get_logger(__name__)


class PublishedTrack:
    """Publishes our sound as one track."""

    def __init__(self, *, name: str) -> None:
        self.sid = ""
        """Of the track, once it is published."""
        self._name = name
        self._queue = SoundQueue()
        self._source: rtc.AudioSource | None = None
        self._publication: rtc.LocalTrackPublication | None = None
        self._track: rtc.LocalAudioTrack | None = None
        self._muted = False

    def put(self, pcm: bytes) -> None:
        """Queue one frame."""
        self._queue.put(pcm)

    def clear(self) -> None:
        """Drop what is not played out, also in the native layer."""
        self._queue.clear()
        if self._source is not None:
            self._source.clear_queue()

    def mute(self, *, muted: bool) -> None:
        """Mute the track or unmute it, as LiveKit's own clients do with the microphone; the others see it.

        It stays published: to publish it anew would cost the first words, until everybody has subscribed to it.
        """
        if muted == self._muted:
            return
        self._muted = muted
        self._queue.mute(muted=muted)
        if muted:
            self.clear()
        self._follow()

    async def publish(
        self, participant: rtc.LocalParticipant, *, is_wanted: Callable[[], bool], redundant: bool = True
    ) -> None:
        """Publish the track; a server that did not answer in time, as a busy one may, is asked again while `is_wanted`.

        Not to be cancelled: the SDK would trip over the answer that still comes.

        Args:
            redundant: each packet brings the one before it again. With 20 % of the packets lost all of 40 clicks
                arrived, without it 35; it takes 20 ms more.
        """
        for attempt in range(1, PUBLISH_ATTEMPTS + 1):
            source = rtc.AudioSource(SAMPLE_RATE, 1, queue_size_ms=NATIVE_QUEUE_MS)
            self._track = track = rtc.LocalAudioTrack.create_audio_track(self._name, source)
            self._follow()
            try:
                options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE, red=redundant)
                publication = await participant.publish_track(track, options)
            except PublishTrackError as error:
                log.warning("this room takes no sound from us", reason=error.message, attempt=attempt)
                self._track = None
                await source.aclose()
                if not (participant.permissions.can_publish and is_wanted()):
                    return
            else:
                self._source, self._publication, self.sid = source, publication, publication.sid
                return

    async def carry(self) -> None:
        """Play out what is queued, once the track is published and somebody hears it, until cancelled."""
        if (source := self._source) is None or (publication := self._publication) is None:
            return
        try:
            await self._queue.filled()
            await _await_subscription(publication)
            while True:
                pcm = await self._queue.get()
                await source.capture_frame(rtc.AudioFrame(pcm, SAMPLE_RATE, 1, FRAME_SAMPLES))
        finally:
            self._source = self._publication = self._track = None
            await source.aclose()

    def _follow(self) -> None:
        if self._track is not None and self._track.muted != self._muted:
            (self._track.mute if self._muted else self._track.unmute)()


async def _await_subscription(publication: rtc.LocalTrackPublication) -> None:
    try:
        async with asyncio.timeout(SUBSCRIPTION_SECONDS):
            await publication.wait_for_subscription()
    except TimeoutError:
        log.info("nobody has subscribed to our sound; it is sent all the same", sid=publication.sid)


class RemoteAudioTracks:
    """Reads the audio tracks of the other participants, each while it is not muted and while sound is wanted.

    A stream that is open gives a hundred frames a second, of silence where nothing is sent, and each wakes this process
    and whoever takes the sound (docs/benchmarks.md#memory-and-processor).
    """

    def __init__(self, *, endpoint: Endpoint, scope: Scope) -> None:
        self._endpoint, self._scope = endpoint, scope
        self._tracks: dict[str, tuple[rtc.RemoteAudioTrack, rtc.RemoteTrackPublication, str]] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self.wanted = True
        """Whether anybody takes the sound; `update` follows it."""

    def add(self, track: rtc.RemoteAudioTrack, publication: rtc.RemoteTrackPublication, *, sender: str) -> None:
        """Add a track, which can be read from now on; one that was there by that id has ended."""
        self.remove(publication.sid)
        self._tracks[publication.sid] = (track, publication, sender)
        self.update()

    def remove(self, sid: str) -> None:
        """Remove a track; its stream ends by itself."""
        self._tracks.pop(sid, None)
        self._reading.pop(sid, None)

    def update(self) -> None:
        """Begin or end to read each track, as it is wanted now; call it after `wanted` changed, or a mute state."""
        for sid, (track, publication, sender) in self._tracks.items():
            wanted = self.wanted and not publication.muted
            if wanted and sid not in self._reading:
                reading = receive_sound(track, sender=sender, endpoint=self._endpoint)
                self._reading[sid] = self._scope.spawn("hear", reading)
            elif not wanted and sid in self._reading:
                self._reading.pop(sid).cancel()


def open_stream(track: rtc.RemoteAudioTrack) -> rtc.AudioStream | None:
    """Return the frames of `track`, or None if it is gone already."""
    try:
        return rtc.AudioStream(
            track, capacity=MAX_UNREAD_FRAMES, sample_rate=SAMPLE_RATE, num_channels=1, frame_size_ms=10
        )
    except AssertionError:  # so the SDK says that the native layer has let go of the track
        log.info("a track was gone before it could be heard")
        return None


async def receive_sound(track: rtc.RemoteAudioTrack, *, sender: str, endpoint: Endpoint) -> None:
    """Emit the frames of `track` at the endpoint until it ends."""
    if (stream := open_stream(track)) is None:
        return
    try:
        async for heard in stream:
            endpoint.emit(SoundReceived(pcm=bytes(heard.frame.data.cast("B")), sender=sender))
    finally:
        await stream.aclose()
