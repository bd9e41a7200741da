"""Sort the stanzas of a conversation by a column, all of them, and read the rows that are looked at.

The order is made from the columns of `JournalSearch`, not from rows: a hundred thousand are sorted in hundredths of a
second. A sorted list stands still: what comes afterwards is not in it until it is sorted again.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, get_args

from msgspec.structs import replace

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.lazy_list import Keys, Pages
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.store import journal
from alicia_desktop.store.database import Connection, RecordSource
from alicia_desktop.view.journal_pages import rows_of
from alicia_desktop.view.stanza_conditions import Cell
from alicia_desktop.view.stanzas import NO_MARKS, StanzaRow, summary

if TYPE_CHECKING:
    from alicia_desktop.filtering.columns import Numbers, StanzaColumns

    Found = Sequence[int] | Numbers | None
    """Numbers in the journal, ascending; None for all."""

PAGES_AT_ONCE: Final = 3
SUMMARIES_AT_ONCE: Final = 400
"""Stanzas whose bytes are read together where a list is sorted by what they say."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaOrder:
    """A column, from the smallest up or from the largest down."""

    cell: Cell
    descending: bool = False

    @property
    def text(self) -> str:
        """How the settings keep it: `-size`."""
        return f"{'-' if self.descending else ''}{self.cell}"


def order_named(text: str) -> StanzaOrder | None:
    """Return the order that the settings keep as `text`; None where that is none, which is that of arrival."""
    name = text.removeprefix("-")
    found = next((cell for cell in get_args(Cell) if cell == name), None)
    return None if found is None else StanzaOrder(cell=found, descending=text.startswith("-"))


class SortedStanzas:
    """The stanzas of one conversation in another order than that of their arrival."""

    def __init__(self, *, database: RecordSource, clock: Clock, scope: Scope) -> None:
        self.pages: Pages[StanzaRow] = Pages()
        self.progressed: Signal[tuple[int, int]] = Signal()
        """(read, in all) while the bytes are read by which a list is sorted."""
        self._database = database
        self._columns: StanzaColumns | None = None
        self._marks: Mapping[int, str] = NO_MARKS
        self._sorting = 0
        """Sorted so often; only the last one counts."""
        self._loading = Throttle("sorted stanzas", self._load, scope=scope, clock=clock, pause=0)
        self.pages.page_requested.connect(lambda _: self._loading.request())

    async def sort(
        self,
        columns: StanzaColumns,
        order: StanzaOrder,
        found: Found,
        marks: Mapping[int, str],
    ) -> None:
        """Sort all stanzas, or those that a filter found; an order that is asked for meanwhile takes its place."""
        self._sorting += 1
        sorting = self._sorting
        said: list[str] | None = None
        if order.cell == "summary":
            said = await self._summaries(columns, found, sorting)
        keys = await self._database.read(_order, columns, order, found, said)
        if sorting == self._sorting:
            self._columns, self._marks = columns, marks
            self.pages.reset(keys)
            self.pages.outdate()

    def stop(self) -> None:
        """Go on with no sorting that is under way."""
        self._sorting += 1

    def set_marks(self, marks: Mapping[int, str], changed: frozenset[int]) -> None:
        """Show other marks."""
        self._marks = marks
        for place in self.pages.places_of(changed):
            seq = self.pages.key(place)
            if (row := self.pages.peek(seq)) is not None:
                self.pages.put({seq: replace(row, note=marks.get(seq))}, range(place, place + 1))

    async def _summaries(self, columns: StanzaColumns, found: Found, sorting: int) -> list[str]:
        seqs: list[int] = await self._database.read(_seqs, columns, found)
        said: list[str] = []
        while len(said) < len(seqs) and sorting == self._sorting:
            self.progressed.emit((len(said), len(seqs)))
            said += await self._database.read(_summaries_of, seqs[len(said) : len(said) + SUMMARIES_AT_ONCE])
        self.progressed.emit((len(said), len(said)))
        return said

    async def _load(self) -> None:
        for places in self.pages.pop_requested(PAGES_AT_ONCE):
            columns = self._columns
            if columns is None:
                return
            seqs = list(self.pages.keys[places.start : places.stop])
            rows = await self._database.read(_rows_by_themselves, seqs, columns, self._marks)
            self.pages.put({row.number: row for row in rows}, places)


def _order(
    conn: Connection,
    columns: StanzaColumns,
    order: StanzaOrder,
    found: Found,
    said: Sequence[str] | None,
) -> Keys:
    """Sort, in the thread that reads."""
    del conn
    if said is None:
        return array("q", columns.ordered(order.cell, found, descending=order.descending).tobytes())
    seqs = columns.of(found)[: len(said)]
    places = sorted(range(len(said)), key=lambda place: said[place].casefold(), reverse=order.descending)
    return array("q", seqs[places].tobytes())


def _seqs(conn: Connection, columns: StanzaColumns, found: Found) -> list[int]:
    del conn
    seqs: list[int] = columns.of(found).tolist()
    return seqs


def _summaries_of(conn: Connection, seqs: Sequence[int]) -> list[str]:
    by_seq = {record.seq: summary(record) for record in journal.some(conn, seqs)}
    return [by_seq.get(seq, "") for seq in seqs]


def _rows_by_themselves(
    conn: Connection, seqs: Sequence[int], columns: StanzaColumns, marks: Mapping[int, str]
) -> list[StanzaRow]:
    """Return the rows of stanzas that need not follow each other, with the time to the one before in the journal."""
    gaps: Numbers = columns.gaps_of(seqs)
    by_seq = dict(zip(seqs, gaps.tolist(), strict=True))
    return [replace(row, delta=f"{by_seq[row.number] / 1_000_000:z.3f}") for row in rows_of(conn, seqs, None, marks)]
