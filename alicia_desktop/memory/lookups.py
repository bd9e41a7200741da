"""Which memories have the words of a query: each term looked up once, and remembered until the table changes."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from alicia_desktop.memory.analysis import Analysis
from alicia_desktop.memory.catalogue import Columns, Positions
from alicia_desktop.memory.words import Term
from alicia_desktop.store import memory_search
from alicia_desktop.store.database import Connection

CONTEXT_TERM: Final = 0.5
"""A word of the turn before, beside one of the query."""
MAX_CACHED_TERMS: Final = 2_000
"""Terms; each costs eight bytes a memory that has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """The pks of memories that have a term, and of those that only have a word that counts for it."""

    weight: float
    exact: Positions
    other: Positions


Hits = list[Hit]


@dataclass(frozen=True, kw_only=True, slots=True)
class Located:
    """Where the memories of a hit stand in a catalogue, and the pks of those that are none of its."""

    weight: float
    found: int
    """How many have the term, of those that count."""
    exact: Positions
    other: Positions
    exact_outside: Positions
    other_outside: Positions


def located(hits: Hits, columns: Columns, *, archive: Columns | None = None) -> list[Located]:
    """Look up where the memories of each hit stand; with an `archive`, nothing but what is here or there counts."""
    return [_located(hit, columns, archive) for hit in hits]


def outside(pks: Positions, columns: Columns, archive: Columns | None) -> Positions:
    """Return those of `pks` that are not here; with an `archive`, of these those that are there."""
    elsewhere = pks[~columns.positions(pks)[1]]
    return elsewhere if archive is None else elsewhere[archive.positions(elsewhere)[1]]


def _located(hit: Hit, columns: Columns, archive: Columns | None) -> Located:
    exact, exact_here = columns.positions(hit.exact)
    other, other_here = columns.positions(hit.other)
    exact_outside = outside(hit.exact, columns, archive)
    return Located(
        weight=hit.weight,
        found=int(exact_here.sum()) + len(exact_outside),
        exact=exact[exact_here],
        other=other[other_here],
        exact_outside=exact_outside,
        other_outside=outside(hit.other, columns, archive),
    )


class Lookups:
    """Looks terms up; lives in the database's reading thread, `forget` may come from any other."""

    def __init__(self) -> None:
        self._known: dict[Term, tuple[Positions, Positions]] = {}

    def forget(self) -> None:
        """Look everything up anew from now on: the table has changed."""
        self._known = {}

    def gather(self, conn: Connection, analysis: Analysis) -> Hits:
        """Look up every term of the query, and of the turn before it at less weight."""
        known = self._known  # one that was replaced meanwhile is filled in vain, never with what is no longer true
        hits = [self._hit(conn, known, term, 1.0) for term in analysis.terms]
        leaning = [term for term in analysis.context_terms if term not in analysis.terms]
        return hits + [self._hit(conn, known, term, CONTEXT_TERM) for term in leaning]

    def _hit(self, conn: Connection, known: dict[Term, tuple[Positions, Positions]], term: Term, weight: float) -> Hit:
        if term not in known:
            if len(known) >= MAX_CACHED_TERMS:
                known.pop(next(iter(known)))
            known[term] = look_up(conn, term)
        exact, other = known[term]
        return Hit(weight=weight, exact=exact, other=other)


def look_up(conn: Connection, term: Term) -> tuple[Positions, Positions]:
    """Return the memories that have a term, and those that have a word that counts for it."""
    if term.route == "letters":
        return np.array(memory_search.containing(conn, term.text), np.int64), np.zeros(0, np.int64)
    other = memory_search.matching(conn, term.others) if term.others else []
    return np.array(memory_search.matching(conn, (term.text,)), np.int64), np.array(other, np.int64)


def gather(conn: Connection, analysis: Analysis) -> Hits:
    """Look up every term of a query, remembering nothing."""
    return Lookups().gather(conn, analysis)
