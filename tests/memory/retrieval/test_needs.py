"""What a question needs is found without a word in common, and what only has its words is not."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.memory.retrieval import encoders
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS
from alicia_desktop.memory.retrieval.needs import (
    MAX_KNOWN_WORDS,
    MAX_SHIFT,
    MIN_WORD_LENGTH,
    VECTOR_SCALE,
    NeedWeights,
    known_words,
    make_vocabulary,
    need_weights,
    shift_of,
    vocabularies,
)
from alicia_desktop.memory.retrieval.result import Retrieval
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database
from alicia_desktop.view.traces import PART_TIPS
from tests.bench import train_relevance
from tests.bench.need_inputs import inputs
from tests.bench.needs_data import load_groups
from tests.memory.conftest import NOW

TOLD = (
    "User lives in New York.",
    "User prefers Italian food.",
    "User has two children named Alex and Jordan.",
    "Alex is 8 years old and Jordan is 5 years old.",
    "User's daughter Emma is allergic to penicillin.",
    "Emma plays the Clementi first.",
    "User's boss Maria likes jazz.",
    "User works as a nurse.",
    "User's car is a red Fiat.",
    "User's dog is called Rex.",
    "User is learning Spanish.",
    "User painted the fence green last summer.",
    "The door code is 4711.",
)
RESTAURANTS = "What restaurants should I visit?"
KIDS = "What are my kids' names?"
EMMA = "What is Emma allergic to?"
PLAIN = (
    "What is the capital of France?",
    "What is 17 times 23?",
    "Tell me a joke.",
    "Who wrote Hamlet?",
    "What do bees make?",
    "Write a poem about autumn.",
    "Thanks, that was great.",
    "What's the weather like?",
)
LOOK_UPS: Mapping[str, str] = {
    "Where do I live?": "User lives in New York.",
    "What is my dog called?": "User's dog is called Rex.",
    "What car do I have?": "User's car is a red Fiat.",
    "What is my job?": "User works as a nurse.",
    "What's the door code?": "The door code is 4711.",
    "Who is my boss?": "User's boss Maria likes jazz.",
    "What does Emma play first?": "Emma plays the Clementi first.",
    "Which language am I learning?": "User is learning Spanish.",
    KIDS: "User has two children named Alex and Jordan.",
    "How old are my kids?": "Alex is 8 years old and Jordan is 5 years old.",
}
ENCODER = BUNDLED_MODELS[0]


@pytest.fixture(scope="module")
def weights() -> NeedWeights:
    found = need_weights(ENCODER.name)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Retrieval]:
    """What each question finds among `TOLD`, with the encoder that comes with the program."""
    return asyncio.run(ask_all(tmp_path_factory.mktemp("needs") / "memory.db"))


async def ask_all(path: Path) -> Mapping[str, Retrieval]:
    clock = JumpingClock(start=NOW)
    database = await Database.open(path, clock=clock)
    try:
        async with MemorySystem(
            database=database, clock=clock, encoder=lambda: encoders.BundledEncoder(ENCODER)
        ) as memory:
            await memory.import_lines([json.dumps({"id": f"m{at}", "content": one}) for at, one in enumerate(TOLD)])
            await memory.wait_for_vectors()
            return {question: await memory.retrieve(question) for question in (RESTAURANTS, EMMA, *PLAIN, *LOOK_UPS)}
    finally:
        await database.close()


def used(retrieval: Retrieval) -> Sequence[str]:
    return [one.memory.content for one in retrieval.selected]


@pytest.mark.slow
def test_what_restaurants_should_i_visit(asked: Mapping[str, Retrieval]):
    """Where somebody lives and what they like to eat are needed, although neither has a word of the question."""
    found = used(asked[RESTAURANTS])
    assert {"User lives in New York.", "User prefers Italian food."} <= set(found)
    assert "User's boss Maria likes jazz." not in found
    assert "User's car is a red Fiat." not in found


def test_why_it_was_chosen_is_a_part_of_the_score(asked: Mapping[str, Retrieval]):
    parts = {one.memory.content: {part.name: part for part in one.parts} for one in asked[RESTAURANTS].candidates}
    assert parts["User prefers Italian food."]["needed"].value > 0.2
    assert parts["User prefers Italian food."]["needed"].weight == MAX_SHIFT
    assert {"needed", "beside"} <= set(PART_TIPS)


@pytest.mark.parametrize("question", PLAIN)
def test_a_question_that_needs_no_memory_brings_nothing(asked: Mapping[str, Retrieval], question: str):
    assert used(asked[question]) == []


def test_what_is_emma_allergic_to(asked: Mapping[str, Retrieval]):
    """ "Emma plays the Clementi first" has her name, and nothing that was asked for."""
    assert used(asked[EMMA]) == ["User's daughter Emma is allergic to penicillin."]


def test_what_the_second_hop_leads_to_is_not_beside_the_question(asked: Mapping[str, Retrieval]):
    assert set(used(asked[KIDS])) >= {
        "User has two children named Alex and Jordan.",
        "Alex is 8 years old and Jordan is 5 years old.",
    }


@pytest.mark.parametrize(("question", "answer"), LOOK_UPS.items())
def test_a_look_up_finds_its_fact(asked: Mapping[str, Retrieval], question: str, answer: str):
    assert used(asked[question])[:1] == [answer]


def test_another_encoder_has_none():
    assert need_weights("words") is None
    assert {one.name for one in BUNDLED_MODELS if need_weights(one.name) is not None} >= {ENCODER.name}


def test_known_words_are_few_numbers_and_the_same_in_every_form():
    assert len(known_words("I live in New York. " * 40)[0]) == MAX_KNOWN_WORDS
    assert known_words("qwrtz xyzzy") == ((0,) * MAX_KNOWN_WORDS, MIN_WORD_LENGTH)
    assert set(known_words("Allergic to nuts")[0]) & set(known_words("the nut allergic")[0]) - {0}


def test_a_vocabulary_scales_no_single_word_up():
    statements, _ = vocabularies()
    assert np.linalg.norm(statements.row_of("qwrtz")) == 0
    assert np.linalg.norm(statements.row_of("I")) < np.linalg.norm(statements.row_of("I am allergic to nuts and eggs"))


def test_a_shift_is_even_at_first_and_has_an_end():
    words = np.zeros(4, np.float32)
    shift = shift_of(np.array([0.0, 0.5, 100.0, -100.0], np.float32), words)
    assert shift == pytest.approx([0, 0.05, MAX_SHIFT, -MAX_SHIFT], abs=1e-3)


def test_what_has_every_word_loses_nothing():
    shift = shift_of(np.full(3, -5, np.float32), np.array([0.4, 0.9, 1.2], np.float32))
    assert shift[0] < shift[1] < shift[2] == 0


def test_a_question_is_read_alike_every_time(weights: NeedWeights):
    vector = np.zeros(ENCODER.width, np.float32)
    one, two = weights.read("What should I cook?", vector), weights.read("What should I cook?", vector)
    assert np.array_equal(one.direction, two.direction)
    assert one.bias == two.bias


def test_what_is_learned_from_is_the_same_as_whole_rows():
    texts = ["I like nuts and eggs.", "Eggs, eggs", "qwrtz xyzzy", "My garden has nuts."]
    words, dice = make_vocabulary(["egg", "garden", "nut"], [1.0, 2.0, 1.5]), np.random.default_rng(0)
    vectors, weights = dice.normal(size=(4, 5)).astype(np.float32), dice.normal(size=(9, 3)).astype(np.float32)
    found = inputs(vectors, texts, words, MAX_KNOWN_WORDS)
    rows = np.hstack([vectors * VECTOR_SCALE, [words.row_of(text) for text in texts]])
    assert found.rows() == pytest.approx(rows)
    assert found.times(weights) == pytest.approx(rows @ weights, rel=1e-3, abs=1e-3)
    assert found.slope(weights[:4]) == pytest.approx(rows.T @ weights[:4], rel=1e-3, abs=1e-3)
    kept = found.thinned(0.5, dice).rows()
    assert np.where(kept != 0, kept / 2, rows) == pytest.approx(rows, rel=1e-3)


@pytest.mark.slow
def test_the_weights_belong_to_the_labelled_data():
    """Whoever changes the data runs `make train-relevance`."""
    stored = vocabularies()
    for one, made in zip(stored, train_relevance.vocabularies(load_groups()), strict=True):
        assert one.numbers == made.numbers
