import asyncio

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import AudioChunk
from alicia_desktop.server.engines.contract import EngineState
from alicia_desktop.server.speech.playout import BUFFER_AHEAD_SECONDS, SpeechPlayer, Utterance, spoken_text
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


class Voice:
    def __init__(self):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")

    def prepare(self):
        pass

    async def speak(self, text):
        return bytes(FRAME_BYTES * 100)


def utterance(sequence, *, last=False):
    return Utterance(answer_id="a", sequence=sequence, text="Hello.", last=last)


def speaker_in(room, clock, scope):
    speaker = SpeechPlayer(
        voice=Voice(), outbound=room, clock=clock, transport=lambda: room, on_failure=lambda error: None
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


def test_the_marks_of_markdown_are_not_pronounced():
    assert spoken_text("# Title\n\n- **One** and `two_three`") == "Title One and two three"
