from datetime import date

import pytest
from sqlalchemy import Connection

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.word_lookup import (
    CONTEXT_TERM_WEIGHT,
    MAX_PHRASE_CHARACTERS,
    TermCache,
    any_memory_has_all_terms,
    locate_hits,
    look_up_phrase,
)
from tests.bench.bench_relevance import load_pairs
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


def test_whoever_quotes_a_memory_whole_or_in_part_has_all_of_its_terms_in_one(conn: Connection):
    told = [pair.statement for writer in "AB" for pair in load_pairs(writer)]
    store(conn, *told)
    lookups = TermCache()
    for statement in told:
        words = statement.split()
        for quoted in (statement, " ".join(words[len(words) // 3 :]), statement.upper()):
            hits = lookups.look_up(conn, analyse(quoted, today=TODAY))
            assert any_memory_has_all_terms(hits), quoted


def test_what_no_memory_has_all_words_of_is_no_phrase_of_one(conn: Connection):
    store(conn, "User keeps the blue bicycle.", "User's car is red.")
    lookups = TermCache()
    found = {
        query: any_memory_has_all_terms(lookups.look_up(conn, analyse(query, today=TODAY)))
        for query in ("the blue car", "the blue bicycle", "is it?")
    }
    assert found == {"the blue car": False, "the blue bicycle": True, "is it?": True}
