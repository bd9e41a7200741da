"""What the server tells of a turn's time: its phases since the question came, and when it had what it answers."""

import asyncio
from datetime import timedelta

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    AudioChunk,
    Configuration,
    ErrorMessage,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.server.engines.contract import TextPiece
from alicia_desktop.server.recall import MemoryRecall
from alicia_desktop.server.turn_timings import MAX_PHASES, TurnTimings
from tests.support.scripted_model import Script


@pytest.fixture
def small():
    """A model that is asked once, and whose words go out as they come."""
    return False


def phases(timings):
    return [(one["name"], one["start"], one["end"]) for one in timings["phases"]]


async def test_what_waited_before_its_turn_is_the_queue():
    clock = JumpingClock()
    received = clock.now()
    await clock.advance(1.5)
    timings = TurnTimings(clock=clock, received_at=received)
    with timings.phase("retrieval"):
        await clock.advance(0.25)
    told = timings.told()
    assert told["receivedAt"] == received.timestamp() * 1000
    assert phases(told) == [("queue", 0.0, 1500.0), ("retrieval", 1500.0, 1750.0)]


async def test_a_clock_that_was_set_back_gives_no_time_below_zero():
    clock = JumpingClock()
    timings = TurnTimings(clock=clock, received_at=clock.now() + timedelta(hours=1))
    assert phases(timings.told()) == [("queue", 0.0, 0.0)]


async def test_the_prompt_is_read_until_the_first_piece_and_tokens_last_until_now():
    clock = JumpingClock()
    timings = TurnTimings(clock=clock, received_at=None)

    async def pieces():
        await clock.advance(0.2)
        yield TextPiece(text="On ")
        await clock.advance(0.1)
        yield TextPiece(text="Friday.")

    told = [timings.told() async for _ in timings.measure(pieces())]
    assert phases(told[-1])[1:] == [("prompt", 0.0, 200.0), ("tokens", 200.0, 300.0)]
    await clock.advance(5)
    assert phases(timings.told()) == phases(told[-1])


async def test_no_more_phases_are_told_than_a_stanza_should_carry():
    timings = TurnTimings(clock=JumpingClock(), received_at=None)
    for _ in range(2 * MAX_PHASES):
        with timings.phase("tool", tool="clock"):
            pass
    assert len(timings.told()["phases"]) == MAX_PHASES
    assert timings.told()["leftOut"] == MAX_PHASES + 1  # and the wait in the queue


async def test_the_last_sentence_tells_every_phase_and_the_first_words_those_so_far(person, scripted, voice):
    scripted.say(Script(pieces=("One. ", "Two.")))
    await person.join()
    await person.ask("Please count for me.", speak=True)
    metas = {
        kind: [one.meta for one in person.stanzas if isinstance(one.body, kind)]
        for kind in (
            StartAnswer,
            AssistantSentence,
            Acknowledgement,
            Configuration,
        )
    }
    begun, whole = metas[StartAnswer][0]["timings"], metas[AssistantSentence][-1]["timings"]
    names = [name for name, *_ in phases(whole)]
    assert names == ["queue", "learning", "model", "retrieval", "act", "prompt", "tokens"]
    assert [name for name, *_ in phases(begun)] == names
    assert all(0 <= start <= end for _, start, end in phases(whole))
    assert "timings" not in metas[AssistantSentence][0]
    receipt = metas[Acknowledgement][0]
    assert begun["receivedAt"] == whole["receivedAt"] == receipt["receivedAt"] <= receipt["timestamp"]
    assert metas[Configuration][0]["receivedAt"] <= metas[Configuration][0]["timestamp"]
    await person.until(lambda: person.of(AudioChunk))
    sound = next(one.meta["synthesis"] for one in person.stanzas if isinstance(one.body, AudioChunk))
    assert set(sound) == {"ms", "waitedMs"}


async def test_a_question_behind_another_tells_how_long_it_waited(person, scripted):
    scripted.say("One.", "Two.")
    await person.join()
    for name in ("q1", "q2"):
        await person.send(UserMessage(id=name, content="Please count for me."))
    await person.until(lambda: len([one for one in person.of(AssistantSentence) if one.is_final]) == 2)
    first, second = (
        one.meta["timings"] for one in person.stanzas if "timings" in one.meta and isinstance(one.body, StartAnswer)
    )
    assert phases(second)[0][2] > phases(first)[0][2]


async def test_the_error_that_ends_a_turn_tells_every_phase_until_then(person, scripted):
    scripted.say(Script(status=500), Script(status=500))
    await person.join()
    await person.ask("Please help me to move house.")
    (error,) = (one for one in person.stanzas if isinstance(one.body, ErrorMessage) and "timings" in one.meta)
    names = [name for name, *_ in phases(error.meta["timings"])]
    assert names[:3] == ["queue", "learning", "model"]
    assert "prompt" in names


async def test_the_first_sentence_waits_for_no_note_of_what_was_used_for_it(person, scripted, monkeypatch):
    noted = asyncio.Event()

    async def mark_used(_recall, _found):
        await noted.wait()

    monkeypatch.setattr(MemoryRecall, "mark_used", mark_used)
    await person.join()
    scripted.say(Script(pieces=("On Friday. ", "At six.")))
    body = UserMessage(id="q", conversation_id=person.conversation_id, content="When is the recital?")
    await person.send(body)
    await person.until(lambda: person.of(AssistantSentence))
    assert [one.text for one in person.of(AssistantSentence)] == ["On Friday. "]
    noted.set()
    await person.until(lambda: any(one.is_final for one in person.of(AssistantSentence)))
