"""Narrow a search by tags, categories, sources, kinds, dates, pins or to the archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.catalogue import KINDS, Catalogue, Flags, Positions
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memory_search
from alicia_desktop.store.records import MemoryKind


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchFilter:
    """Conditions on the memories of a search: every field that is given must match, by any one of its values."""

    tags: Sequence[str] = ()
    """In any case."""
    categories: Sequence[str] = ()
    """Empty: those without one."""
    sources: Sequence[str] = ()
    """`source_type`; empty: those without one."""
    kinds: Sequence[MemoryKind] = ()
    after: date | None = None
    """The first day on which a memory may have been said."""
    before: date | None = None
    """The last day."""
    pinned: bool | None = None
    archived: bool = False
    """Search the archive, and nothing else."""

    @property
    def needs_table(self) -> bool:
        """Whether a condition needs a query on the table."""
        return bool(self.tags or self.categories or self.sources)

    @property
    def narrows(self) -> bool:
        """Whether a condition is given beside `archived`."""
        given = (self.after, self.before, self.pinned)
        return self.needs_table or bool(self.kinds) or any(one is not None for one in given)

    def matching_pks(self, conn: Connection) -> Positions:
        """Return the pks of the memories that meet the conditions on the table (int64, sorted)."""
        matching = None if not self.tags else set(memory_search.tagged(conn, self.tags))
        if self.categories or self.sources:
            filed = memory_search.filed(conn, categories=self.categories, sources=self.sources)
            matching = set(filed) if matching is None else matching.intersection(filed)
        return np.array(sorted(matching or ()), np.int64)

    def matching_flags(self, catalogue: Catalogue, known: Positions | None = None) -> Flags:
        """Return which memories of the catalogue match, one bool a memory.

        `known` is the answer of `matching_pks`, or None where the table was not asked.
        """
        columns = catalogue.columns()
        matches = np.ones(len(columns), bool)
        if known is not None:
            matches &= np.isin(columns.pk, known)
        if self.kinds:
            matches &= np.isin(columns.kind, [KINDS.index(kind) for kind in self.kinds])
        if self.after is not None:
            matches &= columns.day >= self.after.toordinal()
        if self.before is not None:
            matches &= columns.day <= self.before.toordinal()
        if self.pinned is not None:
            matches &= columns.pinned == self.pinned
        return matches


NO_FILTER: Final = SearchFilter()
