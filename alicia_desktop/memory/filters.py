"""What somebody narrows a search to; what does not fit is no candidate at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from alicia_desktop.memory.catalogue import Catalogue, Flags, Positions
from alicia_desktop.memory.categories import CATEGORIES
from alicia_desktop.memory.entries import KINDS
from alicia_desktop.store.records import MemoryKind


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchFilter:
    """All that is given must fit; of several values in one field, one."""

    tags: Sequence[str] = ()
    """In any case; the table knows them, `flags` is told."""
    categories: Sequence[str] = ()
    kinds: Sequence[MemoryKind] = ()
    after: date | None = None
    """The first day on which it may have been said."""
    before: date | None = None
    """The last day."""
    pinned: bool | None = None

    def flags(self, catalogue: Catalogue, tagged: Positions | None = None) -> Flags:
        """Return which memories fit; `tagged` are the pks of those that have one of the tags."""
        columns = catalogue.columns()
        fits = np.ones(len(columns), bool)
        if tagged is not None:
            fits &= np.isin(columns.pk, tagged)
        if self.categories:
            fits &= np.isin(
                columns.category, [CATEGORIES.index(name) for name in self.categories if name in CATEGORIES]
            )
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
