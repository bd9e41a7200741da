"""Open a capture without server or database: its rows fill a database of their own in a temporary folder.

    opened = await OpenedCapture.open(path, clock=clock)
    await opened.read(journal.page)       # all that reads a `RecordSource` reads a capture
    await opened.close()

    with capture_connection(path, now=clock.now()) as (conn, manifest): ...     # the same without a loop

A capture is read-only: nothing writes to that database after it was filled, and nothing of it goes back into the
file.
"""

import asyncio
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.translation import translate
from alicia_desktop.captures.container import STANZAS, CaptureReader, Manifest
from alicia_desktop.captures.writer import REPORT_EVERY, Report, no_report
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import captured_rows
from alicia_desktop.store.conversations.captured_rows import HEAD, MARKS, SOUNDS
from alicia_desktop.store.conversations.conversation_file import BadFileError, Row
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.files.database_file import FileLock, scratch_database

P = ParamSpec("P")
R = TypeVar("R")
_DATABASE: Final = "capture.db"
_FOLDER: Final = "alicia-capture-"
ABANDONED_SECONDS: Final = 86_400.0


class OpenedCapture:
    """A capture as a source of records; made by `open`."""

    def __init__(
        self, path: Path, manifest: Manifest, database: Database, folder: tempfile.TemporaryDirectory[str]
    ) -> None:
        self.path = path
        self.manifest = manifest
        self.changed: Signal[Changes] = Signal()
        """Never emitted: a capture does not change."""
        self._database = database
        self._folder = folder

    @classmethod
    async def open(cls, path: Path, *, clock: Clock, report: Report = no_report) -> Self:
        """Open a capture; `report` is called in another thread.

        Raises:
            WorldError: it is none, damaged, too large, or of a newer version.
        """
        folder = await asyncio.to_thread(partial(tempfile.TemporaryDirectory, prefix=_FOLDER))
        try:
            await asyncio.to_thread(remove_abandoned, Path(folder.name))
            database_path = Path(folder.name) / _DATABASE
            manifest = await asyncio.to_thread(_fill, path, database_path, clock.now(), report)
            return cls(path, manifest, await Database.open(database_path, clock=clock), folder)
        except BaseException:
            await asyncio.to_thread(folder.cleanup)
            raise

    @property
    def conversation_id(self) -> str:
        """Its only conversation."""
        return conversation_id_of(self.manifest)

    async def read(self, function: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `function(conn, *args)` on its database."""
        return await self._database.read(function, *args, **kwargs)

    async def close(self) -> None:
        """Remove what was unpacked."""
        await self._database.close()
        await asyncio.to_thread(self._folder.cleanup)


@contextmanager
def capture_connection(
    path: Path, *, now: datetime, report: Report = no_report
) -> Iterator[tuple[Connection, Manifest]]:
    """Open a capture for a command.

    Raises:
        WorldError: as `OpenedCapture.open`.
    """
    with tempfile.TemporaryDirectory(prefix=_FOLDER) as folder:
        remove_abandoned(Path(folder))
        database_path = Path(folder) / _DATABASE
        manifest = _fill(path, database_path, now, report)
        with scratch_database(database_path, now=now) as conn:
            yield conn, manifest


def remove_abandoned(own: Path) -> None:
    """Remove what captures were unpacked into by processes that were killed, of which nothing else knows.

    That is what lies beside the new folder `own`, belongs to the same user, was not written to for a day, and is open
    nowhere.
    """
    user, now = own.stat().st_uid, own.stat().st_mtime
    for folder in own.parent.glob(f"{_FOLDER}*"):
        with suppress(OSError):
            known = folder.lstat()
            if not stat.S_ISDIR(known.st_mode) or known.st_uid != user:
                continue
            written = max([known.st_mtime, *(file.lstat().st_mtime for file in folder.iterdir())])
            if now - written > ABANDONED_SECONDS and _is_closed(folder / _DATABASE):
                shutil.rmtree(folder)


def _is_closed(database_path: Path) -> bool:
    lock = FileLock(database_path)
    try:
        lock.acquire()
    except WorldError:
        return False
    lock.release()
    return True


def _fill(path: Path, database_path: Path, now: datetime, report: Report) -> Manifest:
    with CaptureReader(path) as reader:
        try:
            with sqlite_errors.explained(database_path), scratch_database(database_path, now=now) as conn:
                fill_database(conn, reader, report)
        except BadFileError as error:
            sentence = translate("{file} cannot be opened: {reason}.").format(file=path.name, reason=error.reason)
            raise WorldError(sentence=sentence, code="capture_damaged") from error
        return reader.manifest


def fill_database(conn: Connection, reader: CaptureReader, report: Report) -> None:
    """Insert all rows of a capture into an empty database.

    Raises:
        WorldError: a row is none of its table.
    """
    head = captured_rows.parse_line(HEAD, 0, bytes(reader.manifest.conversation))
    captured_rows.insert(conn, HEAD, iter([head]), "")
    for name in captured_rows.TABLES:
        captured_rows.insert(conn, name, _rows(reader, name, name), head["id"])
    passes = 1 if "alicia_messages" in reader.manifest.rows else 2
    if passes > 1:
        captured_rows.project_stanzas(conn, _stanzas(reader, report, number=0, passes=passes))
    stanzas = _stanzas(reader, report, number=passes - 1, passes=passes)
    captured_rows.insert(conn, captured_rows.STANZAS, stanzas, head["id"])
    captured_rows.insert_sounds(conn, reader.lines(SOUNDS))
    captured_rows.insert_marks(conn, reader.lines(MARKS))


def _rows(reader: CaptureReader, member: str, table: str) -> Iterator[Row]:
    for number, line in enumerate(reader.lines(member)):
        yield captured_rows.parse_line(table, number, line)


def _stanzas(reader: CaptureReader, report: Report, *, number: int, passes: int) -> Iterator[Row]:
    """Yield the stanzas in one of the passes over them, and report how far all of them are, in stanzas."""
    for done, row in enumerate(_rows(reader, STANZAS, captured_rows.STANZAS)):
        if not done % REPORT_EVERY:
            total = max(done, reader.manifest.stanzas)
            report((number * total + done) // passes, total)
        yield row


def conversation_id_of(manifest: Manifest) -> str:
    """Return the id of a capture's conversation."""
    found: str = captured_rows.parse_line(HEAD, 0, bytes(manifest.conversation))["id"]
    return found
