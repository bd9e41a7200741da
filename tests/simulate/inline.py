"""The real store without its threads: each call runs at once, so that a run depends on its seed and on nothing else."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Call, Database, read_one, write_together
from alicia_desktop.store.engine import reading_engine, writing_engine
from alicia_desktop.store.migration import migrate

Moment = Callable[[str], bool]
"""Asked before and after each call, by `before` and `after`: whether the program dies now."""


class InlineDatabase(Database):
    """A `Database` whose calls run in the caller's turn of the loop, and which can die with its program."""

    def __init__(self, path: Path, *, dies: Moment = lambda _: False) -> None:
        # Not the parent's: that one takes the file's lock and starts threads.
        self.path = path
        self.changed: Signal[Changes] = Signal()
        self.dead = False
        self._dies = dies
        self._connections = [writing_engine(path).connect(), reading_engine(path).connect()]
        writer = self._connections[0].connection.driver_connection
        assert writer is not None
        writer.execute("PRAGMA synchronous = OFF")  # power is never lost in here

    async def write(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Run in a transaction."""
        return await self._at_once(0, function, *args, **kwargs)

    async def read(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Run on a snapshot."""
        return await self._at_once(1, function, *args, **kwargs)

    async def close(self) -> None:
        """Close the file; the writer last, since only it can take the log away, which would belong to the next file."""
        for connection in reversed(self._connections):
            connection.close()

    async def _at_once(self, place: int, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.dead or self._dies("before"):
            self.dead = True
            return await future  # for ever: nobody is there any more
        call = Call(function=lambda conn: function(conn, *args, **kwargs), arguments=(), future=future)
        serve = read_one if place else write_together
        changes = serve(self._connections[place], [call])
        if self._dies("after"):
            self.dead = True
            return await future
        asyncio.get_running_loop().call_soon(self._served, [call], changes)
        return await future

    def _served(self, calls: Sequence[Call], changes: Changes) -> None:
        if not self.dead:
            self._on_served(calls, changes)


def make_template(path: Path, clock: Clock) -> Path:
    """Make an empty database of the newest version, to be copied."""
    with writing_engine(path).connect() as conn:
        migrate(conn, path, now=clock.now())
    return path  # the last connection to close has written the log into the file


def copy_template(template: Path, path: Path) -> Path:
    """Return a database of its own."""
    return Path(shutil.copyfile(template, path))
