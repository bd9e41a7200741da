"""Several questions at once: answered one after the other, each in its place, and none that was stopped."""

import asyncio

from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    Configuration,
    ControlStop,
    ControlVariation,
    MemoryTrace,
    SessionStats,
    StartAnswer,
    UserMessage,
)
from tests.support.participant import Participant
from tests.support.scripted_model import Script


async def test_a_queued_question_is_answered_with_the_answer_before_it_in_mind(open_server, scripted):
    async with open_server(small=False) as server:
        person, hold = Participant(server), asyncio.Event()
        scripted.say(Script(pieces=("On ", "Friday."), hold=hold), "At the school.")
        await person.join()
        await person.send(UserMessage(id="q1", content="Please tell me a day."))
        await person.send(UserMessage(id="q2", previous_id="q1", content="Please name a place, too."))
        await scripted.asked.wait()
        hold.set()
        await person.until(lambda: len(person.of(SessionStats)) == 2)
        assert [one.previous_id for one in person.of(StartAnswer)] == ["q1", "q2"]
        read = [message["content"].strip() for message in scripted.requests[-1]["messages"]]
        assert read[-3:] == ["Please tell me a day.", "On Friday.", "Please name a place, too."]
        history = await person.call("GET", f"conversations/{person.conversation_id}/messages")
        told = [one["contents"] for one in history["messages"]]
        assert told == ["Please tell me a day.", "On Friday.", "Please name a place, too.", "At the school."]
        await person.leave()


async def test_what_was_stopped_while_the_server_was_away_is_not_answered(open_server, scripted):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("Never",), hold=hold), "Yes.")
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join()
        await person.send(UserMessage(id="q", content="Please help."))
        await scripted.asked.wait()
        await person.leave()
    async with open_server(small=False) as server:
        person.server = server
        await person.join(stopped=["q"])
        await person.send(ControlStop(target_id="q"))
        asked = await person.ask("Please help with something else.")
        assert [one.previous_id for one in person.of(StartAnswer)] == [asked]
        await person.leave()
    async with open_server(small=False) as server:
        person.server = server
        await person.join()
        await person.ask("And with this, please.")
        assert len(person.of(StartAnswer)) == 2
        await person.leave()


async def test_what_was_asked_and_stopped_while_apart_is_stored_and_not_answered(person):
    await person.join(stopped=["q"])
    await person.send(UserMessage(id="q", content="My daughter Emma has a piano recital on Friday."))
    await person.send(ControlStop(target_id="q"))
    await person.until(lambda: len(person.of(Acknowledgement)) == 2)
    asked = await person.ask("Please help.")
    assert [one.previous_id for one in person.of(StartAnswer)] == [asked]
    assert not person.of(MemoryTrace)
    history = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    assert history["messages"][0]["contents"] == "My daughter Emma has a piano recital on Friday."


async def test_a_client_that_names_ever_more_stops_is_remembered_by_its_newest(person):
    await person.join()
    for start in range(0, 1_200, 100):
        await person.send(Configuration(), stopped=[f"q{number}" for number in range(start, start + 100)])
    await person.send(UserMessage(id="q1199", content="Please help."))
    await person.send(UserMessage(id="q0", content="Please help with something else."))
    await person.until(lambda: person.of(SessionStats))
    assert [one.previous_id for one in person.of(StartAnswer)] == ["q0"]


async def test_a_stop_that_comes_before_its_question_holds(person):
    await person.join()
    await person.send(ControlStop(target_id="q"))
    await person.send(UserMessage(id="q", content="Please help."))
    await person.until(lambda: len(person.of(Acknowledgement)) == 2)
    asked = await person.ask("Please help with something else.")
    assert [one.previous_id for one in person.of(StartAnswer)] == [asked]


async def test_a_question_that_was_stopped_can_be_asked_for_again(person):
    await person.join(stopped=["q"])
    await person.send(UserMessage(id="q", content="Please help."))
    await person.send(ControlStop(target_id="q"))
    await person.send(ControlVariation(target_id="q", mode="regenerate"))
    await person.until(lambda: person.of(SessionStats))
    assert [one.previous_id for one in person.of(StartAnswer)] == ["q"]
    assert person.of(AssistantSentence)[-1].is_final
