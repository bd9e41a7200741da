"""Pins, summaries, statistics and the context of the next answer over HTTP, by the client's own calls."""

import asyncio

import pytest

from alicia_desktop.api.memories import ContextApi
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import Configuration, SessionStats
from tests.support.participant import Participant
from tests.support.patience import PATIENCE
from tests.support.scripted_model import Script


@pytest.fixture
async def api(server):
    async with ContextApi(url=server.address, user_id="user", token="open sesame") as calls:
        yield calls


async def eventually(person, ask, met):
    """Ask again until the answer meets what is expected: what is kept of a turn is kept behind it."""
    async with asyncio.timeout(PATIENCE):
        while not met(found := await ask()):
            await person.call("GET", "health")
    return found


async def test_pins_are_made_listed_and_taken_away(api, person):
    await person.join()
    made = await api.add_pin(person.conversation_id, "Answer in rhymes.")
    assert (made.pin_type, made.importance_score, made.session_id) == ("manual", 0.5, person.conversation_id)
    assert await api.pins(person.conversation_id) == (made,)
    await api.delete_pin(person.conversation_id, made.id)
    assert await api.pins(person.conversation_id) == ()
    with pytest.raises(WorldError):
        await api.delete_pin(person.conversation_id, made.id)
    with pytest.raises(WorldError):
        await api.add_pin(person.conversation_id, "   ")


async def test_an_important_message_is_pinned_after_its_turn(api, person):
    await person.join()
    await person.ask("Please remember that I am allergic to nuts.")
    [pin] = await eventually(person, lambda: api.pins(person.conversation_id), len)
    assert (pin.pin_type, pin.content) == ("auto", "Please remember that I am allergic to nuts.")


async def test_the_language_of_the_persons_program_is_kept(api, person):
    await person.join()
    await person.send(Configuration(conversation_id=person.conversation_id, preferred_language="de"))
    [pin] = await eventually(person, lambda: api.pins(person.conversation_id), len)
    assert (pin.pin_type, pin.content) == ("system", "The user's program is set to the language de.")


async def test_a_summary_on_request(api, person):
    await person.join()
    first = await person.ask("My aunt Ada lives in Oslo.")
    last = await person.ask("We fly there in May 2027.")
    made = await api.add_summary(person.conversation_id, start_message_id=first, end_message_id=last)
    assert made.message_count == 3
    assert "Oslo" in made.summary
    assert await api.summaries(person.conversation_id) == (made,)
    await api.delete_summary(person.conversation_id, made.id)
    assert await api.summaries(person.conversation_id) == ()
    with pytest.raises(WorldError):
        await api.add_summary(person.conversation_id, start_message_id="am_x", end_message_id=last)


async def test_a_large_model_writes_the_summary_from_quoted_words(open_server, scripted):
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join()
        first = await person.ask("My aunt Ada lives in Oslo.")
        scripted.say("They spoke of aunt Ada.")
        async with ContextApi(url=server.address, user_id="user", token="open sesame") as api:
            made = await api.add_summary(person.conversation_id, start_message_id=first, end_message_id=first)
            assert made.summary == "They spoke of aunt Ada."
            asked = scripted.requests[-1]["messages"][-1]["content"]
            assert asked == '<known>\nUser: "My aunt Ada lives in Oslo."\n</known>'
            scripted.say(Script(status=500))
            made = await api.add_summary(person.conversation_id, start_message_id=first, end_message_id=first)
            assert made.summary == "User: My aunt Ada lives in Oslo."
        await person.leave()


async def test_the_context_of_the_next_answer_with_its_parts_and_its_prompt(api, person):
    await person.join()
    await person.ask("My brother Tom lives in Oslo.")
    turns = len(person.of(SessionStats))
    context = await api.next_context(person.conversation_id, "Where does my brother Tom live?")
    assert [part.part for part in context.parts] == ["messages", "pins", "summaries", "memories"]
    assert context.tokens == sum(part.tokens for part in context.parts) <= context.budget
    memories = context.parts[3]
    assert [piece.content for piece in memories.kept] == ["User's brother Tom lives in Oslo."]
    assert {piece.reason for piece in context.parts[0].dropped} == {"facts_alone"}
    assert "Your brother Tom lives in Oslo." in context.prompt[-1].content
    assert context.prompt_tokens == sum(message.tokens for message in context.prompt)
    assert len(person.of(SessionStats)) == turns
    [memory] = (await person.call("GET", "memories"))["memories"]
    again = await api.next_context(person.conversation_id, "Where does my brother Tom live?")
    assert again.parts[3] == memories, "looking changes nothing"
    assert memory["content"] == "User's brother Tom lives in Oslo."


async def test_of_a_private_conversation_nothing_is_pinned_summed_up_or_looked_up(api, person):
    made = await person.call("POST", "conversations", json={"title": "", "preferences": {"private": True}})
    person.conversation_id = made["id"]
    await person.join()
    said = await person.ask("Please remember that I am allergic to nuts.")
    context = await api.next_context(made["id"], "What am I allergic to?")
    assert context.private
    assert [part.tokens for part in context.parts[1:]] == [0, 0, 0]
    with pytest.raises(WorldError, match="private"):
        await api.add_pin(made["id"], "No nuts.")
    with pytest.raises(WorldError, match="private"):
        await api.add_summary(made["id"], start_message_id=said, end_message_id=said)


async def test_statistics_of_a_conversation_and_of_everything(api, person):
    await person.join()
    await person.ask("My brother Tom lives in Oslo.")
    one = await api.stats(person.conversation_id)
    assert (one["totalMessages"], one["totalPins"]) == (2, 0)
    everything = await api.stats()
    assert everything["memories"]["total"] == 1
    assert set(everything["memories"]["byUse"]) == {"0", "1", "2–5", "6–20", "≥ 21"}


async def test_other_peoples_conversations_are_not_there(server, person):
    await person.join()
    await person.ask("Please help.")
    async with ContextApi(url=server.address, user_id="eve", token="open sesame") as eve:
        for call in (eve.pins, eve.summaries, eve.stats):
            with pytest.raises(WorldError):
                await call(person.conversation_id)
        with pytest.raises(WorldError):
            await eve.next_context(person.conversation_id, "What?")
