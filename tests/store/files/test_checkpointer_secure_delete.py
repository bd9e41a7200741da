"""What was deleted for good is in none of the database's files, as soon as it is said to be gone."""

from pathlib import Path

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.store import accounts
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import reading_engine
from alicia_desktop.store.memories import forgetting, memories
from tests.store.wire import NOW, later

SECRET = b"walnuts"


async def told(path: Path, *, busy_seconds: float = 1.0) -> Database:
    database = await Database.open(path, clock=JumpingClock(), busy_seconds=busy_seconds)
    words = f"User is allergic to {SECRET.decode()}. " * 400
    memory = memories.new_memory(memory_id="amem_1", content=words, at=NOW, user_id="user")
    await database.write(memories.insert_memories, [memory])
    return database


def left(path: Path) -> bytes:
    return path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()


async def test_the_log_is_cut_with_what_was_forgotten(tmp_path: Path):
    path = tmp_path / "client.db"
    database = await told(path)
    assert SECRET in left(path)
    await database.write(forgetting.forget, ["amem_1"], later(1))
    assert SECRET not in left(path)
    await database.write(accounts.add_alias, "ann", "guest", NOW)
    assert path.with_name("client.db-wal").stat().st_size > 0, "what deletes nothing leaves the log to SQLite"
    await database.close()


async def test_while_somebody_reads_what_was_the_log_waits_for_the_next_commit(tmp_path: Path):
    path = tmp_path / "client.db"
    database = await told(path, busy_seconds=0.01)
    engine = reading_engine(path)
    with engine.connect() as reader, reader.begin():
        assert memories.get_memory(reader, "amem_1") is not None
        await database.write(forgetting.forget, ["amem_1"], later(1))
        assert SECRET in left(path)
    engine.dispose()
    await database.write(accounts.add_alias, "ann", "guest", NOW)
    assert SECRET not in left(path)
    await database.close()
