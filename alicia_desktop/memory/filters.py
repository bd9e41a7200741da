"""What somebody narrows a search to; what does not fit is no candidate at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from alicia_desktop.memory.catalogue import Catalogue, Flags, Positions
from alicia_desktop.memory.entries import KINDS
from alicia_desktop.store import memory_search
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import MemoryKind


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchFilter:
    """All that is given must fit; of several values in one field, one."""

    tags: Sequence[str] = ()
    """In any case."""
    categories: Sequence[str] = ()
    """Empty: those without one."""
    sources: Sequence[str] = ()
    """`source_type`; empty: those without one."""
    kinds: Sequence[MemoryKind] = ()
    after: date | None = None
    """The first day on which it may have been said."""
    before: date | None = None
    """The last day."""
    pinned: bool | None = None
    archived: bool = False
    """Whether it is the archive that is searched, and nothing else."""

    @property
    def asks_table(self) -> bool:
        """Whether it names something that only the table knows."""
        return bool(self.tags or self.categories or self.sources)

    def pks(self, conn: Connection) -> Positions:
        """Return the pks of memories that fit as far as the table knows; sorted."""
        fitting = None if not self.tags else set(memory_search.tagged(conn, self.tags))
        if self.categories or self.sources:
            filed = memory_search.filed(conn, categories=self.categories, sources=self.sources)
            fitting = set(filed) if fitting is None else fitting.intersection(filed)
        return np.array(sorted(fitting or ()), np.int64)

    def flags(self, catalogue: Catalogue, known: Positions | None = None) -> Flags:
        """Return which memories fit; `known` are what `pks` returned, None where the table was not asked."""
        columns = catalogue.columns()
        fits = np.ones(len(columns), bool)
        if known is not None:
            fits &= np.isin(columns.pk, known)
        if self.kinds:
            fits &= np.isin(columns.kind, [KINDS.index(kind) for kind in self.kinds])
        if self.after is not None:
            fits &= columns.day >= self.after.toordinal()
        if self.before is not None:
            fits &= columns.day <= self.before.toordinal()
        if self.pinned is not None:
            fits &= columns.pinned == self.pinned
        return fits


EVERYTHING: Final = SearchFilter()
