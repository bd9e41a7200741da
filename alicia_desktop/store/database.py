"""The database as the rest of the program sees it: `write` and `read` run query functions in its two threads.

`await database.write(conversations.rename, conversation_id, title)` calls `rename(conn, conversation_id, title)` in a
transaction and returns once it is on disk. Works on any asyncio loop, also on Qt's: the one hop is
`call_soon_threadsafe`.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

from sqlalchemy import Connection

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import make_private_file, make_private_folder
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.engine import BUSY_SECONDS, reading_engine, writing_engine
from alicia_desktop.store.files.checkpointer import Checkpointer
from alicia_desktop.store.files.damage_marker import look_through, suspect
from alicia_desktop.store.files.lock import FileLock
from alicia_desktop.store.files.opening_check import check_files, check_new
from alicia_desktop.store.files.page_checksums import PageChecksums, checksums_path
from alicia_desktop.store.files.wal import size_of
from alicia_desktop.store.migrate import migrate
from alicia_desktop.store.threads import Call, ConnectionThread, Deliver, read_one, write_together

__all__ = ["Connection", "Database"]

P = ParamSpec("P")
R = TypeVar("R")
log = get_logger(__name__)

MAX_CALLS_PER_COMMIT: Final = 1_000
"""Bounds how long the first caller of a burst waits for the last."""


class Database:
    """One database file with one writing thread and one reading thread; made by `open`."""

    def __init__(
        self, path: Path, lock: FileLock, checksums: PageChecksums, *, busy_seconds: float, notice: str = ""
    ) -> None:
        self.path = path
        self.checksums = checksums
        """Of its pages: kept by the writer, compared by `integrity`."""
        self.notice = notice
        """What the person has to know of how it was found, as a sentence."""
        self.changed: Signal[Changes] = Signal()
        """Emitted on the loop after each commit that changed something."""
        self._lock = lock
        deliver = self._deliver_on(asyncio.get_running_loop())
        self._writer = ConnectionThread(
            writing_engine(path, busy_seconds=busy_seconds),
            name=f"{path.name} writer",
            serve=write_together,
            deliver=deliver,
            most=MAX_CALLS_PER_COMMIT,
            checkpointer=Checkpointer(path, checksums),
        )
        self._reader = ConnectionThread(
            reading_engine(path, busy_seconds=busy_seconds),
            name=f"{path.name} reader",
            serve=read_one,
            deliver=deliver,
            most=1,
        )

    @classmethod
    async def open(cls, path: Path, *, clock: Clock, busy_seconds: float = BUSY_SECONDS) -> Self:
        """Take the lock, make or migrate the file, and start the threads.

        Raises `WorldError` with code `database_in_use`, `database_newer`, `database_damaged`, `database_locked`,
        `database_foreign`, `disk_full` or `folder_read_only`.
        """
        lock = FileLock(path)
        loop = asyncio.get_running_loop()
        preparing = loop.run_in_executor(None, _prepare, path, lock, clock, busy_seconds)
        try:
            checksums, notice = await asyncio.shield(preparing)
            return cls(path, lock, checksums, busy_seconds=busy_seconds, notice=notice)
        except BaseException:
            await asyncio.wait({preparing})  # a caller that is cancelled does not stop the thread that takes the lock
            if preparing.exception() is None:
                preparing.result()[0].close(clean=False)
            lock.release()
            raise

    async def write(self, function: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `function(conn, *args)` in a transaction and return its result once it is committed.

        Calls that wait together are committed together, each in a savepoint: a function that
        raises undoes its own work only.
        A caller that is cancelled does not cancel its write.
        """
        return await self._submit(self._writer, function, *args, **kwargs)

    async def read(self, function: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `function(conn, *args)` on a snapshot of what is committed; it cannot write."""
        return await self._submit(self._reader, function, *args, **kwargs)

    async def close(self) -> None:
        """Finish what is queued, close the file and give the lock back; may be called twice."""
        self._reader.stop()
        self._writer.stop()
        try:
            await asyncio.to_thread(self._join)
        finally:
            if self.checksums.damaged:
                suspect(self.path, self.checksums.damaged)
            self.checksums.close(clean=self._writer.is_clean)
            self._lock.release()

    def _join(self) -> None:
        self._reader.join()
        self._writer.join()

    async def _submit(
        self,
        thread: ConnectionThread,
        function: Callable[Concatenate[Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()

        def run(conn: Connection) -> R:
            return function(conn, *args, **kwargs)

        run.__name__ = function.__name__
        thread.submit(Call(function=run, arguments=(), future=future))
        return await future

    def _deliver_on(self, loop: asyncio.AbstractEventLoop) -> Deliver:
        def deliver(calls: Sequence[Call], changes: Changes) -> None:
            try:
                loop.call_soon_threadsafe(self._on_served, calls, changes)
            except RuntimeError:
                log.warning("the loop ended before its database", database=self.path.name, calls=len(calls))

        return deliver

    def _on_served(self, calls: Sequence[Call], changes: Changes) -> None:
        for call in calls:
            self._settle(call)
        if changes:
            self.changed.emit(changes)

    def _settle(self, call: Call) -> None:
        if call.error is None:
            if not call.future.done():
                call.future.set_result(call.result)
            return
        error = sqlite_errors.translate(call.error, self.path)
        if isinstance(error, WorldError) and error.code == sqlite_errors.DAMAGED:
            suspect(self.path)
        if call.future.done():
            log.error("a call failed after its caller had left", function=call.function.__name__, exc_info=error)
        else:
            error.__cause__ = error.__cause__ or (call.error if error is not call.error else None)
            call.future.set_exception(error)


def _prepare(path: Path, lock: FileLock, clock: Clock, busy_seconds: float) -> tuple[PageChecksums, str]:
    """Make the file ready; returns the checksums of its pages, and what the person has to know."""
    try:
        make_private_folder(path.parent)
    except OSError as error:
        raise sqlite_errors.of_files(error, path) from error
    lock.acquire()
    is_new = not path.exists()
    checksums: PageChecksums | None = None
    try:
        if is_new:
            check_new(path)
            checksums_path(path).unlink(missing_ok=True)
            make_private_file(path)  # what SQLite puts beside it gets the same mode
        checksums = PageChecksums(path)
        notice = "" if is_new else check_files(path, checksums)
        if notice:
            suspect(path)
        checksums.begin()
        _bring_up_to_date(path, checksums, clock, busy_seconds)
    except BaseException as error:
        if checksums is not None:
            checksums.close(clean=False)
        if is_new and size_of(path) == 0:
            path.unlink(missing_ok=True)
        translated = _translated(error, path)
        if translated is error:
            raise
        raise translated from error
    return checksums, notice


def _bring_up_to_date(path: Path, checksums: PageChecksums, clock: Clock, busy_seconds: float) -> None:
    engine = writing_engine(path, busy_seconds=busy_seconds)
    try:
        with engine.connect() as conn:
            checkpointer = Checkpointer(path, checksums)
            checkpointer.attach(conn)
            migrate(conn, path, now=clock.now())
            look_through(conn, path, checksums)
            checkpointer.detach(conn)
    finally:
        engine.dispose()
    checksums.begin()  # the next log is another one


def _translated(error: BaseException, path: Path) -> BaseException:
    """Return what an error means for the person, where it is no bug of ours."""
    if isinstance(error, OSError):  # such as of the copy that is made before a change
        return sqlite_errors.of_files(error, path)
    return sqlite_errors.translate(error, path)
