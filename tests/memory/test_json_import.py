"""Importing the same again, by id or by what it states, adds nothing; what may be said twice is kept twice."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.memory.json_import import LINES_TOGETHER, ImportReport, import_lines
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories

NOW = datetime(2026, 11, 18, tzinfo=UTC)


class Importer:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def lines(self, *lines: str) -> ImportReport:
        async def stored(_ids: object) -> None:
            """Nobody looks for them here."""

        return await import_lines(lines, database=self.database, user_id="ann", now=NOW, on_stored=stored)

    async def some(self, *memories_given: dict[str, Any]) -> ImportReport:
        return await self.lines(*(json.dumps(one) for one in memories_given))

    async def count(self) -> int:
        return len(await self.database.read(memories.list_memories, user_ids=("ann",)))


@pytest.fixture
async def importer(tmp_path: Path) -> AsyncIterator[Importer]:
    database = await Database.open(tmp_path / "server.db", clock=JumpingClock())
    yield Importer(database)
    await database.close()


async def test_the_same_statement_a_hundred_times_is_one_memory(importer: Importer):
    report = await importer.some(*({"id": f"m{n}", "content": "User likes tea."} for n in range(100)))
    assert (report.stored, report.already_there, report.problems) == (1, 99, ())
    again = await importer.some(*({"id": f"x{n}", "content": "user likes TEA"} for n in range(2)))
    assert (again.stored, await importer.count()) == (0, 1)


async def test_a_category_that_is_none_of_the_eleven_is_counted(importer: Importer):
    kinds = ["work_career", "home", None, "home", "work"]
    report = await importer.some(
        *({"id": f"m{n}", "content": f"Fact {n}.", "category": kind} for n, kind in enumerate(kinds))
    )
    assert (report.stored, report.problems, report.unknown_categories) == (5, (), {"home": 2, "work": 1})


async def test_the_same_words_in_other_letters_are_one_memory_whoever_is_meant_by_i(importer: Importer):
    await importer.some({"id": "a", "content": "I live in Lisbon"})
    again = await importer.some(
        {"id": "b", "content": "User lives in LISBON!"}, {"id": "c", "content": "User lives in Oslo."}
    )
    assert (again.stored, again.already_there) == (1, 1)


async def test_what_was_imported_before_its_statement_was_kept_is_known_by_its_words(importer: Importer):
    old = memories.new_memory(memory_id="a", content="I live in Lisbon", at=NOW, user_id="ann")
    await importer.database.write(memories.insert_memories, [old])
    assert (await importer.some({"id": "b", "content": "I live in Lisbon"})).stored == 0


@pytest.mark.slow
async def test_the_same_file_a_hundred_times_adds_nothing(importer: Importer):
    file = [{"id": f"m{n}", "content": f"Fact number {n}.", "created_at": "2026-01-01"} for n in range(20)]
    reports = [await importer.some(*file) for _ in range(100)]
    assert (reports[0].stored, sum(one.stored for one in reports)) == (20, 20)
    renamed = [{**one, "id": f"other {one['id']}"} for one in file]
    assert (await importer.some(*renamed)).already_there == 20


async def test_what_is_told_in_a_conversation_is_known_by_its_statement(importer: Importer):
    told = memories.new_memory(
        memory_id="a",
        content="User likes green tea.",
        at=NOW,
        user_id="ann",
        meta={"statement": "user likes green tea"},
    )
    await importer.database.write(memories.insert_memories, [told])
    assert (await importer.some({"id": "b", "content": "USER likes green tea!"})).stored == 0


async def test_what_may_be_said_twice_is_kept_twice(importer: Importer):
    day = {"content": "It rained all day.", "kind": "semantic"}
    report = await importer.some(
        {"id": "1", "content": "Caroline: Thanks!"},
        {"id": "2", "content": "Caroline: Thanks!"},
        {"id": "3", "content": "exact log", "kind": "hard"},
        {"id": "4", "content": "exact log", "kind": "hard"},
        {"id": "5", "created_at": "2026-01-01", **day},
        {"id": "6", "created_at": "2026-01-02", **day},
        {"id": "7", "created_at": "2026-01-02T18:00:00", **day},
    )
    assert (report.stored, report.already_there) == (6, 1)


@pytest.mark.parametrize(
    ("content", "reason"), [("", "is empty"), (" \n\t", "is empty"), ("x" * 1_000_000, "1,000,000 characters")]
)
async def test_empty_and_endless_contents_are_told_with_their_line(importer: Importer, content: str, reason: str):
    report = await importer.some({"id": "a", "content": "Good."}, {"id": "b", "content": content})
    assert (report.stored, [one.line for one in report.problems]) == (1, [2])
    assert reason in report.problems[0].problem


@pytest.mark.parametrize("content", ["أحب الشاي 🍵", "私は京都に住んでいます", "ฉันชอบชา", "🍵", "a\u202eb"])
async def test_any_script_is_imported_and_known_again(importer: Importer, content: str):
    assert (await importer.some({"id": "a", "content": content})).stored == 1
    assert (await importer.some({"id": "b", "content": content})).stored == 0


async def test_a_long_gap_in_a_file_does_not_end_it(importer: Importer):
    gap = [""] * (LINES_TOGETHER * 2 + 1)
    lines = [json.dumps({"id": name, "content": f"Fact {name}."}) for name in ("a", "b")]
    assert (await importer.lines(lines[0], *gap, lines[1])).stored == 2


async def test_links_are_kept_in_step_by_an_import(importer: Importer):
    await importer.some(
        {"id": "b", "content": "A summary.", "reference_to": "a"}, {"id": "a", "content": "The original."}
    )
    found = await importer.database.read(memories.get_memory, "a")
    assert found is not None
    assert found.reference_links == ["b"]
