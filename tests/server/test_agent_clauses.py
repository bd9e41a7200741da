"""Spoken answers of a large model: the first clause of a long sentence is said before the sentence is whole."""

import asyncio

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, UserMessage
from tests.support.participant import Participant
from tests.support.scripted_model import Script
from tests.support.scripted_server import until


@pytest.fixture
def small():
    return False


@pytest.fixture
async def person(server):
    someone = Participant(server)
    await someone.join()
    yield someone
    await someone.leave()


LONG = ("The recital is on Friday, ", "and it begins ", "at six. Come early.")
CLAUSES = ["The recital is on Friday, ", "and it begins at six. ", "Come early."]


@pytest.mark.parametrize(("speak", "sentences"), [(True, CLAUSES), (False, ["".join(CLAUSES[:2]), CLAUSES[2]])])
async def test_of_a_spoken_answer_the_first_clause_comes_by_itself(person, scripted, speak, sentences):
    scripted.say(Script(pieces=LONG))
    await person.send(UserMessage(id="q", content="When is the recital?"), speak=speak)
    await person.until(lambda: any(one.is_final for one in person.of(AssistantSentence)))
    said = person.of(AssistantSentence)
    assert [one.text for one in said] == sentences
    assert [one.sequence for one in said] == list(range(1, len(said) + 1))


async def test_the_first_clause_is_said_while_the_model_is_still_writing(person, voice, scripted):
    rest = asyncio.Event()
    scripted.say(Script(pieces=LONG, hold=rest))
    await person.send(UserMessage(id="q", content="When is the recital?"), speak=True)
    await until(lambda: voice.said == ["The recital is on Friday,"])
    rest.set()
