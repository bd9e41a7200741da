"""Make a database in a temporary folder for rows that come from a file: of the newest schema, without a lock."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from alicia_desktop.base.files import make_private_file
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate


@contextmanager
def scratch_database(path: Path, *, now: datetime) -> Iterator[Connection]:
    """Make or open the database and yield a connection in one transaction, which is committed at the end."""
    make_private_file(path)
    engine = writing_engine(path)
    try:
        with engine.connect() as conn:
            driver = conn.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA synchronous = OFF")  # nobody needs it after the power failed
            migrate(conn, path, now=now)
            with conn.begin():
                yield conn
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        engine.dispose()
