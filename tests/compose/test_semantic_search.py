"""The search by meaning behind the list of memories, with the bundled encoder."""

from datetime import UTC, datetime
from pathlib import Path

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.compose.semantic_search import SemanticSearch
from alicia_desktop.memory.json_import import import_lines
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories.memory_list import MemoryFilter

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
LINES = (
    '{"id": "here", "content": "User\'s puppy chews on shoes.", "tags": ["rex"]}',
    '{"id": "kept", "content": "User\'s old dog snored all night.", "archived": true, "category": "home"}',
    '{"id": "tax", "content": "The invoice of the electrician is due in March."}',
)


async def stored(_: object) -> None:
    """Nobody has looked yet."""


async def test_dogs_are_meant_in_the_archive_as_well_if_the_filter_says_so(tmp_path: Path):
    clock = JumpingClock(start=NOW)
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await import_lines(LINES, database=database, user_id="user", now=NOW, on_stored=stored)
    meaning = SemanticSearch(database=database, clock=clock, user_id="user")
    try:

        async def meant(**more: object) -> list[str]:
            return list((await meaning.find(MemoryFilter(text="What do my dogs do?", **more))).relevance)  # type: ignore[arg-type]  # fields that there are

        while await meant(archived=None) != ["kept", "here"]:  # the encoder reads them after the first search
            continue
        assert await meant() == ["here"]
        assert await meant(archived=True) == ["kept"]
        assert await meant(archived=None, category="home") == ["kept"]
        assert await meant(archived=None, tag="rex", after=NOW, kind="semantic", source="import") == ["here"]
        assert await meant(archived=None, source="") == []
    finally:
        await meaning.close()
        await database.close()
