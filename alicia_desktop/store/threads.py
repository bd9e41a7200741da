"""A thread that owns one connection and serves calls on it: the writer many to a commit, the reader one to a snapshot.

A commit with `synchronous=FULL` costs milliseconds, whatever it holds, so the writer takes all that waits, gives each
call a savepoint, and commits once; a call that fails takes only its own work with it. Results are delivered after the
commit.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine

from alicia_desktop.store.changes import Changes, take
from alicia_desktop.store.files.checkpointer import Checkpointer, after_commit
from alicia_desktop.store.files.secure_delete import cut_log


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
    """Serves calls in the order in which they were submitted, up to `most` at once, until it is stopped."""

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
        """Take no more calls; what is queued is still served."""
        if not self._stopped:
            self._stopped = True
            self._calls.put(None)

    def join(self) -> None:
        """Wait until all that was queued is done and the connection is closed."""
        self._thread.join()

    def _run(self) -> None:
        try:
            conn = self._engine.connect()
        except Exception as error:  # noqa: BLE001 - such as of damage since the opening; handed to the callers
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
        """Wait for a call and take what waits behind it; nothing at the end."""
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
    take(conn)
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
    return frozenset(take(conn))


def _run_in_savepoint(conn: Connection, call: Call) -> Changes:
    driver = conn.connection.driver_connection
    assert driver is not None
    driver.execute("SAVEPOINT one_call")
    try:
        changes = _run(conn, call)
    except BaseException as error:
        take(conn)
        if not driver.in_transaction:  # the disk is full or failing: SQLite has undone all of it
            raise
        call.error = error
        driver.execute("ROLLBACK TO one_call")
        changes = frozenset()
    driver.execute("RELEASE one_call")
    return changes
