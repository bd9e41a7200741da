"""What a large model's endpoint does, as the person sees it: thoughts, cut answers, pauses, broken connections."""

import asyncio

import pytest

from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ControlStop,
    ControlVariation,
    ErrorMessage,
    ReasoningStep,
    SessionStats,
    StartAnswer,
    UserMessage,
)
from tests.support.scripted_model import Script


@pytest.fixture
def small():
    """A model whose words go out as they come, and that calls tools itself."""
    return False


def said(person):
    return "".join(one.text for one in person.of(AssistantSentence))


def steps(person):
    return [one.content for one in person.of(ReasoningStep)]


async def stored_answer(person):
    """Return the contents and the state of the last answer in the server's database."""
    found = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    return next(one["contents"] for one in reversed(found["messages"]) if one["role"] == "assistant")


@pytest.mark.parametrize(
    "script",
    [
        Script(pieces=("<thi", "nk>The user greets.", "</think>\n\nHel", "lo.")),
        Script(thoughts=("The user ", "greets."), pieces=("Hello.",)),
    ],
    ids=["tags", "field"],
)
async def test_what_a_model_thinks_is_a_reasoning_step_and_neither_spoken_nor_stored(person, scripted, voice, script):
    scripted.say(script)
    await person.join()
    await person.ask("Hello there.", speak=True)
    await person.until(lambda: voice.said)
    assert (steps(person), said(person), voice.said) == (["The user greets."], "Hello.", ["Hello."])
    assert await stored_answer(person) == "Hello."
    await person.ask("And now?")
    assert "greets" not in str(scripted.requests[-1]["messages"])


async def test_an_answer_that_may_not_be_longer_is_marked_as_cut_and_continue_goes_on(person, scripted):
    scripted.say(Script(pieces=("One. Two and",), finish="length"), Script(pieces=("three.",), finish="stop"))
    await person.join()
    await person.ask("Count for me, please.")
    metas = [stanza.meta for stanza in person.stanzas if isinstance(stanza.body, AssistantSentence)]
    assert [meta.get("finishReason") for meta in metas] == [None, "length"]
    answer = person.of(StartAnswer)[0].id
    await person.send(ControlVariation(target_id=answer, mode="continue"))
    await person.until(lambda: len(person.of(SessionStats)) == 2)
    assert {one.previous_id for one in person.of(AssistantSentence)} == {answer}
    assert await stored_answer(person) == "One. Two and three."
    assert [one["content"] for one in scripted.requests[-1]["messages"][-3:]] == [
        "Count for me, please.",
        "One. Two and",
        "Please go on.",
    ]
    last = next(stanza for stanza in reversed(person.stanzas) if isinstance(stanza.body, AssistantSentence))
    assert last.meta["finishReason"] == "stop"


async def test_an_answer_that_was_all_thought_says_so(person, scripted):
    scripted.say(Script(thoughts=("Hm. " * 50,), finish="length"))
    await person.join()
    await person.ask("Please help.")
    assert "thought for so long" in person.of(ErrorMessage)[0].message


async def test_the_person_sees_that_a_busy_model_is_waited_for_and_can_stop_it(person, scripted):
    busy = Script(status=429, error={"error": {"message": "Rate limit reached"}}, headers={"Retry-After": "50"})
    scripted.say(busy, "Fine.")
    await person.join()
    await person.send(UserMessage(id="q", content="Please help."))
    await person.until(lambda: person.of(ErrorMessage))
    [notice] = person.of(ErrorMessage)
    assert (notice.recoverable, notice.severity, notice.originating_id) == (True, 0, "q")
    assert "“Rate limit reached” It is asked again in 50 s." in notice.message
    await person.send(ControlStop(target_id="q"))
    await person.until(lambda: person.of(SessionStats))
    assert person.of(StartAnswer) == []
    await person.ask("And now?")
    assert said(person) == "Fine."


async def test_a_conversation_that_is_too_long_for_the_model_is_shortened_and_the_person_reads_it(person, scripted):
    await person.join()
    for _ in range(3):
        await person.ask("Please help.")
    full = Script(status=400, error={"error": {"message": "the request exceeds the available context size"}})
    scripted.say(full, "Fine.")
    await person.ask("And now?")
    assert len(scripted.requests[-1]["messages"]) < len(scripted.requests[-2]["messages"])
    assert "more than the model scripted can read at once" in steps(person)[-1]
    assert said(person).endswith("Fine.")


async def test_a_question_that_comes_while_memories_are_read_does_not_wait_for_it(open_server, person, scripted):
    never = asyncio.Event()
    scripted.say("Fine.", Script(pieces=("Ada ", "likes tea."), hold=never), "Indeed.")
    async with open_server(reads_memories=True, data_dir=person.server.options.data_dir / "other") as other:
        asks = type(person)(other)
        await asks.join()
        await asks.send(UserMessage(id="q", content="Please help."))
        await asks.until(lambda: len(scripted.requests) == 2)
        assert "tools" not in scripted.requests[1]
        await asks.send(UserMessage(id="next", content="And now?"))
        await asks.until(lambda: said(asks) == "Fine.Indeed.")
        await asks.leave()


async def test_what_is_said_so_far_stays_when_an_answer_is_stopped_and_the_endpoint_is_left(person, scripted):
    held = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=held), "Fine.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."))
    await person.until(lambda: person.of(AssistantSentence))
    await person.send(ControlStop(target_id="q"))
    await person.until(lambda: person.of(SessionStats))
    assert said(person).strip() == "One."
    held.set()
    await person.ask("And now?")
    assert said(person).endswith("Fine.")


async def test_a_model_that_vanishes_between_two_turns_is_told_and_asked_again_when_it_is_back(person, scripted):
    gone = Script(status=404, error={"error": {"message": 'model "scripted" not found, try pulling it first'}})
    scripted.say("Hello.", gone, "Hello again.")
    await person.join()
    await person.ask("Hello there.")
    question = await person.ask("And now?")
    [error] = person.of(ErrorMessage)
    assert (error.originating_id, error.recoverable) == (question, False)
    assert "The language model scripted is not there" in error.message
    assert "try pulling it first" in error.message
    await person.ask("And now?")
    assert said(person) == "Hello.Hello again."


async def test_an_endpoint_that_is_alicia_herself_is_told_as_that(open_server, person, scripted):
    async with asyncio.timeout(20):
        scripted.url = f"{person.server.address}/v1"
        async with open_server(data_dir=person.server.options.data_dir / "other") as other:
            asks = type(person)(other)
            await asks.join()
            await asks.ask("Who are you?")
            assert "there is an Alicia server and no language model" in asks.of(ErrorMessage)[0].message
            await asks.leave()
