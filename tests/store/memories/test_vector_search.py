import math
from array import array
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.store.memories import memories, vector_search
from alicia_desktop.store.memories.vector_search import VectorScope, embedded_pks, search_memories, similarities
from tests.store.memories.embedded import NOW, E, V, embed, store
from tests.support.examples import examples


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32 - 1), st.floats(-1, 1), st.integers(0, 30))
def test_search_memories_gives_what_an_exact_scan_gives(conn: Connection, seed: int, threshold: float, count: int):
    conn.exec_driver_sql("DELETE FROM alicia_memory")
    random = np.random.default_rng(seed)
    vectors = random.standard_normal((20, 1024)).astype(np.float32)
    store(conn, *(f"memory {number}" for number in range(20)))
    embed(conn, vectors)
    query = random.standard_normal(1024).astype(np.float32)
    cosines = vectors @ query / np.linalg.norm(vectors, axis=1) / np.linalg.norm(query)
    order = [number for number in np.argsort(-cosines) if cosines[number] > threshold][:count]
    found = search_memories(conn, query.tobytes(), threshold, count)
    assert [row.id for row in found] == [f"m{number}" for number in order]
    assert [row.similarity for row in found] == pytest.approx([float(cosines[number]) for number in order], abs=1e-5)


def test_search_memories_takes_numbers_and_refuses_another_width(conn: Connection):
    store(conn, "a")
    embed(conn, np.eye(1024, dtype=np.float32)[:1])
    assert [row.content for row in search_memories(conn, [1.0] + [0.0] * 1023, 0.5, 3)] == ["a"]
    with pytest.raises(ValueError, match="1024 dimensions"):
        search_memories(conn, bytes(8), 0.5, 3)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ([math.nan] + [0.0] * 1023, "finite"),
        ([math.inf] + [0.0] * 1023, "finite"),
        ([0.0] * 1024, "points nowhere"),
        ([1.0] * 384, "1024 dimensions, not 384"),
        ([], "1024 dimensions, not 0"),
        (bytes(4096), "points nowhere"),
        (bytes(4097), "1024 dimensions"),
        (array("f", [math.nan] * 1024).tobytes(), "finite"),
    ],
)
def test_search_memories_says_what_is_wrong_with_a_vector(conn: Connection, query: bytes | list[float], reason: str):
    with pytest.raises(ValueError, match=reason):
        search_memories(conn, query, 0.0, 3)


def test_archived_deleted_and_weak_memories_are_not_among_the_similar(conn: Connection):
    store(conn, "a", "b", "c")
    embed(conn, np.triu(np.ones((3, 1024), np.float32)))
    query = [1.0] * 1024
    assert [one.id for one in search_memories(conn, query, -1.0, 2)] == ["m0", "m1"]
    memories.soft_delete_memories(conn, ["m1"], NOW)
    row = memories.get_memory(conn, "m2")
    assert row is not None
    memories.replace_memory(conn, replace(row, archived=True))
    assert [one.id for one in search_memories(conn, query, -1.0, 5)] == ["m0"]
    assert search_memories(conn, query, 1.1, 5) == []


QUERY = [1.0] * 1024


def change(conn: Connection, memory_id: str, **changes: Any) -> None:
    row = memories.get_memory(conn, memory_id)
    assert row is not None
    memories.replace_memory(conn, replace(row, **changes))


def found(conn: Connection, count: int, scope: VectorScope) -> list[str]:
    return [one.id for one in search_memories(conn, QUERY, -1.0, count, scope)]


def test_archived_and_deleted_memories_take_no_place_among_the_nearest(conn: Connection):
    store(conn, *(f"memory {number}" for number in range(8)))
    embed(conn, np.triu(np.ones((8, 1024), np.float32)))
    memories.soft_delete_memories(conn, ["m0", "m1"], NOW)
    change(conn, "m2", archived=True)
    assert [one.id for one in search_memories(conn, QUERY, -1.0, 3)] == ["m3", "m4", "m5"]
    assert found(conn, 3, VectorScope(archived=True)) == ["m2"]


def test_other_peoples_memories_take_no_place_among_the_nearest(conn: Connection):
    store(conn, *(f"memory {number}" for number in range(8)))
    embed(conn, np.triu(np.ones((8, 1024), np.float32)))
    for number in range(4):
        change(conn, f"m{number}", user_id="bob")
    assert found(conn, 2, VectorScope(user_ids=("user", "anonymous"))) == ["m4", "m5"]
    assert found(conn, 9, VectorScope(user_ids=("bob",))) == ["m0", "m1", "m2", "m3"]
    assert found(conn, 9, VectorScope(user_ids=("carl",))) == []


def test_vectors_of_another_encoder_are_never_compared(conn: Connection):
    store(conn, "a", "b", "c")
    embed(conn, np.eye(1024, dtype=np.float32)[:2])
    assert found(conn, 9, VectorScope(encoder=(E, V))) == ["m0", "m1"]
    assert found(conn, 9, VectorScope(encoder=(E, "2"))) == []
    assert embedded_pks(conn, encoder=E, version=V) == [1, 2]
    assert embedded_pks(conn, encoder="f", version=V) == []


def test_only_some_are_searched_where_only_some_are_meant(conn: Connection):
    store(conn, *(f"memory {number}" for number in range(5)))
    embed(conn, np.triu(np.ones((5, 1024), np.float32)))
    assert found(conn, 2, VectorScope(pks=[5, 3, 99])) == ["m2", "m4"]
    assert found(conn, 2, VectorScope(pks=[])) == []


def test_more_than_sqlite_vec_counts_are_not_asked_for(conn: Connection):
    store(conn, "a")
    embed(conn, np.eye(1024, dtype=np.float32)[:1])
    assert found(conn, 1_000_000, VectorScope()) == ["m0"]


@pytest.mark.parametrize("scope", [VectorScope(), VectorScope(user_ids=("user", "b")), VectorScope(encoder=(E, V))])
def test_which_rows_count_is_read_from_indexes_alone(conn: Connection, scope: VectorScope):
    allowed, values = vector_search._allowed(scope)
    steps = [row[3] for row in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {allowed}", values)]
    reads = [step for step in steps if "alicia_memory" in step]
    assert reads
    assert all("COVERING INDEX" in step or "alicia_memory_encoder" in step for step in reads), steps


def test_the_similarity_of_some_is_their_cosine(conn: Connection):
    store(conn, "a", "b", "c")
    embed(conn, np.eye(1024, dtype=np.float32)[:2])
    query = [0.6, 0.8] + [0.0] * 1022
    assert dict(similarities(conn, query, VectorScope())) == pytest.approx({1: 0.6, 2: 0.8})
    assert dict(similarities(conn, query, VectorScope(pks=[2, 3]))) == pytest.approx({2: 0.8})
    assert similarities(conn, query, VectorScope(user_ids=("bob",))) == []
    assert similarities(conn, query, VectorScope(encoder=(E, "2"))) == []
    change(conn, "m1", archived=True)
    assert [pk for pk, _ in similarities(conn, query, VectorScope())] == [1]
    assert sorted(pk for pk, _ in similarities(conn, query, VectorScope(archived=None))) == [1, 2]
