"""A database in memory for tests that need one for each of many examples."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate
from tests.store.wire import NOW


@contextmanager
def plain_database() -> Iterator[Connection]:
    path = Path(":memory:")
    engine = writing_engine(path)
    with engine.connect() as connection:
        migrate(connection, path, now=NOW)
        with connection.begin():
            yield connection
    engine.dispose()
