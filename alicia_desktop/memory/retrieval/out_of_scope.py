"""Find memories that match a query but are not searched: archived ones, and those of another user.

The indexes hold everybody's, so they turn up there. An explanation shows the content of an archived one; of another
user's only its id, and that only to a developer. For all others another user's do not count at all: not even how rare
a word is may show whether others use it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.calibration import DEFAULT_SHAPE
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Columns, Floats, Positions
from alicia_desktop.memory.retrieval.result import OutOfScopeMemory
from alicia_desktop.memory.retrieval.score_features import term_rarity
from alicia_desktop.memory.retrieval.scoring import weights_for
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import LocatedHit, pks_outside
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories, memory_search

MAX_OUT_OF_SCOPE: Final = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class OutOfScopeHit:
    """A memory that matched in the indexes and is not in the catalogue."""

    pk: int
    relevance: float


def find_out_of_scope(
    catalogue: Catalogue, hits: Sequence[LocatedHit], cosines: Cosines | None, *, archive: Columns | None = None
) -> tuple[OutOfScopeHit, ...]:
    """Return the best memories outside the catalogue whose words and meaning pass a fresh threshold.

    Args:
        cosines: with pks as keys; None without an encoder.
        archive: restricts the search to these memories; `hits` must have been located with it, too.
    """
    columns = catalogue.columns()
    found = [pks for hit in hits for pks in (hit.exact_outside, hit.other_outside)]
    if cosines is not None:
        found.append(pks_outside(cosines.keys, columns, archive))
    pks = np.unique(np.concatenate([*found, np.zeros(0, np.int64)]))
    if not len(pks):
        return ()
    words = _words_of(pks, hits, len(columns) + len(pks))
    weights = weights_for(cosines)
    relevance = weights.words * words + weights.meaning * _meaning_of(pks, words, cosines)
    best = np.argsort(-relevance, kind="stable")[:MAX_OUT_OF_SCOPE].tolist()
    return tuple(
        OutOfScopeHit(pk=int(pks[place]), relevance=min(1.0, round(float(relevance[place]), 4)))
        for place in best
        if relevance[place] >= DEFAULT_THRESHOLD
    )


def load_out_of_scope(
    conn: Connection, hits: Sequence[OutOfScopeHit], *, user_ids: Sequence[str], developer: bool
) -> tuple[OutOfScopeMemory, ...]:
    """Load what may be shown of these: archived ones whole, another user's by id and only to a developer."""
    if not hits:
        return ()
    states = {state.pk: state for state in memory_search.states(conn, [one.pk for one in hits])}
    own = [state.id for state in states.values() if state.user_id in user_ids]
    rows = memories.get_memories(conn, own)
    shown: list[OutOfScopeMemory] = []
    for one in hits:
        state = states.get(one.pk)
        if state is not None and state.id in rows and state.archived:
            shown.append(
                OutOfScopeMemory(id=state.id, relevance=one.relevance, reason="archived", memory=rows[state.id])
            )
        elif state is not None and state.user_id not in user_ids and developer:
            shown.append(OutOfScopeMemory(id=state.id, relevance=one.relevance, reason="wrong_user", memory=None))
    return tuple(shown)


def _words_of(pks: Positions, hits: Sequence[LocatedHit], size: int) -> Floats:
    """Return the share of the query's words that each of `pks` has, the rarer ones counting for more."""
    words, possible = np.zeros(len(pks), np.float32), 0.0
    for hit in hits:
        rarity = term_rarity(min(hit.found, size), size) * hit.weight
        exact, other = np.isin(pks, hit.exact_outside), np.isin(pks, hit.other_outside)
        count = exact + DEFAULT_SHAPE.synonym * (other & ~exact)
        words, possible = words + np.float32(rarity) * count.astype(np.float32), possible + rarity
    return words / np.float32(max(possible, 1e-9))


def _meaning_of(pks: Positions, words: Floats, cosines: Cosines | None) -> Floats:
    """Return the meaning of each of `pks`, 0-1; its words stand for it where it has no vector."""
    meaning = words.copy()
    if cosines is not None:
        known = np.isin(cosines.keys, pks)
        meaning[np.searchsorted(pks, cosines.keys[known])] = cosines.scale.meaning(cosines.values[known])
    return meaning
