import asyncio

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.extensions import BRIDGE
from alicia_desktop.protocol.messages import AudioChunk
from alicia_desktop.server.engines.contract import EngineState, Voice
from alicia_desktop.server.options import SpeakingStyle
from alicia_desktop.server.speech.playout import BRIDGE_SECONDS, BUFFER_AHEAD_SECONDS, SpeechPlayer, Utterance
from alicia_desktop.server.speech.speakable import SENTENCE_PAUSE_MS
from alicia_desktop.transport.contract import FRAME_BYTES


class Room:
    """What a speaker speaks into: keeps announcements and frames in their order."""

    conversation_id = "ac_here"

    def __init__(self):
        self.events = []

    def enqueue(self, body, meta=None):
        self.events.append((body, meta))
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    def send_sound(self, pcm):
        self.events.append(pcm)

    def clear_sound(self):
        self.events.append("cut")

    @property
    def frames(self):
        return [event for event in self.events if isinstance(event, bytes)]


class Beeping:
    def __init__(self):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")

    def prepare(self):
        pass

    style = SpeakingStyle()

    async def voices(self):
        return (Voice(name="hum", language="en-US"),)

    async def speak(self, text, *, style=None):
        return bytes(FRAME_BYTES * 100)


def utterance(sequence, *, last=False):
    return Utterance(answer_id="a", sequence=sequence, text="Hello.", last=last)


def announced(room):
    return [event for event in room.events if isinstance(event, tuple)]


def chunks(room):
    return [chunk for chunk, _ in announced(room)]


def speaker_in(room, clock, scope, *, bridges=True):
    voice = Beeping()
    voice.style = SpeakingStyle(bridges=bridges)
    speaker = SpeechPlayer(
        voice=voice, outbound=room, clock=clock, transport=lambda: room, on_failure=lambda error: None
    )
    speaker.start(scope)
    return speaker


async def test_sound_goes_out_as_fast_as_it_is_heard_and_a_little_ahead():
    room, clock = Room(), JumpingClock()
    async with Scope("test") as scope:
        speaker = speaker_in(room, clock, scope)
        speaker.enqueue(utterance(1, last=True))
        await settle()
        announced, meta = room.events[0]
        assert isinstance(announced, AudioChunk)
        assert (announced.seq, announced.duration, announced.is_last) == (1, 1000, True)
        assert meta == {"messageId": "a", "synthesis": {"ms": 0.0, "waitedMs": 0.0}}
        assert len(room.frames) == BUFFER_AHEAD_SECONDS * 100
        await clock.advance(0.5)
        assert len(room.frames) == 70
        assert speaker.speaking
        await clock.advance(0.6)
        assert len(room.frames) == 100
        assert not speaker.speaking


async def test_a_cut_ends_the_sentence_and_those_that_wait():
    room, clock = Room(), JumpingClock()
    async with Scope("test") as scope:
        speaker = speaker_in(room, clock, scope)
        speaker.enqueue(utterance(1))
        speaker.enqueue(utterance(2, last=True))
        await clock.advance(0.3)
        speaker.interrupt()
        said = len(room.frames)
        await clock.advance(5)
        assert len(room.frames) == said
        assert room.events[-1] == "cut"
        assert not speaker.speaking
        speaker.enqueue(utterance(3))
        await clock.advance(0.1)
        assert len(room.frames) > said


async def test_behind_a_sentence_she_rests_and_behind_the_last_one_she_is_done():
    room, clock = Room(), JumpingClock()
    async with Scope("test") as scope:
        speaker = speaker_in(room, clock, scope)
        speaker.enqueue(utterance(1))
        speaker.enqueue(utterance(2, last=True))
        await clock.advance(5)
        assert [chunk.duration for chunk in chunks(room)] == [1000 + SENTENCE_PAUSE_MS, 1000]


async def test_a_wait_of_over_a_second_is_bridged_once():
    room, clock = Room(), JumpingClock()
    async with Scope("test") as scope:
        speaker = speaker_in(room, clock, scope)
        speaker.expect("q")
        await clock.advance(BRIDGE_SECONDS - 0.1)
        assert not room.events
        await clock.advance(5)
        speaker.enqueue(utterance(1, last=True))
        await clock.advance(5)
        assert [(chunk.seq, meta["messageId"]) for chunk, meta in announced(room)] == [(BRIDGE, "q"), (1, "a")]


async def test_nothing_is_bridged_where_the_answer_is_quick_or_stopped_or_it_is_not_wanted():
    room, clock = Room(), JumpingClock()
    async with Scope("test") as scope:
        speaker = speaker_in(room, clock, scope)
        speaker.expect("q")
        speaker.enqueue(utterance(1, last=True))
        await clock.advance(5)
        speaker.expect("q2")
        speaker.interrupt()
        await clock.advance(5)
        speaker.expect("q3")
        speaker.stop_expecting()
        await clock.advance(5)
        silent = speaker_in(room, clock, scope, bridges=False)
        silent.expect("q4")
        await clock.advance(5)
        assert [chunk.seq for chunk in chunks(room)] == [1]


async def test_a_clause_is_wanted_early_only_while_she_has_little_to_say():
    room, clock = Room(), JumpingClock()
    begun = "The recital is on Friday, and it begins at "
    async with Scope("test") as scope:
        speaker = speaker_in(room, clock, scope)
        assert speaker.cut_early(begun) == len("The recital is on Friday, ")
        speaker.enqueue(Utterance(answer_id="a", sequence=1, text="word " * 20, last=False))
        assert speaker.cut_early(begun) is None
        await clock.advance(6)
        assert speaker.cut_early(begun) is not None
        speaker.stop_answer("a")
        assert speaker.cut_early(begun) is None
