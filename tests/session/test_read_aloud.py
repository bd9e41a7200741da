"""Reading an answer aloud: sentences go to the room for speech once the loudspeaker is open, and it always ends."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import AssistantSentence, ControlStop, ErrorMessage, StartAnswer
from alicia_desktop.session.read_aloud import SILENT_SECONDS, ReadAloud
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.voice_state import VoiceState
from alicia_desktop.transport.contract import RoomAddress
from tests.session.rehearsal import QuietLine

SENTENCES = [(1, "One."), (2, "---"), (3, "Three.")]


@dataclass
class Stage:
    clock: JumpingClock
    line: QuietLine
    reading: ReadAloud
    missing: str = ""
    ended: list[str] = field(default_factory=list)

    async def request_speech(self) -> RoomAddress:
        if self.missing:
            raise WorldError(sentence=self.missing, code="no_speech")
        return RoomAddress(transport="websocket", url="", token="t", room_name="speech_1", participant_id="me")

    @property
    def link(self) -> str:
        return self.line.of(frames.Connect)[-1].link

    async def begin(self, message_id: str = "am_1") -> None:
        self.reading.read(message_id, SENTENCES, SoundChoice(input="Mic", output="Speakers"))
        await self.clock.advance(0.1)
        self.line.tell(frames.LinkChanged(link=self.link, state="connected"))
        self.opened()

    @property
    def asked(self) -> str:
        """The link for which the loudspeaker was asked for last."""
        return self.line.of(frames.OpenSound)[-1].link

    def opened(self, output: str = "Speakers", *, code: str = "", sentence: str = "") -> None:
        """Tell what became of the loudspeaker, which is none where it has no name."""
        told = frames.SoundChanged(
            open=bool(output), opened_for=self.asked, output=output or None, code=code, sentence=sentence
        )
        self.line.tell(told)

    def sounds(self, sequence: int, state: str, answer: str = "am_1", *, link: str = "") -> None:
        self.line.tell(
            frames.PlaybackProgressed(
                link=link or self.link,
                message_id=answer,
                sequence=sequence,
                spoken_ms=100,
                duration_ms=900,
                state=state,  # type: ignore[arg-type]  # any of the four
            )
        )


class _Later:
    """A source that is known before the stage is."""

    stage: Stage

    async def request_speech(self) -> RoomAddress:
        return await self.stage.request_speech()


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    clock, line, source = JumpingClock(), QuietLine(), _Later()
    async with Scope("test") as scope:
        reading = ReadAloud(source=source, line=line, clock=clock, scope=scope)
        source.stage = stage = Stage(clock=clock, line=line, reading=reading)
        reading.ended.connect(stage.ended.append)
        yield stage
        reading.close()
        await scope.close()


async def test_what_can_be_said_is_said_and_the_room_left_at_the_end(stage: Stage) -> None:
    await stage.begin()
    (opened,) = stage.line.of(frames.OpenSound)
    assert (opened.link, opened.output, opened.input, opened.listens) == (stage.link, "Speakers", None, False)
    assert [body.id for _, body in stage.line.sent(StartAnswer)] == ["am_1"]
    told = [(body.sequence, body.text, body.is_final) for _, body in stage.line.sent(AssistantSentence)]
    assert told == [(1, "One.", False), (3, "Three.", True)]
    stage.sounds(1, "playing")
    shown = stage.reading.override(VoiceState(open=True))
    assert shown.spoken is not None
    assert (shown.spoken.sequence, shown.open) == (1, False)
    stage.sounds(1, "finished")
    assert stage.reading.message_id == "am_1"
    stage.sounds(3, "finished")
    assert (stage.reading.message_id, stage.ended) == ("", [""])
    assert stage.line.of(frames.Disconnect)[-1].link == stage.line.of(frames.Connect)[-1].link
    assert stage.reading.override(VoiceState(open=True)) == VoiceState(open=True)


async def test_a_stop_cuts_here_and_there_and_without_a_reading_there_is_nothing_to_stop(stage: Stage) -> None:
    assert not stage.reading.stop()
    await stage.begin()
    assert stage.reading.stop()
    assert stage.line.of(frames.ClearSound)[-1].message_id == "am_1"
    assert [body.target_id for _, body in stage.line.sent(ControlStop)] == ["am_1"]
    assert stage.ended == [""]


async def test_another_answer_takes_the_place_of_the_first(stage: Stage) -> None:
    await stage.begin()
    stage.reading.read("am_2", [(1, "Two.")], SoundChoice())
    stage.opened()
    assert [body.target_id for _, body in stage.line.sent(ControlStop)] == ["am_1"]
    assert [body.text for _, body in stage.line.sent(AssistantSentence)][-1] == "Two."
    stage.sounds(1, "cut")
    assert stage.reading.message_id == "am_2"
    stage.sounds(1, "finished", "am_2")
    assert stage.ended == [""]


async def test_it_ends_where_nothing_can_be_said(stage: Stage) -> None:
    stage.reading.read("am_1", [(1, "---")], SoundChoice())
    assert (stage.reading.message_id, stage.ended) == ("", [""])
    stage.missing = "There is no speech."
    stage.reading.read("am_1", SENTENCES, SoundChoice())
    await stage.clock.advance(0.1)
    assert stage.ended[-1] == "There is no speech."
    stage.missing = ""
    await stage.begin()
    body = ErrorMessage(code=503, message="There is no voice.", recoverable=True)
    stage.line.arrive(stage.link, body)
    assert stage.ended[-1] == "There is no voice."


async def test_a_loudspeaker_that_is_not_there_or_stays_silent_ends_it(stage: Stage) -> None:
    stage.reading.read("am_1", SENTENCES, SoundChoice())
    await stage.clock.advance(0.1)
    stage.line.tell(frames.LinkChanged(link=stage.link, state="connected"))
    stage.opened("", code="no_loudspeaker", sentence="There is no loudspeaker.")
    assert stage.ended == ["There is no loudspeaker."]
    await stage.begin()
    await stage.clock.advance(SILENT_SECONDS + 1)
    assert stage.ended == ["There is no loudspeaker.", ""]


async def test_what_becomes_of_devices_that_somebody_else_had_neither_begins_nor_ends_it(stage: Stage) -> None:
    stage.reading.read("am_1", SENTENCES, SoundChoice())
    theirs = frames.SoundChanged(open=True, opened_for="ac_1 link", input="Mic", output="Speakers")
    stage.line.tell(theirs)
    stage.line.tell(frames.SoundChanged(open=False))
    await stage.clock.advance(0.1)
    stage.line.tell(frames.LinkChanged(link=stage.link, state="connected"))
    stage.line.tell(frames.SoundChanged(open=False))
    stage.line.tell(theirs)
    assert (stage.reading.message_id, stage.ended) == ("am_1", [])
    assert stage.line.sent(AssistantSentence) == []
    stage.opened()
    assert len(stage.line.sent(AssistantSentence)) == 2


async def test_a_loudspeaker_that_is_lost_in_the_middle_ends_it(stage: Stage) -> None:
    await stage.begin()
    stage.opened("Other", code="device_lost", sentence="Another is used.")
    assert len(stage.line.sent(AssistantSentence)) == 2
    stage.opened("", code="device_lost", sentence="The loudspeaker is gone.")
    assert stage.ended == ["The loudspeaker is gone."]


async def test_asked_for_again_it_goes_on(stage: Stage) -> None:
    await stage.begin()
    stage.reading.read("am_1", SENTENCES, SoundChoice())
    assert stage.line.of(frames.ClearSound) == []
    assert len(stage.line.sent(AssistantSentence)) == 2


async def test_each_reading_has_its_own_time_to_begin(stage: Stage) -> None:
    await stage.begin()
    await stage.clock.advance(SILENT_SECONDS - 1)
    stage.reading.stop()
    await stage.begin()
    await stage.clock.advance(SILENT_SECONDS - 1)
    assert (stage.reading.message_id, stage.ended) == ("am_1", [""])


async def replay(stage: Stage, *sequences: int, output: str = "Speakers") -> None:
    stage.reading.replay("am_1", [(number, bytes([number])) for number in sequences], SoundChoice(output="Speakers"))
    stage.line.tell(frames.SoundChanged(open=False))  # of what was open before
    stage.opened(output, sentence="" if output else "None.")


def played(stage: Stage) -> list[int]:
    return [command.sequence for command in stage.line.of(frames.PlaySentence)]


async def test_what_was_kept_is_played_without_a_room_two_sentences_ahead(stage: Stage) -> None:
    await replay(stage, 1, 2, 4)
    (opened,) = stage.line.of(frames.OpenSound)
    assert (opened.output, opened.listens, opened.keeps) == ("Speakers", False, False)
    assert played(stage) == [1, 2]
    stage.sounds(1, "playing", link=stage.asked)
    spoken = stage.reading.override(VoiceState(open=True)).spoken
    assert spoken is not None
    assert (spoken.message_id, spoken.sequence) == ("am_1", 1)
    for sequence in (1, 2):
        stage.sounds(sequence, "finished", link=stage.asked)
    assert played(stage) == [1, 2, 4]
    stage.sounds(4, "finished", link=stage.asked)
    assert (stage.reading.message_id, stage.ended) == ("", [""])
    assert not stage.line.of(frames.Connect)


async def test_a_replay_is_stopped_goes_on_when_asked_again_and_ends_with_the_line(stage: Stage) -> None:
    await replay(stage, 1)
    assert stage.reading.stop()
    assert stage.line.of(frames.ClearSound)[-1].link == stage.asked
    await replay(stage, 1)
    stage.reading.replay("am_1", [(1, b"1")], SoundChoice())
    assert len(stage.line.of(frames.ClearSound)) == 1
    stage.line.tell(frames.LineRestarted(reason="died"))
    assert (stage.reading.message_id, stage.ended) == ("", ["", ""])


async def test_a_replay_without_a_loudspeaker_says_so(stage: Stage) -> None:
    await replay(stage, 1, output="")
    assert (stage.ended, played(stage)) == (["None."], [])
    stage.reading.replay("am_1", [], SoundChoice())
    assert stage.ended == ["None.", ""]


async def test_reading_and_replaying_take_each_others_place(stage: Stage) -> None:
    await stage.begin()
    await replay(stage, 1)
    assert stage.line.of(frames.Disconnect)
    stage.sounds(3, "finished")  # of the reading
    assert (stage.reading.message_id, stage.ended) == ("am_1", [])
    replayed = stage.asked
    stage.reading.read("am_1", SENTENCES, SoundChoice())
    stage.sounds(1, "cut", link=replayed)
    assert (stage.reading.message_id, stage.ended) == ("am_1", [])


async def test_each_replay_waits_for_its_own_loudspeaker(stage: Stage) -> None:
    await replay(stage, 1)
    former = stage.asked
    stage.reading.stop()
    stage.reading.replay("am_1", [(1, b"1")], SoundChoice())
    stage.line.tell(frames.SoundChanged(open=True, opened_for=former, output="Speakers"))
    assert played(stage) == [1]
    stage.opened()
    assert played(stage) == [1, 1]
