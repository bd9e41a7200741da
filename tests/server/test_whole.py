"""A client that takes no streams gets an answer whole: one AssistantMessage, and nothing of it before."""

import pytest

from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    AudioChunk,
    ErrorMessage,
    StartAnswer,
    ToolUseResult,
)
from tests.support.participant import Participant
from tests.support.scripted_model import Script

PLAIN = "tool_use"
"""A feature, so that the client says what it takes; streaming is not among it."""


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


async def test_a_written_answer_comes_once_and_whole(person):
    await person.join(PLAIN)
    question = await person.ask("Please help me to move house.")
    (answer,) = person.of(AssistantMessage)
    assert (answer.content, answer.previous_id) == ("Of course. I will.", question)
    assert person.of(StartAnswer) == person.of(AssistantSentence) == []
    told = next(stanza for stanza in person.stanzas if stanza.body is answer).meta
    made_by = {"name": "scripted", "provider": "127.0.0.1", "settings": {}}
    assert (told["model"], told["answeredBy"]) == (made_by, "model")
    assert told["responseTime"] >= 0
    kept = (await person.call("GET", f"conversations/{person.conversation_id}/messages"))["messages"]
    assert [(one["id"], one["contents"]) for one in kept][1:] == [(answer.id, answer.content)]


@pytest.mark.parametrize("small", [True])
async def test_its_tool_is_shown_before_it_and_who_comes_later_gets_it_too(server, person):
    await person.join(PLAIN)
    await person.ask("What is 3*4?")
    kinds = [type(stanza.body) for stanza in person.stanzas]
    assert kinds.index(ToolUseResult) < kinds.index(AssistantMessage)
    other = Participant(server, identity="lap")
    other.conversation_id = person.conversation_id
    await person.leave()
    await other.join("streaming")
    await other.until(lambda: other.of(AssistantMessage))
    assert other.of(AssistantMessage) == person.of(AssistantMessage)
    await other.ask("Please help me to move house.")
    assert len(other.of(AssistantMessage)) == 1
    assert other.of(StartAnswer)
    await other.leave()


async def test_what_is_also_said_goes_sentence_by_sentence_as_its_sound_does(person):
    await person.join(PLAIN)
    await person.ask("What is 3*4?", speak=True)
    await person.until(lambda: person.of(AudioChunk))
    assert person.of(AssistantMessage) == []
    assert person.of(AssistantSentence)[-1].is_final


async def test_a_model_that_breaks_off_in_the_middle_fails_the_question_and_shows_no_half(person, scripted):
    await person.join(PLAIN)
    scripted.say(Script(pieces=("One. ", "Two "), cut=True), Script(status=500))
    question = await person.ask("Please help me to move house.")
    (error,) = person.of(ErrorMessage)
    assert error.originating_id == question
    assert person.of(AssistantMessage) == []
