"""Copy what can still be read of a damaged database into a new one; the damaged file stays as it was.

The order makes a kill at any moment harmless: first a copy is put aside (`client.db.damaged-<time>`), then a new
database grows beside the old one, and only when it is whole does it take its place. Before it is read, the old one is
mended: a page of which one bit flipped is known by its checksum, a damaged log is copied page by page, and the log of
another database is left out. Rows are read by their primary key, so that one bad page costs the rows on it and not
those behind it. Indexes are not read but made again. Of a file that was emptied the newest backup is read.

Raw SQL, because the tables of a damaged file are read as far as they go, whatever their columns are.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table
from sqlcipher3 import dbapi2

from alicia_desktop.base.files import make_private_file
from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.database_file import FileLock, clear, damaged_pages
from alicia_desktop.store.files.page_checksums import PageChecksums
from alicia_desktop.store.files.wal import PAGE_BYTES, copy_by_hand, log_path, size_of, survey
from alicia_desktop.store.migration import backups_of, migrate, shipped_steps
from alicia_desktop.store.schema import metadata, search_indexes

RECOVERED: Final = "Recovered"
"""Title of a conversation of which only what was said in it is left."""
PATIENT_STEPS: Final = 1_000
"""Keys of a table tried one by one where a page is bad; from there on in steps that double."""
MAX_CORRECTED: Final = 500
"""Pages of which the flipped bit is looked for; each takes some milliseconds."""
_BESIDE: Final = ("-wal", "-shm", ".checksums")
_HEADER: Final = b"SQLite format 3\0" + (4096).to_bytes(2, "big") + bytes((2, 2, 0, 64, 32, 32))
"""The first 24 bytes of every database that we make: a flipped bit in them is mended."""
_SUBJECTS: Final[Mapping[str, Callable[[int], str]]] = {
    "alicia_conversations": lambda count: translate_count("{count} conversation", "{count} conversations", count),
    "alicia_messages": lambda count: translate_count("{count} message", "{count} messages", count),
    "alicia_memory": lambda count: translate_count("{count} memory", "{count} memories", count),
}
_UNKNOWN: Final = {
    "alicia_conversations": translate("an unknown number of conversations"),
    "alicia_messages": translate("an unknown number of messages"),
    "alicia_memory": translate("an unknown number of memories"),
}
Row = tuple[Any, ...]
_UNREADABLE: Final = (dbapi2.Error, UnicodeDecodeError)
"""The second where the words of an error quote what is damaged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableCount:
    """What became of one table."""

    name: str
    saved: int
    lost: int | None
    """None where nothing tells how many there were, and some were not readable."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Salvaged:
    """What was saved, and where the damaged file is kept."""

    quarantine: Path
    tables: tuple[TableCount, ...]
    backup: Path | None = None
    """What was read in place of a database that was empty."""
    mended: int = 0
    """Damaged pages that are again what they were."""
    doubtful: int = 0
    """Damaged pages that are not: what could be read of them may be wrong."""

    @property
    def sentence(self) -> str:
        """Return what a person has to know."""
        return " ".join(part.format(**self._values) for part in self._parts())

    def _parts(self) -> Iterator[str]:
        if self.backup is None:
            yield translate("Saved: {saved}.")
        else:
            yield translate("Saved from the backup {backup}: {saved}.")
        if any(one.lost != 0 for one in self.tables):
            yield translate("Not readable any more: {lost}.")
        else:
            yield translate("Every row was readable.")
        if self.mended:
            yield translate("Damaged parts that were repaired: {mended}.")
        if self.doubtful:
            yield translate(
                "Damaged parts that could not be repaired: {doubtful}; what they held may be missing or wrong."
            )
        yield translate("The damaged file is kept as {file}.")

    @property
    def _values(self) -> Mapping[str, object]:
        saved = {one.name: one.saved for one in self.tables}
        return {
            "saved": ", ".join(say(saved.get(name, 0)) for name, say in _SUBJECTS.items()),
            "backup": self.backup.name if self.backup is not None else "",
            "lost": ", ".join(_lost(one) for one in self.tables if one.lost != 0),
            "mended": format_number(self.mended),
            "doubtful": format_number(self.doubtful),
            "file": self.quarantine,
        }


def _lost(count: TableCount) -> str:
    if count.lost is None:
        unknown = _UNKNOWN.get(count.name) or translate("an unknown number of rows of {table}")
        return unknown.format(table=count.name)
    if say := _SUBJECTS.get(count.name):
        return say(count.lost)
    return translate_count("{count} row of {table}", "{count} rows of {table}", count.lost, table=count.name)


def salvage(path: Path, *, now: datetime) -> Salvaged:
    """Put the database at `path` aside and leave a new one there with all that can be read of it.

    Raises:
        WorldError: a program has the database open, or there is no space for both; the old file is then as it was.
    """
    lock = FileLock(path)
    lock.acquire()
    fresh = path.with_name(f"{path.name}.salvaging")
    try:
        with sqlite_errors.explained(path):
            quarantine = _put_aside(path, now)
            _remove(fresh)
            mended, doubtful = _mend(path)
            backup = None if _has_tables(path) else next(reversed(backups_of(path)), None)
            counts = _copy(backup or path, fresh, now)
            _remove_beside(path)
            fresh.replace(path)
            clear(path)
    except OSError as error:
        raise sqlite_errors.no_room_to_salvage(path) from error
    finally:
        _remove(fresh)
        lock.release()
    return Salvaged(quarantine=quarantine, tables=counts, backup=backup, mended=mended, doubtful=doubtful)


def _put_aside(path: Path, now: datetime) -> Path:
    name = f"{path.name}.damaged-{now.astimezone(UTC):%Y%m%dT%H%M%S}"
    quarantine, number = path.with_name(name), 1
    while quarantine.exists():
        number += 1
        quarantine = path.with_name(f"{name}-{number}")
    for suffix in ("-wal", ""):  # the file itself last: where it is, all of it is
        source = path.with_name(path.name + suffix)
        if source.exists():
            copy = quarantine.with_name(quarantine.name + suffix)
            make_private_file(copy)
            shutil.copyfile(source, copy)
    return quarantine


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_beside(path)


def _remove_beside(path: Path) -> None:
    for suffix in _BESIDE:
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _mend(path: Path) -> tuple[int, int]:
    """Make of the files what can be made of them without reading a row.

    Returns how many damaged pages were mended, and how many were not.
    """
    make_private_file(path)
    found = survey(log_path(path))
    copied: Mapping[int, bool] = {}
    checksums = PageChecksums(path)
    try:
        is_ours = found.salts is None or (checksums.owns_log(found.salts) and not checksums.was_replaced())
        if not is_ours:
            log_path(path).unlink()
        elif found.loses_commits or (size_of(path) == 0 and found.salts is not None):
            copied = copy_by_hand(log_path(path), path)
            log_path(path).unlink()
        if checksums.was_replaced():
            checksums.forget()
        checksums.leave_to_log(frozenset(copied) or (found.pages if is_ours else frozenset()))
        damaged = checksums.verify_all()
        rewritten = damaged_pages(path) - set(damaged)
        mended = {page: checksums.corrected(page) for page in damaged[:MAX_CORRECTED]}
    finally:
        checksums.close(clean=False)
    whole = {page: content for page, content in mended.items() if content is not None}
    with path.open("r+b") as file:
        for page, content in whole.items():
            file.seek((page - 1) * PAGE_BYTES)
            file.write(content)
    if size_of(path):
        _mend_header(path)
    in_doubt = [page for page, is_whole in copied.items() if not is_whole]
    return len(whole), len(damaged) + len(rewritten) + len(in_doubt) - len(whole)


def _mend_header(path: Path) -> None:
    with path.open("r+b") as file:
        if file.read(len(_HEADER)) != _HEADER:
            file.seek(0)
            file.write(_HEADER)


def _copy(path: Path, fresh: Path, now: datetime) -> tuple[TableCount, ...]:
    make_private_file(fresh)
    engine = writing_engine(fresh)
    try:
        with closing(_reader(path)) as old, engine.connect() as conn:
            migrate(conn, fresh, now=now, steps=_steps(old))
            with conn.begin():
                triggers = _without_triggers(conn)
                counts = tuple(_copy_table(old, conn, table, now) for table in metadata.sorted_tables)
                for statement in triggers:
                    conn.exec_driver_sql(statement)
                search_indexes.rebuild(conn)
            return counts
    finally:
        engine.dispose()


def _reader(path: Path) -> dbapi2.Connection:
    """Return a connection that reads as much as it can, also texts that are not UTF-8 any more."""
    old = dbapi2.connect(str(path), isolation_level=None)
    old.text_factory = lambda content: content.decode(errors="replace")
    with suppress(*_UNREADABLE):
        old.execute("PRAGMA cell_size_check = ON")
        old.execute("PRAGMA writable_schema = ON")  # one entry that makes no sense does not hide all others
    return old


def _has_tables(path: Path) -> bool:
    with closing(_reader(path)) as old, suppress(*_UNREADABLE):
        return bool(old.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone())
    return False


def _steps(old: dbapi2.Connection) -> tuple[str, ...]:
    """Return the steps to the version of the old database, where it has one that we know; else all."""
    steps = shipped_steps()
    with suppress(*_UNREADABLE):
        (version,) = old.execute("PRAGMA user_version").fetchone()
        if 0 < version < len(steps):
            return steps[:version]
    return steps


def _without_triggers(conn: Connection) -> list[str]:
    """Drop the triggers and return what makes them again: rows are copied as they are, and nothing follows from it."""
    found = conn.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    for name, _ in found:
        conn.exec_driver_sql(f'DROP TRIGGER "{name}"')
    return [sql for _, sql in found]


def _copy_table(old: dbapi2.Connection, conn: Connection, table: Table, now: datetime) -> TableCount:
    columns = _columns(conn, old, table)
    if not columns:
        return TableCount(name=table.name, saved=0, lost=0 if _is_new(conn, table) else None)
    marks = ", ".join("?" * len(columns))
    insert = f'INSERT INTO "{table.name}" ({", ".join(columns)}) VALUES ({marks})'
    owners = [columns.index(key.parent.name) for key in table.foreign_keys if key.parent.name in columns]
    reading = _Reading(old, table, columns)
    saved = sum(_insert(conn, insert, row, owners, now) for row in reading.rows())
    there = _count(old, table)
    if there is None:
        return TableCount(name=table.name, saved=saved, lost=None if reading.broken else reading.found - saved)
    return TableCount(name=table.name, saved=saved, lost=max(there - saved, 0))


def _columns(conn: Connection, old: dbapi2.Connection, table: Table) -> list[str]:
    """Return the columns that both databases have."""
    pragma = f'PRAGMA table_info("{table.name}")'
    known = [row[1] for row in conn.exec_driver_sql(pragma)]
    try:
        there = {row[1] for row in old.execute(pragma)}
    except _UNREADABLE:
        return []
    return [name for name in known if name in there]


def _is_new(conn: Connection, table: Table) -> bool:
    """Whether the version of the damaged database had no such table yet."""
    return not conn.exec_driver_sql(f'PRAGMA table_info("{table.name}")').all()


def _count(old: dbapi2.Connection, table: Table) -> int | None:
    """Return how many rows there were; SQLite asks the smallest index, which may be whole where the table is not."""
    try:
        number: int = old.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0]
    except _UNREADABLE:
        return None
    return number


def _insert(conn: Connection, insert: str, row: Row, owners: list[int], now: datetime) -> bool:
    """Whether the row is one that the schema allows; a conversation that was lost is made again for what it held."""
    driver = conn.connection.driver_connection
    assert driver is not None
    try:
        driver.execute(insert, row)
    except dbapi2.IntegrityError as error:
        if "FOREIGN KEY" not in str(error) or not all(isinstance(row[place], str) for place in owners):
            return False
    else:
        return True
    for place in owners:
        conversations.create(conn, at=now, conversation_id=row[place], title=RECOVERED)
    with suppress(dbapi2.IntegrityError):
        driver.execute(insert, row)
        return True
    return False


class _OutOfOrderError(Exception):
    """A table's keys do not ascend."""


def _ascending(rows: Iterable[tuple[Any, ...]], after: int) -> Iterator[tuple[Any, ...]]:
    """Yield rows as long as their first column ascends: to follow a page that is linked twice may never end."""
    for row in rows:
        if row[0] <= after:
            raise _OutOfOrderError
        after = row[0]
        yield row


class _Reading:
    """One table, read by its key, around what is bad."""

    def __init__(self, old: dbapi2.Connection, table: Table, columns: list[str]) -> None:
        (self._key,) = (column.name for column in table.primary_key)
        self._old = old
        names = ", ".join(columns)
        self._select = f'SELECT "{self._key}", {names} FROM "{table.name}"'
        self._table = table.name
        self.broken = False
        """Whether something could not be read."""
        self.found = 0

    def rows(self) -> Iterator[Row]:
        """Return every row that can be read, in order."""
        after, tried, last = -1, 0, self._last()
        while True:
            got = after
            try:
                query = f'{self._select} WHERE "{self._key}" > ? ORDER BY 1'
                for key, *row in _ascending(self._old.execute(query, (after,)), after):
                    after = key
                    self.found += 1
                    yield tuple(row)
            except (*_UNREADABLE, _OutOfOrderError):
                self.broken = True
            else:
                return
            tried = 0 if after > got else tried + 1
            after += 1 if tried < PATIENT_STEPS else 2 ** min(tried - PATIENT_STEPS, 40)
            if after >= last:
                return

    def _last(self) -> int:
        """Return the highest key, as far as anything tells."""
        for query in (f'SELECT max("{self._key}") FROM "{self._table}"', _HIGHEST):
            with suppress(*_UNREADABLE):
                arguments = (self._table,) if query is _HIGHEST else ()
                row = self._old.execute(query, arguments).fetchone()
                if row is not None and isinstance(row[0], int):
                    return row[0]
        return 2**40


_HIGHEST: Final = "SELECT seq FROM sqlite_sequence WHERE name = ?"
