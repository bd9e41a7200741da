from datetime import date

import numpy as np
from sqlalchemy import Connection

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.out_of_scope import MAX_OUT_OF_SCOPE, find_out_of_scope, load_out_of_scope
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import locate_hits, look_up_terms
from alicia_desktop.store.memories import memories
from tests.memory.conftest import NOW
from tests.memory.encoder import WordEncoder
from tests.memory.retrieval.test_ranking import store
from tests.store.conftest import conn

__all__ = ["conn"]
TODAY = date(2026, 11, 18)


def add(conn: Connection, memory_id: str, content: str, *, user_id: str) -> None:
    row = memories.new_memory(memory_id=memory_id, content=content, at=NOW, user_id=user_id)
    memories.insert_memories(conn, [row])


def test_nobody_is_outside_where_all_is_ones_own(conn: Connection):
    catalogue = store(conn, "User likes jazz.")
    hits = locate_hits(look_up_terms(conn, analyse("Do I like jazz?", today=TODAY)), catalogue.columns())
    assert find_out_of_scope(catalogue, hits, None) == ()


def test_only_what_would_have_passed_is_told_and_only_the_nearest_of_it(conn: Connection):
    catalogue = store(conn, "User likes tea.")
    for number in range(20):
        add(conn, f"jazz{number}", "She likes jazz a lot.", user_id="ann")
    add(conn, "rain", "She hates rain.", user_id="ann")
    hits = locate_hits(look_up_terms(conn, analyse("Do I like jazz?", today=TODAY)), catalogue.columns())
    found = find_out_of_scope(catalogue, hits, None)
    assert len(found) == MAX_OUT_OF_SCOPE
    told = load_out_of_scope(conn, found, user_ids=("user",), developer=True)
    assert {one.reason for one in told} == {"wrong_user"}
    assert all(one.memory is None and one.id.startswith("jazz") for one in told)
    assert load_out_of_scope(conn, found, user_ids=("user",), developer=False) == ()


def test_meaning_alone_is_near_too(conn: Connection):
    catalogue = store(conn, "User likes tea.")
    add(conn, "hers", "xyzzy", user_id="ann")
    cosines = Cosines(keys=np.array([1, 2]), values=np.array([0.1, 1.0], np.float32), scale=WordEncoder.scale)
    (found,) = find_out_of_scope(catalogue, [], cosines)
    assert [one.id for one in load_out_of_scope(conn, [found], user_ids=("user",), developer=True)] == ["hers"]


def test_what_was_deleted_meanwhile_is_not_told(conn: Connection):
    catalogue = store(conn)
    add(conn, "hers", "She likes jazz.", user_id="ann")
    hits = locate_hits(look_up_terms(conn, analyse("Do I like jazz?", today=TODAY)), catalogue.columns())
    found = find_out_of_scope(catalogue, hits, None)
    memories.soft_delete_memories(conn, ["hers"], NOW)
    assert load_out_of_scope(conn, found, user_ids=("user",), developer=True) == ()
