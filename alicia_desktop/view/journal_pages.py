"""Read the rows of a journal a page at a time, and count them.

Formatting is done where the rows are read, in the database's thread, so that a page never holds up the loop.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.filtering.completion import Occurring
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.store import journal, stanza_marks
from alicia_desktop.store.conversations import turns
from alicia_desktop.store.database import Connection
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.stanza_details import StanzaDetails, stanza_details
from alicia_desktop.view.stanzas import StanzaRow, stanza_rows

ABOVE_ROWS: Final = 100
"""Rows that are read above one that a link leads to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalTail:
    """The end of a journal, read in one snapshot: what comes next is after `seen`, neither twice nor never."""

    rows: list[StanzaRow]
    last: JournalRecord | None
    seen: int
    total: int
    marks: Mapping[int, str]
    start: datetime | None
    """When the first stanza came."""


class StanzaCount:
    """How many stanzas a conversation has, though some arrive while they are being counted."""

    def __init__(self) -> None:
        self.total = 0
        self._last = 0
        """The last number that is in the total."""
        self._late: list[int] | None = None
        """Numbers that arrived since the counting began, and may be in it or not; None while nothing is counted."""

    def begin(self) -> None:
        """Begin to count anew: what arrives waits for `finish`."""
        self._late = []

    def finish(self, total: int, last: int) -> None:
        """Take `total` stanzas up to the number `last`, and what has arrived behind it."""
        late = [seq for seq in self._late or () if seq > last]
        self.total, self._last, self._late = total + len(late), max([last, *late]), None

    def add(self, seqs: Sequence[int]) -> bool:
        """Count what arrived; return whether there is anything new to show."""
        if self._late is not None:
            self._late += seqs
            return False
        fresh = [seq for seq in seqs if seq > self._last]
        self.total, self._last = self.total + len(fresh), max([self._last, *fresh])
        return bool(fresh)


def read_details(conn: Connection, seq: int, expression: Expression) -> StanzaDetails | None:
    """Return tree and bytes of a stanza, with what a filter finds in it."""
    found = journal.get(conn, seq)
    return stanza_details(found, expression) if found is not None else None


def read_tail(conn: Connection, which: JournalFilter, limit: int) -> JournalTail:
    """Return the last rows of a conversation."""
    records = journal.page(conn, which, limit=limit)
    marks = stanza_marks.marks_of(conn, which.conversation_id or "")
    return JournalTail(
        start=journal.first_time(conn, which.conversation_id or ""),
        marks=marks,
        rows=_rows(conn, records, None, marks),
        last=records[-1] if records else None,
        seen=journal.last_seq(conn),
        total=journal.count(conn, JournalFilter(conversation_id=which.conversation_id)),
    )


def rows_before(
    conn: Connection, which: JournalFilter, first: int, marks: Mapping[int, str], limit: int
) -> list[StanzaRow]:
    """Return the page before a row, and that row again, since now it is known how long after the one before it came."""
    return _rows(conn, journal.page(conn, which, before=first + 1, limit=limit + 1), None, marks)


def rows_between(
    conn: Connection, which: JournalFilter, span: tuple[int, int], marks: Mapping[int, str], limit: int
) -> list[StanzaRow]:
    """Return the rows from a little before the first of two stanzas to the second; none where more than `limit` are."""
    seq, last = span
    records = journal.page(conn, which, after=seq - 1, before=last + 1, limit=limit + 1)
    if len(records) > limit:
        return []
    return _rows(conn, [*journal.page(conn, which, before=seq, limit=ABOVE_ROWS), *records], None, marks)


def rows_after(
    conn: Connection, which: JournalFilter, seen: int, last: JournalRecord | None, limit: int
) -> tuple[list[StanzaRow], JournalRecord | None]:
    """Return the rows that follow what was seen, and the record of the last of them."""
    records = journal.page(conn, which, after=seen, limit=limit)
    return _rows(conn, records, last, {}), records[-1] if records else None


def rows_of(conn: Connection, seqs: Sequence[int], before: int | None, marks: Mapping[int, str]) -> list[StanzaRow]:
    """Return the rows of some stanzas; `before` is the one above them."""
    above = journal.get(conn, before) if before is not None else None
    return _rows(conn, journal.some(conn, seqs), above, marks)


def _rows(
    conn: Connection, records: Sequence[JournalRecord], above: JournalRecord | None, marks: Mapping[int, str]
) -> list[StanzaRow]:
    asked = turns.asked_at(conn, {record.turn_ref for record in records if record.turn_ref})
    return stanza_rows(records, above, marks, asked)


def read_occurring(conn: Connection, conversation_id: str) -> Occurring:
    """Return fields and values of the last stanzas of a conversation."""
    from alicia_desktop.store.journal_search import occurring  # noqa: PLC0415 - numpy, which no start waits for

    return occurring(conn, conversation_id)
