"""Spoken turns with the real voice, the real ears and the built-in model."""

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, AudioChunk, StartAnswer, Transcription, UserMessage
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions
from tests.support.participant import Participant
from tests.support.speech import say

pytestmark = pytest.mark.e2e


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


async def test_a_spoken_question_is_understood_as_it_is_said_and_answered_aloud(tmp_path):
    async with LocalServer(ServerOptions(data_dir=tmp_path)) as server:
        person = Participant(server)
        await person.join()
        await say(person, "What is seventeen plus five, and what time is it now in the evening?")
        await person.until(lambda: person.of(UserMessage))
        await say(person, "What time is it?")
        await person.until(lambda: len(person.of(UserMessage)) == 2 and len(person.of(StartAnswer)) == 2)
        await person.until(lambda: person.of(AudioChunk) and len(person.sound) > 50)
        await person.leave()
    heard = person.of(Transcription)
    assert any(not one.final for one in heard)
    assert [one.id for one in heard if one.final] == [one.id for one in person.of(UserMessage)]
    assert person.of(UserMessage)[1].content.strip("?. ").lower() == "what time is it"
    sources = {stanza.meta["source"] for stanza in person.stanzas if isinstance(stanza.body, UserMessage)}
    assert sources == {"microphone"}
    assert person.of(StartAnswer)[0].answer_type == "text+voice"
    assert person.of(AssistantSentence)
