from collections.abc import Callable

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.extraction.extractor import LearnedExtractor, read_turn
from alicia_desktop.extraction.features import NAMES, features_of
from alicia_desktop.extraction.select import NO_ENCODER, load_weights
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, Encoder, SharedEncoder, Vector
from alicia_desktop.memory.retrieval.routing import CATEGORIES
from tests.extraction.reader import turn
from tests.memory.encoder import WordEncoder

PLAIN = [
    ("I live in New York and I prefer Italian food.", ["User lives in New York.", "User prefers Italian food."]),
    ("I have two children named Alex and Jordan.", ["User has two children named Alex and Jordan."]),
    ("I'm allergic to peanuts.", ["User is allergic to peanuts."]),
    ("What time is it?", []),
    ("Write a poem about the sea.", []),
]


def missing() -> Encoder:
    raise WorldError(sentence="No sentence encoder can load.", code="encoder_missing")


class BrokenEncoder(WordEncoder):
    """An encoder whose engine fails at every text, under the name of a bundled one."""

    name = BUNDLED_MODELS[0].name

    def encode_passages(self, texts: object) -> Vector:
        raise RuntimeError("the engine failed")


def plainly_told(load: Callable[[], Encoder]) -> list[list[str]]:
    extractor = LearnedExtractor(SharedEncoder(load))
    return [[one.content for one in extractor.read(turn(text)).statements] for text, _ in PLAIN]


def test_what_is_plainly_told_is_read_with_an_encoder_that_was_not_learned_with():
    assert plainly_told(WordEncoder) == [statements for _, statements in PLAIN]


@pytest.mark.expects_log("no sentence encoder")
def test_what_is_plainly_told_is_read_without_an_encoder():
    assert plainly_told(missing) == [statements for _, statements in PLAIN]


@pytest.mark.expects_log("the sentence encoder read no clauses")
def test_what_is_plainly_told_is_read_where_the_encoder_fails():
    assert plainly_told(BrokenEncoder) == [statements for _, statements in PLAIN]


def test_the_encoder_loads_at_the_first_turn_that_has_anything_to_weigh():
    loaded: list[str] = []

    def load() -> Encoder:
        loaded.append("once")
        return WordEncoder()

    extractor = LearnedExtractor(SharedEncoder(load))
    extractor.read(turn("Hello!"))
    assert loaded == []
    extractor.read(turn("I live in Porto."))
    extractor.read(turn("I have a dog."))
    assert loaded == ["once"]


def test_there_are_weights_for_each_bundled_encoder_and_for_none():
    weights = load_weights()
    assert set(weights) == {NO_ENCODER, *(model.name for model in BUNDLED_MODELS)}
    assert all(set(one.category_names) <= set(CATEGORIES) for one in weights.values())
    widths = {model.name: model.width for model in BUNDLED_MODELS} | {NO_ENCODER: 0}
    assert {name: len(one.statement_mean) for name, one in weights.items()} == widths
    for one in weights.values():
        assert one.landmarks.shape == (len(one.keep) - 1, 2 * one.directions.shape[-1] + len(NAMES))


def test_each_candidate_has_its_features():
    candidates = read_turn("I'm Sam and I live in Porto.").candidates
    assert features_of(candidates).shape == (2, len(NAMES))
    assert features_of(()).shape == (0, len(NAMES))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I nap after lunch.", True),
        ("We pray before dinner.", True),
        ("I sleep at night.", True),
        ("I napped after lunch.", False),
        ("I think after lunch.", False),
        ("Bin day is Thursday.", True),
    ],
)
@pytest.mark.expects_log("no sentence encoder")
def test_a_habit_is_told_by_the_simple_present_and_the_day_of_a_thing_to_be_asked_for(text: str, kept: bool):
    extractor = LearnedExtractor(SharedEncoder(missing))
    assert bool(extractor.read(turn(text)).statements) is kept
