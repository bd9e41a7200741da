"""When voice and ears are loaded: with the first sound or for a spoken answer, and never for who only writes."""

import asyncio

import pytest

from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.transport.contract import FRAME_BYTES
from tests.support.participant import Participant
from tests.support.scripted_model import Script
from tests.support.scripted_server import until
from tests.support.speech import SILENCE


@pytest.fixture
async def person(server):
    someone = Participant(server)
    await someone.join()
    yield someone
    await someone.leave()


async def test_for_what_is_written_neither_is_loaded(person, voice, ears):
    await person.ask("Please help.")
    assert (voice.prepared, ears.prepared) == (False, False)


async def test_the_first_sound_loads_both(person, voice, ears):
    person.speak(b"\1\0" * (FRAME_BYTES // 2))
    await until(lambda: voice.prepared and ears.prepared)


async def test_the_silence_of_a_track_on_which_nobody_spoke_loads_neither(person, voice, ears):
    for _ in range(3):
        person.speak(SILENCE)
    await person.ask("Please help.")
    assert (voice.prepared, ears.prepared) == (False, False)


async def test_a_spoken_answer_loads_the_voice_while_it_is_thought_of(person, voice, ears, scripted):
    answer = asyncio.Event()
    scripted.say(Script(pieces=("Of course.",), hold=answer))
    await person.send(UserMessage(id="q", content="Please help."), speak=True)
    await until(lambda: voice.prepared)
    assert (voice.said, ears.prepared) == ([], False)
    answer.set()
    await until(lambda: voice.said)
