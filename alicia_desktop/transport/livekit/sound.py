"""Sound of a LiveKit room: our voice as one track, everybody else's tracks as frames of 10 ms."""

from typing import Final

import structlog
from livekit import rtc
from livekit.rtc.participant import PublishTrackError

from alicia_desktop.transport.contract import FRAME_SAMPLES, SAMPLE_RATE, SoundReceived
from alicia_desktop.transport.endpoint import Endpoint
from alicia_desktop.transport.soundqueue import SoundQueue

NATIVE_QUEUE_MS: Final = 60
"""What the native layer holds ready to play out: enough for the loop's bad moments, little to take back at a stop."""
HEARD_FRAMES: Final = 50
"""Frames that wait to be read before the oldest are dropped; without a bound the SDK queues for ever."""

log = structlog.get_logger(__name__)


class Voice:
    """Our own track."""

    def __init__(self, *, name: str) -> None:
        self._name = name
        self._queue = SoundQueue()
        self._source: rtc.AudioSource | None = None

    def put(self, pcm: bytes) -> None:
        """Queue one frame."""
        self._queue.put(pcm)

    def clear(self) -> None:
        """Forget what is not played out, also in the native layer."""
        self._queue.clear()
        if self._source is not None:
            self._source.clear_queue()

    async def carry(self, participant: rtc.LocalParticipant) -> None:
        """Publish the track and play out what is queued, until cancelled."""
        source = self._source = rtc.AudioSource(SAMPLE_RATE, 1, queue_size_ms=NATIVE_QUEUE_MS)
        try:
            track = rtc.LocalAudioTrack.create_audio_track(self._name, source)
            await participant.publish_track(track, rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE))
            self._queue.clear()  # what was said before there was a track would stay late for ever
            while True:
                pcm = await self._queue.get()
                await source.capture_frame(rtc.AudioFrame(pcm, SAMPLE_RATE, 1, FRAME_SAMPLES))
        except PublishTrackError as error:
            log.warning("this room takes no sound from us", reason=error.message)
        finally:
            self._source = None
            await source.aclose()


async def hear(track: rtc.RemoteAudioTrack, *, sender: str, endpoint: Endpoint) -> None:
    """Tell the frames of `track` until it ends."""
    stream = rtc.AudioStream(track, capacity=HEARD_FRAMES, sample_rate=SAMPLE_RATE, num_channels=1, frame_size_ms=10)
    try:
        async for heard in stream:
            endpoint.tell(SoundReceived(pcm=bytes(heard.frame.data.cast("B")), sender=sender))
    finally:
        await stream.aclose()
