"""The worked examples that retrieval was specified by, and the four issues that they leave open, each by its name."""

import json
from collections.abc import Sequence
from datetime import timedelta

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.result import explain_retrieval
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store import accounts
from alicia_desktop.store.database import Database
from tests.extraction.reader import learned
from tests.memory.conftest import NOW
from tests.memory.encoder import WordEncoder

KIDS = "What are my kids' names?"
NAMES = "I have two children named Alex and Jordan."
AGES = "Alex is 8 years old and Jordan is 5 years old."
QUESTION = "Do you remember my kids' names?"
FAILURE = "I don't have any information about your kids' names."


async def given(memory: MemorySystem, *contents: str, **more: object) -> None:
    """Store memories under their own first words."""
    await memory.import_lines([json.dumps({"id": content[:20], "content": content, **more}) for content in contents])


def found(contents: Sequence[str], selected: Sequence[str]) -> list[str]:
    return [content for content in contents if content in selected]


async def selected(memory: MemorySystem, query: str, **terms: object) -> list[str]:
    retrieval = await memory.retrieve(query, **terms)  # type: ignore[arg-type]  # the keywords of `retrieve`, by name
    return [one.memory.content for one in retrieval.selected]


async def test_what_are_my_kids_names(memory: MemorySystem):
    await given(memory, NAMES, AGES, QUESTION, FAILURE, "User likes jazz.", "User's boss has two children.")
    retrieval = await memory.retrieve(KIDS)
    said = explain_retrieval(retrieval)
    assert said["analysis"]["intent"] == "information_request"
    assert said["analysis"]["personalContext"]
    assert said["analysis"]["topicEntities"] == ["family"]
    assert said["analysis"]["keyTerms"] == ["kids", "names"]
    assert said["routed"][0] == "relationships_social"
    assert retrieval.selected[0].memory.content == NAMES
    cut = {one.memory.content: one.cut for one in retrieval.candidates}
    assert cut[FAILURE] == "failure_answer"


async def test_how_old_are_my_kids(memory: MemorySystem):
    """The second memory of the specified example prompt."""
    await given(memory, NAMES, AGES, QUESTION, "User likes jazz.")
    retrieval = await memory.retrieve("How old are Alex and Jordan?")
    assert retrieval.selected[0].memory.content == AGES


async def test_both_memories_about_the_kids_are_retrieved_for_their_names(memory: MemorySystem):
    """The specified example prompt; what names the kids leads to what else is known of them."""
    await given(memory, NAMES, AGES, "User likes jazz.", "User's boss has two children.")
    await memory.wait_for_vectors()
    assert (await selected(memory, KIDS))[:2] == [NAMES, AGES]


@pytest.mark.expects_log("memories not retrieved")
async def test_a_retrieval_that_fails_is_logged_and_gives_no_memories(
    memory: MemorySystem, monkeypatch: pytest.MonkeyPatch
):
    await given(memory, NAMES)

    async def unreadable(*_args: object, **_keywords: object) -> None:
        raise WorldError(sentence="The index cannot be read.", code="damaged")

    monkeypatch.setattr(memory._search.index, "look_up_terms", unreadable)
    retrieval = await memory.retrieve(KIDS)
    assert (retrieval.candidates, explain_retrieval(retrieval)["note"]) == ((), "The index cannot be read.")


async def test_a_question_whether_something_is_remembered_is_no_answer(memory: MemorySystem):
    await given(memory, NAMES, QUESTION, "Do you remember when we met?")
    assert [one.memory.content for one in (await memory.retrieve(KIDS)).selected] == [NAMES]


async def test_issue_1_wrong_category_selected(memory: MemorySystem):
    """ "son" leads to relationships_social; and a memory under another category is still found."""
    await given(memory, "User's son Max plays the violin.", category="tools_tech_workflow")
    await given(memory, "User repaired the violin shelf.", category="relationships_social")
    retrieval = await memory.retrieve("What did I tell you about my son?")
    assert retrieval.route is not None
    assert retrieval.route.primary == "relationships_social"
    assert retrieval.selected[0].memory.content == "User's son Max plays the violin."
    assert retrieval.selected[0].memory.category == "tools_tech_workflow"


async def test_issue_2_relevant_memories_ranked_low(memory: MemorySystem):
    """A question that repeats the query word for word stands below the fact; a failure answer is worth nothing."""
    await given(memory, QUESTION, FAILURE, "I have two kids named Alex and Jordan.")
    retrieval = await memory.retrieve(KIDS)
    ranks = {one.memory.content: one.rank for one in retrieval.candidates}
    assert ranks["I have two kids named Alex and Jordan."] < ranks[QUESTION] < ranks[FAILURE]
    relevance = {one.memory.content: one.relevance for one in retrieval.candidates}
    assert relevance[FAILURE] == 0


async def test_a_memory_of_no_importance_is_found_all_the_same(memory: MemorySystem):
    await given(memory, NAMES, importance=0.0)
    retrieval = await memory.retrieve(KIDS)
    assert [(one.memory.content, one.memory.importance) for one in retrieval.selected] == [(NAMES, 0.0)]


async def test_content_scores_put_facts_above_plain_talk_above_questions_above_failures(memory: MemorySystem):
    """The order of the seed's content scores, of memories that have the same words of the query."""
    ordered = ["My kids' names are Alex and Jordan.", "It was all about kids and their names then.", QUESTION, FAILURE]
    await given(memory, *reversed(ordered))
    retrieval = await memory.retrieve(KIDS, threshold=0.0)
    ranks = {one.memory.content: one.rank for one in retrieval.candidates}
    assert sorted(ordered, key=lambda content: ranks[content]) == ordered


async def test_issue_3_important_memories_cut_by_token_limit(memory: MemorySystem):
    """What does not fit is skipped, never the rest of the list, and what was cut is told with its tokens."""
    long = f"My kids' names are {'Alex and Jordan ' * 700}"
    await given(memory, long, NAMES, "My kids' names are on the door.")
    retrieval = await memory.retrieve(KIDS, budget=2_400)
    contents = [one.memory.content for one in retrieval.selected]
    assert long not in contents
    assert found([NAMES, "My kids' names are on the door."], contents) == [NAMES, "My kids' names are on the door."]
    (cut,) = [one for one in explain_retrieval(retrieval)["missed"] if one["reason"] == "over_budget"]
    assert cut["tokens"] > 2_400
    assert explain_retrieval(retrieval)["budget"]["used"] <= 2_400


async def test_issue_3_fifteen_memories_of_3200_tokens(memory: MemorySystem):
    """The specified example: no more than the limit is returned, and the best of it."""
    await given(memory, *(f"Kid number {number}: my kids' names are {'so ' * 270}" for number in range(15)))
    retrieval = await memory.retrieve(KIDS, k=15, budget=2_400)
    assert 0 < retrieval.tokens <= 2_400
    kept, cut = retrieval.selected, [one for one in retrieval.missed if one.cut == "over_budget"]
    assert len(kept) + len(cut) == 15
    assert min(one.relevance for one in kept) >= max(one.relevance for one in cut)


async def test_issue_4_old_memories_not_retrieved(database: Database, clock: JumpingClock):
    """Memories of `user`, `anonymous` and a guest session are found under the name that came later."""
    async with MemorySystem(database=database, clock=clock, extractor=learned(), encoder=WordEncoder) as memory:
        for owner, content in (("user", NAMES), ("anonymous", AGES), ("guest_7", "My kids' names rhyme.")):
            await given(memory, content, user_id=owner)
    for alias in ("user", "anonymous", "guest_7"):
        await database.write(accounts.add_alias, "ann", alias, NOW)
    async with MemorySystem(
        database=database, clock=clock, extractor=learned(), user_id="ann", encoder=WordEncoder
    ) as memory:
        retrieval = await memory.search(KIDS)
        assert {one.memory.user_id for one in retrieval.candidates} == {"user", "anonymous", "guest_7"}


async def test_related_categories_join_when_too_little_is_found(memory: MemorySystem):
    await given(memory, "User was sad about the children.", category="mental_emotional")
    retrieval = await memory.retrieve("Where is the school of my kids?")
    assert retrieval.route is not None
    assert retrieval.route.related == ("personal_life_interests", "mental_emotional")
    parts = {part.name: part.value for part in retrieval.candidates[0].parts}
    assert parts["category"] == pytest.approx(retrieval.route.scores["relationships_social"] / 2, abs=0.01)


async def test_related_categories_stay_away_when_enough_is_found(memory: MemorySystem):
    await given(memory, NAMES, "My kids' names are Alex and Jordan.", "User's kids have long names.")
    retrieval = await memory.retrieve(KIDS)
    assert retrieval.route is not None
    assert retrieval.route.related == ()


async def test_an_unused_memory_fades_and_a_used_one_does_not(memory: MemorySystem, clock: JumpingClock):
    await given(memory, "User saw names on a wall.", importance=0.1)
    await memory.wait_for_vectors()
    fresh = await memory.retrieve(KIDS, threshold=0.0)
    threshold = fresh.candidates[0].relevance - 0.01
    assert await selected(memory, KIDS, threshold=threshold)
    await clock.advance(timedelta(days=400).total_seconds())
    later = await memory.retrieve(KIDS, threshold=threshold)
    (faded,) = [one for one in explain_retrieval(later)["missed"] if one["reason"] == "decayed"]
    assert faded["decay"]["days"] == 400
    assert faded["decay"]["threshold"] > faded["relevance"] >= threshold
    await memory.mark_used(fresh.candidates)
    assert await selected(memory, KIDS, threshold=threshold)


async def test_memories_said_long_ago_are_fresh_when_they_come_here(memory: MemorySystem):
    await given(memory, NAMES, created_at="2003-05-01")
    retrieval = await memory.retrieve(KIDS)
    assert [one.memory.content for one in retrieval.selected] == [NAMES]
    assert retrieval.selected[0].decay is not None
    assert retrieval.selected[0].decay.days == 0


async def test_an_exact_phrase_adds_three_tenths(memory: MemorySystem):
    """ "Boost for exact phrase matches", whatever the letters' case; the best is 1.0 all the same."""
    await given(memory, "User's aunt sells old garden chairs.", "User's old aunt has chairs in the garden and sells.")
    retrieval = await memory.retrieve("Old garden chairs?")
    best, other = retrieval.candidates
    assert best.memory.content == "User's aunt sells old garden chairs."
    parts = {part.name: (part.value, part.weight) for part in best.parts}
    assert parts["phrase"] == (1.0, 0.3)
    assert {part.name: part.value for part in other.parts}["phrase"] == 0.0
    assert best.relevance <= 1.0
