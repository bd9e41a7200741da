"""The list of memories over a real database; what means something is written down by the test."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from alicia_desktop.store import accounts
from alicia_desktop.store.memories import memories
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view.memories import MemoriesView
from alicia_desktop.view.memories_rows import Choices
from alicia_desktop.view.search import LOOKING, PAUSE_SECONDS, MeaningMatches, MeaningSearch
from tests.view.conftest import Story

CONTENTS = ("Emma is allergic to walnuts.", "Emma has a recital.", "User keeps a boat.")
SHOWN = ["Emma is allergic to walnuts", "Emma has a recital", "You keep a boat"]


class Meanings:
    """Finds what it is told to, once it is let."""

    def __init__(self) -> None:
        self.note = ""
        self.relevance: dict[str, float] = {}
        self.absence = ""
        self.asked: list[MemoryFilter] = []
        self.ready = asyncio.Event()
        self.ready.set()

    async def find(self, wanted: MemoryFilter) -> MeaningMatches:
        self.asked.append(wanted)
        await self.ready.wait()
        return MeaningMatches(relevance=self.relevance, note=self.absence)


def remembered(number: int, story: Story, content: str = "", **more: Any) -> MemoryRecord:
    at = story.clock.now() - timedelta(days=number)
    plain: dict[str, Any] = {"user_id": "user", "created_at": at, "updated_at": at}
    return MemoryRecord(id=f"amem_{number}", content=content or CONTENTS[number % 3], **(plain | more))


@pytest.fixture
async def meanings() -> Meanings:
    return Meanings()


@pytest.fixture
async def view(story: Story, meanings: MeaningSearch):
    await story.database.write(memories.insert_memories, [remembered(number, story) for number in range(3)])
    made = MemoriesView(database=story.database, clock=story.clock, scope=story.scope, user_id="user", meaning=meanings)
    await made.start()
    await story.until(lambda: len(made.pages) == 3)
    yield made
    made.close()


async def listed(view: MemoriesView, story: Story) -> list[str]:
    """Look at every row and return what it says."""

    def here() -> bool:
        rows = [view.pages.get(place) for place in range(len(view.pages))]  # all of them: looking is asking
        return None not in rows

    await story.until(here)
    rows = [view.pages.get(place) for place in range(len(view.pages))]
    return [row.content for row in rows if row is not None]


async def test_the_newest_stand_first_and_another_order_is_another_list(view, story):
    assert await listed(view, story) == SHOWN
    view.sort(MemoryOrder(by="created", descending=False))
    await story.pass_time()
    assert await listed(view, story) == SHOWN[::-1]


async def test_words_are_found_at_once_and_meaning_is_put_behind_them_and_marked(view, story, meanings):
    meanings.relevance = {"amem_2": 0.61, "amem_0": 0.55, "amem_9": 0.5}
    meanings.ready.clear()
    view.set_filter(MemoryFilter(text="emma"))
    await story.until(lambda: view.state.by_words == 2)
    assert (view.state.by_meaning, meanings.asked) == (0, [])
    await story.pass_time(PAUSE_SECONDS * 2)
    await story.until(lambda: view.state.note == LOOKING)
    assert view.state.busy
    meanings.ready.set()
    await story.until(lambda: view.state.by_meaning == 1)
    assert (await listed(view, story))[-1] == SHOWN[2]
    last = view.pages.get(2)
    assert last is not None
    assert (last.meaning, view.state.note, view.state.busy) == ("0.61", "", False)


async def test_only_the_last_of_what_was_typed_is_looked_for_by_meaning(view, story, meanings):
    for text in ("em", "emm", "emma"):
        view.set_filter(MemoryFilter(text=text))
    await story.pass_time(PAUSE_SECONDS * 2)
    await story.until(lambda: [one.text for one in meanings.asked] == ["emma"])


async def test_without_an_encoder_words_are_found_and_the_reason_is_said(view, story, meanings):
    meanings.absence = "The sentence encoder is not installed: found by words only."
    view.set_filter(MemoryFilter(text="boat"))
    await story.pass_time(PAUSE_SECONDS * 2)
    await story.until(lambda: view.state.note == meanings.absence)
    assert (view.state.by_words, view.state.busy) == (1, False)


async def test_a_filter_holds_for_meaning_too(view, story, meanings):
    await story.database.write(memories.insert_memories, [remembered(7, story, "A pinned cat.", pinned=True)])
    meanings.relevance = {"amem_2": 0.6, "amem_7": 0.5}
    view.set_filter(MemoryFilter(text="animal", pinned=True))
    await story.pass_time(PAUSE_SECONDS * 2)
    await story.until(lambda: view.state.by_meaning == 1)
    assert await listed(view, story) == ["A pinned cat"]


async def test_another_filter_is_asked_of_the_meaning_too(view, story, meanings):
    view.set_filter(MemoryFilter(text="animal"))
    await story.pass_time(PAUSE_SECONDS * 2)
    await story.until(lambda: len(meanings.asked) == 1)
    view.set_filter(MemoryFilter(text="animal", archived=True))
    await story.pass_time(PAUSE_SECONDS * 2)
    await story.until(lambda: [one.archived for one in meanings.asked] == [False, True])


async def test_changes_of_the_memories_show_without_being_asked_for(view, story):
    assert len(await listed(view, story)) == 3
    await story.database.write(memories.insert_memories, [remembered(8, story, "A new one.")])
    await story.until(lambda: len(view.pages) == 4)
    await story.database.write(memories.soft_delete_memories, ["amem_0"], story.clock.now())
    await story.until(lambda: len(view.pages) == 3)
    assert "A new one" in await listed(view, story)
    assert (view.state.shown, view.state.total, view.state.narrowed) == (3, 3, False)


async def test_while_nobody_looks_changes_wait_and_are_caught_up_with(view, story):
    view.suspend(suspended=True)
    await story.database.write(memories.insert_memories, [remembered(8, story, "A new one.")])
    await story.pass_time(2)
    assert len(view.pages) == 3
    view.suspend(suspended=False)
    await story.until(lambda: len(view.pages) == 4)


async def test_choices_follow_what_there_is(view, story):
    told: list[Choices] = []
    view.choices_changed.connect(told.append)
    await story.database.write(memories.insert_memories, [remembered(9, story, "A cat.", tags=["cat"])])
    await story.until(lambda: told and told[-1].tags)
    assert told[-1].tags[0].label == "cat (1)"


async def test_what_was_stored_under_an_older_name_is_listed_too(story, meanings):
    await story.database.write(memories.insert_memories, [remembered(1, story, "A guest’s cat.", user_id="guest")])
    await story.database.write(accounts.add_alias, "marta", "guest", story.clock.now())
    view = MemoriesView(
        database=story.database, clock=story.clock, scope=story.scope, user_id="marta", meaning=meanings
    )
    await view.start()
    await story.until(lambda: len(view.pages) == 1)
    assert [record.id for record in await view.records(view.pages.keys)] == ["amem_1"]
    view.close()
