"""Migrate an older database to the newest schema: numbered SQL files, one transaction each, counted by `user_version`.

Some sixty lines instead of Alembic, which costs 0.8 s at start and whose batch mode renumbers rowids and drops triggers
(docs/decisions/0004-own-migrations.md). Before a database that holds something is changed, it is copied; the last three
copies are kept.

Raw SQL: the steps are files of it, and no tables of today fit the databases that they find.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Final

from sqlalchemy import Connection
from sqlcipher3 import dbapi2

from alicia_desktop.base.files import make_private_file, make_private_folder
from alicia_desktop.store import sqlite_errors

APPLICATION_ID: Final = int.from_bytes(b"Alic", "big")
"""Written into the file's header, so that `file` and we know whose database it is."""
KEPT_COPIES: Final = 3


def shipped_steps() -> tuple[str, ...]:
    """Return the SQL of all steps in order; the step at index n makes version n + 1."""
    folder = files(__package__) / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple((folder / name).read_text(encoding="utf-8") for name in names)


def migrate(conn: Connection, path: Path, *, now: datetime, steps: Sequence[str] | None = None) -> int:
    """Bring the database at `path` to the newest version and return it; `WorldError` for newer and foreign files."""
    steps = shipped_steps() if steps is None else steps
    version = _pragma(conn, "user_version")
    if version > len(steps):
        raise sqlite_errors.newer(path, found=version, known=len(steps))
    if _pragma(conn, "application_id") != APPLICATION_ID and _holds_tables(conn):
        raise sqlite_errors.foreign(path)
    if 0 < version < len(steps):
        _copy(conn, path, version=version, now=now)
    for number, script in enumerate(steps[version:], start=version + 1):
        _step(conn, script, number)
    return len(steps)


def backups_folder(path: Path) -> Path:
    """Return the folder beside the database that holds its copies."""
    return path.parent / "backups"


def backups_of(path: Path) -> list[Path]:
    """Return the copies of a database that hold something, the newest last."""
    found = backups_folder(path).glob(f"{path.stem}-*-v*{path.suffix}")
    return sorted(copy for copy in found if copy.stat().st_size)


def _step(conn: Connection, script: str, number: int) -> None:
    with conn.begin():
        for statement in _statements(script):
            conn.exec_driver_sql(statement)
        conn.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        conn.exec_driver_sql(f"PRAGMA user_version = {number}")


def _statements(script: str) -> Iterator[str]:
    """Split a script at the semicolons that end a statement; those inside a trigger do not."""
    statement = ""
    for line in script.splitlines(keepends=True):
        if not statement and (not line.strip() or line.startswith("--")):
            continue
        statement += line
        if line.rstrip().endswith(";") and dbapi2.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def _copy(conn: Connection, path: Path, *, version: int, now: datetime) -> None:
    folder = backups_folder(path)
    make_private_folder(folder)
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S")
    target = folder / f"{path.stem}-{moment}-v{version}{path.suffix}"
    target.unlink(missing_ok=True)
    make_private_file(target)
    driver = conn.connection.driver_connection  # outside of any transaction, where VACUUM has to be
    assert driver is not None
    driver.execute("VACUUM INTO ?", (str(target),))
    for old in sorted(folder.glob(f"{path.stem}-*-v*{path.suffix}"))[:-KEPT_COPIES]:
        old.unlink()


def _pragma(conn: Connection, name: str) -> int:
    with conn.begin():
        return int(conn.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def _holds_tables(conn: Connection) -> bool:
    with conn.begin():
        return conn.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").first() is not None
