"""Several questions at once: answered one after the other, each in its place, and none that was stopped."""

import asyncio

from alicia_desktop.protocol.messages import SessionStats, StartAnswer, UserMessage
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
