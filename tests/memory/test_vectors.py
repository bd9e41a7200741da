import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from alicia_desktop.memory.embedding import to_column
from alicia_desktop.memory.vectors import VectorIndex

WIDTH = 8
vectors = arrays(np.float32, (40, WIDTH), elements=st.floats(-1, 1, width=32)).filter(
    lambda rows: bool((np.linalg.norm(rows, axis=1) > 0.1).all())
)


@given(vectors, st.lists(st.integers(0, 39), unique=True, max_size=30))
def test_the_scan_is_exact_after_any_changes(rows: np.ndarray, dropped: list[int]):
    index = VectorIndex(WIDTH)
    index.put((number, to_column(row)) for number, row in enumerate(rows))
    index.drop(dropped)
    index.drop([99])
    pks, cosines = index.cosines(rows[0])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    expected = {pk: float(unit[pk] @ unit[0]) for pk in range(40) if pk not in dropped}
    assert {int(pk): pytest.approx(float(value), abs=1e-5) for pk, value in zip(pks, cosines, strict=True)} == expected


def test_it_grows_and_replaces():
    index = VectorIndex(WIDTH)
    one, other = np.eye(WIDTH, dtype=np.float32)[:2]
    index.put((number, to_column(one)) for number in range(1_000))
    index.put([(5, to_column(other))])
    pks, cosines = index.cosines(one)
    assert len(index) == len(pks) == 1_000
    assert pks[cosines < 0.5].tolist() == [5]
