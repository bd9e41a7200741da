"""A list of which only the visible part is loaded: all its keys in order, its records a page at a time.

    pages: Pages[Record] = Pages()
    pages.page_requested.connect(lambda _: load())
    pages.reset(keys)
    pages.get(7)                        # None, and its page is requested
    for places in pages.pop_requested(2):
        pages.put(read(places), places)

`base.observable` is for what fits into memory as records; this is for a hundred thousand rows of which thirty are on
screen. What was asked for last is loaded first, because somebody who scrolls on no longer needs what lies behind.
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
MAX_RECORDS: Final = 4_000
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
        self._pending: OrderedDict[int, None] = OrderedDict()
        """Numbers of pages, what was asked for last at the end."""
        self.changing: Signal[PagesChange] = Signal()
        self.changed: Signal[PagesChange] = Signal()
        self.loaded: Signal[tuple[int, int]] = Signal()
        """First and last place whose records are other than before."""
        self.page_requested: Signal[None] = Signal()

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
            self._request(place // PAGE)
        else:
            self._records.move_to_end(key)
        return record

    def peek(self, key: int) -> T | None:
        """Return the record of a key if it is at hand."""
        return self._records.get(key)

    def reset(self, keys: Keys) -> None:
        """Replace all keys; emits only the run that differs."""
        old = self._keys
        start = _same(old, keys)
        tail = _same_at_end(old, keys, most=min(len(old), len(keys)) - start)
        change = PagesChange(first=start, removed=len(old) - start - tail, added=len(keys) - start - tail)
        if not change.removed and not change.added:
            return
        self._pending.clear()
        self.changing.emit(change)
        self._keys = keys
        self.changed.emit(change)

    def outdate(self) -> None:
        """Mark every record as stale: shown as it was, until somebody looks at it and it is read again."""
        self._stale = set(self._records)
        if self._keys:
            self.loaded.emit((0, len(self._keys) - 1))

    def pop_requested(self, count: int) -> list[range]:
        """Return the places of the `count` pages that were asked for last, and forget the others."""
        pages = [self._pending.popitem()[0] for _ in range(min(count, len(self._pending)))]
        self._pending.clear()
        return [range(page * PAGE, min((page + 1) * PAGE, len(self._keys))) for page in pages]

    def put(self, records: Mapping[int, T], places: range) -> None:
        """Store the records, by key, that were read for `places`; a key without one is gone and stays empty."""
        for key, record in records.items():
            self._records[key] = record
            self._records.move_to_end(key)
        self._stale.difference_update(records)
        while len(self._records) > MAX_RECORDS:
            self._stale.discard(self._records.popitem(last=False)[0])
        last = min(places.stop, len(self._keys)) - 1
        if last >= places.start:
            self.loaded.emit((places.start, last))

    def places_of(self, keys: Iterable[int]) -> list[int]:
        """Return where the keys stand that are here, in the order of the list."""
        these = set(keys)
        return [place for place, key in enumerate(self._keys) if key in these] if these else []

    def _request(self, page: int) -> None:
        first = not self._pending
        self._pending[page] = None
        self._pending.move_to_end(page)
        if first:
            self.page_requested.emit(None)


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
