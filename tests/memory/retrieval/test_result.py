import json
from collections.abc import Mapping
from dataclasses import replace

from alicia_desktop.memory.retrieval.result import (
    MAX_MISSED,
    MAX_MISSED_CHARACTERS,
    explain_retrieval,
    source_of,
    trace_metadata,
)
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memories
from tests.memory.conftest import NOW, Tell

EXPLAINED = {
    "query", "analysis", "categories", "routed", "related", "threshold", "considered", "encoder", "note", "budget",
    "missed", "timingsMs",
}  # fmt: skip
ANALYSED = {
    "intent", "confidence", "emotionalWeight", "tone", "personalContext", "memoryReference", "urgency", "timeContext",
    "topicEntities", "keyTerms", "keywordDensity", "complexity",
}  # fmt: skip
TRACED = {
    "scoreParts", "relevance", "scoreMeaning", "rank", "threshold", "category", "tags", "source", "pinned", "kind",
    "tokens", "decay", "usedBefore",
}  # fmt: skip


async def store(memory: MemorySystem, *rows: Mapping[str, object]) -> None:
    await memory.import_lines([json.dumps(row) for row in rows])


async def test_an_explanation_has_every_step_and_is_plain_json(memory: MemorySystem, tell: Tell):
    await tell("My daughter Emma plays the piano.")
    await tell("I drive a Toyota.")
    await memory.wait_for_vectors()
    said = json.loads(json.dumps(explain_retrieval(await memory.retrieve("What does my daughter Emma play?"))))
    assert set(said) == EXPLAINED
    assert set(said["analysis"]) == ANALYSED
    assert len(said["categories"]) == 11
    assert said["routed"][0] == "relationships_social"
    assert said["considered"] == 2
    (missed,) = said["missed"]
    assert (missed["reason"], missed["rank"]) == ("below_threshold", 2)
    assert set(missed["parts"]["words"]) == {"value", "weight"}
    assert set(missed["decay"]) == {"days", "factor", "threshold"}


async def test_a_trace_says_what_a_journal_opened_later_needs(memory: MemorySystem, tell: Tell):
    await tell("My daughter Emma plays the piano.")
    retrieval = await memory.retrieve("What does my daughter Emma play?")
    said = trace_metadata(retrieval, retrieval.selected[0])
    assert set(said) >= TRACED
    await memory.mark_used(retrieval.selected)
    again = await memory.retrieve("What does my daughter Emma play?")
    assert trace_metadata(again, again.selected[0])["usedBefore"] == 1


async def test_the_score_of_a_retrieval_is_a_cosine_or_is_not_there(memory: MemorySystem, tell: Tell):
    await store(memory, {"id": "a", "content": "User likes jazz."})
    (found,) = (retrieval := await memory.retrieve("Do I like jazz?")).selected
    bare = trace_metadata(retrieval, replace(found, similarity=None))
    assert (bare["relevance"], "retrievalScore" in bare, "scoreKind" in bare) == (found.relevance, False, False)
    said = trace_metadata(retrieval, replace(found, similarity=0.87654))
    assert (said["retrievalScore"], said["scoreKind"]) == (0.8765, "cosine")


async def test_what_just_missed_is_short_and_the_best_of_it(memory: MemorySystem):
    await store(memory, *({"id": f"m{n}", "content": f"User likes jazz {n} {'so much ' * 40}"} for n in range(30)))
    said = explain_retrieval(await memory.retrieve("Do I like jazz?", k=1))
    assert len(said["missed"]) == MAX_MISSED
    relevances = [missed["relevance"] for missed in said["missed"]]
    assert relevances == sorted(relevances, reverse=True)
    assert {missed["reason"] for missed in said["missed"]} == {"over_limit"}
    assert {missed["limit"] for missed in said["missed"]} == {1}
    assert all(len(missed["content"]) <= MAX_MISSED_CHARACTERS for missed in said["missed"])


async def test_asking_again_without_and_with_a_memory(memory: MemorySystem):
    await store(
        memory, {"id": "jazz", "content": "User likes jazz."}, {"id": "tea", "content": "User's cup has a crack."}
    )
    without = await memory.retrieve("Do I like jazz?", exclude=["jazz"])
    assert without.selected == ()
    assert [missed["reason"] for missed in explain_retrieval(without)["missed"] if missed["memoryId"] == "jazz"] == [
        "excluded"
    ]
    with_it = await memory.retrieve("Do I like jazz?", include=["tea", "unknown"])
    assert [one.memory.id for one in with_it.selected] == ["tea", "jazz"]
    assert trace_metadata(with_it, with_it.selected[0])["included"]


async def test_an_archived_memory_that_was_near_is_told(memory: MemorySystem, database: Database):
    await store(memory, {"id": "old", "content": "User likes jazz."})
    await database.write(_archive, "old")
    retrieval = await memory.retrieve("Do I like jazz?")
    (missed,) = explain_retrieval(retrieval)["missed"]
    assert (missed["memoryId"], missed["reason"], missed["content"]) == ("old", "archived", "User likes jazz.")


async def test_of_somebody_elses_memory_only_a_developer_hears_and_only_the_id(memory: MemorySystem):
    await store(memory, {"id": "hers", "content": "User likes jazz in Rome.", "user_id": "ann"})
    assert explain_retrieval(await memory.retrieve("Do I like jazz?"))["missed"] == []
    told = explain_retrieval(await memory.retrieve("Do I like jazz?", developer=True))
    (missed,) = told["missed"]
    assert (missed["memoryId"], missed["reason"], missed["content"]) == ("hers", "wrong_user", "")
    assert "Rome" not in json.dumps(told)


async def test_nothing_looked_up_is_explained_too(memory: MemorySystem):
    said = explain_retrieval(replace(await memory.retrieve("Hello!"), route=None))
    assert (said["missed"], said["categories"], said["analysis"]["intent"]) == ([], {}, "small_talk")


def test_a_source_is_one_word():
    plain = memories.new_memory(memory_id="a", content="x", at=NOW, user_id="user", source_type="import")
    told = memories.new_memory(memory_id="a", content="x", at=NOW, user_id="u", source_info={"conversation_id": "ac_1"})
    assert (source_of(plain), source_of(told)) == ("import", "conversation_ac_1")


def _archive(conn: Connection, memory_id: str) -> None:
    row = memories.get_memory(conn, memory_id)
    assert row is not None
    memories.replace_memory(conn, replace(row, archived=True))
