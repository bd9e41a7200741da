import asyncio
import socket
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.speech.speech_input import (
    MAX_TURN_FRAMES,
    PAUSE_FRAMES,
    PRE_ROLL_FRAMES,
    SILENT_STREAM_SECONDS,
    Endpointer,
    EndpointingStep,
    RecognitionFailed,
    SpeechRecognised,
    SpeechStarted,
    TurnSegmenter,
    to_samples,
)
from alicia_desktop.transport.contract import FRAME_BYTES
from tests.support.scripted_server import until

FRAME = bytes(FRAME_BYTES)


def test_a_turn_holds_what_came_half_a_second_before_it_was_certain():
    turn = TurnSegmenter()
    for _ in range(PRE_ROLL_FRAMES * 3):
        assert turn.take(FRAME, speaking=False) is None
    assert turn.take(FRAME, speaking=True) is EndpointingStep.STARTED
    assert len(turn.sound) == PRE_ROLL_FRAMES


def test_a_short_pause_is_part_of_the_turn_and_a_long_one_its_end():
    turn = TurnSegmenter()
    turn.take(FRAME, speaking=True)
    for _ in range(PAUSE_FRAMES - 1):
        assert turn.take(FRAME, speaking=False) is None
    assert turn.take(FRAME, speaking=True) is None
    moments = [turn.take(FRAME, speaking=False) for _ in range(PAUSE_FRAMES)]
    assert moments == [None] * (PAUSE_FRAMES - 1) + [EndpointingStep.ENDED]
    assert len(turn.finish()) < FRAME_BYTES * 2 * PAUSE_FRAMES
    assert turn.sound == []


@given(st.lists(st.booleans(), max_size=400))
def test_every_turn_begins_once_and_ends_at_most_once(speech):
    turn, is_open = TurnSegmenter(), False
    for speaking in speech:
        moment = turn.take(FRAME, speaking=speaking)
        if moment is EndpointingStep.STARTED:
            assert not is_open
            is_open = True
        elif moment is EndpointingStep.ENDED:
            assert is_open
            is_open = False
            turn.finish()
    assert bool(turn.sound) == is_open


def test_a_turn_without_end_is_cut_after_a_minute():
    turn = TurnSegmenter()
    moments = [turn.take(FRAME, speaking=True) for _ in range(MAX_TURN_FRAMES)]
    assert moments[-1] is EndpointingStep.ENDED


def test_sound_comes_to_the_recogniser_at_its_own_rate():
    tone = (np.sin(np.arange(48_000) / 30) * 10_000).astype("<i2").tobytes()
    samples = to_samples(tone)
    assert abs(len(samples) - 16_000) < 400
    assert 0.2 < float(np.abs(samples).max()) < 0.4


class Attentive:
    """Takes all that is no silence for speech."""

    speaking = False

    def feed(self, frame):
        self.speaking = any(frame)

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
