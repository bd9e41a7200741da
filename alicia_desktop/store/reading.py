"""Reading a database that another process may be writing: no lock, no migration, nothing is changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import failures
from alicia_desktop.store.engine import reading_engine
from alicia_desktop.store.migrate import shipped_steps


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open `path` for one snapshot.

    Raises:
        WorldError: there is no such database, or this version of the program cannot read it.
    """
    if not path.exists():
        raise WorldError(sentence=f"There is nothing yet: {path} does not exist.", code="no_database")
    engine = reading_engine(path)
    try:
        with engine.connect() as conn, conn.begin():
            _check_version(conn, path)
            yield conn
    except Exception as error:
        translated = failures.translate(error, path)
        if translated is error:
            raise
        raise translated from error
    finally:
        engine.dispose()


def _check_version(conn: Connection, path: Path) -> None:
    version: int = conn.exec_driver_sql("PRAGMA user_version").scalar_one()
    known = len(shipped_steps())
    if version > known:
        raise failures.newer(path, found=version, known=known)
    if version < known:
        sentence = f"{path} is from an older version. Start Alicia once; that brings it up to date."
        raise WorldError(sentence=sentence, code="database_older")


def check(path: Path) -> None:
    """Let SQLite look through the whole file.

    Raises:
        WorldError: as `reading`; `database_damaged` also where only a part of it is.
    """
    with reading(path) as conn:
        if conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
            raise failures.damaged(path)
