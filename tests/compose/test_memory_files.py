import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.memory_files import IMPORT_BATCH_LINES, IMPORT_UNSUPPORTED, MemoryFiles
from alicia_desktop.compose.servers import ServerAddress
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories, memory_list
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.store.records import MemoryRecord

COUNT = 1_200


@dataclass
class Told:
    progress: list[tuple[str, int, int]] = field(default_factory=list)
    ended: list[tuple[str, Sequence[str]]] = field(default_factory=list)

    def transfers(self, database: Database) -> MemoryFiles:
        return MemoryFiles(
            database=database,
            user_id=lambda: "user",
            show_progress=lambda *how: self.progress.append(how),
            show_result=lambda *how: self.ended.append(how),
        )


@pytest.fixture
async def database(tmp_path: Path):
    clock = JumpingClock()
    opened = await Database.open(tmp_path / "client.db", clock=clock)
    now = clock.now()
    rows = [
        MemoryRecord(id=f"amem_{number}", content=f"Thing {number}.", created_at=now, updated_at=now, user_id="user")
        for number in range(COUNT)
    ]
    await opened.write(memories.insert_memories, rows)
    yield opened
    await opened.close()


@pytest.fixture
async def server():
    """A server that takes every line but those that say no."""
    application = web.Application()

    async def take(request: web.Request) -> web.Response:
        lines = (await request.text()).split("\n")
        bad = [number for number, line in enumerate(lines, 1) if line == "no"]
        problems = [{"line": number, "problem": "is no memory"} for number in bad]
        answer = {"stored": len(lines) - len(bad), "already_there": 0, "problems": problems}
        strange = lines.count("strange")
        return web.json_response(answer | ({"unknown_categories": {"home": strange}} if strange else {}))

    application.router.add_post("/api/v1/memories/import", take)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield ServerAddress(address=f"http://{host}:{port}", token="")
    await runner.cleanup()


async def keys(database: Database) -> list[int]:
    return list(await database.read(memory_list.ordered, MemoryFilter(), MemoryOrder()))


async def test_an_export_is_written_in_pieces_with_progress(database, tmp_path):
    told, file = Told(), tmp_path / "out.jsonl"
    await told.transfers(database).export(file, await keys(database))
    assert len({json.loads(line)["id"] for line in file.read_text().splitlines()}) == COUNT
    assert [done for _, done, _ in told.progress] == [0, 500, 1000]
    assert told.ended == [("1,200 memories exported to out.jsonl.", ())]


async def test_an_export_that_is_cancelled_leaves_nothing_and_touches_nothing(database, tmp_path):
    told, file = Told(), tmp_path / "out.jsonl"
    file.write_text("what was there")
    transfers = told.transfers(database)
    transfers._show_progress = lambda *_: transfers.cancel()
    await transfers.export(file, await keys(database))
    assert [path.name for path in tmp_path.glob("out*")] == ["out.jsonl"]
    assert file.read_text() == "what was there"
    assert told.ended == [("Export cancelled, nothing written", ())]


async def test_a_place_where_nothing_can_be_written_is_told(database, tmp_path):
    with pytest.raises(WorldError, match="cannot be written"):
        await Told().transfers(database).export(tmp_path / "missing" / "out.jsonl", await keys(database))


async def test_problems_keep_the_number_of_their_line_in_the_whole_file(database, server, tmp_path):
    told, file = Told(), tmp_path / "in.jsonl"
    file.write_text("yes\n" * IMPORT_BATCH_LINES + "yes\nno\n")
    await told.transfers(database).import_file(file, server)
    assert told.ended == [
        (
            "251 memories imported, 0 already existed, 1 line could not be read.",
            [f"line {IMPORT_BATCH_LINES + 2}: is no memory"],
        )
    ]


async def test_an_unknown_category_is_told_over_the_whole_file(database, server, tmp_path):
    told, file = Told(), tmp_path / "in.jsonl"
    file.write_text("strange\n" + "yes\n" * IMPORT_BATCH_LINES + "strange\n")
    await told.transfers(database).import_file(file, server)
    assert told.ended == [("252 memories imported, 0 already existed, 2 lines of an unknown category (home).", [])]


async def test_an_import_that_is_cancelled_says_where_it_stopped(database, server, tmp_path):
    told, file = Told(), tmp_path / "in.jsonl"
    file.write_text("yes\n" * (3 * IMPORT_BATCH_LINES))
    transfers = told.transfers(database)
    transfers._show_progress = lambda _, done, __: transfers.cancel() if done else None
    await transfers.import_file(file, server)
    assert told.ended[0][0] == "500 memories imported, 0 already existed; stopped at line 500."


async def test_a_server_that_takes_none_and_a_file_that_is_not_there_are_told(database, server, tmp_path):
    transfers = Told().transfers(database)
    file = tmp_path / "in.jsonl"
    with pytest.raises(WorldError, match="cannot be read"):
        await transfers.import_file(file, server)
    file.write_text("yes\n")
    with pytest.raises(WorldError) as raised:
        await transfers.import_file(file, ServerAddress(address=f"{server.address}/elsewhere", token=""))
    assert raised.value.sentence == IMPORT_UNSUPPORTED
