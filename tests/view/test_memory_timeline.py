"""The memories of a conversation along time: stored, updated, used, faded."""

from dataclasses import replace

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.protocol.messages import MemoryAction, MemoryConfirmation, MemoryTrace, StartAnswer, UserMessage
from alicia_desktop.store.memories import forgetting
from alicia_desktop.store.memories.traces import events_of_conversation
from alicia_desktop.view.memory_timeline import LANES, TimelineRow, binned, read_timeline, spoken_counts
from alicia_desktop.view.row_filters import MEMORIES, FilteredRows, event_fields
from alicia_desktop.view.stanzas import FORGOTTEN

FACT = "Emma has a recital on Friday"
MOVED = "Emma has a recital on Saturday"


def trace(number, question, action, content=FACT, memory_id="amem_1"):
    return MemoryTrace(
        id=f"amu_{number}",
        previous_id=question,
        action=action,
        memory_id=memory_id,
        content=content,
        confidence=0.5,
        metadata={"scoreMeaning": "relevance", "category": "relationships_social"},
    )


async def lived(story):
    """Two turns: a memory is stored, used, then updated; another is only used."""
    await story.sent(UserMessage(id="am_q1", content="Emma plays on Friday"))
    await story.came(trace(1, "am_q1", "stored"), StartAnswer(id="am_a1", previous_id="am_q1"))
    await story.clock.advance(60)
    await story.sent(UserMessage(id="am_q2", content="When?"))
    await story.came(trace(2, "am_q2", "retrieved"), trace(3, "am_q2", "retrieved", "Walnuts", "amem_2"))
    await story.came(StartAnswer(id="am_a2", previous_id="am_q2"), trace(4, "am_a2", "updated", MOVED))
    await story.clock.advance(60)


async def timeline(story):
    return await story.database.read(read_timeline, "ac_1")


async def test_what_was_stored_used_and_updated_stands_along_time_with_its_turn_and_trace(story):
    await lived(story)
    rows = await timeline(story)
    assert [(row.lane, row.content, row.turn, row.reference and row.reference.id) for row in rows] == [
        ("stored", FACT, 1, "amu_1"),
        ("used", FACT, 2, "amu_2"),
        ("used", "Walnuts", 2, "amu_3"),
        ("updated", MOVED, 2, "amu_4"),
    ]
    assert [row.detail for row in rows[:2]] == ["Stored · Relationships", "Used · 0.50 · Relationships"]
    assert rows[1].at - rows[0].at >= 60_000_000


async def test_what_the_user_archived_and_deleted_faded_with_the_stanza_that_says_so(story):
    await lived(story)
    await story.sent(MemoryAction(id="amem_1", timestamp=1, action="archive"))
    await story.sent(MemoryAction(id="amem_2", timestamp=1, action="delete"))
    await story.sent(MemoryAction(id="amem_1", timestamp=1, action="pin", memory={"pinned": True}))
    faded = [row for row in await timeline(story) if row.lane == "faded"]
    assert [(row.kind, row.memory_id, row.detail) for row in faded] == [
        ("archived", "amem_1", "Archived by you"),
        ("deleted", "amem_2", "Deleted by you"),
    ]
    assert [row.reference.kind for row in faded] == ["stanza", "stanza"]


async def test_what_the_server_refused_became_of_no_memory(story):
    await story.sent(MemoryAction(id="amem_3", timestamp=1, action="create", memory={"content": ""}))
    assert [row.detail for row in await timeline(story)] == ["Stored by you"]
    await story.came(MemoryConfirmation(memory_id="amem_3", action="create", success=False))
    assert await timeline(story) == ()
    await story.sent(MemoryAction(id="amem_3", timestamp=2, action="create", memory={"content": "Walnuts"}))
    await story.came(MemoryConfirmation(memory_id="amem_3", action="create", success=True))
    assert [(row.detail, row.content) for row in await timeline(story)] == [("Stored by you", "Walnuts")]


async def test_a_forgotten_memory_does_not_show_its_words(story):
    await lived(story)
    await story.database.write(forgetting.forget, ["amem_1"], story.clock.now())
    rows = await timeline(story)
    assert {row.content for row in rows if row.memory_id == "amem_1"} == {FORGOTTEN}
    assert [row.kind for row in rows if row.lane == "faded"] == ["forgotten"]
    assert rows[-1].reference is None


async def test_a_conversation_without_memories_has_no_events(story):
    assert await timeline(story) == ()
    assert await story.database.read(events_of_conversation, "ac_nobody") == []


async def test_the_filter_of_the_tab_finds_events(story):
    await lived(story)
    await story.sent(MemoryAction(id="amem_1", timestamp=1, action="archive"))
    source = rows_of(await timeline(story))
    filtered = FilteredRows(event_fields, source)
    for words, found in (
        ("action:archived", ["archived"]),
        ("memory:amem_2", ["retrieved"]),
        ("turn:2 -action:retrieved", ["updated"]),
        ("walnuts", ["retrieved"]),
        ("score>=0.5", ["retrieved", "retrieved"]),
    ):
        expression = parse(words, MEMORIES)
        assert not isinstance(expression, Mistake)
        filtered.filter(expression)
        assert [row.kind for row in filtered.rows] == found, words


def rows_of(found):
    rows = Rows[TimelineRow](lambda row: row.id)
    rows.reset(found)
    return rows


async def test_ten_thousand_events_are_as_many_marks_as_there_are_places(story):
    await lived(story)
    first = (await timeline(story))[1]
    rows = [replace(first, id=str(number), at=first.at + number * 1_000) for number in range(10_000)]
    marks = binned(rows, 200)
    assert set(marks) == set(LANES)
    assert len(marks["used"]) == 200
    assert sum(mark.count for mark in marks["used"]) == 10_000
    assert (marks["used"][0].first, marks["used"][-1].place) == (0, 199)
    assert spoken_counts(rows) == "0 stored · 0 updated · 10,000 used · 0 faded"
