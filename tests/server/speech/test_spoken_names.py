"""Names of memories and of the conversation reach the recogniser, and no others."""

import numpy as np
import pytest

from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.server.engines.name_correction import MAX_NAMES
from alicia_desktop.server.speech.spoken_names import NamingRecogniser, load_names, names_of
from alicia_desktop.store.conversations import conversations
from tests.context.talk import CONVERSATION, talk
from tests.memory.conftest import clock, database, memory, tell

__all__ = ["clock", "database", "memory", "tell"]


@pytest.fixture
def conversation(database, clock, memory):
    return ConversationMemory(database=database, clock=clock, memory=memory, conversation_id=CONVERSATION)


async def test_names_of_memories_and_of_the_conversation_are_given(conversation, database, clock, tell):
    await tell("My sister is called Siobhan.")
    await talk(database, clock, ["I am going to Ljubljana with Mateusz Nowak."])
    names = await load_names(conversation)
    assert {"Siobhan", "Ljubljana", "Mateusz Nowak", "Nowak"} <= set(names)
    assert "User" not in names


async def test_a_private_conversation_has_only_its_own_names(conversation, database, clock, tell):
    await tell("My sister is called Siobhan.")
    await database.write(
        conversations.create, at=clock.now(), conversation_id=CONVERSATION, preferences={"private": True}
    )
    await talk(database, clock, ["My brother Thibault is ill."])
    assert await load_names(conversation) == ("Thibault",)


async def test_a_forgotten_name_is_not_given_any_more(conversation, tell):
    await tell("My sister is called Siobhan.")
    assert "Siobhan" in await load_names(conversation)
    await tell("Forget that my sister is called Siobhan.")
    assert await load_names(conversation) == ()


def test_there_are_never_too_many():
    names = names_of(f"I met Anna{chr(97 + one % 26)}{chr(97 + one // 26)} today." for one in range(500))
    assert len(names) == MAX_NAMES


async def test_the_recogniser_gets_them_with_every_transcript(ears):
    async def load():
        return ("Siobhan",)

    heard = await NamingRecogniser(ears, load_names=load).transcribe(np.zeros(1600, np.float32))
    assert heard.text == ears.text
    assert ears.names == ("Siobhan",)
