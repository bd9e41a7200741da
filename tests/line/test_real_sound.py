"""A line process on a real sound card (PulseAudio's null sinks): what is heard, what is played, and its own echo."""

import asyncio
import time

import pytest

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.audio.levels import dbfs, is_silent
from alicia_desktop.line import frames
from alicia_desktop.line.supervisor import ProcessLine
from tests.audio.sounds import OTHER_SENTENCE, frames_of, speech, tone, write_wav
from tests.line.support import LINK, Owner, announcement
from tests.support.hearing import has_fallen_silent
from tests.support.processes import ending, start, wait_until

FRAME_RATE = pytest.approx(100, rel=0.15)
LEVEL_RATE = pytest.approx(30, rel=0.2)
STRETCHES = 5
"""Seconds of which one must have the right rates: a busy machine spoils one and the next, a defect all of them."""
LATE_LEVELS = 3
"""Levels that were measured before the cut and are told after it."""
SAID_ON_SECONDS = 3.0
"""So long she is sent on after she was stopped."""

pytestmark = pytest.mark.e2e


@pytest.fixture
async def talking(sound_card, monkeypatch, tmp_path, world):
    """An owner whose line has joined a room on a computer with a sound card."""
    for name, value in sound_card.environment.items():
        monkeypatch.setenv(name, value)
    owner = Owner(ProcessLine(log_folder=tmp_path / "logs"))
    await owner.line.start()
    await owner.joined(world.address())
    yield owner
    await owner.line.close()


async def say(card, path):
    """Speak into the microphone."""
    await asyncio.to_thread(card.play, path)


async def speak(world, pcm, *, sequence=1, message_id="am_1"):
    """Let her say a sentence: announced, then sent in real time, as a server does."""
    duration = len(pcm) // 96
    await world.agent.transport.send(announcement(sequence=sequence, duration_ms=duration, message_id=message_id))
    begun = time.monotonic()
    for number, frame in enumerate(frames_of(pcm)):
        world.agent.transport.send_sound(frame)
        await asyncio.sleep(max(0.0, begun + number / 100 - time.monotonic()))


async def test_the_microphone_arrives_in_steady_frames_and_levels_come_at_thirty_hertz(
    talking, world, sound_card, tmp_path
):
    assert not talking.of(frames.Levels)
    assert (await talking.opened()).open
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) > 150)  # what the opening held back has come
    said = ["paplay", "--device=mic_feed", str(write_wav(tmp_path / "tone.wav", tone(8.0, level=0.2)))]
    with ending(start(said, environment=sound_card.environment, log=tmp_path / "log")):
        await talking.until(lambda: max(event.input for event in talking.of(frames.Levels)) > 0.4)
        heard = levels = 0.0
        for _ in range(STRETCHES):
            heard, levels = await rates(talking, world)
            if heard == FRAME_RATE and levels == LEVEL_RATE:
                break
    assert heard == FRAME_RATE
    assert levels == LEVEL_RATE
    talking.line.post(frames.CloseSound())
    await talking.until_one(frames.SoundChanged, open=False)
    count = len(talking.of(frames.Levels))
    await asyncio.sleep(0.3)
    assert len(talking.of(frames.Levels)) == count


async def rates(owner, world):
    """Frames and levels a second, while a hundred frames come."""
    heard, levels, begun = len(world.agent.heard.sound), len(owner.of(frames.Levels)), time.monotonic()
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) >= heard + 100)
    seconds = time.monotonic() - begun
    return (len(world.agent.heard.sound) - heard) / seconds, (len(owner.of(frames.Levels)) - levels) / seconds


async def test_her_sound_comes_out_of_the_loudspeaker_and_is_counted(talking, world, sound_card, tmp_path):
    assert (await talking.opened()).output
    sound = tone(1.0, level=0.3)
    with sound_card.recording(tmp_path / "heard.wav"):
        await speak(world, sound)
        await talking.until_one(frames.PlaybackProgressed, state="finished")
        await asyncio.to_thread(wait_until, lambda: has_fallen_silent(tmp_path / "heard.wav"), what="silence")
    recorded = [frame for frame in frames_of((tmp_path / "heard.wav").read_bytes()[44:]) if not is_silent(frame)]
    assert len(recorded) == pytest.approx(100, abs=4)
    assert dbfs(b"".join(recorded)) == pytest.approx(dbfs(sound), abs=1.5)
    assert talking.spoken == [(1, "started"), (1, "finished")]


async def test_who_speaks_over_her_stops_her(talking, world, sound_card, tmp_path, speech_frames):
    opened = await talking.opened()
    assert (bool(opened.input), bool(opened.output)) == (True, True), opened
    question = write_wav(tmp_path / "question.wav", speech(OTHER_SENTENCE))
    speaking = asyncio.ensure_future(speak(world, b"".join(speech_frames) * 5))  # noqa: TID251 - a test's own
    await talking.until_one(frames.PlaybackProgressed, state="playing")
    while not talking.of(frames.SpeechChanged) and not speaking.done():
        await say(sound_card, question)  # again, as one does whom a busy computer has not heard
    interrupted = talking.of(frames.SpeechChanged)[0]
    assert interrupted.speaking
    assert interrupted.interrupted
    assert [state for _, state in talking.spoken] == ["started", "cut"]
    cut = talking.of(frames.PlaybackProgressed)[-1]
    assert talking.events.index(cut) < talking.events.index(interrupted)
    assert 0 < cut.spoken_ms < cut.duration_ms
    told = len(talking.of(frames.Levels)) + LATE_LEVELS
    await asyncio.wait({speaking}, timeout=SAID_ON_SECONDS)
    speaking.cancel()
    played = [event.output for event in talking.of(frames.Levels)[told:]]
    assert not any(played), "what the server still sends is not played"


async def test_muted_can_never_interrupt(talking, world, sound_card, tmp_path, speech_frames):
    talking.line.post(frames.SetMode(mode="muted"))
    await talking.opened()
    question = write_wav(tmp_path / "question.wav", speech(OTHER_SENTENCE))
    await asyncio.gather(speak(world, b"".join(speech_frames)), say(sound_card, question))
    await talking.until_one(frames.PlaybackProgressed, state="finished")
    assert not talking.of(frames.SpeechChanged)


@pytest.fixture(params=["70%", "100%"])
def echoing(request, sound_card):
    """The loudspeaker is heard by the microphone, some tens of milliseconds later, as in a room."""
    sound_card.pactl("load-module", "module-loopback", "source=speaker.monitor", "sink=mic_feed", "latency_msec=40")
    sound_card.pactl("set-sink-input-volume", "0", request.param)
    return sound_card


async def test_she_does_not_interrupt_herself(echoing, talking, world, tmp_path, speech_frames):
    await talking.opened()
    record = [
        "parecord",
        "--device=mic",
        "--file-format=wav",
        "--rate=48000",
        "--channels=1",
        str(tmp_path / "mic.wav"),
    ]
    with ending(start(record, environment=echoing.environment, log=tmp_path / "log")):
        for sequence in (1, 2):
            await speak(world, b"".join(speech_frames), sequence=sequence)
            await talking.until_one(frames.PlaybackProgressed, sequence=sequence, state="finished")
    echo = (tmp_path / "mic.wav").read_bytes()[44:]
    assert max(dbfs(frame) for frame in frames_of(echo)) > -40, "there was an echo to take out"
    plain = VoiceActivity()
    assert any(plain.feed(frame) for frame in frames_of(echo)), "unprocessed, it would have been speech"
    assert max(event.output for event in talking.of(frames.Levels)) > 0.5
    assert not talking.of(frames.SpeechChanged)
    assert talking.spoken == [(1, "started"), (1, "finished"), (2, "started"), (2, "finished")]


async def test_a_microphone_that_gives_only_zeros_says_so(talking, world):
    await talking.opened()
    changed = await talking.until_one(frames.SoundChanged, code="silent_microphone")
    assert changed.open
    assert "no sound at all" in changed.sentence


async def test_a_sound_card_that_goes_away_is_told_and_writing_goes_on(talking, world, sound_card):
    await talking.opened()
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) > 10)
    sound_card.process.kill()
    lost = await talking.until_one(frames.SoundChanged, code="device_lost")
    assert not lost.open
    assert "disconnected" in lost.sentence
    talking.line.post(frames.Send(link=LINK, data=b"written", ticket=1))
    await world.agent.heard.until(lambda: world.agent.heard.stanzas == [b"written"])
    assert not talking.of(frames.LineRestarted)


async def test_without_a_microphone_she_can_still_be_heard(talking, world):
    changed = await talking.opened(input="no such microphone")
    assert (changed.open, changed.input, changed.code) == (True, None, "no_microphone")
    assert "no such microphone" in changed.sentence
    await speak(world, tone(0.5))
    await talking.until_one(frames.PlaybackProgressed, state="finished")


async def test_without_a_loudspeaker_one_can_still_speak(talking, world):
    changed = await talking.opened(output="no such loudspeaker")
    assert (changed.open, changed.output, changed.code) == (True, None, "no_loudspeaker")
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) > 10)


async def test_an_open_microphone_in_silence_costs_little(talking, world):
    await talking.opened()
    await world.agent.heard.until(lambda: len(world.agent.heard.sound) > 100)
    shares = [await share_of_a_core(talking.line.pid) for _ in range(STRETCHES)]
    assert min(shares) < 0.15, shares


async def share_of_a_core(pid):
    """What a process uses of a core during a second; its neighbours on a busy machine can make that only more."""
    before, begun = processor_seconds(pid), time.monotonic()
    await asyncio.sleep(1.0)
    return (processor_seconds(pid) - before) / (time.monotonic() - begun)


def processor_seconds(pid):
    import os
    from pathlib import Path

    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
