from datetime import date

from sqlalchemy import Connection

from alicia_desktop.memory.analysis import analyse
from alicia_desktop.memory.lookups import CONTEXT_TERM, Lookups, located
from tests.memory.test_ranking import store
from tests.store.conftest import conn

__all__ = ["conn"]
TODAY = date(2026, 11, 18)


def test_a_term_is_looked_up_once_until_the_table_changes(conn: Connection):
    store(conn, "User likes jazz.")
    lookups, analysis = Lookups(), analyse("Do I like jazz?", today=TODAY)
    first = lookups.gather(conn, analysis)
    conn.exec_driver_sql("UPDATE alicia_memory SET content = 'User hates rain.'")
    assert lookups.gather(conn, analysis) == first
    lookups.forget()
    assert [len(hit.exact) for hit in lookups.gather(conn, analysis)] == [0, 0]


def test_the_turn_before_counts_half(conn: Connection):
    store(conn, "User's recital is on Friday.")
    hits = Lookups().gather(conn, analyse("And when is it?", today=TODAY, previous_turn="Emma's recital"))
    assert [(hit.weight, len(hit.exact)) for hit in hits] == [(CONTEXT_TERM, 0), (CONTEXT_TERM, 1)]


def test_what_is_not_in_the_catalogue_stands_outside(conn: Connection):
    catalogue = store(conn, "User likes jazz.", "User hates jazz.")
    hits = Lookups().gather(conn, analyse("jazz", today=TODAY))
    catalogue.drop(["m0"])
    (hit,) = located(hits, catalogue.columns())
    assert (hit.found, hit.exact.tolist(), len(hit.exact_outside)) == (2, [0], 1)
