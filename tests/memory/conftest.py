"""A memory over a database of its own, with the encoder that loads nothing."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.memory.statements import Turn
from alicia_desktop.memory.storing import StoredChange
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database
from tests.extraction.reader import learned
from tests.memory.encoder import WordEncoder

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""A Wednesday."""

Tell = Callable[[str], Awaitable[list[StoredChange]]]


@pytest.fixture
def clock() -> JumpingClock:
    return JumpingClock(start=NOW)


@pytest.fixture
async def database(tmp_path: Path, clock: JumpingClock) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "server.db", clock=clock)
    yield opened
    await opened.close()


@pytest.fixture
async def memory(database: Database, clock: JumpingClock) -> AsyncIterator[MemorySystem]:
    async with MemorySystem(database=database, clock=clock, encoder=WordEncoder, extractor=learned()) as system:
        yield system


@pytest.fixture
def tell(memory: MemorySystem, clock: JumpingClock) -> Tell:
    """Say something in conversation ac_1; messages are am_1, am_2, …"""
    said: list[str] = []

    async def say(text: str) -> list[StoredChange]:
        said.append(text)
        turn = Turn(conversation_id="ac_1", message_id=f"am_{len(said)}", text=text, said_at=clock.now())
        return await memory.remember(turn)

    return say
