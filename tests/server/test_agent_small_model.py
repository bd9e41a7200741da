"""Answers of a small model's assistant: the memory and the tools speak where it would guess."""

from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace, StartAnswer, ToolUseRequest, ToolUseResult
from alicia_desktop.server.small_model_guard import NOT_KEPT
from tests.support.participant import Participant
from tests.support.scripted_model import Script


def said(person):
    return "".join(one.text for one in person.of(AssistantSentence))


async def test_where_a_small_model_misses_the_fact_the_memory_answers_and_the_trace_says_so(server, person, scripted):
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    other = Participant(server)
    await other.join()
    await other.ask("When is Emma's recital?")
    assert "Friday" in said(other)
    [found] = other.of(MemoryTrace)
    assert found.metadata
    assert found.metadata["answeredBy"] == "extractive"
    await other.leave()


async def test_without_any_model_the_memory_still_answers(server, person, scripted):
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    scripted.say(Script(status=500))
    await person.ask("When is Emma's recital?")
    assert "Friday" in said(person)


async def test_a_sum_is_worked_out_by_the_tool(person):
    await person.join()
    await person.ask("What is 23*17?")
    [request] = person.of(ToolUseRequest)
    [result] = person.of(ToolUseResult)
    assert (request.tool_name, request.execution, request.parameters) == (
        "calculator",
        "server",
        {"expression": "23*17"},
    )
    assert result.request_id == request.id
    assert result.result["value"] == 391
    assert "391" in said(person)


async def test_news_told_to_a_small_model_is_acknowledged_from_the_memory(person, scripted):
    await person.join()
    await person.ask("My dog is called Biscuit.")
    assert said(person) == "I will remember that your dog is called Biscuit."
    assert scripted.requests == []


async def test_a_small_model_promises_nothing_where_nothing_is_to_be_kept(person, scripted):
    await person.join()
    await person.ask("Don't remember this: my dog is called Biscuit.")
    assert said(person) == NOT_KEPT
    assert (scripted.requests, person.of(MemoryTrace)) == ([], [])


async def test_thanks_for_news_rests_on_no_memory_and_shows_none_as_used(person):
    """What was found for it is told as not read."""
    await person.join()
    await person.ask("My rent is 850 euros a month.")
    await person.ask("My rent goes up to 900 euros in May.")
    assert [trace.content for trace in person.of(MemoryTrace) if trace.action == "retrieved"] == []
    told = [one.meta for one in person.stanzas if isinstance(one.body, StartAnswer)][-1]
    missed = (told or {})["retrieval"]["missed"]
    assert "not_read" in {one["reason"] for one in missed}


async def test_a_list_is_asked_for_and_not_told(person):
    await person.join()
    await person.ask("My son Carl is four.")
    await person.ask("Name my sons.")
    assert [trace.action for trace in person.of(MemoryTrace)] == ["stored", "retrieved"]
    assert said(person).endswith("Your son Carl is four.")
