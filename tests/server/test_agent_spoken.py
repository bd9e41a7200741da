"""What is spoken reaches the recogniser with the names that are known, and is answered aloud or in writing."""

import asyncio

import pytest

from alicia_desktop.audio.processing import Resampler
from alicia_desktop.protocol.messages import (
    AudioChunk,
    ControlVariation,
    ErrorMessage,
    SessionStats,
    StartAnswer,
    Transcription,
    UserMessage,
)
from alicia_desktop.server.engines.contract import RecognizedSpeech, Voice
from alicia_desktop.transport.contract import FRAME_BYTES, SAMPLE_RATE
from tests.support.participant import Participant
from tests.support.recordings import RATE, recorded_pcm
from tests.support.speech import SILENCE


@pytest.fixture
async def person(server):
    someone = Participant(server)
    await someone.join()
    yield someone
    await someone.leave()


async def say_something(person):
    """Somebody speaks; the recogniser of the test decides what was said."""
    resampler = Resampler(from_rate=RATE, to_rate=SAMPLE_RATE)
    pcm = resampler.push(recorded_pcm("goforward")) + resampler.flush()
    frames = [pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0") for at in range(0, len(pcm), FRAME_BYTES)]
    for frame in (*[SILENCE] * 30, *frames, *[SILENCE] * 120):
        person.speak(frame)
        await asyncio.sleep(0)  # a transport holds few frames
    await person.until(lambda: person.of(UserMessage) and person.of(StartAnswer))


async def test_the_recogniser_knows_the_names_of_the_memories(person, ears):
    await person.ask("My sister is called Siobhan.")
    for message in list(person.stanzas):
        person.stanzas.remove(message)
    await say_something(person)
    assert "Siobhan" in ears.names


async def test_a_language_without_a_voice_is_answered_in_writing_and_it_is_said(person, ears, voice):
    async def french(samples, *, names=()):
        return RecognizedSpeech(text="Quelle heure est-il ?", confidence=0.9, language="fr")

    ears.transcribe = french
    await say_something(person)
    (final,) = [one for one in person.of(Transcription) if one.final]
    assert final.language == "fr"
    assert person.of(StartAnswer)[0].answer_type == "text"
    assert any("no voice for French" in one.message for one in person.of(ErrorMessage))


@pytest.fixture
def languages(ears, voice, monkeypatch):
    """In which languages the voice was asked to speak, by a server that hears German and has a voice for it."""

    async def german(samples, *, names=()):
        return RecognizedSpeech(text="Wie spät ist es?", confidence=0.9, language="de")

    async def two_voices():
        return Voice(name="hum", language="en-US"), Voice(name="anna", language="de-DE")

    asked = []
    speak = voice.speak

    async def speak_in(text, *, style=None):
        asked.append(style.language if style else "")
        return await speak(text, style=style)

    monkeypatch.setattr(ears, "transcribe", german)
    monkeypatch.setattr(voice, "voices", two_voices)
    monkeypatch.setattr(voice, "speak", speak_in)
    return asked


async def test_a_language_with_a_voice_of_its_own_is_answered_by_that_voice(person, languages):
    await say_something(person)
    await person.until(lambda: person.of(AudioChunk))
    assert languages[-1] == "de"
    assert not [one for one in person.of(ErrorMessage) if "no voice" in one.message]


@pytest.mark.parametrize("mode", ["regenerate", "continue"])
async def test_another_answer_to_what_was_said_has_the_voice_of_the_first(person, languages, mode):
    await say_something(person)
    await person.until(lambda: person.of(SessionStats))
    languages.clear()
    await person.send(ControlVariation(target_id=person.of(StartAnswer)[0].id, mode=mode), speak=True)
    await person.until(lambda: len(person.of(SessionStats)) == 2 and languages)
    assert set(languages) == {"de"}


async def test_another_answer_to_what_no_voice_can_say_stays_written(person, ears, voice):
    async def french(samples, *, names=()):
        return RecognizedSpeech(text="Quelle heure est-il ?", confidence=0.9, language="fr")

    ears.transcribe = french
    await say_something(person)
    await person.until(lambda: person.of(SessionStats))
    await person.send(ControlVariation(target_id=person.of(StartAnswer)[0].id, mode="regenerate"), speak=True)
    await person.until(lambda: len(person.of(SessionStats)) == 2)
    assert person.of(StartAnswer)[1].answer_type == "text"
    assert not voice.said
