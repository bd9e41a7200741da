"""The voice of a session: devices for its link, what a stop says of what was heard, moments that are kept."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.line import frames
from alicia_desktop.protocol.extensions import STOPPED
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    AudioChunk,
    Configuration,
    ControlStop,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.protocol.sequence import SPAN
from alicia_desktop.session import events
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import SOUND_ENDED_AT, SOUND_STARTED_AT, SPEECH_ENDED_AT, SPEECH_STARTED_AT, Ledger
from alicia_desktop.session.speech import SOUND_SECONDS, SessionVoice, SoundChoice
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store.conversations import conversations, messages, transcripts
from alicia_desktop.store.database import Database
from tests.session.rehearsal import OpenRooms, QuietLine, through


@dataclass
class Stage:
    database: Database
    clock: JumpingClock
    line: QuietLine
    session: SessionDriver
    voice: SessionVoice

    async def until(self, condition: Any) -> None:
        await through(self.clock, self.database, condition)

    async def online(self) -> None:
        before = self.session.link
        self.session.go_online()
        await self.until(lambda: self.session.link not in {"", before})
        self.line.join(self.session.link)
        await self.until(lambda: self.session.state.phase is Phase.ONLINE)

    def sounds(self, sequence: int = 1, state: str = "playing", *, answer: str = "am_2", ms: int = 300) -> None:
        self.line.tell(
            frames.PlaybackProgressed(
                link=self.session.link,
                message_id=answer,
                sequence=sequence,
                spoken_ms=ms,
                duration_ms=900,
                state=state,  # type: ignore[arg-type]  # any of the four
            )
        )

    async def answer(self, number: int, *, ended: bool) -> None:
        body = UserMessage(id=f"am_{number - 1}", content="?")
        await self.session.enqueue(body)
        self.line.arrive(self.session.link, StartAnswer(id=f"am_{number}", previous_id=body.id))
        last = AssistantSentence(previous_id=f"am_{number}", sequence=1, text="One.", is_final=ended)
        self.line.arrive(self.session.link, last)
        seen = self.line.last_id
        await self.until(lambda: self.session.state.sequence.last == -seen)

    async def written(self) -> None:
        """Have an answer of two sentences that is to be said, all written and nothing of it said."""
        await self.online()
        self.line.tell(frames.SoundChanged(open=True, output="Speakers"))
        await self.session.enqueue(UserMessage(id="am_1", content="?"))
        link = self.session.link
        self.line.arrive(link, StartAnswer(id="am_2", previous_id="am_1", answer_type="text+voice"))
        self.line.arrive(link, AssistantSentence(previous_id="am_2", sequence=1, text="One."))
        self.line.arrive(link, AssistantSentence(previous_id="am_2", sequence=2, text="Two.", is_final=True))
        await self.until(lambda: self.voice.state.to_say is not None and self.voice.state.to_say.last == 2)

    async def stops(self) -> list[tuple[ControlStop, dict[str, Any]]]:
        await self.until(lambda: self.line.sent(ControlStop))
        sent = self.line.sent(ControlStop)
        assert len({stanza.meta[SPAN] for stanza, _ in sent}) == len(sent)
        return [(body, {name: told for name, told in stanza.meta.items() if name != SPAN}) for stanza, body in sent]

    async def moments(self, message_id: str) -> dict[str, str]:
        bundles = await self.database.read(transcripts.some, "ac_1", [message_id])
        return dict(bundles[0].meta) if bundles else {}


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock, line = JumpingClock(), QuietLine()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id="ac_1")
    ledger = Ledger(database=database, conversation_id="ac_1")
    state = SessionState(conversation_id="ac_1", client_version="1")
    session = SessionDriver(state=state, ledger=ledger, rooms=OpenRooms(), line=line, clock=clock, jitter=lambda: 0.5)
    voice = SessionVoice(session=session, ledger=ledger, line=line, clock=clock, choice=SoundChoice(input="Headset"))
    made = Stage(database=database, clock=clock, line=line, session=session, voice=voice)
    yield made
    await voice.close()
    await session.close()
    await database.close()


async def test_the_devices_are_opened_once_there_is_a_link(stage: Stage) -> None:
    stage.voice.open()
    assert stage.line.of(frames.OpenSound) == []
    await stage.online()
    (opened,) = stage.line.of(frames.OpenSound)
    assert (opened.link, opened.input, opened.output) == (stage.session.link, "Headset", None)


async def test_the_devices_are_being_opened_until_the_line_tells_what_became_of_it(stage: Stage) -> None:
    await stage.online()
    stage.voice.open()
    assert stage.voice.state.opening
    stage.line.tell(frames.SoundChanged(open=False))  # of a test that was ended before
    assert stage.voice.state.opening
    stage.line.tell(frames.SoundChanged(open=True, opened_for=stage.session.link, input="Headset"))
    assert (stage.voice.state.opening, stage.voice.state.open) == (False, True)
    stage.voice.choose(SoundChoice(input="Webcam"))
    assert not stage.voice.state.opening  # the others stay open until then


async def test_what_could_not_be_opened_or_is_no_longer_wanted_is_not_being_opened(stage: Stage) -> None:
    await stage.online()
    stage.voice.open()
    stage.line.tell(frames.SoundChanged(open=False, opened_for=stage.session.link, sentence="There is no microphone."))
    assert (stage.voice.state.opening, stage.voice.state.problem) == (False, "There is no microphone.")
    stage.voice.choose(SoundChoice(input="Webcam"))
    assert stage.voice.state.opening
    stage.voice.shut()
    assert not stage.voice.state.opening


async def test_the_devices_are_opened_again_for_the_link_after_a_break(stage: Stage) -> None:
    await stage.online()
    stage.voice.open()
    first = stage.session.link
    stage.line.tell(frames.LinkChanged(link=first, state="closed", sentence="It broke."))
    await stage.until(lambda: stage.session.link not in {"", first})
    stage.line.join(stage.session.link)
    await stage.until(lambda: stage.session.state.phase is Phase.ONLINE)
    assert [opened.link for opened in stage.line.of(frames.OpenSound)] == [first, stage.session.link]


async def test_a_line_that_was_started_again_is_told_of_the_devices_again_and_keeps_the_link(stage: Stage) -> None:
    await stage.online()
    stage.voice.open()
    link = stage.session.link
    stage.line.tell(frames.LineRestarted(reason="killed"))
    assert stage.session.link == link  # the supervisor says itself which rooms are lost
    stage.session.dispatch(events.OutboxFilled(stanza_id=1))
    await stage.until(lambda: len(stage.line.of(frames.OpenSound)) == 2)


async def test_what_an_old_link_tells_is_not_taken_for_the_new_ones(stage: Stage) -> None:
    await stage.online()
    first = stage.session.link
    again = SessionDriver(
        state=SessionState(conversation_id="ac_1", client_version="1"),
        ledger=Ledger(database=stage.database, conversation_id="ac_1"),
        rooms=OpenRooms(),
        line=stage.line,
        clock=stage.clock,
    )
    again.go_online()
    await stage.until(lambda: again.link)
    assert again.link != first
    stage.line.tell(frames.LinkChanged(link=first, state="closed"))
    assert again.state.phase is Phase.JOINING
    await again.close()


async def test_shutting_closes_the_devices_and_no_link_opens_them(stage: Stage) -> None:
    await stage.online()
    stage.voice.open()
    stage.voice.shut()
    assert isinstance(stage.line.posted[-1], frames.CloseSound)
    stage.session.dispatch(events.OutboxFilled(stanza_id=1))
    assert len(stage.line.of(frames.OpenSound)) == 1


async def test_another_choice_is_used_at_once_only_while_they_are_open(stage: Stage) -> None:
    await stage.online()
    stage.voice.choose(SoundChoice(input="Webcam", threshold=0.5))
    assert stage.line.of(frames.OpenSound) == []
    stage.voice.open()
    stage.voice.choose(SoundChoice(output="Speakers", threshold=0.1))
    opened = [(each.input, each.output, each.threshold) for each in stage.line.of(frames.OpenSound)]
    assert opened == [("Webcam", None, 0.5), (None, "Speakers", 0.1)]


async def test_the_mode_goes_to_the_line_and_only_hold_can_be_held(stage: Stage) -> None:
    stage.voice.hold(down=True)
    assert stage.line.of(frames.Hold) == []
    stage.voice.set_mode("hold")
    stage.voice.hold(down=True)
    stage.voice.hold(down=True)
    assert stage.voice.state.held
    stage.voice.hold(down=False)
    assert [each.down for each in stage.line.of(frames.Hold)] == [True, False]
    stage.voice.set_mode("muted")
    assert [each.mode for each in stage.line.of(frames.SetMode)] == ["hold", "muted"]


async def test_speaking_over_her_tells_the_server_how_much_was_heard(stage: Stage) -> None:
    await stage.online()
    await stage.answer(2, ended=True)  # the text is there long before it is spoken
    stage.sounds(1, ms=420)
    stage.sounds(1, "cut", ms=440)
    stage.line.tell(frames.SpeechChanged(speaking=True, interrupted=True))
    ((stop, meta),) = await stage.stops()
    assert (stop.stop_type, stop.target_id, stop.reason) == ("speech", "am_2", "barge-in")
    assert meta == {"spokenSequence": 1, "spokenMs": 440}
    assert stage.line.of(frames.ClearSound) == []  # the line has cut her itself


async def test_a_word_that_only_the_server_understood_stops_her_here_too(stage: Stage) -> None:
    await stage.online()
    await stage.answer(2, ended=True)
    stage.sounds(1, ms=420)
    stage.line.arrive(stage.session.link, UserMessage(id="am_3", content="Stop."), source="microphone")
    ((stop, meta),) = await stage.stops()
    assert (stop.stop_type, stop.target_id) == ("speech", "am_2")
    assert meta == {"spokenSequence": 1, "spokenMs": 420}
    assert [each.link for each in stage.line.of(frames.ClearSound)] == [stage.session.link]


async def test_speech_that_interrupts_nothing_stops_nothing(stage: Stage) -> None:
    await stage.online()
    stage.line.tell(frames.SpeechChanged(speaking=True))
    stage.line.tell(frames.SpeechChanged(speaking=False))
    await stage.clock.advance(1)
    assert stage.line.sent(ControlStop) == []


async def test_stop_cuts_here_at_once_and_ends_the_answer_there(stage: Stage) -> None:
    await stage.online()
    await stage.answer(2, ended=False)
    stage.sounds(1, ms=420)
    await stage.voice.stop()
    assert [each.link for each in stage.line.of(frames.ClearSound)] == [stage.session.link]
    ((stop, meta),) = await stage.stops()
    assert (stop.stop_type, stop.target_id) == ("all", "am_2")
    assert meta == {"spokenSequence": 1, "spokenMs": 420}
    assert stage.voice.state.spoken is None


async def test_a_stop_before_the_first_sound_of_a_written_answer_stops_its_speech(stage: Stage) -> None:
    await stage.written()
    await stage.voice.stop()
    (cut,) = stage.line.of(frames.ClearSound)
    assert (cut.link, cut.message_id) == (stage.session.link, "am_2")
    ((stop, meta),) = await stage.stops()
    assert (stop.stop_type, stop.target_id, meta) == ("speech", "am_2", {})
    assert stage.voice.state.to_say is None


async def test_a_stop_before_the_first_sound_also_stops_what_was_asked_since(stage: Stage) -> None:
    await stage.written()
    await stage.session.enqueue(UserMessage(id="am_3", content="and then?"))
    await stage.voice.stop()
    await stage.until(lambda: len(stage.line.sent(ControlStop)) == 2)
    stops = [(stop.stop_type, stop.target_id) for stop, _ in await stage.stops()]
    assert stops == [("speech", "am_2"), ("all", "am_3")]


async def test_a_stop_of_one_question_leaves_those_before_it_and_what_sounds(stage: Stage) -> None:
    await stage.written()
    await stage.session.enqueue(UserMessage(id="am_3", content="and then?"))
    await stage.session.enqueue(UserMessage(id="am_4", content="and after that?"))
    await stage.voice.stop(question="am_4")
    ((stop, meta),) = await stage.stops()
    assert (stop.stop_type, stop.target_id, meta) == ("all", "am_4", {})
    assert stage.line.of(frames.ClearSound) == []
    assert stage.session.state.asked == ("am_3",)


async def test_sound_that_never_comes_is_not_waited_for_for_ever(stage: Stage) -> None:
    await stage.written()
    assert stage.voice.state.to_say is not None
    await stage.clock.advance(SOUND_SECONDS - 1)
    stage.sounds(1, "finished")
    await stage.clock.advance(SOUND_SECONDS - 1)
    assert stage.voice.state.to_say is not None
    await stage.clock.advance(2)
    assert stage.voice.state.to_say is None


async def test_a_stop_while_she_thinks_about_the_next_question_leaves_the_last_answer_alone(stage: Stage) -> None:
    await stage.online()
    await stage.answer(2, ended=True)
    stage.sounds(1, "finished", ms=900)
    await stage.session.enqueue(UserMessage(id="am_3", content="and then?"))
    await stage.voice.stop()
    ((stop, meta),) = await stage.stops()
    assert (stop.target_id, meta) == ("am_3", {})
    assert stage.session.state.asked == ()


async def test_a_stop_while_she_still_speaks_and_a_next_question_waits_for_its_answer_stops_both(stage: Stage) -> None:
    await stage.online()
    await stage.answer(2, ended=True)
    stage.sounds(1, ms=420)
    await stage.session.enqueue(UserMessage(id="am_3", content="and then?"))
    await stage.voice.stop()
    await stage.until(lambda: len(stage.line.sent(ControlStop)) == 2)
    (of_speech, heard), (of_turn, rest) = await stage.stops()
    assert (of_speech.stop_type, of_speech.target_id) == ("speech", "am_2")
    assert heard == {"spokenSequence": 1, "spokenMs": 420}
    assert (of_turn.stop_type, of_turn.target_id, rest) == ("all", "am_3", {})


async def test_a_stop_while_offline_waits_on_disk(stage: Stage) -> None:
    await stage.voice.stop()
    assert stage.line.posted == []
    await stage.online()
    await stage.stops()


async def test_what_was_stopped_while_apart_is_named_before_it_is_sent(stage: Stage) -> None:
    await stage.session.enqueue(UserMessage(id="am_1", content="first?"))
    await stage.session.enqueue(UserMessage(id="am_3", content="and then?"))
    await stage.voice.stop()
    await stage.online()
    ((stop, _),) = await stage.stops()
    assert stop.target_id == "am_1"
    told = [type(stanza.body) for stanza in stage.line.sent_in_order()]
    assert told.index(Configuration) < told.index(UserMessage) < told.index(ControlStop)
    ((asked, _),) = stage.line.sent(Configuration)
    assert asked.meta["stopped"] == ["am_1"]
    assert stage.session.state.asked == ("am_3",)
    stage.line.arrive(stage.session.link, Acknowledgement(acknowledged_stanza_id=3))
    await stage.until(lambda: stage.session.state.sequence.last == -stage.line.last_id)
    stage.line.tell(frames.LinkChanged(link=stage.session.link, state="closed", sentence="It broke."))
    await stage.until(lambda: stage.session.state.phase is not Phase.ONLINE)
    await stage.online()
    *_, (again, _) = stage.line.sent(Configuration)
    assert STOPPED not in again.meta


async def test_tracks_and_mute_states_of_the_room_are_kept_until_it_is_left(stage: Stage) -> None:
    await stage.online()
    link = stage.session.link
    stage.line.tell(frames.TrackAnnounced(link=link, sid="TR_1"))
    for muted in (False, True):
        stage.line.tell(
            frames.PeerTrackAnnounced(link=link, identity="alicia-agent", sid="TR_2", muted=muted, present=True)
        )
    state = stage.voice.state
    assert (state.own_track, [(one.identity, one.sid, one.muted) for one in state.tracks]) == (
        "TR_1",
        [("alicia-agent", "TR_2", True)],
    )
    stage.line.tell(frames.LinkChanged(link=link, state="closed"))
    await stage.until(lambda: not stage.voice.state.tracks)
    assert not stage.voice.state.own_track


async def test_when_speech_and_sound_began_and_ended_is_kept_for_the_waterfall(stage: Stage) -> None:
    await stage.online()
    stage.line.tell(frames.TrackAnnounced(link=stage.session.link, sid="TR_1"))
    stage.line.tell(frames.SpeechChanged(speaking=True))
    began = stage.clock.now()
    await stage.clock.advance(2)
    stage.line.tell(frames.SpeechChanged(speaking=False))
    ended = stage.clock.now()
    stage.line.arrive(stage.session.link, UserMessage(id="am_1", content="When?"), source="microphone")
    stage.line.arrive(stage.session.link, StartAnswer(id="am_2", previous_id="am_1"))
    await stage.until(lambda: stage.session.state.answer_id == "am_2")
    stage.sounds(1, "started")
    sounded = stage.clock.now()
    stage.sounds(1, "playing")
    await stage.clock.advance(1)
    stage.sounds(1, "finished")
    kept: dict[str, str] = {}
    while SOUND_ENDED_AT not in kept:
        await stage.clock.advance(0.1)
        kept = await stage.moments("am_2")
    heard = await stage.moments("am_1")
    assert (heard[SPEECH_STARTED_AT], heard[SPEECH_ENDED_AT]) == (began.isoformat(), ended.isoformat())
    await stage.until(lambda: stage.line.sent(AudioChunk))
    ((told, chunk),) = stage.line.sent(AudioChunk)
    assert (told.meta["messageId"], chunk.timestamp) == ("am_1", round(began.timestamp() * 1000))
    assert (chunk.duration, chunk.is_last, chunk.data) == (round((ended - began).total_seconds() * 1000), True, None)
    (sound,) = await stage.database.read(messages.audio_of, "am_1")
    assert (sound.audio_type, sound.duration_ms) == ("input", chunk.duration)
    assert (chunk.track_sid, sound.livekit_track_sid) == ("TR_1", "TR_1")
    assert kept[SOUND_STARTED_AT] == sounded.isoformat()
    assert kept[SOUND_ENDED_AT] > kept[SOUND_STARTED_AT]


async def test_who_speaks_on_before_the_words_are_here_leaves_them_their_moments(stage: Stage) -> None:
    await stage.online()
    for number, seconds in ((1, 2.0), (2, 1.0)):
        stage.line.tell(frames.SpeechChanged(speaking=True))
        await stage.clock.advance(seconds)
        stage.line.tell(frames.SpeechChanged(speaking=False))
        stage.line.tell(frames.SpeechChanged(speaking=True))
        stage.line.arrive(stage.session.link, UserMessage(id=f"am_{number}", content="?"), source="microphone")
        await stage.until(partial(_has_sounds, stage, number))
        stage.line.tell(frames.SpeechChanged(speaking=False))
    assert [chunk.duration for _, chunk in stage.line.sent(AudioChunk)] == [2000, 1000]


def _has_sounds(stage: Stage, count: int) -> bool:
    return len(stage.line.sent(AudioChunk)) == count


async def test_what_was_typed_has_no_moments_of_speech(stage: Stage) -> None:
    await stage.online()
    stage.line.tell(frames.SpeechChanged(speaking=True))
    await stage.session.enqueue(UserMessage(id="am_1", content="typed"), {"source": "keyboard"})
    await stage.until(lambda: stage.line.sent(UserMessage))
    assert SPEECH_STARTED_AT not in await stage.moments("am_1")
    assert stage.line.sent(AudioChunk) == []


async def test_levels_are_handed_on_and_a_closed_voice_is_silent(stage: Stage) -> None:
    levels: list[frames.Levels] = []
    stage.voice.levels.connect(levels.append)
    stage.line.tell(frames.Levels(input=0.5, output=0, voice=0.9))
    await stage.online()
    stage.voice.open()
    await stage.voice.close()
    stage.line.tell(frames.Levels(input=0.6, output=0, voice=0.9))
    assert [each.input for each in levels] == [0.5]
    assert isinstance(stage.line.posted[-1], frames.CloseSound)
