import asyncio

import numpy as np
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EngineState
from alicia_desktop.server.speech.endpointing import FIXED_WAIT_MS, EndpointPolicy
from alicia_desktop.server.speech.pause_analysis import PauseAnalysis, to_samples
from tests.support.scripted_server import until

SOUND = b"\1" * 9_600


class FailingModel:
    def __init__(self):
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="getting_ready")

    def prepare(self):
        pass

    async def predict(self, samples):
        raise WorldError(sentence="The end-of-turn model could not be loaded.", code="engine_failed")


class Recogniser:
    def __init__(self):
        self.ready = asyncio.Event()
        self.asked = 0

    async def transcribe(self, sound):
        self.asked += 1
        await self.ready.wait()
        return "What time is it?"


def analysis_of(recogniser, *, end_of_turn=None, on_progress=lambda: None):
    policy = EndpointPolicy()
    return PauseAnalysis(
        recognise=recogniser.transcribe,
        words_of=str,
        end_of_turn=end_of_turn,
        policy=policy,
        on_progress=on_progress,
    )


def test_sound_comes_to_the_models_at_their_own_rate():
    tone = (np.sin(np.arange(48_000) / 30) * 10_000).astype("<i2").tobytes()
    samples = to_samples(tone)
    assert abs(len(samples) - 16_000) < 400
    assert 0.2 < float(np.abs(samples).max()) < 0.4


async def test_a_model_that_cannot_be_loaded_leaves_the_fixed_silence():
    recogniser = Recogniser()
    told: list[bool] = []
    async with Scope("test") as scope:
        analysis = analysis_of(recogniser, end_of_turn=FailingModel(), on_progress=lambda: told.append(True))
        analysis.begin(SOUND, scope=scope)
        recogniser.ready.set()
        await until(lambda: told)
        assert analysis.decision.wait_ms == FIXED_WAIT_MS


async def test_nothing_is_recognised_twice():
    recogniser = Recogniser()
    async with Scope("test") as scope:
        analysis = analysis_of(recogniser)
        assert await analysis.transcript() is None
        analysis.begin(SOUND, scope=scope)
        recogniser.ready.set()
        assert await analysis.transcript() == "What time is it?"
        assert await analysis.transcript() is None
    assert recogniser.asked == 1


async def test_nothing_stays_of_a_pause_after_which_the_speaker_went_on():
    recogniser = Recogniser()
    told: list[bool] = []
    async with Scope("test") as scope:
        analysis = analysis_of(recogniser, on_progress=lambda: told.append(True))
        before = analysis.decision
        analysis.begin(SOUND, scope=scope)
        await asyncio.sleep(0)
        analysis.drop()
        recogniser.ready.set()
        assert await analysis.transcript() is None
        assert analysis.decision == before
    assert not told


async def test_what_cannot_be_recognised_is_an_error_of_who_asks():
    class Failing(Recogniser):
        async def transcribe(self, sound):
            raise WorldError(sentence="The speech recognition could not be loaded.", code="engine_failed")

    errors: list[str] = []
    async with Scope("test", on_error=lambda name, _: errors.append(name)) as scope:
        analysis = analysis_of(Failing())
        analysis.begin(SOUND, scope=scope)
        with pytest.raises(WorldError):
            await analysis.transcript()
        analysis.begin(SOUND, scope=scope)
        for _ in range(9):
            await asyncio.sleep(0)
        analysis.drop()
    assert not errors
