from datetime import date

import pytest
from sqlalchemy import Connection

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.word_lookup import (
    CONTEXT_TERM_WEIGHT,
    MAX_PHRASE_CHARACTERS,
    TermCache,
    locate_hits,
    look_up_phrase,
)
from tests.memory.retrieval.test_ranking import store
from tests.store.conftest import conn

__all__ = ["conn"]
TODAY = date(2026, 11, 18)


def test_a_term_is_looked_up_once_until_the_table_changes(conn: Connection):
    store(conn, "User likes jazz.")
    lookups, analysis = TermCache(), analyse("Do I like jazz?", today=TODAY)
    first = lookups.look_up(conn, analysis)
    conn.exec_driver_sql("UPDATE alicia_memory SET content = 'User hates rain.'")
    assert lookups.look_up(conn, analysis) == first
    lookups.clear()
    assert [len(hit.exact) for hit in lookups.look_up(conn, analysis)] == [0, 0]


def test_the_turn_before_counts_half(conn: Connection):
    store(conn, "User's recital is on Friday.")
    hits = TermCache().look_up(conn, analyse("And when is it?", today=TODAY, previous_turn="Emma's recital"))
    assert [(hit.weight, len(hit.exact)) for hit in hits] == [(CONTEXT_TERM_WEIGHT, 0), (CONTEXT_TERM_WEIGHT, 1)]


def test_what_is_not_in_the_catalogue_stands_outside(conn: Connection):
    catalogue = store(conn, "User likes jazz.", "User hates jazz.")
    hits = TermCache().look_up(conn, analyse("jazz", today=TODAY))
    catalogue.drop(["m0"])
    (hit,) = locate_hits(hits, catalogue.columns())
    assert (hit.found, hit.exact.tolist(), len(hit.exact_outside)) == (2, [0], 1)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("the blue bicycle", [1]),
        (" The Blue BICYCLE?", [1]),
        ("“the blue bicycle”!", [1]),
        ("blue", []),
        ("bicycle is blue", [2]),
        ('says "no" to', [3]),
        ("what is the blue bicycle", []),
        ("我女儿 叫", [4]),
        ("the blue \0bicycle", [1]),
        ("the blue \ud800bicycle", [1]),
        ("", []),
        ("the blue bicycle " * MAX_PHRASE_CHARACTERS, []),
    ],
)
def test_a_phrase_is_found_word_for_word_in_any_case(conn: Connection, query: str, found: list[int]):
    store(conn, "User keeps the blue bicycle.", "User's bicycle is blue.", 'User says "no" to tea.', "我女儿 叫小梅")
    conn.exec_driver_sql("UPDATE alicia_memory SET context = 'the blue bicycle', topic = 'blue bicycle' WHERE pk = 3")
    assert look_up_phrase(conn, query).tolist() == found
