import numpy as np
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.end_of_turn import SmartTurn, SmartTurnEngine
from alicia_desktop.server.engines.log_mel import RATE
from tests.support.recordings import recorded_samples

RECORDED = {
    ("cards_003", 1.0): 0.9880,
    ("cards_004", 0.7): 0.0800,
    ("cards_005", 0.7): 0.2960,
    ("goforward", 1.0): 0.9865,
}
"""Recording and how much of it is heard → the probability that the authors' own code gives."""


def test_probabilities_equal_those_of_the_authors_code():
    model = SmartTurn()
    for (name, share), expected in RECORDED.items():
        samples = recorded_samples(name)
        assert model.predict(samples[: int(len(samples) * share)]) == pytest.approx(expected, abs=0.02), name


def test_only_the_last_eight_seconds_count():
    samples = recorded_samples("goforward")
    model, long_ago = SmartTurn(), np.zeros(20 * RATE, np.float32)
    assert model.predict(np.concatenate([long_ago, samples])) == pytest.approx(model.predict(samples), abs=1e-6)


def test_a_damaged_model_is_a_sentence(tmp_path):
    damaged = tmp_path / "turn.onnx"
    damaged.write_bytes(b"nothing")
    with pytest.raises(WorldError, match="could not be loaded"):
        SmartTurn(file=damaged)


@pytest.mark.expects_log("engine failed to load")
async def test_a_missing_model_is_a_state_that_says_what_happens_instead(tmp_path):
    engine = SmartTurnEngine(file=lambda: tmp_path / "nothing.onnx")
    async with Scope("test") as scope:
        engine.start(scope)
        with pytest.raises(WorldError, match="seconds of silence end what you say"):
            await engine.predict(recorded_samples("goforward"))
    engine.close()
    assert engine.state.phase == "failed"
    assert "0.7 seconds of silence" in engine.state.sentence


async def test_the_engine_predicts_as_the_model():
    engine, samples = SmartTurnEngine(), recorded_samples("goforward")
    async with Scope("test") as scope:
        engine.start(scope)
        assert await engine.predict(samples) == SmartTurn().predict(samples)
    engine.close()
