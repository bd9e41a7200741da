"""Starts one line process, reads its events, checks its heartbeat, and ends it.

A process that is starved of processor time is not killed as one that hangs. Linux tells of each thread its state
(`/proc/<pid>/task/<tid>/stat`, R: runs or is ready to) and how long it has run (`schedstat`, the first figure,
nanoseconds; proc(5)). Elsewhere no process is taken to starve.
"""

import asyncio
import os
import time
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from alicia_desktop.base.child_process import ChildOutput, end_child, start_child
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.base.translation import catalogue_file
from alicia_desktop.line import frames, pipe

ENOUGH: Final = 0.5
"""Who gets such a share of a processor does not starve."""


class StarvationMonitor:
    """Detects that a process is starved of processor time, by the states of its threads."""

    def __init__(self, pid: int) -> None:
        self._threads = Path(f"/proc/{pid}/task")
        self._ran: dict[str, int] = {}
        self._looked = 0.0

    def check(self) -> bool:
        """Return whether a thread was ready to run and hardly ran since the last call; False the first time.

        Any thread may hold what the others wait for, as Python's lock.
        """
        now, ran, ready = time.monotonic(), *self._threads_now()
        enough = ENOUGH * (now - self._looked) * 1e9
        starves = any(thread in self._ran and ran[thread] - self._ran[thread] < enough for thread in ready)
        self._ran, self._looked = ran, now
        return starves

    def _threads_now(self) -> tuple[dict[str, int], list[str]]:
        """Return how long each thread has run, in nanoseconds, and which are ready."""
        ran: dict[str, int] = {}
        ready: list[str] = []
        with suppress(OSError):  # the process is gone, or this is not Linux
            for thread in self._threads.iterdir():
                with suppress(OSError, IndexError, ValueError):  # a thread that has just ended
                    ran[thread.name] = int((thread / "schedstat").read_text().split()[0])
                    if (thread / "stat").read_text().rpartition(")")[2].split()[0] == "R":
                        ready.append(thread.name)
        return ran, ready


log = get_logger(__name__)
PING_SECONDS: Final = 1.0
LOOK_SECONDS: Final = 0.2
STUCK_SECONDS: Final = 2.0
"""Without a `Pong` for so long the process hangs, not counting the time that it was kept from running."""
STARVED_SECONDS: Final = 10.0
"""Without a `Pong` for so long it is of no use, whatever the reason."""
START_SECONDS: Final = 15.0
"""It hangs too when it says nothing for so long after its start; loading is slow on a busy machine."""
CLOSE_SECONDS: Final = 1.7
"""From the end of the pipe until the process is killed."""
GOING_SECONDS: Final = 0.3
"""From the end of its pipe until a process that is dying is gone."""
TURN_SECONDS: Final = 0.002
"""For so long events are handed on before the loop gets a turn: a pipe that filled meanwhile holds hundreds of them."""
MODULE: Final = "alicia_desktop.line.process"


class LineChild:
    """A running line process: writes its commands, reads its events, checks its heartbeat."""

    @classmethod
    async def start(
        cls,
        *,
        log_folder: Path | None,
        output: ChildOutput,
        emit: Callable[[frames.LineEvent], None],
        on_up: Callable[[], None],
    ) -> Self:
        """Start a line process, which logs into the folder and prints into `output`."""
        arguments = (str(os.getpid()), str(log_folder or ""), str(catalogue_file() or ""))
        process = await start_child(MODULE, *arguments, kind="line", output=output)
        return cls(process=process, emit=emit, on_up=on_up)

    def __init__(
        self, *, process: Process, emit: Callable[[frames.LineEvent], None], on_up: Callable[[], None]
    ) -> None:
        self.process = process
        self.up = False
        """Whether it has answered."""
        self._emit = emit
        self._on_up = on_up
        self._format = pipe.commands()
        self._silent_seconds = 0.0
        self._starved_seconds = 0.0
        """Of these, so many it could not run."""
        self._starvation = StarvationMonitor(process.pid)
        self._pings = 0

    def write(self, command: frames.LineCommand) -> None:
        """Write a command to the process; never waits, and is lost when the process is gone."""
        stdin = self.process.stdin
        if stdin is not None and not stdin.is_closing():
            stdin.write(self._format.encode(command))

    async def run(self) -> str:
        """Read events until the process has ended, or hangs and was killed; return which."""
        grace = CLOSE_SECONDS  # of one that is left while it runs
        try:
            stuck = await self._watch()
            grace = 0.0 if stuck else GOING_SECONDS
        finally:
            await self.end(seconds=grace)
        return "stuck" if stuck else "ended"

    async def _watch(self) -> bool:
        """Read events until the process has closed its pipe or hangs; return whether it hangs."""
        async with Scope("line child") as scope:
            reading = scope.spawn("read", self._read())
            stuck = False
            looked = pinged = time.monotonic()
            self._ping()
            while not reading.done() and not stuck:
                await asyncio.wait({reading}, timeout=LOOK_SECONDS)
                now = time.monotonic()
                # When this very loop stood still the Pong may wait unread: only as long as we looked it can be missing.
                stuck = await self._is_stuck(min(now - looked, 2 * LOOK_SECONDS))
                looked = now
                if now - pinged >= PING_SECONDS:
                    pinged = now
                    self._ping()
        return stuck

    async def end(self, *, seconds: float = CLOSE_SECONDS) -> None:
        """Close the pipe, which ends the process, and wait for its end; kill it when it takes too long."""
        await end_child(self.process, seconds=seconds)

    async def _is_stuck(self, seconds: float) -> bool:
        """Return whether the process hangs, after so many more seconds without a `Pong`."""
        self._silent_seconds += seconds
        if not self.up:
            return self._silent_seconds > START_SECONDS
        if self._silent_seconds > PING_SECONDS:  # before, it has nothing to answer
            # A thread, because hundreds of small files are read just when the machine is busiest.
            self._starved_seconds += seconds if await run_in_daemon_thread(self._starvation.check) else 0.0
        lived = self._silent_seconds - self._starved_seconds
        return lived > STUCK_SECONDS or self._silent_seconds > STARVED_SECONDS

    def _ping(self) -> None:
        # Ours count down from -1, so that a Ping of the owner's finds its own answer.
        self._pings -= 1
        self.write(frames.Ping(number=self._pings))

    async def _read(self) -> None:
        reader, format_ = self.process.stdout, pipe.events()
        if reader is None:
            return
        begun = time.perf_counter()
        try:
            while (event := await pipe.read_frame(reader, format_)) is not None:
                self._on_event(event)
                if time.perf_counter() - begun > TURN_SECONDS:  # `read_frame` does not wait for what is there already
                    await asyncio.sleep(0)
                    begun = time.perf_counter()
        except ValueError:
            log.exception("line process sent what cannot be read", pid=self.process.pid)

    def _on_event(self, event: frames.LineEvent) -> None:
        if not isinstance(event, frames.Pong) or event.number > 0:
            self._emit(event)
            return
        self._silent_seconds = self._starved_seconds = 0.0
        self._starvation = StarvationMonitor(self.process.pid)
        if not self.up:
            self.up = True
            self._on_up()
