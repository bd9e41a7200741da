"""Look up which memories have the words of a query: each term once, then cached until the table changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.analysis import Analysis
from alicia_desktop.memory.retrieval.catalogue import Columns, Positions
from alicia_desktop.memory.segmentation import Term, words_of
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memory_search

CONTEXT_TERM_WEIGHT: Final = 0.5
"""Weight of a word of the turn before, beside 1 for one of the query."""
MIN_PHRASE_WORDS: Final = 2
MAX_PHRASE_CHARACTERS: Final = 300
"""Nobody quotes more, and every letter of it is looked up."""
MAX_CACHED_TERMS: Final = 2_000
"""Terms; each costs eight bytes a memory that has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TermHit:
    """The pks of memories that have a term, and of those that only have a word that counts for it (int64)."""

    weight: float
    exact: Positions
    other: Positions


@dataclass(frozen=True, kw_only=True, slots=True)
class LocatedHit:
    """The catalogue positions of the memories of a hit, and the pks of those that are not in the catalogue."""

    weight: float
    found: int
    """How many have the term, of those that count."""
    exact: Positions
    other: Positions
    exact_outside: Positions
    other_outside: Positions


class TermCache:
    """Looks up terms and keeps what it found; lives in the database's reading thread, `clear` may come from any."""

    def __init__(self) -> None:
        self._known: dict[Term, tuple[Positions, Positions]] = {}

    def clear(self) -> None:
        """Drop everything that was found, because the table has changed."""
        self._known = {}

    def look_up(self, conn: Connection, analysis: Analysis) -> list[TermHit]:
        """Look up every term of the query, and of the turn before it at less weight."""
        known = self._known  # one that was replaced meanwhile is filled in vain, never with what is no longer true
        hits = [self._hit(conn, known, term, 1.0) for term in analysis.terms]
        context_terms = [term for term in analysis.context_terms if term not in analysis.terms]
        return hits + [self._hit(conn, known, term, CONTEXT_TERM_WEIGHT) for term in context_terms]

    def _hit(
        self, conn: Connection, known: dict[Term, tuple[Positions, Positions]], term: Term, weight: float
    ) -> TermHit:
        if term not in known:
            if len(known) >= MAX_CACHED_TERMS:
                known.pop(next(iter(known)))
            known[term] = look_up_term(conn, term)
        exact, other = known[term]
        return TermHit(weight=weight, exact=exact, other=other)


def any_memory_has_all_terms(hits: Sequence[TermHit]) -> bool:
    """Return whether some memory has every term of the query itself; only such a one can have it word for word.

    So `look_up_phrase`, for which the index reads a list of positions for every three letters, is mostly spared.
    """
    exact = sorted((hit.exact for hit in hits if hit.weight >= 1), key=len)
    return not exact or len(reduce(partial(np.intersect1d, assume_unique=True), exact)) > 0


def look_up_phrase(conn: Connection, query: str) -> Positions:
    """Return the pks of memories that have the whole query word for word; one word alone is a term and no phrase."""
    phrase = query.encode("utf-8", "ignore").decode().replace("\0", "").strip(" \t\n.?!…\"'“”")
    if len(words_of(phrase)) < MIN_PHRASE_WORDS or len(phrase) > MAX_PHRASE_CHARACTERS:
        return np.zeros(0, np.int64)
    return np.array(memory_search.quoting(conn, phrase), np.int64)


def look_up_term(conn: Connection, term: Term) -> tuple[Positions, Positions]:
    """Return the pks of memories that have a term, and of those that have a word that counts for it."""
    if term.route == "letters":
        return np.array(memory_search.containing(conn, term.text), np.int64), np.zeros(0, np.int64)
    other = memory_search.matching(conn, term.others) if term.others else []
    return np.array(memory_search.matching(conn, (term.text,)), np.int64), np.array(other, np.int64)


def look_up_terms(conn: Connection, analysis: Analysis) -> list[TermHit]:
    """Look up every term of a query without a cache."""
    return TermCache().look_up(conn, analysis)


def locate_hits(hits: list[TermHit], columns: Columns, *, archive: Columns | None = None) -> list[LocatedHit]:
    """Translate the pks of hits to catalogue positions; with an `archive`, only what is here or there counts."""
    return [_locate_hit(hit, columns, archive) for hit in hits]


def pks_outside(pks: Positions, columns: Columns, archive: Columns | None) -> Positions:
    """Return those of `pks` that are not in `columns`; with an `archive`, of these those that are in it."""
    outside = pks[~columns.positions(pks)[1]]
    return outside if archive is None else outside[archive.positions(outside)[1]]


def _locate_hit(hit: TermHit, columns: Columns, archive: Columns | None) -> LocatedHit:
    exact, exact_here = columns.positions(hit.exact)
    other, other_here = columns.positions(hit.other)
    exact_outside = pks_outside(hit.exact, columns, archive)
    return LocatedHit(
        weight=hit.weight,
        found=int(exact_here.sum()) + len(exact_outside),
        exact=exact[exact_here],
        other=other[other_here],
        exact_outside=exact_outside,
        other_outside=pks_outside(hit.other, columns, archive),
    )
