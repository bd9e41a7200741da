"""A long list of which only what somebody looks at is at hand: all its keys in order, its records a page at a time.

`base.observable` is for what fits into memory as records; this is for a hundred thousand rows of which thirty are on screen.
A record that is not here yet is `None`, and asking for it is what brings its page: whoever owns the list hears
`wanted`, takes the places with `take_wanted`, and puts the records in. What was asked for last is taken first, because
somebody who scrolls on no longer needs what lies behind.
"""

from array import array
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeAlias, TypeVar

from alicia_desktop.base.observable import Signal

T = TypeVar("T")
Keys: TypeAlias = "array[int]"
"""Numbers that name the records, type code `q`."""

PAGE: Final = 100
KEPT: Final = 4_000
"""Records at hand, those that were looked at last."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PagesChange:
    """A run of keys that is replaced by another."""

    first: int
    removed: int
    added: int


class Pages(Generic[T]):
    """The keys of a list, and the records of the places that were looked at."""

    def __init__(self) -> None:
        self._keys: Keys = array("q")
        self._records: OrderedDict[int, T] = OrderedDict()
        self._stale: set[int] = set()
        """Keys whose record is shown as it was until it is read again."""
        self._wanted: OrderedDict[int, None] = OrderedDict()
        """Numbers of pages, what was asked for last at the end."""
        self.changing: Signal[PagesChange] = Signal()
        self.changed: Signal[PagesChange] = Signal()
        self.loaded: Signal[tuple[int, int]] = Signal()
        """First and last place whose records are other than before."""
        self.wanted: Signal[None] = Signal()

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def keys(self) -> Keys:
        """All keys in their order; not to be altered."""
        return self._keys

    def key(self, place: int) -> int:
        """Return the key at a place."""
        return self._keys[place]

    def get(self, place: int) -> T | None:
        """Return the record at a place; where there is none yet, or an old one, its page is asked for."""
        key = self._keys[place]
        record = self._records.get(key)
        if record is None or key in self._stale:
            self._want(place // PAGE)
        else:
            self._records.move_to_end(key)
        return record

    def peek(self, key: int) -> T | None:
        """Return the record of a key if it is at hand."""
        return self._records.get(key)

    def reset(self, keys: Keys) -> None:
        """Make the list that of `keys`, telling only the run that differs."""
        old = self._keys
        start = _same(old, keys)
        tail = _same_at_end(old, keys, most=min(len(old), len(keys)) - start)
        change = PagesChange(first=start, removed=len(old) - start - tail, added=len(keys) - start - tail)
        if not change.removed and not change.added:
            return
        self._wanted.clear()
        self.changing.emit(change)
        self._keys = keys
        self.changed.emit(change)

    def outdate(self) -> None:
        """Read every record again when somebody looks at it; until then it is shown as it was."""
        self._stale = set(self._records)
        if self._keys:
            self.loaded.emit((0, len(self._keys) - 1))

    def take_wanted(self, most: int) -> list[range]:
        """Return the places of the pages that were asked for last, and forget the others."""
        pages = [self._wanted.popitem()[0] for _ in range(min(most, len(self._wanted)))]
        self._wanted.clear()
        return [range(page * PAGE, min((page + 1) * PAGE, len(self._keys))) for page in pages]

    def put(self, records: Mapping[int, T], places: range) -> None:
        """Keep the records that were read for `places`, by key; a key without one is gone and stays empty."""
        for key, record in records.items():
            self._records[key] = record
            self._records.move_to_end(key)
        self._stale.difference_update(records)
        while len(self._records) > KEPT:
            self._stale.discard(self._records.popitem(last=False)[0])
        last = min(places.stop, len(self._keys)) - 1
        if last >= places.start:
            self.loaded.emit((places.start, last))

    def places_of(self, wanted: Iterable[int]) -> list[int]:
        """Return where the keys stand that are here, in the order of the list."""
        these = set(wanted)
        return [place for place, key in enumerate(self._keys) if key in these] if these else []

    def _want(self, page: int) -> None:
        first = not self._wanted
        self._wanted[page] = None
        self._wanted.move_to_end(page)
        if first:
            self.wanted.emit(None)


def _same(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many keys at the beginning are the same; halving compares whole runs at once."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_at_end(one: Sequence[int], other: Sequence[int], *, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
