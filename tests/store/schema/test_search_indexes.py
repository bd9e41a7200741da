import math
from array import array

import pytest
from sqlalchemy import Connection
from sqlcipher3 import dbapi2

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.schema import search_indexes
from tests.store.wire import came, keep, rows, turn

INDEXES = (
    search_indexes.MEMORY_WORDS,
    search_indexes.MEMORY_TRIGRAMS,
    search_indexes.MESSAGE_WORDS,
    search_indexes.TOOL_WORDS,
    search_indexes.NOTE_WORDS,
)


def _memory(conn: Connection, name: str, content: str, vector: bytes | None = None) -> None:
    conn.exec_driver_sql(
        "INSERT INTO alicia_memory(id, content, embeddings, created_at, updated_at) VALUES (?, ?, ?, 'now', 'now')",
        (name, content, vector),
    )


def _vector(*head: float) -> bytes:
    return array("f", [*head, *([0.0] * (1024 - len(head)))]).tobytes()


def _found(conn: Connection, index: str, query: str) -> list[int]:
    return [
        row["rowid"] for row in rows(conn, f"SELECT rowid FROM {index} WHERE {index} MATCH ? ORDER BY rowid", query)
    ]


def _check(conn: Connection, index: str) -> None:
    """Fail where the index holds another word than its rows."""
    conn.exec_driver_sql(f"INSERT INTO {index}({index}, rank) VALUES ('integrity-check', 1)")


def test_words_follow_inserts_updates_and_deletions(conn: Connection):
    _memory(conn, "amem_1", "Emma plays the piano")
    assert _found(conn, search_indexes.MEMORY_WORDS, "playing") == [1]
    conn.exec_driver_sql("UPDATE alicia_memory SET content = 'Emma sings' WHERE id = 'amem_1'")
    assert _found(conn, search_indexes.MEMORY_WORDS, "playing") == []
    assert _found(conn, search_indexes.MEMORY_TRIGRAMS, "sing") == [1]
    conn.exec_driver_sql("UPDATE alicia_memory SET deleted_at = 'now' WHERE id = 'amem_1'")
    assert _found(conn, search_indexes.MEMORY_WORDS, "sings") == []


def test_a_growing_answer_is_found_once_it_is_complete(conn: Connection):
    question, start, first, last = turn()
    keep(conn, question, start, first)
    assert _found(conn, search_indexes.MESSAGE_WORDS, "friday") == []
    keep(conn, last)
    assert len(_found(conn, search_indexes.MESSAGE_WORDS, "friday")) == 1


def test_vectors_follow_and_give_the_cosine(conn: Connection):
    _memory(conn, "amem_1", "one", _vector(1.0))
    _memory(conn, "amem_2", "two", _vector(1.0, 1.0))
    query = "SELECT rowid, distance FROM alicia_memory_vec WHERE embedding MATCH ? AND k = 2 ORDER BY distance"
    first, second = rows(conn, query, _vector(1.0))
    assert (first["rowid"], second["rowid"]) == (1, 2)
    assert second["distance"] == pytest.approx(1 - 1 / math.sqrt(2), abs=1e-6)
    conn.exec_driver_sql("UPDATE alicia_memory SET deleted_at = 'now' WHERE id = 'amem_1'")
    (left,) = rows(conn, query, _vector(1.0))
    assert left["rowid"] == 2


def test_a_vector_of_another_width_is_refused(conn: Connection):
    with pytest.raises(Exception, match="CHECK") as refusal:
        _memory(conn, "amem_1", "one", b"\0" * 16)
    assert isinstance(refusal.value.__cause__, dbapi2.IntegrityError)


def test_rebuilding_changes_nothing(conn: Connection):
    _memory(conn, "amem_1", "Emma plays the piano", _vector(1.0))
    _memory(conn, "amem_2", "gone", _vector(1.0))
    conn.exec_driver_sql("UPDATE alicia_memory SET deleted_at = 'now' WHERE id = 'amem_2'")
    keep(conn, *turn("1"), *turn("2")[:2])
    before = [_found(conn, name, "emma OR gone OR friday") for name in INDEXES]
    search_indexes.rebuild(conn)
    assert [_found(conn, name, "emma OR gone OR friday") for name in INDEXES] == before
    for name in INDEXES:
        _check(conn, name)
    assert rows(conn, "SELECT rowid FROM alicia_memory_vec") == [{"rowid": 1}]


def test_of_a_long_text_of_a_tool_the_beginning_is_found_and_leaves_again(conn: Connection):
    long = f"recital {'and so on ' * 1_000} finale"
    request = wire.ToolUseRequest(
        id="atu_1", message_id="am_1", tool_name="note", parameters={"text": long}, execution="server"
    )
    keep(conn, came(request))
    for result in (long, {"text": f"concert {long}"}, "Nothing."):
        keep(conn, came(wire.ToolUseResult(request_id="atu_1", success=True, result=result)))
        assert _found(conn, search_indexes.TOOL_WORDS, "gave : recital") == ([] if result == "Nothing." else [1])
        assert _found(conn, search_indexes.TOOL_WORDS, "asked : recital") == [1]
        assert _found(conn, search_indexes.TOOL_WORDS, "finale") == []
        _check(conn, search_indexes.TOOL_WORDS)
    conn.exec_driver_sql("UPDATE alicia_tool_uses SET deleted_at = 'now'")
    assert _found(conn, search_indexes.TOOL_WORDS, "recital") == []
    _check(conn, search_indexes.TOOL_WORDS)


def test_an_old_trace_does_not_break_the_index(conn: Connection):
    keep(conn, came(wire.MemoryTrace(id="amu_1", memory_id="amem_9", content="Likes tea")))
    assert _found(conn, search_indexes.MEMORY_WORDS, "tea") == [1]


@pytest.mark.parametrize("name", [search_indexes.MEMORY_WORDS, search_indexes.MEMORY_TRIGRAMS])
def test_an_emptied_index_is_noticed_and_made_again(conn: Connection, name: str):
    _memory(conn, "amem_1", "Emma plays the piano", _vector(1.0))
    assert not search_indexes.lacking(conn)
    conn.exec_driver_sql(f"INSERT INTO {name}({name}) VALUES ('delete-all')")
    assert search_indexes.lacking(conn)
    search_indexes.rebuild(conn)
    assert not search_indexes.lacking(conn)
