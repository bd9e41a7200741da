from dataclasses import fields

import pytest

from alicia_desktop.memory.weights import SHAPE, WEIGHTS


def test_every_weight_is_found_by_the_name_of_its_part():
    for field in fields(WEIGHTS):
        assert WEIGHTS[field.name] == getattr(WEIGHTS, field.name)
    with pytest.raises(AttributeError):
        WEIGHTS["none of them"]


def test_words_and_meaning_make_a_whole_and_what_asks_never_gains():
    assert WEIGHTS.words + WEIGHTS.meaning == pytest.approx(1.0)
    assert max(WEIGHTS.question, WEIGHTS.hollow, WEIGHTS.echo, WEIGHTS.stranger) < 0


def test_what_stands_around_a_turn_counts_less_than_the_turn():
    around = (SHAPE.before, SHAPE.before_that, SHAPE.after, SHAPE.meaning_after, SHAPE.synonym)
    assert all(0 <= share < 1 for share in around)
