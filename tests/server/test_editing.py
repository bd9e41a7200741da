"""An edited question, as a device sends it: the variation and at once the new words (docs/protocol.md#variations)."""

import asyncio

import pytest

from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    ControlVariation,
    StartAnswer,
    UserMessage,
)
from tests.support.scripted_model import Script


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


async def test_an_edited_question_is_acknowledged_and_answered_in_its_place(person, scripted):
    await person.join()
    first = await person.ask("Tell me about Monday")
    number = await person.send(ControlVariation(target_id=first, mode="edit", new_content="Tell me about Friday"))
    scripted.say("Friday is free.")
    asked = UserMessage(id="am_new", conversation_id=person.conversation_id, content="Tell me about Friday")
    await person.send(asked)
    await person.until(lambda: any(one.previous_id == "am_new" for one in person.of(StartAnswer)))
    await person.until(lambda: person.of(AssistantSentence)[-1].text.strip() == "Friday is free.")
    receipts = [one for one in person.of(Acknowledgement) if one.acknowledged_stanza_id == number]
    assert [one.acknowledged_message_id for one in receipts] == [first]
    said = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    assert [one["contents"] for one in said["messages"] if one["role"] == "user"][-1] == "Tell me about Friday"


async def test_an_edit_in_the_middle_of_an_answer_ends_that_answer(person, scripted):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "Only this.")
    await person.join()
    await person.send(UserMessage(id="am_1", content="Count for me, please."))
    await person.until(lambda: person.of(AssistantSentence))
    first = person.of(StartAnswer)[0].id
    await person.send(ControlVariation(target_id="am_1", mode="edit", new_content="Count no further."))
    await person.send(UserMessage(id="am_2", content="Count no further."))
    await person.until(lambda: any(one.previous_id == "am_2" for one in person.of(StartAnswer)))
    hold.set()
    await person.until(lambda: person.of(AssistantSentence)[-1].is_final)
    assert [one.text for one in person.of(AssistantSentence) if one.previous_id == first] == ["One. "]
