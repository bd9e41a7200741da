"""A room for speech alone: sentences are said, nothing is kept; how it hears is in `tests/e2e/test_local_speech`."""

import asyncio

import pytest

from alicia_desktop.audio.processing import Resampler
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    AudioChunk,
    Configuration,
    ControlStop,
    ErrorMessage,
    ServerInfo,
    UserMessage,
)
from alicia_desktop.server.engines.contract import RecognizedSpeech
from alicia_desktop.server.speech.speakable import SENTENCE_PAUSE_MS
from alicia_desktop.transport.contract import FRAME_BYTES, SAMPLE_RATE
from tests.support.participant import Participant
from tests.support.recordings import RATE, recorded_pcm
from tests.support.speech import SILENCE


@pytest.fixture
async def listener(server):
    someone = Participant(server, identity="ear")
    grant = await someone.call("POST", "speech/token", json={"participant_id": "ear"})
    assert (grant["transport"], grant["room_name"][:7]) == ("websocket", "speech_")
    await someone.enter_with(grant)
    await someone.send(Configuration())
    await someone.until(lambda: someone.of(ServerInfo))
    yield someone
    await someone.leave()


def sentence(number, text, *, answer="am_far", last=False):
    return AssistantSentence(previous_id=answer, sequence=number, text=text, is_final=last)


async def test_sentences_are_said_in_their_order_each_announced_before_its_sound(listener, voice):
    await listener.send(sentence(0, "**One** two."))
    await listener.send(sentence(1, "---"))
    await listener.send(sentence(2, "Three.", last=True))
    await listener.until(lambda: len(listener.of(AudioChunk)) == 2 and len(listener.sound) >= 30)
    told = [(one.seq, one.duration, one.is_last) for one in listener.of(AudioChunk)]
    assert told == [(0, 200 + SENTENCE_PAUSE_MS, False), (2, 100, True)]
    assert {one.meta["messageId"] for one in listener.stanzas if isinstance(one.body, AudioChunk)} == {"am_far"}
    assert voice.said == ["One two.", "Three."]


async def test_a_stop_silences_this_answer_and_not_the_next(listener, voice):
    voice.ready.clear()
    await listener.send(sentence(0, "One two three."))
    await listener.send(ControlStop(target_id="am_far"))
    await listener.send(sentence(1, "Four."))
    await listener.send(sentence(0, "Five.", answer="am_next"))
    voice.ready.set()
    await listener.until(lambda: listener.of(AudioChunk))
    assert [one.meta["messageId"] for one in listener.stanzas if isinstance(one.body, AudioChunk)] == ["am_next"]


async def test_nothing_of_it_is_a_conversation(listener, server):
    await listener.send(UserMessage(id="am_1", content="Are you there?"))
    await listener.send(sentence(0, "One."))
    await listener.until(lambda: listener.of(AudioChunk))
    assert (await listener.call("GET", "conversations"))["conversations"] == []
    assert not [
        stanza for stanza in listener.stanzas if type(stanza.body) not in {Configuration, ServerInfo, AudioChunk}
    ]


async def test_a_voice_that_fails_says_so_and_the_room_goes_on(listener, voice, monkeypatch):
    async def fail(_):
        raise WorldError(sentence="There is no voice.", code="no_voice")

    with monkeypatch.context() as broken:
        broken.setattr(voice, "speak", fail)
        await listener.send(sentence(0, "One."))
        await listener.until(lambda: listener.of(ErrorMessage))
    assert [(one.message, one.recoverable) for one in listener.of(ErrorMessage)] == [("There is no voice.", True)]
    await listener.send(sentence(1, "Two."))
    await listener.until(lambda: listener.of(AudioChunk))


async def test_voice_and_ears_are_loaded_for_it(server, voice, ears):
    assert not voice.prepared
    assert not ears.prepared
    someone = Participant(server, identity="ear")
    await someone.enter_with(await someone.call("POST", "speech/token", json={"participant_id": "ear"}))
    await someone.send(Configuration())
    await someone.until(lambda: someone.of(ServerInfo))
    assert voice.prepared
    assert ears.prepared
    await someone.leave()


async def test_a_language_without_a_voice_is_told_and_nobody_reads_it_in_another(listener, ears, voice, monkeypatch):
    async def french(samples, *, names=()):
        return RecognizedSpeech(text="Quelle heure est-il ?", confidence=0.9, language="fr")

    monkeypatch.setattr(ears, "transcribe", french)
    resampler = Resampler(from_rate=RATE, to_rate=SAMPLE_RATE)
    pcm = resampler.push(recorded_pcm("goforward")) + resampler.flush()
    frames = [pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0") for at in range(0, len(pcm), FRAME_BYTES)]
    for frame in (*[SILENCE] * 30, *frames, *[SILENCE] * 120):
        listener.speak(frame)
        await asyncio.sleep(0)  # a transport holds few frames
    await listener.until(lambda: listener.of(ErrorMessage))
    assert "no voice for French" in listener.of(ErrorMessage)[0].message
    before = len(listener.of(Configuration))
    await listener.send(sentence(0, "Il est six heures."))
    await listener.send(Configuration())
    await listener.until(lambda: len(listener.of(Configuration)) > before)
    assert "Il est six heures." not in voice.said
