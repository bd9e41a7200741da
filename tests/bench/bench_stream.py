"""How long the window's loop waits while 5,000 stanzas a second arrive for a minute and the inspector shows them.

The whole way is real: a server in a process of its own sends them over the WebSocket, the line process receives them,
and here the session's driver decodes and records them (journal and tables, flushed to disk), `JournalView` follows the
journal, and the inspector's table shows its tail. The loop's delay is how late a timer comes that is due every 5 ms.
Waiting depends on what else the machine does, so an empty window of another process runs the same timer in the same
minute, and of each frame it is told how much was the loop's own work. The rest of the subject is the table alone
(`bench_inspector`), with the rows handed to it: full, and after a million rows beside a thousand.
"""

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import qasync
from PySide6.QtWidgets import QApplication

from alicia_desktop.app.root import collect_on_this_thread
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.observable import Rows
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.session import events
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.journal import last_seq
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.journal import DROPPED_ROWS, MAX_ROWS, JournalView
from alicia_desktop.view.stanzas import StanzaRow
from tests.bench import bench_inspector
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples, in_turn
from tests.bench.traffic import CONVERSATION
from tests.support.processes import ending

PER_SECOND = 5_000
SECONDS = 60
GOAL = Goal(limit=16.7)
"""One frame at 60 Hz."""
WORST_GOAL = Goal(limit=33)
MANY, FEW, BURST = 1_000_000, 1_000, 500
PAIRS = 60
GROWN = 2 * MAX_ROWS
"""Rows that come to an empty table: what is made anew when it has grown, or lost as many as came, is made by then."""


class FloodRooms:
    """Grants the one room that there is."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        """Return it."""
        address = RoomAddress(transport="websocket", url=self._url, token="t", room_name="r", participant_id="me")
        return events.RoomGranted(conversation_id=conversation_id, address=address)

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        """Return nothing: nothing was said before."""
        return ()


@contextmanager
def _flood() -> Iterator[str]:
    command = [sys.executable, "-m", "tests.bench.flood", str(PER_SECOND)]
    with ending(subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ)) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()


@asynccontextmanager
async def _client(folder: Path, url: str) -> AsyncIterator[tuple[Database, SessionDriver]]:
    clock = SystemClock()
    database = await Database.open(folder / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id=CONVERSATION)
    line = ProcessLine()
    await line.start()
    session = SessionDriver(
        state=SessionState(conversation_id=CONVERSATION, client_version="1"),
        ledger=Ledger(database=database, conversation_id=CONVERSATION),
        rooms=FloodRooms(url),
        line=line,
        clock=clock,
    )
    try:
        yield database, session
    finally:
        await session.close()
        await line.close()
        await database.close()


def _panel() -> InspectorPanel:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme = Theme(choice="light", reduced_motion=True)
    theme.install(application)
    panel = InspectorPanel(theme=theme)
    panel.resize(948, 900)
    panel.show_tab("stanzas")
    panel.show()
    return panel


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """What lay between two ticks, in milliseconds."""

    late: float
    worked: float
    """Processor time of the loop's thread."""
    queued: float
    """What it waited for a processor although it could have run."""
    collected: float
    """Of the work: garbage collection."""


class Frames(bench_inspector.Delay):
    """The delay of each tick, and what it was made of, as Linux accounts for the thread."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[Frame] = []
        self._schedule = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._before = self._read()
        self._collected = self._since = 0.0

    def start(self) -> None:
        """Listen to the garbage collector, too."""
        gc.callbacks.append(self._on_collection)
        super().start()

    def stop(self) -> None:
        super().stop()
        gc.callbacks.remove(self._on_collection)

    def _on_collection(self, phase: str, _: dict[str, int]) -> None:
        now = time.thread_time() * 1000
        if phase == "start":
            self._since = now
        else:
            self._collected += now - self._since

    def _read(self) -> tuple[float, float]:
        if not self._schedule.exists():
            return time.thread_time() * 1000, 0.0
        ran, waited, _ = self._schedule.read_text().split()
        return int(ran) / 1e6, int(waited) / 1e6

    def _on_tick(self) -> None:
        super()._on_tick()
        now, before = self._read(), self._before
        worked, queued = now[0] - before[0], now[1] - before[1]
        late, collected = self.milliseconds[-1], self._collected
        self.frames.append(Frame(late=late, worked=worked, queued=queued, collected=collected))
        self._before, self._collected = now, 0.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Flooded:
    """What was measured while the stanzas came."""

    delays: Samples
    worst: Samples
    """The same, with what the longest frame was made of."""
    worked: Samples
    """Processor time of the loop in each frame."""
    stanza_micros: float
    """Processor time of this process for one stanza, all its threads together."""


async def _measure(seconds: float) -> tuple[list[Frame], list[float]]:
    """Measure this loop and an empty window in the same time."""
    command = (sys.executable, "-m", "tests.bench.bystander", str(seconds))
    bystander = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, limit=2**24)
    assert bystander.stdout is not None
    await bystander.stdout.readline()
    frames = Frames()
    frames.start()
    await asyncio.sleep(seconds)
    frames.stop()
    theirs: list[float] = json.loads(await bystander.stdout.readline())
    await bystander.wait()
    return frames.frames, theirs


async def _sample_stream(folder: Path, url: str) -> Flooded:
    panel = _panel()
    async with _client(folder, url) as (database, session), Scope("stream") as scope:
        view = JournalView(database=database, clock=SystemClock(), scope=scope)
        panel.set_stanzas(view.rows)
        disconnect = view.counted.connect(lambda counts: panel.set_stanza_counts(*counts))
        await view.show(CONVERSATION)
        collecting = scope.spawn("garbage", collect_on_this_thread())
        await _go_online(session)
        before, processor = _appended(view), time.process_time()
        frames, theirs = await _measure(SECONDS)
        shown, processor = _appended(view) - before, time.process_time() - processor
        journaled = await database.read(last_seq)
        collecting.cancel()
        disconnect()
        view.close()
    note = (
        f"{shown / SECONDS:,.0f} stanzas a second were shown, none left out; the last was number "
        f"{view.rows[-1].number:,} of {journaled:,} journaled at that moment; {len(frames):,} delays"
    )
    late = [frame.late for frame in frames]
    return Flooded(
        delays=Samples(ours=late, baseline=theirs, note=note),
        worst=Samples(ours=late, baseline=theirs, note=_said(max(frames, key=lambda frame: frame.late))),
        worked=Samples(
            ours=[frame.worked for frame in frames], note=_said(max(frames, key=lambda frame: frame.worked))
        ),
        stanza_micros=processor / max(shown, 1) * 1_000_000,
    )


def _said(frame: Frame) -> str:
    rest = max(0.0, frame.late + bench_inspector.TICK_MS - frame.worked - frame.queued)
    return (
        f"that frame: {frame.worked:.0f} ms of work, {frame.collected:.0f} of them garbage collection; "
        f"{frame.queued:.0f} ms waiting for one of the {os.cpu_count()} processors; {rest:.0f} ms for anything else, "
        "such as the interpreter"
    )


def _appended(view: JournalView) -> int:
    return len(view.rows) + view.rows.dropped


async def _go_online(session: SessionDriver) -> None:
    online = asyncio.Event()
    disconnect = session.changed.connect(lambda state: online.set() if state.phase is Phase.ONLINE else None)
    session.go_online()
    async with asyncio.timeout(15):
        await online.wait()
    disconnect()


@cache
def _run_stream(app: QApplication) -> Flooded:
    sys.setswitchinterval(0.00005)  # as `app.root` has it
    loop = qasync.QEventLoop(app)
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder, _flood() as url, loop:
        flooded: Flooded = loop.run_until_complete(_sample_stream(Path(folder), url))
    return flooded


class FullTable:
    """The table of `bench_inspector`: 200,000 rows, so that every burst also drops as many."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._panel = _panel()
        rows: Rows[StanzaRow] = Rows(lambda stanza: stanza.id, limit=bench_inspector.FULL)
        rows.extend(bench_inspector.row(number) for number in range(1, bench_inspector.FULL + 1))
        self._panel.set_stanzas(rows)
        self._panel.select_stanza(str(bench_inspector.FULL))
        self._feed = bench_inspector.Feed(rows, self._panel)

    def sample(self, *, following: bool) -> Samples:
        """Return p99 of the delay with rows, and idle."""
        table = self._panel.findChild(StanzaTable)
        if table is None:
            raise NotMeasuredError("the inspector has no table of stanzas")
        bar = table.verticalScrollBar()
        bar.setValue(bar.maximum() if following else bar.maximum() // 2)
        idle = bench_inspector.measure(self._app, None)
        busy = bench_inspector.measure(self._app, self._feed)
        return Samples(ours=busy[1:], baseline=idle[1:])


class Appending:
    """Appends bursts to a table that follows its tail, and measures the processor time until they are painted."""

    def __init__(self, app: QApplication, rows: int) -> None:
        self._app = app
        self._panel = _panel()
        self._rows: Rows[StanzaRow] = Rows(lambda stanza: stanza.id, limit=MAX_ROWS, drops=DROPPED_ROWS)
        self._rows.extend(bench_inspector.row(number) for number in range(max(1, rows - MAX_ROWS + 1), rows + 1))
        self._next = rows + 1
        self._panel.set_stanzas(self._rows)
        self._panel.select_stanza(str(rows))

    def milliseconds(self) -> float:
        """Append one burst."""
        burst = [bench_inspector.row(self._next + place) for place in range(BURST)]
        self._next += BURST
        begun = time.thread_time()
        self._rows.extend(burst)
        self._panel.set_stanza_counts(len(self._rows), self._next)
        self._app.processEvents()
        return (time.thread_time() - begun) * 1000


def _sample_appends(app: QApplication) -> Samples:
    many, few = Appending(app, MANY), Appending(app, FEW)
    return in_turn(many.milliseconds, few.milliseconds, pairs=PAIRS)


def _sample_growth(app: QApplication) -> Samples:
    table = Appending(app, BURST)
    table.milliseconds()  # shows the table for the first time
    return Samples(ours=[table.milliseconds() for _ in range(GROWN // BURST)])


def _table_measure(name: str, table: FullTable, *, following: bool) -> Measure:
    return Measure(
        name=name,
        what=f"Delay of the loop, p99, with {bench_inspector.FULL:,} rows in the inspector and "
        f"{bench_inspector.PER_SECOND:,} new ones "
        "a second handed to it.",
        baseline="the same loop idle",
        unit="ms",
        figure=Figure.P99,
        goal=GOAL,
        run=lambda: table.sample(following=following),
    )


def _stream_measures(app: QApplication) -> Iterator[Measure]:
    runs: tuple[tuple[Figure, Goal, Callable[[], Samples]], ...] = (
        (Figure.P99, GOAL, lambda: _run_stream(app).delays),
        (Figure.WORST, WORST_GOAL, lambda: _run_stream(app).worst),
    )
    for figure, goal, run in runs:
        yield Measure(
            name=f"{PER_SECOND:,} stanzas a second, {'worst' if figure is Figure.WORST else 'p99'}",
            what=f"Delay of the window's loop while stanzas come for {SECONDS} s from a server over line process, "
            "session, journal and view into the inspector's table. Server, line and two threads of the window work at "
            "the same time: on two processors they wait for each other.",
            baseline="an empty window of another process in the same minute",
            unit="ms",
            figure=figure,
            goal=goal,
            run=run,
        )
    yield Measure(
        name=f"{PER_SECOND:,} stanzas a second, most work in a frame",
        what="Processor time of the window's thread in its longest frame by that: what the delay would be where "
        "nobody else wanted a processor.",
        unit="ms",
        figure=Figure.WORST,
        run=lambda: _run_stream(app).worked,
    )
    yield Measure(
        name=f"{PER_SECOND:,} stanzas a second, processor time",
        what="Of the window's process for one of these stanzas: receive, decode, journal, project, show. "
        f"{1_000_000 / PER_SECOND:.0f} µs would be one whole core.",
        unit="µs",
        figure=Figure.MEDIAN,
        run=lambda: Samples(ours=[_run_stream(app).stanza_micros]),
    )


def measures() -> Iterator[Measure]:
    """Yield the whole way, then the table alone."""
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    yield from _stream_measures(app)
    yield Measure(
        name=f"Append at {MANY:,} rows",
        what=f"Processor time to append {BURST} rows to the table and paint its tail, after {MANY:,} rows, of "
        f"which the last {MAX_ROWS:,} are at hand.",
        baseline=f"the same after {FEW:,} rows",
        unit="ms",
        figure=Figure.COST,
        goal=Goal(limit=1.1),
        run=lambda: _sample_appends(app),
    )
    yield Measure(
        name=f"Append up to {GROWN:,} rows, longest",
        what=f"Processor time of the longest of {GROWN // BURST:,} appends of {BURST} rows, and of painting their "
        f"tail, to a table that was empty and keeps the last {MAX_ROWS:,}.",
        unit="ms",
        figure=Figure.WORST,
        goal=GOAL,
        run=lambda: _sample_growth(app),
    )
    table = FullTable(app)
    yield _table_measure("The table full, following its tail", table, following=True)
    yield _table_measure("The table full, reading further up", table, following=False)
