"""Tools in the answer of a large model: those that it asks for, and those that it should have used."""

import pytest

from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ErrorMessage,
    ReasoningStep,
    ToolUseRequest,
    ToolUseResult,
)
from alicia_desktop.server.tool_answers import MAX_CALLS_AT_ONCE, MAX_TOOL_ROUNDS
from tests.support.scripted_model import Script

CALCULATE = ("calculator", {"expression": "6 * 7"})


@pytest.fixture
def small():
    """A model whose words go out as they come, and that calls tools itself."""
    return False


def said(person):
    return "".join(one.text for one in person.of(AssistantSentence))


def steps(person):
    return [one.content for one in person.of(ReasoningStep)]


async def test_a_model_that_wants_tools_without_end_is_stopped_and_told(person, scripted):
    scripted.say(Script(calls=(CALCULATE,)))
    await person.join()
    await person.ask("What is six times seven?")
    assert len(scripted.requests) == MAX_TOOL_ROUNDS
    assert len(person.of(ToolUseRequest)) == MAX_TOOL_ROUNDS - 1
    assert "tools" not in scripted.requests[-1]
    assert "kept asking for tools" in person.of(ErrorMessage)[0].message


async def test_what_it_said_between_its_tools_is_the_answer(person, scripted):
    scripted.say(Script(pieces=("Let me see. ",), calls=(CALCULATE,)))
    await person.join()
    await person.ask("What is six times seven?")
    assert person.of(ErrorMessage) == []
    assert said(person).startswith("Let me see.")
    assert "kept asking for tools" in steps(person)[-1]


async def test_a_hundred_tools_at_once_are_not_all_run(person, scripted):
    scripted.say(Script(calls=(CALCULATE,) * 100), "It is 42.")
    await person.join()
    await person.ask("What is six times seven?")
    assert len(person.of(ToolUseRequest)) == MAX_CALLS_AT_ONCE
    assert "wanted 100 tools at once" in steps(person)[-1]
    results = [one for one in scripted.requests[-1]["messages"] if one["role"] == "tool"]
    assert len(results) == MAX_CALLS_AT_ONCE
    assert said(person) == "It is 42."


async def test_arguments_that_are_no_json_are_refused_by_the_tool_and_the_model_hears_it(person, scripted):
    scripted.say(Script(calls=(("calculator", '{"expression": "6 *'),)), "I cannot.")
    await person.join()
    await person.ask("What is six times seven?")
    [result] = person.of(ToolUseResult)
    assert not result.success
    assert scripted.requests[-1]["messages"][-1]["content"].startswith("Error:")
    assert said(person) == "I cannot."


@pytest.mark.parametrize(
    ("question", "wrong", "found"),
    [
        ("What time is it?", "It is 12:34.", "clock: It is "),
        ("What is 18 % of 240?", "That is 41.", "calculator: 18 / 100 * 240 = 43.2"),
        ("What is six times seven?", "43", "= 42"),
    ],
)
async def test_where_a_model_answers_by_itself_the_tool_is_used_and_it_is_asked_again(
    person, scripted, question, wrong, found
):
    scripted.say(wrong, "Here you are.")
    await person.join()
    await person.ask(question)
    assert said(person) == "Here you are."
    [used] = person.of(ToolUseRequest)
    assert f"{used.tool_name} was used" in steps(person)[-1]
    assert found in scripted.requests[-1]["messages"][-1]["content"]


async def test_a_model_that_uses_the_tool_is_asked_no_more_than_that(person, scripted):
    scripted.say(Script(pieces=("Let me see. ",), calls=(CALCULATE,)), "It is 42.")
    await person.join()
    await person.ask("What is six times seven?")
    assert said(person) == "Let me see. It is 42."
    assert (len(scripted.requests), len(person.of(ToolUseRequest))) == (2, 1)


async def test_a_clock_in_a_story_is_left_to_the_model(person, scripted):
    scripted.say("At 12:34 she came.")
    await person.join()
    await person.ask("Tell me what time of day the ghost came.")
    assert said(person) == "At 12:34 she came."
    assert len(scripted.requests) == 1


async def test_a_tool_that_there_is_not_is_told_to_the_model_and_nothing_runs(person, scripted):
    scripted.say(Script(calls=(("format_disk", {"path": "/"}),)), "I cannot.")
    await person.join()
    await person.ask("Please help.")
    assert scripted.requests[-1]["messages"][-1]["content"].startswith("Error:")
    assert all(not one.success for one in person.of(ToolUseResult))
    assert said(person) == "I cannot."
