"""A database for each test: a plain connection for rules and queries, a whole `Database` where threads matter."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import writing_engine
from tests.support.templates import Template

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def conn(tmp_path: Path, template: Template) -> Iterator[Connection]:
    path = tmp_path / "plain.db"
    engine = writing_engine(path)
    with engine.connect() as connection:
        template.migrate(connection, path, now=NOW)
        with connection.begin():
            yield connection
    engine.dispose()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "client.db", clock=JumpingClock())
    yield opened
    await opened.close()
