"""What of a turn is replayed: sound as it is kept and where it was heard, words, stanzas, phases; and bad times."""

import numpy as np
import pytest

from alicia_desktop.audio.coding import FORMAT, at_speed, encode
from alicia_desktop.protocol.codec import encode as encoded
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, StartAnswer, Transcription, UserMessage
from alicia_desktop.store.conversations import conversations, sounds
from alicia_desktop.store.conversations.sounds import StoredSound
from alicia_desktop.view.replay import (
    CLOCK_SET_BACK,
    MAX_PCM_BYTES,
    NO_ANSWER_SOUND,
    NO_SOUND,
    NO_SPEECH,
    NO_TIMES,
    TOO_LONG,
    ReplayRecords,
    build_track,
    read_replay,
)
from tests.view.records import journaled
from tests.view.test_waterfall import at, turn

SPOKEN = {"client.sound_started_at": at(700).isoformat(), "client.sound_ended_at": at(2_000).isoformat()}


def tone(milliseconds, hertz=440):
    samples = np.sin(np.arange(48 * milliseconds) * 2 * np.pi * hertz / 48_000) * 9_000
    return samples.astype("<i2").tobytes()


def pcm(sequence, milliseconds):
    return StoredSound(sequence=sequence, audio_format="pcm_s16le_48000", data=tone(milliseconds))


def records(made, *, stanzas=(), speech=(), voice=()):
    named = [(seq, name, at(ms)) for seq, (name, ms) in enumerate(stanzas, 1)]
    return ReplayRecords(turn=made, stanzas=named, speech=speech, voice=voice)


def heard(track):
    return [(clip.message_id, clip.sequence, round(clip.start), round(clip.length)) for clip in track.clips]


def said(track):
    return [(line.speaker, round(line.start), round(line.end), line.interim) for line in track.lines]


def test_sentences_sound_one_after_the_other_from_when_the_first_was_heard():
    made = turn(600, 650, 1_900, spoken=(-1_500.0, 0.0), sounds=SPOKEN)
    track = build_track(records(made, speech=[pcm(0, 1_400)], voice=[pcm(1, 500), pcm(2, 300), pcm(3, 200)]))
    assert heard(track) == [
        ("am_1", 0, -1_500, 1_400),
        ("am_2", 1, 700, 500),
        ("am_2", 2, 1_200, 300),
        ("am_2", 3, 1_900, 200),
    ]
    assert (track.first, track.last) == (-1_500.0, 2_100.0)
    assert track.notes == ()
    sounding, clip = track.sentence_at(1_300), track.clip_at(1_300)
    assert sounding is not None
    assert clip is not None
    assert (sounding.sequence, clip.sequence) == (2, 2)


def test_without_sound_it_says_so_and_goes_on_by_the_times():
    track = build_track(records(turn(600, 900), stanzas=[("UserMessage", 0), ("StartAnswer", 400)]))
    assert track.notes == (NO_SOUND,)
    assert said(track) == [("you", 0, 0, False), ("alicia", 600, 900, False), ("alicia", 900, 900, False)]
    assert [event.id for event in track.events if event.kind == "stanza"] == ["1", "2"]
    spoken = turn(600, spoken=(-900.0, 0.0), sounds=SPOKEN)
    assert build_track(records(spoken, speech=[pcm(0, 900)])).notes == (NO_ANSWER_SOUND,)
    assert build_track(records(spoken, voice=[pcm(1, 900)])).notes == (NO_SPEECH,)


def test_sound_that_is_cut_off_is_left_out_and_a_length_that_lies_is_not_believed():
    whole = encode(tone(500))
    voice = [StoredSound(sequence=1, audio_format=FORMAT, data=whole[:40]), pcm(2, 300)]
    made = turn(600, 650, sounds=SPOKEN)
    for sentence, told in zip(made.answer.sentences, (10**12, -5), strict=True):
        object.__setattr__(sentence, "duration_ms", told)
    track = build_track(records(made, voice=voice))
    assert heard(track) == [("am_2", 2, 700, 300)]
    assert "1 sound cannot be played." in track.notes
    assert track.last < 10_000


def test_transcripts_come_as_they_came():
    def transcript(seq, ms, text, *, final):
        body = Transcription(id="am_1", text=text, final=final)
        raw = encoded(Stanza(stanza_id=-seq, conversation_id="ac_1", body=body))
        return journaled("Transcription", seq=seq, received_at=at(ms), raw=raw)

    journal = [
        transcript(1, -400, "When is", final=False),
        transcript(2, 150, "When is the recital?", final=True),
        journaled("Transcription", seq=3, received_at=at(160), raw=None),
    ]
    track = build_track(records(turn(600, spoken=(-900.0, 0.0), journal=journal)))
    assert said(track)[:2] == [("you", -400, 150, True), ("you", 150, 150, False)]
    line = track.line_at(0)
    assert line is not None
    assert line.text == "When is"


def test_a_clock_that_was_set_back_keeps_the_order_and_is_said():
    stanzas = [("UserMessage", 0), ("StartAnswer", -3_600_000), ("AssistantSentence", -3_599_900)]
    track = build_track(records(turn(-3_599_900, started=-3_600_000), stanzas=stanzas))
    assert CLOCK_SET_BACK in track.notes
    assert [event.id for event in track.events if event.kind == "stanza"] == ["1", "2", "3"]
    assert track.first == 0.0
    assert all(0.0 <= event.at <= track.last for event in track.events)


def test_a_turn_without_times_has_its_sound_and_one_without_both_says_so():
    track = build_track(records(turn(0, 0), voice=[pcm(1, 200), pcm(2, 100)]))
    assert heard(track) == [("am_2", 1, 0, 200), ("am_2", 2, 200, 100)]
    assert NO_TIMES in build_track(records(turn(0))).notes


def test_what_was_done_with_the_answer_later_is_no_part_of_it():
    track = build_track(records(turn(600), stanzas=[("UserMessage", 0), ("Feedback", 86_400_000)]))
    assert [event.id for event in track.events if event.kind == "stanza"] == ["1"]
    assert track.last == 600.0


@pytest.mark.slow
def test_of_an_hour_of_sound_ten_minutes_are_decoded():
    numbers = range(1, 8)
    voice = [pcm(number, 179_000) for number in numbers]
    track = build_track(records(turn(*[600.0] * len(numbers), sounds=SPOKEN), voice=voice))
    assert sum(len(clip.pcm) for clip in track.clips) <= MAX_PCM_BYTES
    assert TOO_LONG in track.notes


@pytest.mark.parametrize("speed", [0.25, 0.5, 1.0, 2.0, 4.0])
def test_sound_at_a_speed_is_so_much_shorter_and_so_much_higher(speed):
    made = np.frombuffer(at_speed(tone(400), speed), "<i2")
    assert len(made) == pytest.approx(48 * 400 / speed, abs=480)
    assert len(made) % 480 == 0
    loudest = np.argmax(np.abs(np.fft.rfft(made))) * 48_000 / len(made)
    assert loudest == pytest.approx(440 * speed, rel=0.02)


async def test_all_of_a_turn_is_read_and_nothing_of_one_that_is_gone(story):
    await story.begin("ac_1")
    await story.sent(UserMessage(id="am_1", content="When?"), source="microphone")
    await story.pass_time(0.5)
    await story.came(StartAnswer(id="am_2", previous_id="am_1"))
    await story.came(AssistantSentence(id="ams_1", previous_id="am_2", sequence=1, text="On Friday.", is_final=True))
    now = story.clock.now()
    await story.database.write(
        sounds.store_sentence, "am_2", 1, tone(300), audio_format="pcm_s16le_48000", duration_ms=300, at=now
    )
    await story.database.write(
        sounds.store_speech, "am_1", tone(200), audio_format="pcm_s16le_48000", duration_ms=200, at=now
    )
    found = await story.database.read(read_replay, "ac_1", "am_2")
    assert found is not None
    track = build_track(found)
    assert [clip.message_id for clip in track.clips] == ["am_1", "am_2"]
    assert [event.label for event in track.events if event.kind == "stanza"] == [
        "UserMessage",
        "StartAnswer",
        "AssistantSentence",
    ]
    assert await story.database.read(read_replay, "ac_1", "am_9") is None
    await story.database.write(conversations.delete, "ac_1", at=now)
    assert await story.database.read(read_replay, "ac_1", "am_2") is None
