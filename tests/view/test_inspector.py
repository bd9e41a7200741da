"""The inspector's Turn, Memory and Tools tabs over what is really stored."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ControlVariation,
    MemoryTrace,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.store import journal
from alicia_desktop.view.inspector import InspectorView
from tests.view.conftest import Story

FACT = "Emma has a recital on Friday"


def trace(number: int, question: str, action: str = "retrieved", **given: Any) -> MemoryTrace:
    values: dict[str, Any] = {"memory_id": "amem_1", "content": FACT, "confidence": 0.5 + number / 10}
    return MemoryTrace(id=f"amu_{number}", previous_id=question, action=action, **(values | given))


async def turn(story: Story, name: str, *traces: MemoryTrace, said: str = "On Friday.", to: str = "ac_1") -> None:
    await story.sent(UserMessage(id=f"am_q{name}", content=f"Question {name}"), to=to)
    await story.clock.advance(0.1)
    start = StartAnswer(id=f"am_a{name}", previous_id=f"am_q{name}")
    sentence = AssistantSentence(previous_id=start.id, sequence=1, text=said, is_final=True)
    await story.came(*traces, start, to=to)
    await story.clock.advance(0.4)
    await story.came(sentence, to=to)


@pytest.fixture
async def view(story: Story):
    made = InspectorView(database=story.database, clock=story.clock, scope=story.scope)
    await made.show("ac_1")
    yield made
    made.close()


def shown(view: InspectorView) -> tuple[str, str, str | None]:
    assert view.turn is not None
    return view.turn.id, view.turn.title, view.turn.answer_id


async def test_each_version_of_an_answer_says_which_model_made_it_and_how(story, view) -> None:
    await turn(story, "1")
    for name, settings in (("small", {}), ("qwen3:4b", {"temperature": 0.75, "personaDigest": "1f3a" * 4})):
        told = {"name": name, "provider": "127.0.0.1", "settings": settings}
        await story.came(StartAnswer(id=f"am_{name}", previous_id="am_q1"), model=told)
        await story.came(AssistantSentence(previous_id=f"am_{name}", sequence=1, text="Yes.", is_final=True))
    said = {}
    for name in ("am_small", "am_qwen3:4b", "am_a1"):
        await view.show_turn(name)
        said[name] = view.turn.chain[-1].lines[0].text
    assert said == {
        "am_small": "small · 127.0.0.1",
        "am_qwen3:4b": "qwen3:4b · 127.0.0.1 · temperature 0.75 · persona 1f3a1f3a1f3a1f3a",
        "am_a1": "On Friday.",
    }


async def test_a_turn_of_more_bars_than_are_shown_says_so(story, view) -> None:
    await turn(story, "1")
    uses = [
        ToolUseRequest(id=f"atu_{n}", message_id="am_a1", tool_name="clock", execution="server") for n in range(210)
    ]
    await story.came(*uses)
    await view.refresh()
    assert len(view.turn.waterfall) == 200
    assert view.turn.note == "Of 213 bars the first 200 are shown."


async def test_an_empty_conversation_has_no_turn(view) -> None:
    assert view.turn is None
    assert (len(view.traces), len(view.tools)) == (0, 0)


async def test_the_last_turn_is_followed(story, view) -> None:
    await turn(story, "1")
    await story.until(lambda: view.turn is not None and view.turn.figures)
    assert shown(view) == ("am_q1", "Turn 1 of 1", "am_a1")
    await turn(story, "2")
    await story.until(lambda: view.turn is not None and view.turn.number == 2 and view.turn.answer_id)
    assert shown(view) == ("am_q2", "Turn 2 of 2", "am_a2")


async def test_a_message_is_followed_until_there_is_a_turn_that_came_after_it_was_chosen(story, view) -> None:
    await turn(story, "1")
    await view.refresh()
    await turn(story, "2")  # not read yet
    assert shown(view)[1] == "Turn 1 of 1"
    await asyncio.gather(view.follow_message("am_q1"), view.refresh())
    await view.refresh()
    assert shown(view)[1] == "Turn 1 of 2"
    await turn(story, "3")
    await view.refresh()
    assert shown(view)[1] == "Turn 3 of 3"


async def test_one_goes_from_turn_to_turn_and_stays_there(story, view) -> None:
    for name in "123":
        await turn(story, name)
    await view.show_turn("am_a2")
    assert view.turn is not None
    assert (view.turn.id, view.turn.previous_id, view.turn.next_id) == ("am_q2", "am_q1", "am_q3")
    await turn(story, "4")
    await story.until(lambda: view.turn is not None and view.turn.count == 4)
    assert view.turn.id == "am_q2"
    await view.show("ac_1")
    assert view.turn.id == "am_q4"


async def test_the_chain_and_the_waterfall_say_what_led_to_what_and_when(story, view) -> None:
    await story.sent(UserMessage(id="am_q1", content="What is 17 * 23?"))
    await story.clock.advance(0.05)
    await story.came(trace(1, "am_q1"), StartAnswer(id="am_a1", previous_id="am_q1"))
    await story.clock.advance(0.05)
    await story.came(ToolUseRequest(id="atu_1", message_id="am_q1", tool_name="calculator", execution="server"))
    await story.clock.advance(0.2)
    await story.came(ToolUseResult(request_id="atu_1", success=True, result=391))
    await story.clock.advance(0.1)
    await story.came(AssistantSentence(previous_id="am_a1", sequence=1, text="It is 391.", is_final=True))
    await view.refresh()
    assert view.turn is not None
    assert [step.kind for step in view.turn.chain] == ["question", "memories", "tool", "sentences"]
    rows = {row.kind: (round(row.at_ms), row.took_ms and round(row.took_ms)) for row in view.turn.waterfall}
    assert rows["start"] == (50, None)
    assert rows["tool"] == (100, 200)
    assert rows["sentence"] == (50, 350)
    assert {meaning: value for value, meaning in view.turn.figures}["to the first word"] == "400 ms"
    assert view.turn.zero == "sent"


@pytest.mark.parametrize(
    ("action", "begins", "ends"), [("retrieved", 30, 50), ("stored", 55, 75)], ids=["found", "nothing found"]
)
async def test_the_waterfall_tells_looking_for_memories_from_keeping_one(story, view, action, begins, ends) -> None:
    sent = {"retrieval": {"timingsMs": {"words": 2.0, "meaning": 18.0}}}
    await story.sent(UserMessage(id="am_q1", content="Emma plays on Friday."))
    await story.clock.advance(0.05)
    await story.came(trace(1, "am_q1", action, metadata=sent if action == "retrieved" else {}))
    await story.clock.advance(0.025)
    await story.came(StartAnswer(id="am_a1", previous_id="am_q1"), **({} if action == "retrieved" else sent))
    await story.came(AssistantSentence(previous_id="am_a1", sequence=1, text="I see.", is_final=True))
    await view.refresh()
    assert view.turn is not None
    rows = {row.label: (round(row.at_ms), row.took_ms) for row in view.turn.waterfall}
    assert rows["Memory retrieval"] == (begins, ends - begins)
    assert rows.get("Memory stored") == (None if action == "retrieved" else (50, None))
    assert {meaning: value for value, meaning in view.turn.figures}["retrieval"] == "20 ms"


async def test_traces_are_those_of_the_turn_or_of_the_whole_conversation(story, view) -> None:
    await turn(story, "1", trace(1, "am_q1", "stored"))
    await turn(story, "2", trace(2, "am_q2"), trace(3, "am_q2", memory_id="amem_2"))
    await view.refresh()
    assert [row.id for row in view.traces] == ["amu_3", "amu_2"]
    await view.show_traces_of("conversation")
    assert [row.id for row in view.traces] == ["amu_3", "amu_2", "amu_1"]
    await view.show_traces_of("answer")
    await view.show_turn("am_q1")
    assert [(row.id, row.action) for row in view.traces] == [("amu_1", "stored")]
    assert await view.turn_of_trace("amu_3") == "am_a2"
    assert await view.turn_of_trace("nothing") == ""


async def test_a_trace_leads_to_the_turn_it_came_from_and_to_all_answers_that_used_it(story, view) -> None:
    await turn(story, "1", trace(1, "am_q1", "stored"))
    await story.begin("ac_2", "Friday")
    await turn(story, "2", trace(2, "am_q2"), to="ac_2")
    await view.show("ac_2")
    details = await view.details("amu_2")
    assert details is not None
    assert details.page.origin is not None
    assert (details.page.origin.conversation_id, details.page.origin.message_id) == ("ac_1", "am_q1")
    assert details.page.origin.text == "Emma · Question 1"
    assert [(link.conversation_id, link.message_id) for link in details.page.uses] == [("ac_2", "am_a2")]
    assert await view.details("nothing") is None


async def test_tools_are_paired_and_orphans_are_flagged(story, view) -> None:
    await turn(story, "1")
    await story.came(ToolUseRequest(id="atu_1", message_id="am_q1", tool_name="clock", execution="server"))
    await story.came(ToolUseResult(request_id="atu_9", success=True, result="late"))
    await story.until(lambda: len(view.tools) == 2)
    states = {row.id: (row.state, row.orphan) for row in view.tools}
    assert states["atu_1"] == ("running", False)
    assert [orphan for _, orphan in states.values()].count(True) == 1
    await story.came(ToolUseResult(request_id="atu_1", success=False, error_code="execution_error", error_message="No"))
    await story.until(lambda: view.tools.get("atu_1").state == "failed")
    assert view.tools.get("atu_1").error == "execution_error No"


async def test_of_two_wishes_at_once_the_last_one_is_shown(story, view) -> None:
    for name in "123":
        await turn(story, name)
    first = story.scope.spawn("first", view.show_turn("am_q1"))
    second = story.scope.spawn("second", view.show_turn("am_q2"))
    await first
    assert shown(view)[0] == "am_q2"  # who goes on with the turn that is shown has not the one before
    await second
    assert shown(view)[0] == "am_q2"
    assert view.turn is not None


async def test_another_conversation_takes_turn_traces_and_tools_with_it(story, view) -> None:
    await turn(story, "1", trace(1, "am_q1"))
    await view.refresh()
    assert len(view.traces) == 1
    await story.begin("ac_2")
    await view.show("ac_2")
    assert view.turn is None
    assert len(view.traces) == 0


async def again(story: Story, name: str, **memories: list[str]) -> None:
    """The answer of a turn is asked for again, and comes again."""
    await story.clock.advance(1)
    await story.sent(ControlVariation(target_id=f"am_a{name}", mode="regenerate"), memories=memories)
    await story.clock.advance(1)


async def second_answer(story: Story, name: str, *traces: MemoryTrace) -> None:
    start = StartAnswer(id=f"am_b{name}", previous_id=f"am_q{name}")
    sentence = AssistantSentence(previous_id=start.id, sequence=1, text="I do not know.", is_final=True)
    await story.came(*traces, start, sentence)


async def test_an_answer_asked_again_has_its_own_traces_and_stands_beside_the_first(story, view) -> None:
    await turn(story, "1", trace(1, "am_q1"), trace(2, "am_q1", memory_id="amem_2"))
    await again(story, "1", exclude=["amem_1"])
    await view.refresh()
    (waiting,) = view.comparisons
    assert (waiting.first.id, waiting.second.id, waiting.mode) == ("am_a1", "", "without")
    await second_answer(story, "1", trace(3, "am_q1", memory_id="amem_2"))
    await view.refresh()
    (made,) = view.comparisons
    assert [row.id for row in made.first.traces] == ["amu_2", "amu_1"]
    assert [row.id for row in made.second.traces] == ["amu_3"]
    assert made.second.times[0] == ("1.0 s", "to the first word")
    assert [row.id for row in view.traces] == ["amu_3"]
    assert view.turn is not None
    assert view.turn.zero == "asked again"
    assert {meaning: value for value, meaning in view.turn.figures}["to the first word"] == "1.0 s"
    assert {row.kind: round(row.at_ms) for row in view.turn.waterfall}["start"] == 1000
    await view.show_turn("am_a1")
    assert [row.id for row in view.traces] == ["amu_2", "amu_1"]
    assert view.turn.zero == "sent"
    assert {row.kind: round(row.at_ms) for row in view.turn.waterfall}["start"] == 100
    assert await view.live_answer("am_q1") == "am_b1"


async def test_only_answers_that_had_a_memory_count_as_its_uses(story, view) -> None:
    await turn(story, "1", trace(1, "am_q1"))
    await again(story, "1", exclude=["amem_1"])
    await second_answer(story, "1")
    await turn(story, "2", trace(2, "am_q2"))
    await turn(story, "3", trace(3, "am_q3", "updated"))
    await view.refresh()
    page = await view.page("amem_1")
    assert [link.message_id for link in page.uses] == ["am_a2", "am_a1"]
    assert page.uses[0].detail.startswith("0.70 confidence · ")
    assert page.use_count == 2


async def test_what_can_be_asked_again_depends_on_the_answer(story, view) -> None:
    await turn(story, "1", trace(1, "am_q1"), trace(2, "am_q1", "stored", memory_id="amem_2"))
    await view.refresh()
    used, taught, other = [await view.page(memory_id) for memory_id in ("amem_1", "amem_2", "amem_3")]
    assert used.ask is not None
    assert (used.ask.mode, used.ask.answer_id) == ("without", "am_a1")
    assert taught.ask is None
    assert other.ask is not None
    assert (other.ask.mode, other.state, other.content) == ("with", "stub", "amem_3")


async def test_the_retrieval_is_that_of_the_shown_answer(story, view) -> None:
    sent = {"considered": 41, "missed": [{"memoryId": "amem_9", "content": "Cake", "reason": "archived"}]}
    await turn(story, "1", trace(1, "am_q1", metadata={"retrieval": sent}))
    await turn(story, "2")
    await view.refresh()
    assert not view.retrieval
    details = await view.details("amu_1")
    assert details is not None
    assert details.retrieval is not None
    assert details.retrieval.missed[0].reason == "archived"
    await story.sent(UserMessage(id="am_q3", content="And?"))
    await story.came(StartAnswer(id="am_a3", previous_id="am_q3"), retrieval=sent)
    await view.show("ac_1")
    assert view.retrieval is not None
    assert view.retrieval.summaries[0] == "0 of 41 memories used"


async def test_a_turn_whose_stanzas_are_gone_says_so_and_is_not_empty(story, view) -> None:
    await turn(story, "1")
    await view.show("ac_1")
    assert view.turn is not None
    assert view.turn.note == ""
    await story.database.write(journal.prune, story.clock.now() + timedelta(days=1))
    await view.show("ac_1")
    assert "not in the log" in view.turn.note
    assert view.turn.chain
