import numpy as np
import pytest
from sqlalchemy import Connection

from alicia_desktop.store.memories import memories, memory_search
from alicia_desktop.store.memories.memory_search import Unembedded
from alicia_desktop.store.memories.vector_search import VECTOR_BYTES
from tests.store.memories.embedded import NOW, E, V, embed, store


def test_words_of_memories_are_those_that_are_written_there(conn: Connection):
    store(conn, "Your sister Maiken runs Ørnulf & Söhne.", "You like jazz.")
    found = memory_search.words_in_memories(conn, ["user"], ["maiken", "Ørnulf", "run", "Maike", 'ja"zz', "Söhne"])
    assert found == {"maiken", "Ørnulf", "Söhne"}
    assert memory_search.words_in_memories(conn, ["other"], ["Maiken"]) == set()


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


def test_the_newest_memories_come_first_and_archived_and_deleted_ones_not_at_all(conn: Connection):
    store(conn, "a", "b", "c", "d")
    memories.soft_delete_memories(conn, ["m3"], NOW)
    conn.exec_driver_sql("UPDATE alicia_memory SET archived = 1 WHERE id = 'm1'")
    assert memory_search.newest_contents(conn, ("user",), limit=9) == ["c", "a"]
    assert memory_search.newest_contents(conn, ("user",), limit=1) == ["c"]
    assert memory_search.newest_contents(conn, ("anna",), limit=9) == []
