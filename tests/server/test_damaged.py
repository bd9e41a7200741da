"""The server's database: what can be read of a damaged one is saved at the start, and whoever runs it is told."""

import asyncio

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.server.server_child import ServerChild
from alicia_desktop.store.files import integrity
from alicia_desktop.store.files.database_file import suspect
from tests.store.filled import fill, flip
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until


@pytest.mark.expects_log("the database is damaged, what can be read is saved")
async def test_a_damaged_database_is_saved_at_the_start_and_that_is_told(tmp_path, open_server):
    path = tmp_path / "server.db"
    await fill(path, 200)
    flip(path, 8 * 300_000)
    suspect(path)
    async with open_server() as server:
        (told,) = server.notices
        assert f"The database {path} was damaged. Saved: " in told
        assert "Damaged parts that were repaired: 1." in told
    assert len(list(tmp_path.glob("server.db.damaged-*"))) == 1
    async with open_server() as server:
        assert server.notices == []


@pytest.mark.expects_log("the database is damaged")
async def test_damage_that_is_found_later_is_told(tmp_path, open_server, monkeypatch):
    path = tmp_path / "server.db"
    await fill(path, 200)
    flip(path, 8 * 300_000)
    monkeypatch.setattr(integrity, "FIRST_PAUSE_SECONDS", 0.0)
    async with open_server() as server:
        await until(lambda: server.notices)
        assert "is damaged" in server.notices[0]
    assert path.with_name("server.db.suspect").exists()


@pytest.mark.e2e
async def test_a_server_process_tells_whoever_started_it(tmp_path):
    path = tmp_path / "server.db"
    await fill(path, 200)
    flip(path, 8 * 300_000)
    suspect(path)
    server = ServerChild(data_dir=tmp_path, clock=SystemClock())
    told: asyncio.Queue[str] = asyncio.Queue()
    server.noticed.connect(told.put_nowait)
    try:
        await server.start()
        assert "was damaged. Saved: " in await asyncio.wait_for(told.get(), PATIENCE)
    finally:
        await server.stop()
