"""Our own track where the server does not take it at once, or nobody hears it yet."""

import asyncio
import contextlib
from types import SimpleNamespace

import pytest
from livekit import rtc
from livekit.rtc.participant import PublishTrackError

from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import FRAME_BYTES
from alicia_desktop.transport.livekit import sound
from alicia_desktop.transport.livekit.sound import PUBLISH_ATTEMPTS, PublishedTrack
from tests.support.scripted_server import until


class Participant:
    """One whose server answers the first requests for a track with a failure."""

    def __init__(self, *, failures: int, can_publish: bool = True) -> None:
        self.permissions = SimpleNamespace(can_publish=can_publish)
        self.asked: list[rtc.LocalAudioTrack] = []
        self.options: list[rtc.TrackPublishOptions] = []
        self.subscribed = asyncio.Event()
        """Somebody has subscribed to the track."""
        self._failures = failures

    async def publish_track(self, track, options):
        self.asked.append(track)
        self.options.append(options)
        if len(self.asked) <= self._failures:
            raise PublishTrackError("track publication timed out, no response received from the server")
        return SimpleNamespace(sid="TR_1", wait_for_subscription=self.subscribed.wait)


@pytest.fixture
def voice():
    return PublishedTrack(name="voice")


async def published(voice, participant, *, is_wanted=True):
    await voice.publish(participant, is_wanted=lambda: is_wanted)
    source = voice._source
    if source is not None:
        await source.aclose()
    return source is not None


@pytest.mark.expects_log("takes no sound")
async def test_a_track_that_was_not_taken_in_time_is_offered_again_and_what_was_said_waits_for_it(voice):
    participant = Participant(failures=1)
    voice.put(bytes(FRAME_BYTES))
    assert await published(voice, participant)
    assert len(participant.asked) == 2
    assert voice.sid == "TR_1"
    assert len(voice._queue) == 1


@pytest.mark.expects_log("takes no sound")
async def test_it_is_offered_so_often_and_no_more(voice):
    participant = Participant(failures=PUBLISH_ATTEMPTS)
    assert not await published(voice, participant)
    assert len(participant.asked) == PUBLISH_ATTEMPTS


@pytest.mark.expects_log("takes no sound")
@pytest.mark.parametrize(("allowed", "wanted"), [(False, True), (True, False)])
async def test_it_is_not_offered_again_where_nobody_may_or_is_there(voice, allowed, wanted):
    participant = Participant(failures=1, can_publish=allowed)
    assert not await published(voice, participant, is_wanted=wanted)
    assert len(participant.asked) == 1


@pytest.mark.parametrize("redundant", [True, False])
async def test_each_packet_brings_the_one_before_it_again_where_that_is_wanted(voice, redundant):
    participant = Participant(failures=0)
    await voice.publish(participant, is_wanted=lambda: True, redundant=redundant)
    assert [options.red for options in participant.options] == [redundant]
    await voice._source.aclose()


@pytest.fixture
def sent(monkeypatch):
    """Collect the frames that reach the native layer."""
    frames = []

    async def capture(_source, frame):
        frames.append(bytes(frame.data.cast("B")))

    monkeypatch.setattr(rtc.AudioSource, "capture_frame", capture)
    return frames


FIRST_WORDS = [number.to_bytes(2, "little") * (FRAME_BYTES // 2) for number in range(1, 51)]


@contextlib.asynccontextmanager
async def carrying(voice, participant):
    await voice.publish(participant, is_wanted=lambda: True)
    for frame in FIRST_WORDS:
        voice.put(frame)
    async with Scope("voice") as scope:
        scope.spawn("carry", voice.carry())
        yield


async def test_all_of_the_first_words_wait_until_somebody_has_subscribed(voice, sent):
    participant = Participant(failures=0)
    async with carrying(voice, participant):
        await asyncio.sleep(0.1)
        assert sent == []
        participant.subscribed.set()
        await until(lambda: sent == FIRST_WORDS)


async def test_where_a_server_tells_of_no_subscription_the_first_words_are_sent_all_the_same(voice, sent, monkeypatch):
    monkeypatch.setattr(sound, "SUBSCRIPTION_SECONDS", 0.05)
    async with carrying(voice, Participant(failures=0)):
        await until(lambda: sent == FIRST_WORDS)
