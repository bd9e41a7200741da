"""Stanzas that are deleted beneath an open view, or lose words, are gone from its rows, or without the words."""

import pytest

from alicia_desktop.protocol.messages import MemoryTrace, UserMessage
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import private
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.stanza_order import StanzaOrder
from tests.view.conftest import Story
from tests.view.test_journal import numbers, read, sentences, set_limit


@pytest.fixture
async def view(story: Story, monkeypatch):
    """Forty stanzas, of which ten are listed; the first thirty are old."""
    set_limit(monkeypatch, "PAGE_ROWS", 10)
    await story.came(*sentences(1, 30))
    await story.clock.advance(100)
    await story.came(*sentences(31, 40))
    made = JournalView(database=story.database, clock=story.clock, scope=story.scope)
    made.counts = []  # type: ignore[attr-defined]  # (shown, in all), for the tests below
    made.counted.connect(made.counts.append)  # type: ignore[attr-defined]  # as above
    await made.show("ac_1")
    yield made
    made.close()


async def trim(story: Story) -> None:
    """Delete what is old, as the client does."""
    before = story.clock.now()
    await story.database.write(journal.prune, before.replace(microsecond=0))


async def test_rows_that_were_trimmed_go_and_the_others_stay(story, view) -> None:
    await view.load_older()
    await view.load_older()
    assert numbers(view) == list(range(11, 41))
    await story.clock.advance(1)
    await story.came(*sentences(41, 42))
    await trim(story)
    await story.until(lambda: numbers(view)[0] > 11)
    left = [record.seq for record in await story.database.read(journal.page, limit=100)]
    assert numbers(view) == left
    assert view.counts[-1] == (len(left), len(left))
    await story.came(*sentences(43, 43))
    await story.until(lambda: numbers(view)[-1] == 43)


async def test_what_a_filter_found_goes_too_and_another_finds_only_what_is_left(story, view) -> None:
    await view.filter(read("body.text~s3"))
    assert numbers(view) == list(range(30, 40))
    await story.clock.advance(1)
    await trim(story)
    left = {record.seq for record in await story.database.read(journal.page, limit=100)}
    await story.until(lambda: set(numbers(view)) <= left)
    await view.filter(read("body.text~s1"))
    assert set(numbers(view)) <= left


async def test_a_sorted_list_is_sorted_anew(story, view) -> None:
    await view.sort(StanzaOrder(cell="size", descending=True))
    assert len(view.sorted.pages.keys) == 40
    await story.clock.advance(1)
    await trim(story)
    left = len(await story.database.read(journal.page, limit=100))
    assert left < 40
    await story.until(lambda: len(view.sorted.pages.keys) == left)


async def test_what_was_cleared_from_the_view_does_not_come_back(story, view) -> None:
    view.clear()
    await story.came(*sentences(41, 42))
    await story.until(lambda: numbers(view) == [41, 42])
    await trim(story)
    await story.until(lambda: view.counts[-1][1] < 42)
    assert [number for number in numbers(view) if number <= 40] == []


async def test_of_a_conversation_that_is_purged_no_row_is_left(story, view) -> None:
    await story.database.write(private.purge_conversation, "ac_1")
    await story.until(lambda: numbers(view) == [])
    assert view.counts[-1] == (0, 0)


async def test_forgotten_words_leave_the_summaries(story, view) -> None:
    told = memories.new_memory(
        memory_id="amem_1", content="User is allergic to walnuts.", at=story.clock.now(), user_id="user"
    )
    await story.database.write(memories.insert_memories, [told])
    await story.came(MemoryTrace(id="amu_1", memory_id="amem_1", content="User is allergic to walnuts."))
    await story.sent(UserMessage(id="am_1", content="When?"))
    await story.until(lambda: len(view.rows) == 12 and any("walnuts" in row.summary for row in view.rows))
    await story.database.write(forgetting.forget, ["amem_1"], story.clock.now())
    await story.until(lambda: not any("walnuts" in row.summary for row in view.rows))
    assert len(view.rows) == 12
