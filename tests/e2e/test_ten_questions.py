"""Ten facts told in one conversation, ten questions in another, with the built-in model: nine answers hold the fact."""

import sys

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace, StartAnswer
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions
from tests.support.participant import Participant

TOLD = (
    ("My daughter Emma has a piano recital on Friday.", "When is Emma's recital?", "Friday"),
    ("My brother Tom lives in Oslo.", "Where does my brother live?", "Oslo"),
    ("I am allergic to peanuts.", "What am I allergic to?", "peanut"),
    ("My dog is called Biscuit.", "What is the name of my dog?", "Biscuit"),
    ("I work as a nurse at the city hospital.", "What is my job?", "nurse"),
    ("My wife's birthday is on March 14.", "When is my wife's birthday?", "March 14"),
    ("My favourite colour is dark green.", "What is my favourite colour?", "green"),
    ("We are moving to Lisbon in September.", "Where are we moving to?", "Lisbon"),
    ("I take my medicine at nine in the morning.", "When do I take my medicine?", "nine"),
    ("I drive a blue Volvo.", "What car do I drive?", "Volvo"),
)
NEEDED = 9


@pytest.mark.e2e
async def test_at_least_nine_of_ten_answers_hold_the_fact(tmp_path, capsys):
    alone = await right_answers(ServerOptions(data_dir=tmp_path / "alone", extractive=False))
    helped = await right_answers(ServerOptions(data_dir=tmp_path / "helped"))
    with capsys.disabled():
        print(  # noqa: T201 - the two figures are what this test is for
            f"\nten questions: model alone {len(alone)}/10, with the extractive answer {len(helped)}/10",
            file=sys.stderr,  # a worker's standard output belongs to pytest-xdist
        )
    assert len(helped) >= NEEDED, set(TOLD) - set(helped)


async def right_answers(options):
    """The facts whose question got an answer that holds them, with a trace of the memory that was used."""
    async with LocalServer(options) as server:
        person = Participant(server)
        await person.join()
        for fact, _, _ in TOLD:
            await person.ask(fact)
        await person.leave()
        other = Participant(server)
        await other.join()
        right = [one for one in TOLD if await is_right(other, *one)]
        await other.leave()
        return right


async def is_right(person, fact, question, expected):
    answered, traced = len(person.of(StartAnswer)), len(person.of(MemoryTrace))
    await person.ask(question)
    answer = person.of(StartAnswer)[answered].id
    text = "".join(one.text for one in person.of(AssistantSentence) if one.previous_id == answer)
    traces = person.of(MemoryTrace)[traced:]
    assert [trace.action for trace in traces] == ["retrieved"] * len(traces)
    return expected.lower() in text.lower() and bool(traces)
