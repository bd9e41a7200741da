"""Open a database, and run query functions on it: one file, one writing thread, one reading thread.

    database = await Database.open(folder / "client.db", clock=clock)  # `files.database_file`: lock, check, migrate
    database.changed.connect(on_changes)  # after each commit, on the loop: which rows are new or changed (`changes`)
    await database.write(conversations.rename, "ac_1", "Recital", clock.now())  # returns once it is on disk
    bundles = await database.read(transcripts.whole, "ac_1")  # on a snapshot of what is committed
    await database.close()  # finishes what is queued

A query function takes a `Connection` first and returns frozen records; the folders beside this module hold them by
subject. A commit with `synchronous=FULL` costs milliseconds, whatever it holds, so the writer takes all calls that
wait, gives each a savepoint and commits once: a call that raises undoes its own work only. After the commit it copies
the write-ahead log into the file where that is due (`files.checkpointer`). Results and changes reach the event loop,
which in the window is Qt's, by `call_soon_threadsafe` and no other way. What SQLite raises becomes a `WorldError` in
one place (`sqlite_errors`); after damage the file is marked, and its next opening looks through all of it
(`files.database_file`, `files.integrity`).
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Protocol, Self, TypeVar

from sqlalchemy import Connection, Engine

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.changes import Changes, pop_changes
from alicia_desktop.store.engine import BUSY_SECONDS, reading_engine, writing_engine
from alicia_desktop.store.files.checkpointer import Checkpointer, after_commit, cut_log
from alicia_desktop.store.files.database_file import FileLock, prepare_files, suspect
from alicia_desktop.store.files.page_checksums import PageChecksums

__all__ = ["Connection", "Database", "RecordSource"]

P = ParamSpec("P")
R = TypeVar("R")
log = get_logger(__name__)

MAX_CALLS_PER_COMMIT: Final = 1_000
"""Bounds how long the first caller of a burst waits for the last."""


@dataclass(kw_only=True, slots=True, eq=False)
class Call:
    """One function to run on the connection, and how it ended."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: asyncio.Future[Any]
    """Belongs to the loop: the thread never touches it."""
    result: Any = None
    error: BaseException | None = None


Serve = Callable[[Connection, Sequence[Call]], Changes]
Deliver = Callable[[Sequence[Call], Changes], None]


class ConnectionThread:
    """A thread that owns one connection: serves calls in order, up to `most` at once, until it is stopped."""

    def __init__(
        self,
        engine: Engine,
        *,
        name: str,
        serve: Serve,
        deliver: Deliver,
        most: int,
        checkpointer: Checkpointer | None = None,
    ) -> None:
        self._engine = engine
        self._checkpointer = checkpointer
        self.is_clean = False
        """Whether, after its end, nothing is left in the write-ahead log."""
        self._serve = serve
        self._deliver = deliver
        self._most = most
        self._calls: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, call: Call) -> None:
        """Queue a call; once queued it is run, whatever becomes of its caller."""
        if self._stopped:
            raise RuntimeError("the database is closed")
        self._calls.put(call)

    def stop(self) -> None:
        """Refuse further calls; what is queued is still served."""
        if not self._stopped:
            self._stopped = True
            self._calls.put(None)

    def join(self) -> None:
        """Wait until all that was queued is done and the connection is closed."""
        self._thread.join()

    def _run(self) -> None:
        try:
            conn = self._engine.connect()
        except Exception as error:  # noqa: BLE001 - such as damage since the file was checked; handed to the callers
            self._refuse(error)
            return
        with conn:
            if self._checkpointer is not None:
                self._checkpointer.attach(conn)
            while calls := self._next():
                self._deliver(calls, self._serve(conn, calls))
            if self._checkpointer is not None:
                self.is_clean = self._checkpointer.detach(conn)
        self._engine.dispose()

    def _refuse(self, error: Exception) -> None:
        """Fail every call, so that nobody waits for a thread that has no connection."""
        while calls := self._next():
            for call in calls:
                call.error = error
            self._deliver(calls, frozenset())

    def _next(self) -> list[Call]:
        """Wait for a call and take those that wait behind it; return none once the thread is stopped."""
        calls: list[Call] = []
        while not calls or (len(calls) < self._most and not self._calls.empty()):
            call = self._calls.get()
            if call is None:
                self._calls.put(None)
                break
            calls.append(call)
        return calls


def write_together(conn: Connection, calls: Sequence[Call]) -> Changes:
    """Run the calls in one transaction, each in a savepoint of its own, and return what they changed."""
    changes: Changes = frozenset()
    pop_changes(conn)
    try:
        with conn.begin():
            for call in calls:
                changes |= _run_in_savepoint(conn, call) if len(calls) > 1 else _run(conn, call)
    except BaseException as error:  # noqa: BLE001 - handed to the callers
        for call in calls:
            call.error = call.error or error
        return frozenset()
    cut_log(conn)
    after_commit(conn)
    return changes


def read_one(conn: Connection, calls: Sequence[Call]) -> Changes:
    """Run each call on a snapshot of its own."""
    for call in calls:
        try:
            with conn.begin():
                call.result = call.function(conn, *call.arguments)
        except BaseException as error:  # noqa: BLE001 - handed to the caller
            call.error = error
    return frozenset()


def _run(conn: Connection, call: Call) -> Changes:
    call.result = call.function(conn, *call.arguments)
    return frozenset(pop_changes(conn))


def _run_in_savepoint(conn: Connection, call: Call) -> Changes:
    driver = conn.connection.driver_connection
    assert driver is not None
    driver.execute("SAVEPOINT one_call")
    try:
        changes = _run(conn, call)
    except BaseException as error:
        pop_changes(conn)
        if not driver.in_transaction:  # the disk is full or failing: SQLite has undone all of it
            raise
        call.error = error
        driver.execute("ROLLBACK TO one_call")
        changes = frozenset()
    driver.execute("RELEASE one_call")
    return changes


class RecordSource(Protocol):
    """Where views read records: a `Database` that changes, or a capture that does not (`captures.opened`)."""

    @property
    def changed(self) -> Signal[Changes]:
        """Emitted on the loop after each commit that changed something."""

    async def read(self, function: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `function(conn, *args)` on a snapshot of what is committed; it cannot write."""


class Database:
    """One database file with one writing thread and one reading thread; made by `open`."""

    def __init__(
        self, path: Path, lock: FileLock, checksums: PageChecksums, *, busy_seconds: float, notice: str = ""
    ) -> None:
        self.path = path
        self.checksums = checksums
        """The checksums of its pages: the writer keeps them, `integrity` compares them."""
        self.notice = notice
        """A sentence for the user about how the file was found; empty when all was well."""
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
        """Lock the file, make or migrate it, and start the threads.

        Raises:
            WorldError: `database_in_use`, `database_newer`, `database_damaged`, `database_locked`, `database_foreign`,
                `disk_full` or `folder_read_only`.
        """
        lock = FileLock(path)
        loop = asyncio.get_running_loop()
        preparing = loop.run_in_executor(None, prepare_files, path, lock, clock, busy_seconds)
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
        error = sqlite_errors.explain(call.error, self.path)
        if isinstance(error, WorldError) and error.code == sqlite_errors.DAMAGED:
            suspect(self.path)
        if call.future.done():
            log.error("a call failed after its caller had left", function=call.function.__name__, exc_info=error)
        else:
            error.__cause__ = error.__cause__ or (call.error if error is not call.error else None)
            call.future.set_exception(error)
