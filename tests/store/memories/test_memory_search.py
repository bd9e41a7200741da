import math
from array import array
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.store.memories import memories, memory_search
from alicia_desktop.store.memories.memory_search import VECTOR_BYTES, Unembedded
from tests.support.examples import examples

NOW = datetime(2026, 11, 18, tzinfo=UTC)
E, V = "e", "1"


def store(conn: Connection, *contents: str) -> None:
    rows = [
        memories.new_memory(
            memory_id=f"m{number}",
            content=content,
            at=NOW,
            user_id="user",
            source_chat_id="ac_1",
            source_info={"message_id": f"am_{number // 2}"},
            meta={"statement": content.lower(), "subject": "user", "attribute": "likes"},
        )
        for number, content in enumerate(contents)
    ]
    memories.insert_memories(conn, rows)


def embed(conn: Connection, vectors: np.ndarray) -> None:
    rows = memory_search.without_vectors(conn, encoder=E, version=V, limit=len(vectors))
    pairs = [(row, vector.astype("<f4").tobytes()) for row, vector in zip(rows, vectors, strict=True)]
    memory_search.write_vectors(conn, pairs, encoder=E, version=V, width=1024, at=NOW)


def test_word_forms_match_and_odd_words_do_no_harm(conn: Connection):
    store(conn, "User paints fences.", "User likes jazz.")
    assert memory_search.matching(conn, ["painting"]) == [1]
    assert memory_search.matching(conn, ["fence", "jazz"]) == [1, 2]
    assert memory_search.matching(conn, ['"', "NEAR", "content:"]) == []


@pytest.mark.parametrize(("piece", "found"), [("女儿", [1]), ("女儿叫", [1]), ("%", []), ("_", [2]), ("azz", [2])])
def test_pieces_are_contained(conn: Connection, piece: str, found: list[int]):
    store(conn, "我女儿叫小梅", "User likes jazz_rock.")
    assert memory_search.containing(conn, piece) == found


def test_entries_are_live_and_in_order(conn: Connection):
    store(conn, "a", "b", "c")
    memories.soft_delete_memories(conn, ["m1"], NOW)
    assert [entry.id for entry in memory_search.entries(conn, ("user",))] == ["m0", "m2"]
    assert [entry.id for entry in memory_search.entries(conn, ("user",), ["m1", "m2"])] == ["m2"]
    assert memory_search.entries(conn, ("bob",)) == []


def test_vectors_belong_to_one_encoder(conn: Connection):
    store(conn, "a", "b")
    embed(conn, np.eye(1024, dtype=np.float32)[:1])
    assert [row.content for row in memory_search.without_vectors(conn, encoder=E, version=V, limit=9)] == ["b"]
    assert [pk for pk, _ in memory_search.vectors(conn, encoder=E, version=V)] == [1]
    assert memory_search.vectors(conn, encoder="e", version="2") == []
    assert memory_search.count_without_vectors(conn, encoder="other", version="1") == 2


def test_a_vector_of_words_that_changed_meanwhile_is_not_kept(conn: Connection):
    store(conn, "a")
    pair = (Unembedded(pk=1, content="as it was"), bytes(VECTOR_BYTES))
    memory_search.write_vectors(conn, [pair], encoder=E, version=V, width=8, at=NOW)
    assert memory_search.count_without_vectors(conn, encoder=E, version=V) == 1


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
    found = memory_search.search_memories(conn, query.tobytes(), threshold, count)
    assert [row.id for row in found] == [f"m{number}" for number in order]
    assert [row.similarity for row in found] == pytest.approx([float(cosines[number]) for number in order], abs=1e-5)


def test_search_memories_takes_numbers_and_refuses_another_width(conn: Connection):
    store(conn, "a")
    embed(conn, np.eye(1024, dtype=np.float32)[:1])
    assert [row.content for row in memory_search.search_memories(conn, [1.0] + [0.0] * 1023, 0.5, 3)] == ["a"]
    with pytest.raises(ValueError, match="1024 dimensions"):
        memory_search.search_memories(conn, bytes(8), 0.5, 3)


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
        memory_search.search_memories(conn, query, 0.0, 3)


def test_archived_deleted_and_weak_memories_are_not_among_the_similar(conn: Connection):
    store(conn, "a", "b", "c")
    embed(conn, np.triu(np.ones((3, 1024), np.float32)))
    query = [1.0] * 1024
    assert [one.id for one in memory_search.search_memories(conn, query, -1.0, 2)] == ["m0", "m1"]
    memories.soft_delete_memories(conn, ["m1"], NOW)
    row = memories.get_memory(conn, "m2")
    assert row is not None
    memories.replace_memory(conn, replace(row, archived=True))
    assert [one.id for one in memory_search.search_memories(conn, query, -1.0, 5)] == ["m0"]
    assert memory_search.search_memories(conn, query, 1.1, 5) == []


def test_candidates_for_a_duplicate(conn: Connection):
    store(conn, "User likes jazz.", "User likes blues.")
    found = memory_search.speaking_of(
        conn, ("user",), statement="user likes jazz.", subject="user", attribute="", content="x"
    )
    assert [row.id for row in found] == ["m0"]
    found = memory_search.speaking_of(conn, ("user",), statement="", subject="user", attribute="likes", content="x")
    assert [row.id for row in found] == ["m1", "m0"]


def test_what_was_told_last_is_all_of_the_last_turn(conn: Connection):
    store(conn, "a", "b", "c", "d")
    assert memory_search.last_stated(conn, ("user",), conversation_id="ac_1") == ["m2", "m3"]
    assert memory_search.last_stated(conn, ("user",), conversation_id="ac_2") == []


def test_tags_are_found_in_any_case(conn: Connection):
    rows = [
        memories.new_memory(memory_id=name, content=name, at=NOW, user_id="user", tags=tags)
        for name, tags in (("a", ["Straße", "x"]), ("b", ["dog"]), ("c", []))
    ]
    memories.insert_memories(conn, rows)
    assert [len(memory_search.tagged(conn, tags)) for tags in (["STRASSE"], ["dog", "X"], ["none"], [])] == [1, 2, 0, 0]
