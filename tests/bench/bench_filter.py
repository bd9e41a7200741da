"""How fast a filter of stanzas is: headers beside Qt's own proxy model, and a million stanzas through and through.

The baseline is what a table of Qt does by itself: a QSortFilterProxyModel over the same rows that asks
`filterAcceptsRow` of each. Ours are the columns of `filtering.columns`. Bytes are searched in a database on
disk, as the window does it, by `view.journal_search`, while the loop is asked every 5 ms whether it waits.
"""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Awaitable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel
from PySide6.QtWidgets import QApplication

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.columns import StanzaColumns, StanzaHeader
from alicia_desktop.filtering.expression import Expression, Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.ui.inspector.stanzas.stanza_columns import columns as table_columns
from alicia_desktop.ui.qt_models import RowsTableModel
from alicia_desktop.view.journal_search import JournalSearch
from alicia_desktop.view.stanzas import Badge, StanzaRow
from tests.bench.measure import Figure, Goal, Measure, Samples

FILTER = "type:MemoryTrace dir:in size>1k -is:duplicate"
SEARCHES = ('"walnuts"', "/wal(nut|l)s? again/", "body.confidence>0.95")
MILLION = 1_000_000
PAIRS = 9
WAIT_SECONDS = 0.005


def read(typed: str) -> Expression:
    """Return a filter."""
    found = parse(typed, STANZAS)
    assert not isinstance(found, Mistake), found
    return found


def header(number: int) -> StanzaHeader:
    """Return the header of one of many stanzas."""
    name, kind = ("MemoryTrace", 14) if number % 7 == 0 else ("AssistantSentence", 16)
    return StanzaHeader(
        seq=number, at=number * 1_000, inwards=bool(number % 3), name=name, type=kind, size=number % 2_000,
        stanza_id=-number, flags=int(number % 50 == 0) << 2, turn_ref=f"am_{number // 100}",
        trace=f"amu_{number}" if kind == 14 else None, tool=None,
    )  # fmt: skip


def filled(count: int) -> StanzaColumns:
    """Return columns of that many stanzas."""
    columns = StanzaColumns()
    for start in range(1, count + 1, 10_000):
        columns.extend([header(number) for number in range(start, min(start + 10_000, count + 1))])
    return columns


class _Proxy(QSortFilterProxyModel):
    """What a program does that leaves filtering to Qt."""

    wanted = False

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:  # noqa: N802 - Qt's name
        if not self.wanted:
            return True
        model = self.sourceModel()
        assert isinstance(model, RowsTableModel)
        one: StanzaRow = model.row(row)
        big = int(one.size.replace(",", "")) > 1_000
        return one.type == "MemoryTrace" and one.direction == "in" and big and "duplicate" not in one.badges


def _row(number: int) -> StanzaRow:
    one = header(number)
    badges: tuple[Badge, ...] = ("duplicate",) if one.flags else ()
    return StanzaRow(
        id=str(number), number=number, time="12:00:00.000", delta="0.001", direction="in" if one.inwards else "out",
        stanza=str(one.stanza_id), type=one.name, size=f"{one.size:,}", summary="", badges=badges,
    )  # fmt: skip


def _beside_qt() -> Samples:
    _app = QApplication.instance() or QApplication([])
    count = 100_000
    rows: Rows[StanzaRow] = Rows(lambda row: row.id)
    rows.extend(_row(number) for number in range(1, count + 1))
    model = RowsTableModel(rows, table_columns())
    proxy = _Proxy()
    proxy.setSourceModel(model)
    columns, expression = filled(count), read(FILTER)
    ours, baseline, found = [], [], 0
    for _ in range(PAIRS):
        begun = time.perf_counter()
        found = int(columns.select(expression).sure.sum())
        between = time.perf_counter()
        proxy.wanted = True
        proxy.invalidate()
        assert proxy.rowCount() == found
        ended = time.perf_counter()
        ours.append(1e3 * (between - begun))
        baseline.append(1e3 * (ended - between))
        proxy.wanted = False
        proxy.invalidate()
    return Samples(ours=ours, baseline=baseline, note=f"{found:,} of {count:,} rows")


def _million() -> Samples:
    columns, expression = filled(MILLION), read(f"{FILTER} (gap>0.5ms at>00:00 OR trace~77)")
    taken = []
    for _ in range(PAIRS):
        begun = time.perf_counter()
        columns.select(expression)
        taken.append(time.perf_counter() - begun)
    return Samples(ours=taken)


def _fill(conn: Connection, first: int, last: int) -> None:
    driver = conn.connection.driver_connection
    assert driver is not None
    driver.executemany(
        "INSERT INTO journal(seq, direction, stanza_id, type, name, conversation_id, raw, size, at, received_at) "
        "VALUES (?, 'in', ?, ?, ?, 'ac_1', ?, ?, ?, ?)",
        (_journaled(number) for number in range(first, last)),
    )


def _journaled(number: int) -> tuple[object, ...]:
    text = f"Emma is allergic to {'walnuts' if number % 1_000 == 0 else 'nothing'} says sentence {number}."
    body: AssistantSentence | MemoryTrace = AssistantSentence(previous_id="am_1", sequence=number, text=text * 2)
    if number % 7 == 0:
        body = MemoryTrace(id=f"amu_{number}", memory_id="am", content=text, confidence=(number % 64) / 64)
    raw = encode(Stanza(stanza_id=-number, conversation_id="ac_1", body=body))
    at = f"2026-01-01T{number // 60_000 % 24:02d}:{number // 1_000 % 60:02d}:00.{number % 1_000:03d}000+00:00"
    return number, -number, body.TYPE, type(body).__name__, raw, len(raw), at, at


async def _searched(folder: Path) -> list[tuple[str, float, float]]:
    database = await Database.open(folder / "client.db", clock=SystemClock())
    await database.write(conversations.create, at=SystemClock().now(), conversation_id="ac_1")
    for first in range(1, MILLION, 50_000):
        await database.write(_fill, first, first + 50_000)
    search = JournalSearch(database=database, conversation_id="ac_1")
    figures = [await _timed("headers read", search.load())]
    figures += [await _timed(typed, _all(search, read(typed))) for typed in SEARCHES]
    await database.close()
    return figures


async def _all(search: JournalSearch, expression: Expression) -> None:
    async for _ in search.find(expression, around=MILLION // 2):
        pass


async def _timed(name: str, work: Awaitable[None]) -> tuple[str, float, float]:
    """Return what was done, its seconds, and the longest time in ms that the loop was late."""
    worst = 0.0

    async def watch() -> None:
        nonlocal worst
        for _ in itertools.count():
            begun = time.perf_counter()
            await asyncio.sleep(WAIT_SECONDS)
            worst = max(worst, time.perf_counter() - begun - WAIT_SECONDS)

    watching = asyncio.get_running_loop().create_task(watch())
    begun = time.perf_counter()
    await work
    taken = time.perf_counter() - begun
    watching.cancel()
    return name, taken, 1e3 * worst


def _bodies(*, delay: bool = False) -> Samples:
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder:
        figures = asyncio.run(_searched(Path(folder)))
    note = "; ".join(f"{name} {taken:.1f} s" for name, taken, _ in figures)
    return Samples(ours=[worst if delay else taken for _, taken, worst in figures[1:]], note=note)


def measures() -> Iterator[Measure]:
    """Yield all of them."""
    yield Measure(
        name="Filter 100,000 stanzas by header",
        what=f"`StanzaColumns.select` of `{FILTER}`.",
        baseline="QSortFilterProxyModel over the same rows with the same condition in Python",
        unit="ms",
        figure=Figure.COST,
        goal=Goal(limit=0.08),
        run=_beside_qt,
    )
    yield Measure(
        name="Filter 1,000,000 stanzas by header",
        what="`StanzaColumns.select` of a filter of eight conditions.",
        unit="s",
        figure=Figure.P95,
        goal=Goal(limit=1),
        run=_million,
    )
    yield Measure(
        name="Search 1,000,000 stanzas through and through",
        what=f"`JournalSearch.find` of {', '.join(f'`{typed}`' for typed in SEARCHES)}, from the middle, on disk.",
        unit="s",
        figure=Figure.P95,
        goal=Goal(limit=5),
        run=_bodies,
    )
    yield Measure(
        name="The loop while 1,000,000 stanzas are searched",
        what="How late a timer comes that is due every 5 ms, at worst.",
        unit="ms",
        figure=Figure.P95,
        goal=Goal(limit=33),
        run=partial(_bodies, delay=True),
    )
