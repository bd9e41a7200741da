"""Speaking over her, at the server: words decide whether that is a turn, and the next prompt holds what was heard."""

import asyncio

import pytest

from alicia_desktop.protocol.extensions import INTERRUPTIONS
from alicia_desktop.protocol.heard_words import heard_words
from alicia_desktop.protocol.messages import AudioChunk, ControlStop, StartAnswer, Transcription, UserMessage
from tests.audio.sounds import frames_of, speech
from tests.support.participant import Participant
from tests.support.scripted_server import until
from tests.support.speech import SILENCE


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


LONG = (
    "One is a very long sentence that takes three seconds or four to say aloud in full so that one can speak over it."
)


@pytest.fixture(scope="module")
def short_word():
    """Half a second of speech and the silence behind it, in frames."""
    word = frames_of(speech("Yes."))
    return [*[SILENCE] * 20, *word, *[SILENCE] * 180]


async def spoken_over(person, ears, frames, text):
    """Have her speak, say something short over her, and return when it was heard."""
    ears.text = text
    await person.join("streaming", INTERRUPTIONS)
    await person.ask("Please help.", speak=True)
    await person.until(lambda: person.sound)
    heard = ears.count
    for number, frame in enumerate(frames):
        person.speak(frame)
        if number % 10 == 0:
            await asyncio.sleep(0.01)  # ten times as fast as one speaks: a transport keeps a second of sound at most
    await until(lambda: ears.count > heard)


async def test_mhm_while_she_speaks_is_no_turn_and_leaves_her_speaking(server, scripted, ears, short_word):
    scripted.say(f"{LONG} Two.")
    person = Participant(server)
    await spoken_over(person, ears, short_word, "Mhm.")
    await person.until(lambda: [one.seq for one in person.of(AudioChunk)] == [1, 2])
    assert [one.text for one in person.of(Transcription) if one.final] in ([], [""])
    assert [one.content for one in person.of(UserMessage)] == []
    await person.leave()


async def test_a_short_stop_while_she_speaks_stops_her(server, scripted, ears, short_word):
    scripted.say(f"{LONG} Two.", "Fine.")
    person = Participant(server)
    await spoken_over(person, ears, short_word, "Stop.")
    await person.until(lambda: [one.content for one in person.of(UserMessage)] == ["Stop."])
    await person.until(lambda: len(person.of(StartAnswer)) == 2)
    assert [one.seq for one in person.of(AudioChunk) if one.seq == 2] == []
    await person.leave()


async def test_the_next_prompt_holds_what_was_heard_to_the_word(server, scripted):
    scripted.say(f"{LONG} Two.", "Fine.")
    person = Participant(server)
    await person.join("streaming", INTERRUPTIONS)
    await person.ask("Please help.", speak=True)
    await person.until(lambda: person.sound)
    length = person.of(AudioChunk)[0].duration or 0
    await person.send(
        ControlStop(target_id=person.of(StartAnswer)[0].id, stop_type="speech"),
        spokenSequence=1,
        spokenMs=length // 2,
    )
    await person.ask("Go on with something else.")
    context = [message["content"].strip() for message in scripted.requests[-1]["messages"]]
    assert heard_words(LONG, spoken_ms=length // 2, duration_ms=length) in context
    assert not any("speak over it" in content for content in context)
    await person.leave()
