"""A database in memory for tests that need one for each of many examples."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from alicia_desktop.store.engine import writing_engine
from tests.store.wire import NOW
from tests.support.templates import Template

MEMORY: Final = Path(":memory:")
TEMPLATE: Final = Template(MEMORY)


@contextmanager
def plain_database() -> Iterator[Connection]:
    engine = writing_engine(MEMORY)
    with engine.connect() as connection:
        TEMPLATE.migrate(connection, MEMORY, now=NOW)
        with connection.begin():
            yield connection
    engine.dispose()
