"""A new database is a copy of one that was migrated: the steps, each a transaction, are taken once a process.

Copied is inside SQLite, page by page, so that all else of an opening is what it is in the program. Files that hold
something are migrated, and `tests/store/test_migration.py` takes every step.
"""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files import database_file
from alicia_desktop.store.migration import migrate


class Template:
    """An empty database of the newest version."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._source: Connection | None = None
        self._version = 0

    def migrate(self, conn: Connection, path: Path, *, now: datetime) -> int:
        """Bring the database at `path` to the newest version and return it, as `store.migration` does."""
        target = _driver_of(conn)
        known = target.execute("PRAGMA user_version").fetchone() != (0,)
        if known or target.execute("SELECT 1 FROM sqlite_master").fetchone():
            return migrate(conn, path, now=now)
        with self._lock:
            _driver_of(self._open()).backup(target)
        return self._version

    def close(self) -> None:
        if self._source is not None:
            self._source.close()

    def _open(self) -> Connection:
        if self._source is None:
            self._source = writing_engine(self._path).connect()
            self._version = migrate(self._source, self._path, now=datetime(2026, 1, 1, tzinfo=UTC))
        return self._source


def _driver_of(conn: Connection) -> Any:
    return conn.connection.driver_connection


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    made = Template(tmp_path_factory.mktemp("template") / "template.db")
    yield made
    made.close()


@pytest.fixture(scope="session", autouse=True)
def new_databases_are_copies(template: Template) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_file, "migrate", template.migrate)
        yield
