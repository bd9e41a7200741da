"""How fast stanzas are journaled and projected, beside a program that only writes the rows that come of it.

The baseline knows every row beforehand: the same stanzas were recorded once, untimed, and the rows that each commit
added to each table were kept. It writes them with one `executemany` a table, into the same tables with the same indexes
and triggers, on a connection opened the same way. What recording updates in rows of earlier commits (a conversation's
positions, an answer that grows) is not in the baseline, which is so the cheaper one.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.checkpointer import Checkpointer, after_commit
from alicia_desktop.store.files.page_checksums import PageChecksums
from alicia_desktop.store.migration import migrate
from alicia_desktop.store.recording import JournalEntry, record
from tests.bench.measure import Figure, Goal, Measure, Samples
from tests.bench.traffic import BEGUN, entries

MILLISECONDS = 1e3


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """How many stanzas a commit holds, and how many commits are measured."""

    stanzas: int
    commits: int
    goal: float


SIZES = (
    Size(stanzas=1, commits=420, goal=0.25),
    Size(stanzas=30, commits=56, goal=0.5),
    Size(stanzas=1_000, commits=14, goal=0.6),
)

Rows = dict[str, list[tuple[Any, ...]]]
"""Table → rows, in the order of the table's columns."""


@contextmanager
def _database(path: Path, *, ours: bool = False) -> Iterator[Connection]:
    """Open a database; `ours` is copied out of its log by the program, with checksums, others by SQLite alone."""
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=BEGUN)
        if ours:
            Checkpointer(path, PageChecksums(path)).attach(conn)
        yield conn
    engine.dispose()


def _record(conn: Connection, batch: Sequence[JournalEntry]) -> None:
    with conn.begin():
        record(conn, batch)
    after_commit(conn)


def _write(conn: Connection, statements: dict[str, str], rows: Rows) -> None:
    driver = conn.connection.driver_connection
    assert driver is not None
    driver.execute("BEGIN IMMEDIATE")
    for table, values in rows.items():
        driver.executemany(statements[table], values)
    driver.execute("COMMIT")


def _tables(conn: Connection) -> dict[str, int]:
    """Return the tables that hold rows of their own → number of columns; what triggers keep is not one."""
    driver = conn.connection.driver_connection
    assert driver is not None
    found = driver.execute(
        "SELECT l.name, l.ncol FROM pragma_table_list l WHERE l.schema = 'main' AND l.type = 'table' "
        "AND l.name NOT LIKE 'sqlite_%' AND l.name NOT IN "
        "(SELECT s.name FROM pragma_table_list s WHERE s.type = 'shadow') "
        "AND NOT EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' "
        "AND instr(t.sql, 'INSERT INTO ' || l.name || '(')) "
        "ORDER BY l.name <> 'alicia_conversations'"  # all others refer to it
    )
    return dict(found.fetchall())


def _rows_of_each_commit(
    conn: Connection, batches: Sequence[Sequence[JournalEntry]], tables: Sequence[str]
) -> list[Rows]:
    """Record everything once and return what each commit added."""
    driver = conn.connection.driver_connection
    assert driver is not None
    last = dict.fromkeys(tables, 0)
    added: list[Rows] = []
    for batch in batches:
        _record(conn, batch)
        rows: Rows = {}
        for table in tables:
            found = driver.execute(
                f"SELECT rowid, * FROM {table} WHERE rowid > ? ORDER BY rowid", (last[table],)
            ).fetchall()
            if found:
                last[table] = found[-1][0]
                rows[table] = [tuple(row[1:]) for row in found]
        added.append(rows)
    return added


def _sample(size: Size) -> Samples:
    everything = entries(size.stanzas * size.commits)
    batches = [everything[at : at + size.stanzas] for at in range(0, len(everything), size.stanzas)]
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder:
        with _database(Path(folder) / "known.db") as known:
            columns = _tables(known)
            added = _rows_of_each_commit(known, batches, list(columns))
        statements = {name: f"INSERT INTO {name} VALUES ({', '.join('?' * count)})" for name, count in columns.items()}
        with _database(Path(folder) / "ours.db", ours=True) as ours, _database(Path(folder) / "raw.db") as raw:
            taken = [_pair(ours, raw, statements, *both) for both in zip(batches, added, strict=True)]
    rows = sum(len(values) for commit in added for values in commit.values()) / len(everything)
    return Samples(
        ours=[one[0] for one in taken],
        baseline=[one[1] for one in taken],
        note=f"{size.commits} commits; {rows:.1f} rows a stanza",
    )


def _pair(
    ours: Connection, raw: Connection, statements: dict[str, str], batch: Sequence[JournalEntry], rows: Rows
) -> tuple[float, float]:
    begun = time.perf_counter()
    _record(ours, batch)
    between = time.perf_counter()
    _write(raw, statements, rows)
    return MILLISECONDS * (between - begun), MILLISECONDS * (time.perf_counter() - between)


def measures() -> Iterator[Measure]:
    """Yield one measure for each size of a commit."""
    for size in SIZES:
        many = f"{size.stanzas:,} stanzas" if size.stanzas > 1 else "1 stanza"
        yield Measure(
            name=f"Journal and projection, {many} a commit",
            what="Speed of `store.recording.record`, in a transaction that is flushed to disk.",
            baseline="raw `executemany` of the rows that come of it, flushed the same",
            unit="ms",
            figure=Figure.SPEED,
            goal=Goal(limit=size.goal, at_least=True),
            run=partial(_sample, size),
        )
