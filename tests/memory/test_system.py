import json
from dataclasses import replace
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.memory.retrieval.result import trace_metadata
from alicia_desktop.memory.statements import Turn
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store import accounts
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories
from tests.extraction.reader import learned
from tests.memory.conftest import NOW, Tell
from tests.memory.encoder import WordEncoder

DISTRACTORS = [
    "User likes jazz.", "User has a red car.", "User's sister lives in Berlin.", "User works as a nurse.",
    "User's birthday is on March 3.", "User plays chess on Mondays.", "User's brother has a boat.",
    "User is allergic to peanuts.", "User's dog Rex is a beagle.", "User wants to visit Japan.",
]  # fmt: skip
DISTRACTING = [f"{text[:-1]} since {year}." for year in range(2001, 2006) for text in DISTRACTORS]


def lines(contents: list[str]) -> list[str]:
    return [json.dumps({"id": f"m{number}", "content": content}) for number, content in enumerate(contents)]


async def test_what_was_told_is_found_first_among_fifty_others(memory: MemorySystem, tell: Tell):
    await memory.import_lines(lines(DISTRACTING))
    (stored,) = await tell("My daughter Emma has a piano recital on Friday.")
    assert (stored.action, stored.reason) == ("stored", "new")
    assert await tell("When is Emma's recital?") == []
    await memory.wait_for_vectors()
    found = await memory.retrieve("When is Emma's recital?")
    assert found.selected[0].memory.id == stored.memory.id
    assert found.candidates[0].rank == 1
    assert found.considered == 51


async def test_the_turn_it_came_from_is_kept(memory: MemorySystem, tell: Tell):
    (stored,) = await tell("I live in Porto.")
    (row,) = await memory.list_memories()
    assert replace(row, embeddings_info=None) == replace(stored.memory, embeddings_info=None)  # it comes when it comes
    assert row.source_info == {"conversation_id": "ac_1", "message_id": "am_1"}
    assert row.meta["said"] == "I live in Porto"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("I'm allergic to peanuts.", "I'm allergic to penicillin."),
        ("My sister lives in Berlin.", "My brother lives in Berlin."),
        ("I'm allergic to peanuts.", "I'm not allergic to peanuts."),
    ],
)
async def test_near_vectors_do_not_make_duplicates(memory: MemorySystem, tell: Tell, one: str, two: str):
    await tell(one)
    (change,) = await tell(two)
    assert change.action == "stored"
    assert len(await memory.list_memories()) == 2


async def test_a_duplicate_updates_and_keeps_the_old_words(memory: MemorySystem, tell: Tell):
    (first,) = await tell("I love jazz.")
    (again,) = await tell("I really like jazz.")
    assert (again.action, again.reason, again.memory.id) == ("updated", "told_again", first.memory.id)
    (row,) = await memory.list_memories()
    assert [past["content"] for past in row.meta["history"]] == ["User loves jazz."]
    assert row.importance > first.memory.importance


async def test_a_contradiction_updates_and_keeps_its_history(memory: MemorySystem, tell: Tell):
    await tell("I live in Porto.")
    (change,) = await tell("I moved to Lisbon.")
    assert (change.action, change.reason, change.before) == ("updated", "changed", "User lives in Porto.")
    (row,) = await memory.list_memories()
    assert row.content == "User moved to Lisbon."
    assert row.meta["history"][0]["message_id"] == "am_1"
    found = await memory.retrieve("Where do I live?")
    assert [one.memory.content for one in found.selected] == ["User moved to Lisbon."]


async def test_forgetting_removes_row_and_words(memory: MemorySystem, database: Database, tell: Tell):
    (car,) = await tell("I drive a red Toyota.")
    await tell("I live in Porto.")
    (gone,) = await tell("Forget that I drive a Toyota.")
    assert (gone.action, gone.memory.id) == ("forgotten", car.memory.id)
    assert [row.content for row in await memory.list_memories()] == ["User lives in Porto."]
    row = await database.read(memories.get_memory, car.memory.id)
    assert row is not None
    assert (row.content, row.meta, row.deleted_at) == ("", {}, NOW)
    assert not (await memory.retrieve("What car do I drive?")).selected


async def test_forget_that_means_what_was_told_last(memory: MemorySystem, tell: Tell):
    await tell("I live in Porto.")
    await tell("I drive a Toyota and I hate rain.")
    assert [change.action for change in await tell("Forget that.")] == ["forgotten", "forgotten"]
    assert [row.content for row in await memory.list_memories()] == ["User lives in Porto."]


async def test_small_talk_and_sums_find_nothing(memory: MemorySystem, tell: Tell):
    await tell("My daughter Emma has a piano recital on Friday.")
    for query in ("Hello!", "What is 17 * 23?", "What time is it?", "Tell me a joke"):
        assert not (await memory.retrieve(query)).selected, query


async def test_an_answer_that_leans_on_the_turn_before_is_found(memory: MemorySystem, tell: Tell):
    await tell("My daughter Emma has a piano recital on Friday.")
    found = await memory.retrieve("And when is it?", previous_turn="Tell me about Emma's recital", threshold=0.2)
    assert [one.memory.content for one in found.selected] == ["User's daughter Emma has a piano recital on Friday."]


async def test_every_decision_is_explained(memory: MemorySystem, tell: Tell):
    await tell("My daughter Emma has a piano recital on Friday.")
    await tell("I drive a Toyota.")
    await memory.wait_for_vectors()
    found = await memory.retrieve("When is Emma's recital?")
    best, other = found.candidates
    assert (best.cut, other.cut) == (None, "below_threshold")
    raw = sum(part.value * part.weight for part in best.parts)
    assert best.relevance == pytest.approx(min(raw, 1.0), abs=0.001)
    assert set(found.timings_ms) == {"analyse", "words", "meaning", "score", "read"}
    said = trace_metadata(found, best)
    assert said["rank"] == 1
    assert said["encoder"] == "words 1"
    assert said["scoreParts"]["words"]["weight"] == DEFAULT_WEIGHTS.words
    assert said["source"] == "conversation_ac_1"


async def test_the_limit_cuts_and_says_so(memory: MemorySystem):
    await memory.import_lines(lines([f"User likes jazz number {number}." for number in range(8)]))
    await memory.wait_for_vectors()
    found = await memory.retrieve("Do I like jazz?", k=3)
    assert [one.cut for one in found.candidates] == [None] * 3 + ["over_limit"] * 5


async def test_a_search_gives_the_best_however_weak(memory: MemorySystem):
    await memory.import_lines(lines(DISTRACTING))
    await memory.wait_for_vectors()
    found = await memory.search("quantum physics and red cars", k=7)
    assert len(found.selected) == 7
    relevances = [one.relevance for one in found.selected]
    assert relevances == sorted(relevances, reverse=True)


async def test_a_pinned_memory_passes_any_threshold(memory: MemorySystem):
    await memory.import_lines([json.dumps({"id": "p", "content": "User speaks German.", "pinned": True})])
    found = await memory.retrieve("When is Emma's recital?")
    assert [one.memory.id for one in found.selected] == ["p"]


async def test_use_is_counted(memory: MemorySystem, tell: Tell):
    await tell("I live in Porto.")
    await memory.mark_used((await memory.retrieve("Where do I live?")).selected)
    (row,) = await memory.list_memories()
    assert (row.usage_frequency, row.last_referenced_at) == (1, NOW)


@pytest.mark.expects_log("no sentence encoder")
async def test_without_an_encoder_words_still_find_and_the_reason_is_shown(database: Database, clock: JumpingClock):
    def missing() -> Encoder:
        raise WorldError(sentence="No sentence encoder can load.", code="encoder_missing")

    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=missing) as memory:
        await memory.import_lines(lines(["User lives in Porto.", "User likes jazz."]))
        await memory.wait_for_vectors()
        found = await memory.search("Where do I live?", k=1)
        assert [one.memory.content for one in found.selected] == ["User lives in Porto."]
        assert found.encoder is None
        assert found.note == "No sentence encoder can load."


async def test_a_restart_finds_the_same(database: Database, clock: JumpingClock):
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        await memory.import_lines(lines(DISTRACTING))
        await memory.wait_for_vectors()
        before = await memory.search("Who plays chess?")
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        after = await memory.search("Who plays chess?")
        assert [(one.memory.id, one.relevance) for one in after.selected] == [
            (one.memory.id, one.relevance) for one in before.selected
        ]


async def test_another_encoder_reads_everything_anew(database: Database, clock: JumpingClock):
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        await memory.import_lines(lines(DISTRACTORS))
        await memory.wait_for_vectors()
    newer = WordEncoder(version="2")
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=lambda: newer) as memory:
        await memory.wait_for_vectors()
        assert sorted(newer.read) == sorted(DISTRACTORS)
        assert {row.embeddings_info["version"] for row in await memory.list_memories() if row.embeddings_info} == {"2"}


async def test_what_somebody_else_stored_is_not_found_but_an_alias_is(database: Database, clock: JumpingClock):
    await database.write(accounts.add_alias, "ann", "anonymous", NOW)
    async with MemorySystem(
        database=database, clock=clock, extractor=learned(), user_id="ann", encoder=WordEncoder
    ) as memory:
        owners = ("ann", "anonymous", "bob")
        await memory.import_lines(
            json.dumps({"id": owner, "content": f"User likes jazz in {owner}.", "user_id": owner}) for owner in owners
        )
        found = await memory.search("Do I like jazz?")
        assert {one.memory.id for one in found.selected} == {"ann", "anonymous"}


async def test_a_guest_session_is_found_once_it_is_known_to_be_the_same_person(database: Database, clock: JumpingClock):
    async with MemorySystem(
        database=database, clock=clock, extractor=learned(), user_id="ann", encoder=WordEncoder
    ) as memory:
        line = {"id": "of the guest", "content": "User likes jazz.", "user_id": "guest-7"}
        await memory.import_lines([json.dumps(line)])
        assert not (await memory.search("Do I like jazz?")).selected
        await database.write(accounts.sign_in, "ann", NOW, guests=("guest-7",))
        await memory.refresh_aliases()
        assert [one.memory.id for one in (await memory.search("Do I like jazz?")).selected] == ["of the guest"]


async def test_a_change_from_elsewhere_is_seen(memory: MemorySystem, database: Database, tell: Tell):
    (stored,) = await tell("I live in Porto.")
    await database.write(memories.soft_delete_memories, [stored.memory.id], NOW)
    await memory.import_lines([])
    await database.read(memories.get_memory, "nothing")
    assert not (await memory.retrieve("Where do I live?")).selected


async def test_forgotten_words_are_nowhere_in_the_file(
    tmp_path: Path, database: Database, memory: MemorySystem, tell: Tell
):
    await tell("My locker code is 4417.")
    await tell("Forget my locker code")
    assert not await database.read(
        lambda conn: conn.exec_driver_sql("SELECT 1 FROM alicia_memory_fts WHERE alicia_memory_fts MATCH '4417'").all()
    )


async def test_a_private_turn_is_not_kept(memory: MemorySystem):
    turn = Turn(conversation_id="ac_1", message_id="am_1", text="I live in Porto.", said_at=NOW, private=True)
    assert await memory.remember(turn) == []
    assert await memory.list_memories() == ()


async def test_other_weights_are_tried_for_one_retrieval_only(memory: MemorySystem, tell: Tell):
    await tell("My daughter Emma has a piano recital on Friday.")
    await memory.wait_for_vectors()
    before = await memory.retrieve("When is Emma's recital?")
    tried = await memory.retrieve("When is Emma's recital?", weights={"words": 0.0})
    assert {part.weight for part in tried.candidates[0].parts if part.name == "words"} == {0.0}
    assert tried.candidates[0].relevance < before.candidates[0].relevance
    assert tried.fitted == before.fitted
    assert (await memory.retrieve("When is Emma's recital?")).candidates == before.candidates
