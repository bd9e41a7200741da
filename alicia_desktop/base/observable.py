"""Values that announce their changes, without Qt: `Signal`, and `Rows`, the list model behind every list in the window.

    renamed: Signal[str] = Signal()
    disconnect = renamed.connect(print)      # called at every emit, in the order of connecting, on the emitting thread
    renamed.emit("Notes")
    rows = Rows[Record](key=lambda record: record.id)
    rows.changed.connect(on_change)
    rows.append(record)

`Rows` is an ordered, keyed, bounded sequence of frozen records. `ui.qt_models` is the one adapter to Qt's item models.
A change is a `RowsChange`: a run of rows `before` was replaced by `after`, at `first`. Emitted twice: `changing` before
the rows are altered, `changed` after, because Qt's models need both.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, overload

T = TypeVar("T")


class Signal(Generic[T]):
    """One kind of news. Past tense names, as in `stanza_journaled`."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callable[[T], None]] = {}

    def connect(self, callback: Callable[[T], None]) -> Callable[[], None]:
        """Call `callback` at every emit; returns the function that disconnects it."""
        connection = object()  # the same callback may be connected twice, and each time is ended by itself
        self._callbacks[connection] = callback

        def disconnect() -> None:
            self._callbacks.pop(connection, None)

        return disconnect

    def emit(self, value: T) -> None:
        """Call everybody that was connected when the emit began."""
        for callback in tuple(self._callbacks.values()):
            callback(value)


@dataclass(frozen=True, kw_only=True, slots=True)
class RowsChange(Generic[T]):
    """A run of rows that is replaced: an insert has no `before`, a removal no `after`, an update as many of both."""

    first: int
    before: tuple[T, ...]
    after: tuple[T, ...]


class _Index:
    """Finds the place of a key, in many small dicts by the hash of the key.

    A dict is built anew whenever it grows, and also when keys come and go at one size. Of 200,000 entries that takes 20
    to 40 ms, more than a frame of the window; small dicts do it one after the other.
    """

    PARTS: Final = 64

    def __init__(self) -> None:
        self._parts: tuple[dict[str, int], ...] = tuple({} for _ in range(self.PARTS))

    def get(self, key: str) -> int | None:
        return self._parts[hash(key) % self.PARTS].get(key)

    def update(self, places: Iterable[tuple[str, int]]) -> None:
        for key, place in places:
            self._parts[hash(key) % self.PARTS][key] = place

    def remove(self, keys: Iterable[str]) -> None:
        for key in keys:
            del self._parts[hash(key) % self.PARTS][key]


class Rows(Sequence[T]):
    """Records in order, found by key. At most `limit` are kept; the first fall out and are counted in `dropped`."""

    def __init__(self, key: Callable[[T], str], *, limit: int | None = None, drops: int = 1) -> None:
        """Take `drops`: as many fall out at once when more is appended than may be kept, so that few appends drop."""
        self._key = key
        self._limit = limit
        self._drops = drops
        self._items: list[T] = []
        self._index: _Index | None = _Index()
        """Key → place, counted from `_origin`, so that what leaves at the front moves no other; None: to be made."""
        self._origin = 0
        self.dropped = 0
        self.changing: Signal[RowsChange[T]] = Signal()
        self.changed: Signal[RowsChange[T]] = Signal()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._items[index]

    def key_of(self, row: T) -> str:
        """Return the key under which `row` is found."""
        return self._key(row)

    def position(self, key: str) -> int | None:
        """Return the place of the row with `key`, or None."""
        if self._index is None:
            self._index = _Index()
            self._index.update((self._key(row), place) for place, row in enumerate(self._items))
            self._origin = 0
        place = self._index.get(key)
        return None if place is None else place - self._origin

    def get(self, key: str) -> T | None:
        """Return the row with `key`, or None."""
        place = self.position(key)
        return None if place is None else self._items[place]

    def put(self, row: T) -> None:
        """Replace the row of the same key in its place, or append it."""
        place = self.position(self._key(row))
        if place is None:
            self.extend([row])
        elif self._items[place] != row:
            self._splice(place, 1, (row,))

    def insert(self, place: int, row: T) -> None:
        """Insert a row whose key is new, at most at the end; over the limit the first falls out, be it this one."""
        place = min(max(place, 0), len(self._items))
        if self._limit is not None and len(self._items) >= self._limit:
            self.dropped += 1
            if place == 0:
                return
            self._splice(0, 1, ())
            place -= 1
        self._splice(place, 0, (row,))

    def extend(self, rows: Iterable[T]) -> None:
        """Append rows with new keys as one change; over the limit the first fall out as another."""
        added = tuple(rows)
        if self._limit is not None and len(added) > self._limit:
            self.dropped += len(added) - self._limit
            added = added[len(added) - self._limit :]
        if self._limit is not None and (excess := len(self._items) + len(added) - self._limit) > 0:
            dropped = min(max(excess, self._drops), len(self._items))
            self.dropped += dropped
            self._splice(0, dropped, ())
        if added:
            self._splice(len(self._items), 0, added)

    def remove(self, key: str) -> None:
        """Remove the row with `key`; nothing happens when there is none."""
        place = self.position(key)
        if place is not None:
            self._splice(place, 1, ())

    def reset(self, rows: Iterable[T]) -> None:
        """Make the rows equal to `rows`, telling only the run that differs."""
        new = list(rows)
        if self._limit is not None and len(new) > self._limit:
            self.dropped += len(new) - self._limit
            new = new[len(new) - self._limit :]
        old = self._items
        start = 0
        while start < min(len(old), len(new)) and old[start] == new[start]:
            start += 1
        tail = 0
        while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        removed, added = len(old) - start - tail, tuple(new[start : len(new) - tail])
        if removed or added:
            self._splice(start, removed, added)

    def _splice(self, first: int, count: int, after: tuple[T, ...]) -> None:
        change = RowsChange(first=first, before=tuple(self._items[first : first + count]), after=after)
        self.changing.emit(change)
        length = len(self._items)
        self._items[first : first + count] = after
        self._reindex(change, length)
        self.changed.emit(change)

    def _reindex(self, change: RowsChange[T], length: int) -> None:
        """Follow a change in `length` rows where it moves no row between others; else the index is made when needed."""
        keys, gone = [self._key(row) for row in change.after], [self._key(row) for row in change.before]
        if self._index is None or keys == gone:
            return
        at_front = change.first == 0
        if not at_front and change.first + len(gone) != length:
            self._index = None
            return
        self._index.remove(gone)
        if at_front:
            self._origin += len(gone) - len(keys)
        self._index.update((key, self._origin + change.first + offset) for offset, key in enumerate(keys))
