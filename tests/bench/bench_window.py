"""How soon the window is there, and how soon it can be used, when it is started for the second time.

Each start is a process of its own, timed from before it is spawned. Our command and the bare window take turns. Before
them one conversation is held over the real server, so that there is something to read; the first start of both, which
compiles the modules and fills the caches of the system, is not counted. Qt's offscreen platform draws everything and
asks no display server.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy import Connection

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.bench.alicia import environment, talk
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples
from tests.bench.probe import Moments

PAIRS = 7
PATIENCE_SECONDS = 40.0
SAID = ("My daughter Emma has a piano recital on Friday.", "When is Emma's recital?", "What is 17 * 23?")


def started(kind: Literal["app", "bare"], home: Path) -> Moments:
    """Start a window, wait for its end, and return how many seconds it took to what."""
    told = home / "moments.json"
    told.unlink(missing_ok=True)
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.bench.probe", kind, str(told)]
    try:
        subprocess.run(command, env=environment(home), timeout=PATIENCE_SECONDS, check=True, capture_output=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        raise NotMeasuredError(f"the window did not come up and close ({type(error).__name__})") from error
    moments = msgspec.json.decode(told.read_bytes(), type=Moments)
    return Moments(
        shown=moments["shown"] - begun,
        furnished=moments["furnished"] - begun,
        readable=moments["readable"] - begun,
    )


def something_to_read(home: Path) -> None:
    """Hold a conversation, and leave it as the one that was last looked at."""
    talk(home, SAID)
    asyncio.run(_look_at_it(home))


async def _look_at_it(home: Path) -> None:
    clock = SystemClock()
    database = await Database.open(home / "alicia" / "client.db", clock=clock)
    try:
        await database.write(_open_first, clock)
    finally:
        await database.close()


def _open_first(conn: Connection, clock: SystemClock) -> None:
    conversations.open_now(conn, conversations.listed(conn)[0].id, clock.now())


class Starts:
    """Starts in turn, taken when they are first asked for."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._taken: list[tuple[Moments, Moments]] = []

    def taken(self) -> Sequence[tuple[Moments, Moments]]:
        """Return pairs of (ours, bare)."""
        if not self._taken:
            something_to_read(self._home)
            pairs = [(started("app", self._home), started("bare", self._home)) for _ in range(PAIRS + 1)]
            self._taken = pairs[1:]
        return self._taken

    def shown(self) -> Samples:
        """Return the seconds to the first paint."""
        pairs = self.taken()
        return Samples(ours=[ours["shown"] for ours, _ in pairs], baseline=[bare["shown"] for _, bare in pairs])

    def furnished(self) -> Samples:
        """Return the seconds to the first paint with the panels in it."""
        pairs = self.taken()
        return Samples(ours=[ours["furnished"] for ours, _ in pairs], baseline=[bare["shown"] for _, bare in pairs])

    def readable(self) -> Samples:
        """Return the seconds to a conversation that can be read and answered."""
        pairs = self.taken()
        return Samples(ours=[ours["readable"] for ours, _ in pairs], baseline=[bare["shown"] for _, bare in pairs])


def measures() -> Iterator[Measure]:
    """Yield all; they share their starts."""
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder:
        starts = Starts(Path(folder))
        yield Measure(
            name="Window shown",
            what="From starting the command `alicia-desktop` to the window's first paint: the frame in its colours, "
            "still empty. Modules are compiled already, as from a person's second start on.",
            baseline="an empty window of PySide6, started and painted the same",
            unit="s",
            figure=Figure.COST,
            goal=Goal(limit=1.5),
            run=partial(Starts.shown, starts),
        )
        yield Measure(
            name="Window furnished",
            what="From starting the command to the first paint of the panels in the window: sidebar, conversation and "
            "composer, still without what was said.",
            baseline="the empty window",
            unit="s",
            figure=Figure.COST,
            run=partial(Starts.furnished, starts),
        )
        yield Measure(
            name="Ready to read and write",
            what="From starting the command to the last conversation's newest message on screen and a composer that "
            "takes keys; median.",
            baseline="the empty window",
            unit="s",
            figure=Figure.MEDIAN,
            goal=Goal(limit=1.5),
            run=partial(Starts.readable, starts),
        )
