import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, vector_to_bytes
from alicia_desktop.memory.retrieval.needs import Needed, QuestionNeed
from alicia_desktop.memory.retrieval.vectors import Cosines, VectorIndex

WIDTH = 8
vectors = arrays(np.float32, (40, WIDTH), elements=st.floats(-1, 1, width=32)).filter(
    lambda rows: bool((np.linalg.norm(rows, axis=1) > 0.1).all())
)


@given(vectors, st.lists(st.integers(0, 39), unique=True, max_size=30))
def test_the_scan_is_exact_after_any_changes(rows: np.ndarray, dropped: list[int]):
    index = VectorIndex(WIDTH)
    index.put((number, vector_to_bytes(row)) for number, row in enumerate(rows))
    index.drop(dropped)
    index.drop([99])
    pks, cosines = index.cosines(rows[0])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    expected = {pk: float(unit[pk] @ unit[0]) for pk in range(40) if pk not in dropped}
    assert {int(pk): pytest.approx(float(value), abs=1e-5) for pk, value in zip(pks, cosines, strict=True)} == expected


def test_it_grows_and_replaces():
    index = VectorIndex(WIDTH)
    one, other = np.eye(WIDTH, dtype=np.float32)[:2]
    index.put((number, vector_to_bytes(one)) for number in range(1_000))
    index.put([(5, vector_to_bytes(other))])
    pks, cosines = index.cosines(one)
    assert len(index) == len(pks) == 1_000
    assert pks[cosines < 0.5].tolist() == [5]


@pytest.mark.parametrize("bad", [np.zeros(WIDTH), np.full(WIDTH, np.nan), np.full(WIDTH, np.inf)])
def test_what_has_no_direction_is_no_vector_and_takes_the_old_one_away(bad: np.ndarray):
    index = VectorIndex(WIDTH)
    good = np.ones(WIDTH, np.float32)
    index.put([(1, vector_to_bytes(good)), (2, vector_to_bytes(good))])
    raw = np.zeros(1024, np.float32)
    raw[:WIDTH] = bad
    index.put([(1, raw.tobytes()), (3, raw.tobytes())])
    assert index.cosines(good)[0].tolist() == [2]


MANY, WIDE, ENOUGH = 3_000, 64, 2_000


def like_sentences(count: int, *, seed: int = 1) -> np.ndarray:
    """Vectors as encoders give them: most of what differs lies in some directions, and all lean one way."""
    rng = np.random.default_rng(seed)
    spread = 1 / np.arange(1, WIDE + 1)
    return (rng.standard_normal((count, WIDE)) * spread + 0.2).astype(np.float32)


def filled(rows: np.ndarray, *, batch: int = MANY) -> VectorIndex:
    index = VectorIndex(WIDE, min_vectors_for_heads=ENOUGH)
    for at in range(0, len(rows), batch):
        index.put((pk, vector_to_bytes(row)) for pk, row in enumerate(rows[at : at + batch], start=at))
    return index


def test_many_vectors_have_the_best_ten_of_an_exact_scan():
    rows, queries = like_sentences(MANY), like_sentences(50, seed=2)
    index, exact = filled(rows), rows / np.linalg.norm(rows, axis=1, keepdims=True)
    same = 0
    for query in queries:
        pks, cosines = index.cosines(query)
        ours = pks[np.argsort(-cosines)[:10]]
        same += len(set(ours.tolist()) & set(np.argsort(-(exact @ query))[:10].tolist()))
    assert same >= 0.97 * 10 * len(queries)


def test_an_index_that_grew_and_one_made_anew_find_the_same():
    rows = like_sentences(MANY)
    grown, anew = filled(rows, batch=100), filled(rows)
    for query in like_sentences(20, seed=3):
        one, two = (
            dict(zip(*(each.tolist() for each in index.cosines(query)), strict=True)) for index in (grown, anew)
        )
        assert one == pytest.approx(two, abs=1e-5)
        assert sorted(one, key=lambda pk: -one[pk])[:10] == sorted(two, key=lambda pk: -two[pk])[:10]


def test_many_vectors_change_like_few():
    rows = like_sentences(MANY)
    index = filled(rows)
    index.drop(range(0, MANY, 2))
    index.put([(1, vector_to_bytes(rows[0])), (MANY, vector_to_bytes(rows[0]))])
    pks, cosines = index.cosines(rows[0])
    assert sorted(pks[np.argsort(-cosines)[:2]].tolist()) == [1, MANY]
    assert len(pks) == MANY // 2 + 1


def test_products_stand_in_the_order_of_the_cosines():
    index = VectorIndex(WIDTH)
    rows = np.eye(WIDTH, dtype=np.float32)
    index.put((number + 10, vector_to_bytes(row)) for number, row in enumerate(rows))
    index.drop([12])
    pks, _ = index.cosines(rows[0])
    found = index.products(np.arange(WIDTH, dtype=np.float32))
    assert found.tolist() == [pk - 10 for pk in pks.tolist()]


def test_cosines_are_taken_under_other_keys_with_what_is_needed():
    question = QuestionNeed(
        direction=np.zeros(1, np.float32), word_values=np.zeros(1, np.float32), bias=0, per_word=0, per_cosine=0
    )
    values = np.array([0.1, 0.2, 0.3], np.float32)
    cosines = Cosines(
        keys=np.array([7, 8, 9]),
        values=values,
        scale=BUNDLED_MODELS[0].scale,
        needed=Needed(by_vector=values * 10, question=question),
    )
    taken = cosines.at(np.array([True, False, True]), np.array([0, 1]))
    assert taken.keys.tolist() == [0, 1]
    assert taken.needed is not None
    assert taken.needed.by_vector.tolist() == pytest.approx([1, 3])
