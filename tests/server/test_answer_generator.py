"""Reasoning as a device hears it: each step is told before the answer, and belongs to its turn."""

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, ReasoningStep, StartAnswer, ToolUseRequest
from alicia_desktop.server import built_in_replies, checked_answers, tool_answers
from tests.support.participant import Participant
from tests.support.scripted_model import Script

FACT = "My daughter Emma has a piano recital on Friday."


def steps(person):
    return [(one.step_index, one.content) for one in person.of(ReasoningStep)]


def order(person, *kinds):
    return [type(stanza.body) for stanza in person.stanzas if type(stanza.body) in kinds]


async def test_why_a_tool_is_used_is_told_before_it_is(person):
    await person.join()
    question = await person.ask("What is 23*17?")
    assert steps(person) == [(1, tool_answers.by_tool("calculator"))]
    assert person.of(ReasoningStep)[0].previous_id == question
    told = order(person, ReasoningStep, ToolUseRequest, StartAnswer)
    assert told == [ReasoningStep, ToolUseRequest, StartAnswer]


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("Your daughter Emma has a piano recital on Friday.", checked_answers.BY_FACT),
        ("She likes cake.", checked_answers.MISSED_FACT),
        (Script(status=500), checked_answers.NO_MODEL),
    ],
)
async def test_who_answered_from_the_memory_is_told_with_why(person, scripted, script, why):
    await person.join()
    await person.ask(FACT)
    scripted.say(script)
    await person.ask("When is Emma's recital?")
    assert steps(person) == [(1, why)]


async def test_a_question_that_only_the_person_can_answer_says_so(person):
    await person.join()
    await person.ask("What is my brother called?")
    assert steps(person) == [(1, built_in_replies.NOT_TOLD)]


async def test_a_large_model_tells_its_own_thoughts_a_paragraph_a_step(open_server, scripted):
    thoughts = ("They greet me.\n", "\nI greet ", "back.")
    scripted.say(Script(thoughts=thoughts, pieces=("Hello.",)))
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join()
        await person.ask("Good morning")
        assert steps(person) == [(1, "They greet me."), (2, "I greet back.")]
        told = order(person, ReasoningStep, AssistantSentence)
        assert told == [ReasoningStep, ReasoningStep, AssistantSentence]
        await person.leave()
