import asyncio
import socket
import time
from contextlib import asynccontextmanager

import pytest

from alicia_desktop.base.clock import settle
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EngineState, RecognizedSpeech
from alicia_desktop.server.speech.endpointing import FIXED_WAIT_MS
from alicia_desktop.server.speech.speech_input import (
    SILENT_STREAM_SECONDS,
    Endpointer,
    RecognitionFailed,
    SpeechPaused,
    SpeechRecognised,
    SpeechResumed,
    SpeechStarted,
)
from alicia_desktop.server.speech.turn_segmenter import INTERIM_FRAMES, PAUSE_FRAMES, RESUMED_FRAMES
from alicia_desktop.transport.contract import FRAME_BYTES
from tests.server.conftest import Expecting
from tests.support.scripted_server import until

FRAME = bytes(FRAME_BYTES)


class Judging:
    """A model of the end of turns that says what the test wants."""

    def __init__(self, probability):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        self.probability = probability

    def prepare(self):
        pass

    async def predict(self, samples):
        assert len(samples)
        return self.probability


@asynccontextmanager
async def hearing(recogniser, **options):
    """Yield what is told and a function that feeds frames; all that is no silence is speech."""
    told: list[object] = []

    async def attentive():
        return Attentive()

    async with Scope("test") as scope:
        listener = Endpointer(recogniser=recogniser, on_event=told.append, load_activity=attentive, **options)
        listener.start(scope)

        async def put(frame, count):
            for _ in range(count):
                listener.feed(frame)
            await until(listener._frames.empty)

        yield told, put


def finals(told):
    return [event for event in told if isinstance(event, SpeechRecognised) and event.final]


async def test_who_has_surely_finished_is_answered_after_little_silence_and_it_says_why(ears):
    ears.text = "How are you today?"
    async with hearing(ears, end_of_turn=Judging(0.99)) as (told, put):
        await put(b"\1" * FRAME_BYTES, 50)
        await put(FRAME, 30)
        await until(lambda: finals(told))
    (final,) = finals(told)
    assert final.endpoint["acoustic"] == 0.99
    assert final.endpoint["waitMs"] < 300
    assert {"silenceMs", "waitMs", "finished", "acoustic", "words"} == set(final.endpoint)


async def test_who_has_surely_not_finished_may_go_on_after_more_than_a_second(ears):
    ears.text = "I would like to go to the"
    async with hearing(ears, end_of_turn=Judging(0.01)) as (told, put):
        await put(b"\1" * FRAME_BYTES, 50)
        await put(FRAME, 120)
        assert not finals(told)
        await put(b"\1" * FRAME_BYTES, 50)
        await put(FRAME, 170)
        await until(lambda: finals(told))
    (final,) = finals(told)
    assert final.milliseconds > 2000


@pytest.mark.parametrize(("probability", "is_told"), [(0.5, True), (0.99, True), (0.01, False)])
async def test_a_pause_that_may_be_the_end_is_told_where_it_is_waited_in_and_so_is_that_they_went_on(
    ears, probability, is_told
):
    ears.text = "I have a question about bees"
    async with hearing(ears, end_of_turn=Judging(probability)) as (told, put):
        await put(b"\1" * FRAME_BYTES, 50)
        await put(FRAME, PAUSE_FRAMES)
        await settle()
        pauses = [event for event in told if isinstance(event, SpeechPaused)]
        assert pauses == ([SpeechPaused(text="I have a question about bees")] if is_told else [])
        await put(b"\1" * FRAME_BYTES, RESUMED_FRAMES)
        assert SpeechResumed() in told


async def test_without_the_model_a_fixed_silence_ends_what_is_said(ears):
    async with hearing(ears) as (told, put):
        await put(b"\1" * FRAME_BYTES, 50)
        await put(FRAME, 60)
        assert not finals(told)
        await put(FRAME, 30)
        await until(lambda: finals(told))
    (final,) = finals(told)
    assert final.endpoint["waitMs"] == FIXED_WAIT_MS


async def test_while_somebody_speaks_the_transcript_is_shown_when_it_changes_and_lasts_to_the_end(ears):
    ears.text = "I live in Berlin"
    async with hearing(ears) as (told, put):
        await put(b"\1" * FRAME_BYTES, INTERIM_FRAMES + 10)
        await until(lambda: told[1:])
        await put(b"\1" * FRAME_BYTES, INTERIM_FRAMES)
        ears.text = "I live"
        await put(FRAME, 90)
        await until(lambda: finals(told))
    interims = [event for event in told[1:] if not event.final]
    assert [event.heard.text for event in interims] == ["I live in Berlin"]
    assert [event.heard.text for event in finals(told)] == ["I live in Berlin"]


async def test_what_is_said_while_models_load_is_kept_and_recognised(ears):
    loaded = asyncio.Event()
    recognise = ears.transcribe

    async def transcribe(samples, *, names=()):
        await loaded.wait()
        return await recognise(samples, names=names)

    ears.transcribe = transcribe
    async with hearing(ears) as (told, put):
        await put(b"\1" * FRAME_BYTES, 100)
        await put(FRAME, 100)
        await put(b"\1" * FRAME_BYTES, 1_000)
        await put(FRAME, 100)
        assert not finals(told)
        loaded.set()
        await until(lambda: finals(told))
    assert sum(final.milliseconds for final in finals(told)) > 11_000


class Attentive:
    """Takes all that is no silence for speech."""

    speaking = voiced = False

    def feed(self, frame):
        self.speaking = self.voiced = any(frame)

    def reset(self):
        self.speaking = False


@pytest.mark.slow
async def test_sound_that_comes_while_the_loop_stands_still_belongs_to_the_turn(ears):
    told: list[object] = []
    loop, said = asyncio.get_running_loop(), b"\1" * FRAME_BYTES

    async def attentive():
        return Attentive()

    def arrive():
        end.recv(1)
        listener.feed(said)

    def stand_still():
        wire.send(b".")
        time.sleep(1.5 * SILENT_STREAM_SECONDS)  # noqa: TID251 - the server's loop stands still

    async with Scope("test") as scope:
        listener = Endpointer(recogniser=ears, on_event=told.append, load_activity=attentive)
        listener.start(scope)
        end, wire = socket.socketpair()
        with end, wire:
            loop.add_reader(end, arrive)
            for _ in range(3):
                listener.feed(said)
            await until(lambda: told == [SpeechStarted()])
            loop.call_soon(stand_still)
            await asyncio.sleep(0)
            await until(lambda: len(listener._turn.sound) == 3)
            loop.remove_reader(end)
        await until(lambda: told[1:])
    (understood,) = told[1:]
    assert isinstance(understood, SpeechRecognised)
    assert understood.milliseconds == 30


async def test_a_missing_voice_activity_model_is_told_once(ears):
    told: list[object] = []

    async def missing():
        raise WorldError(sentence="The voice activity model is not installed.", code="engine_failed")

    async with Scope("test") as scope:
        listener = Endpointer(recogniser=ears, on_event=told.append, load_activity=missing)
        listener.start(scope)
        for _ in range(3):
            listener.feed(FRAME)
        await until(lambda: told)
    (event,) = told
    assert isinstance(event, RecognitionFailed)
    assert event.error.sentence == "The voice activity model is not installed."


async def test_of_another_language_only_the_sound_counts():
    class German(Expecting):
        async def transcribe(self, samples, **options):
            return RecognizedSpeech(text="Wie geht es dir?", confidence=0.9, language="de")

    async with hearing(German(), end_of_turn=Judging(0.99)) as (told, put):
        await put(b"\1" * FRAME_BYTES, 50)
        await put(FRAME, 170)
        await until(lambda: finals(told))
    (final,) = finals(told)
    assert "words" not in final.endpoint
    assert final.endpoint["acoustic"] == 0.99
