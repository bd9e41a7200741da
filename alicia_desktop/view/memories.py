"""List all memories: matches of the words at once, of the meaning later, rows only where the list is scrolled to.

Everything is read from this computer's own database, so it works without any server. What is listed is read again
after each change of the memories, at a pace that leaves the reading thread to others. The search by meaning runs when
typing pauses; what it finds beyond the words is put behind them and marked.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.lazy_list import Keys, Pages
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.store import accounts
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memory_list
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view.memories_rows import Choices, ListedMemory, MemoriesListState, choices, listed_memory
from alicia_desktop.view.search import LOOKING, MIN_QUERY_CHARACTERS, PAUSE_SECONDS, MeaningMatches, MeaningSearch

FLUSH_SECONDS: Final = 0.02
FOLLOW_SECONDS: Final = 0.4
CHOICES_SECONDS: Final = 3.0
REST: Final = 4
"""Pause after a reading, in its own length: what a long list costs stays a fifth of the reading thread's time."""
PAGES_TOGETHER: Final = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class _Listing:
    keys: Keys
    by_words: int
    relevance: Mapping[int, float]
    total: int


class MemoriesView:
    """The memories of one user, filtered and sorted."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope, user_id: str, meaning: MeaningSearch) -> None:
        self.pages: Pages[ListedMemory] = Pages()
        self.state = MemoriesListState(
            shown=0, total=0, by_words=0, by_meaning=0, searching=False, narrowed=False, note="", busy=True
        )
        self.state_changed: Signal[MemoriesListState] = Signal()
        self.choices_changed: Signal[Choices] = Signal()
        self._database = database
        self._clock = clock
        self._scope = scope
        self._user_id = user_id
        self._user_ids: tuple[str, ...] = (user_id,)
        self._meaning = meaning
        self._filter = MemoryFilter()
        self._order = MemoryOrder()
        self._matches = MeaningMatches(relevance={}, note="")
        self._relevance: Mapping[int, float] = {}
        self._asked = 0
        """Searches by meaning begun; only the last one counts."""
        self._loading = False
        self._took = 0.0
        """Seconds of the last reading."""
        self._suspended = self._behind = False
        self._following = Throttle("follow memories", self._follow, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._listing = Throttle("list memories", self._list, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._choosing = Throttle("choices of memories", self._choose, scope=scope, clock=clock, pause=CHOICES_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)
        self.pages.page_requested.connect(lambda _: self._load_requested())

    @property
    def filter(self) -> MemoryFilter:
        """What is listed."""
        return self._filter

    @property
    def user_ids(self) -> tuple[str, ...]:
        """All ids of the user."""
        return self._user_ids

    async def start(self) -> None:
        """List everything that is not archived, the newest first."""
        self._user_ids = await self._database.read(accounts.names_of, self._user_id)
        self._filter = replace(self._filter, user_ids=self._user_ids)
        self._listing.request()
        self._choosing.request()

    def set_filter(self, wanted: MemoryFilter) -> None:
        """List what this filter leaves; its `user_ids` are the view's own affair."""
        before, self._filter = self._filter, replace(wanted, user_ids=self._user_ids)
        if wanted.text.strip() != before.text.strip():
            self._matches = MeaningMatches(relevance={}, note="")
        if self._filter != before:
            self._start_meaning_search()
        self._listing.request()

    def sort(self, order: MemoryOrder) -> None:
        """List in another order."""
        self._order = order
        self._listing.request()

    async def records(self, keys: Sequence[int]) -> list[MemoryRecord]:
        """Return memories as they are now, in the order of `keys`; those that are gone are left out."""
        rows = await self._database.read(memory_list.rows_of, keys)
        return [rows[key] for key in keys if key in rows and rows[key].deleted_at is None]

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    async def _list(self) -> None:
        wanted, order, matches = self._filter, self._order, self._matches
        begun = self._clock.monotonic()
        found = await self._database.read(_read_listing, wanted, order, matches.relevance)
        other = found.relevance != self._relevance
        self._relevance = found.relevance
        self.pages.reset(found.keys)
        if other:  # rows at hand may tell of another search
            self.pages.outdate()
        self._set_state(
            replace(
                self.state,
                shown=len(found.keys),
                total=found.total,
                by_words=found.by_words,
                by_meaning=len(found.keys) - found.by_words,
                searching=bool(wanted.text.strip()),
                narrowed=wanted != MemoryFilter(user_ids=wanted.user_ids),
                busy=self.state.busy and bool(self.state.note),
            )
        )
        self._took = self._clock.monotonic() - begun

    async def _follow(self) -> None:
        """List again after changes, then pause; searching and sorting do not wait for that pause."""
        self._listing.request()
        if self._matches.relevance or (self.state.searching and not self.state.busy):
            await self._search_again(self._asked)
        await self._clock.sleep(max(FOLLOW_SECONDS, REST * self._took))

    async def _choose(self) -> None:
        facets = await self._database.read(memory_list.facets, self._user_ids)
        self.choices_changed.emit(choices(facets))

    @property
    def _has_query(self) -> bool:
        return len(self._filter.text.strip()) >= MIN_QUERY_CHARACTERS

    def _start_meaning_search(self) -> None:
        self._asked += 1
        if self._has_query:
            self._scope.spawn("meaning", self._search_by_meaning(self._asked))
        else:
            self._set_state(replace(self.state, note="", busy=False))

    async def _search_by_meaning(self, asked: int) -> None:
        await self._clock.sleep(PAUSE_SECONDS)
        if asked != self._asked:
            return
        self._set_state(replace(self.state, note=self._meaning.note or LOOKING, busy=True))
        matches = await self._meaning.find(self._filter)
        if asked != self._asked:
            return
        self._matches = matches
        self._set_state(replace(self.state, note=matches.note, busy=False))
        self._listing.request()

    async def _search_again(self, asked: int) -> None:
        """Search by meaning again, silently: a new memory may match as well."""
        if not self._has_query:
            return
        matches = await self._meaning.find(self._filter)
        if asked == self._asked and matches != self._matches:
            self._matches = matches
            self._listing.request()

    def _load_requested(self) -> None:
        if not self._loading:
            self._loading = True
            self._scope.spawn("rows of memories", self._load())

    async def _load(self) -> None:
        try:
            while wanted := self.pages.pop_requested(PAGES_TOGETHER):
                for places in wanted:
                    await self._load_page(places)
        finally:
            self._loading = False

    async def _load_page(self, places: range) -> None:
        keys = self.pages.keys[places.start : places.stop]
        rows = await self._database.read(_read_rows, keys, self._relevance, self._clock)
        if self.pages.keys[places.start : places.stop] == keys:
            self.pages.put(rows, places)
        else:  # the list has changed meanwhile: what is seen now asks again
            self.pages.put(rows, range(0))
            self.pages.outdate()

    def suspend(self, *, suspended: bool) -> None:
        """Stop following changes while the window is hidden, or catch up with them."""
        self._suspended = suspended
        if not suspended and self._behind:
            self._catch_up()

    def _on_changed(self, changes: Changes) -> None:
        if any(change.subject == "memory" for change in changes):
            self._behind = True
            if not self._suspended:
                self._catch_up()

    def _catch_up(self) -> None:
        self._behind = False
        self.pages.outdate()
        self._following.request()
        self._choosing.request()

    def _set_state(self, state: MemoriesListState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)


def _read_listing(conn: Connection, wanted: MemoryFilter, order: MemoryOrder, matches: Mapping[str, float]) -> _Listing:
    keys = memory_list.ordered(conn, wanted, order)
    by_words = len(keys)
    beyond: dict[int, float] = {}
    if matches:
        places = memory_list.pks_of(conn, list(matches), replace(wanted, text=""))
        here = set(keys)
        beyond = {places[one]: score for one, score in matches.items() if one in places and places[one] not in here}
        keys = keys + array("q", beyond)
    everything = MemoryFilter(user_ids=wanted.user_ids, archived=None)
    return _Listing(keys=keys, by_words=by_words, relevance=beyond, total=memory_list.count(conn, everything))


def _read_rows(conn: Connection, keys: Keys, relevance: Mapping[int, float], clock: Clock) -> dict[int, ListedMemory]:
    """Read and format in the reading thread."""
    now = clock.now()
    found = memory_list.briefs_of(conn, keys)
    return {key: listed_memory(record, now=now, relevance=relevance.get(key)) for key, record in found.items()}
