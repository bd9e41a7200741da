"""Voice at a server that has none: this computer hears and speaks, the server reads and writes.

See docs/protocol.md#no-voice.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.line import frames
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    Configuration,
    ControlStop,
    ErrorMessage,
    Message,
    ServerInfo,
    Transcription,
    UserMessage,
)
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.local_speech import COMING
from alicia_desktop.session.speech import SessionVoice, SoundChoice
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.transport.contract import RoomAddress
from tests.session.rehearsal import through
from tests.support.deployed_server import CONVERSATION, DeployedServer

M = TypeVar("M", bound=Message)


class Near(DeployedServer):
    """Such a server, and beside it on the same line a room for speech of this computer."""

    def __init__(self) -> None:
        super().__init__()
        self.rooms: list[str] = []
        """Links to the room for speech, as they were joined."""
        self.told: list[Message] = []
        self.opened: list[str] = []
        """Links for which the devices were opened."""
        self.left: list[str] = []
        self.cut: list[str] = []
        self.missing = ""

    async def request_speech(self) -> RoomAddress:
        """Give the room, unless it is missing."""
        if self.missing:
            raise WorldError(sentence=self.missing, code="no_speech")
        return RoomAddress(transport="websocket", url="", token="t", room_name="speech_1", participant_id="me")

    def post(self, command: frames.LineCommand) -> None:
        """Take a command to either room, or to the devices."""
        match command:
            case frames.Connect(room_name="speech_1", link=link):
                self.rooms.append(link)
                connected = frames.LinkChanged(link=link, state="connected")
                asyncio.get_running_loop().call_soon(self.event_received.emit, connected)
            case frames.Send(link=link, data=data) if link in self.rooms:
                content = codec.decode(data)
                assert isinstance(content, Stanza)
                self.told.append(content.body)
            case frames.Disconnect(link=link) if link in self.rooms:
                self.left.append(link)
            case frames.OpenSound(link=link):
                self.opened.append(link)
                self.event_received.emit(frames.SoundChanged(open=True, output="Speakers"))
            case frames.CloseSound():
                self.event_received.emit(frames.SoundChanged(open=False))
            case frames.ClearSound(link=link):
                self.cut.append(link)
            case _:
                super().post(command)

    def hears(self, body: Message) -> None:
        """Let something be told in the room for speech."""
        stanza = Stanza(stanza_id=-2, conversation_id="speech_1", body=body)
        self.event_received.emit(frames.StanzaArrived(link=self.rooms[-1], data=codec.encode(stanza)))

    def told_of(self, kind: type[M]) -> list[M]:
        """Return what was told there of one kind."""
        return [body for body in self.told if isinstance(body, kind)]


@dataclass
class Stage:
    database: Database
    clock: JumpingClock
    near: Near
    session: SessionDriver
    voice: SessionVoice
    preparing: list[str] = field(default_factory=list)

    async def until(self, condition: Callable[[], object]) -> None:
        await through(self.clock, self.database, condition)

    async def talk(self) -> None:
        """Go online and open the devices."""
        self.voice.changed.connect(lambda state: self.preparing.append(state.preparing))
        self.session.go_online()
        await self.until(lambda: self.session.state.phase is Phase.ONLINE)
        self.voice.open()
        await self.until(lambda: self.voice.state.open or self.near.missing)

    async def answered(self) -> None:
        await self.until(lambda: not self.session.state.waiting and self.session.state.answer_id is None)

    def sounds(self, sequence: int, ms: int, state: str = "playing") -> None:
        answer = self.near.told_of(AssistantSentence)[0].previous_id
        self.near.event_received.emit(
            frames.PlaybackProgressed(
                link=self.near.rooms[-1],
                message_id=answer,
                sequence=sequence,
                spoken_ms=ms,
                duration_ms=900,
                state=state,  # type: ignore[arg-type]  # any of the four
            )
        )


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock, near = JumpingClock(), Near()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id=CONVERSATION, server="https://a.example")
    ledger = Ledger(database=database, conversation_id=CONVERSATION)
    state = SessionState(conversation_id=CONVERSATION, client_version="1")
    session = SessionDriver(state=state, ledger=ledger, rooms=near, line=near, clock=clock, jitter=lambda: 0.5)
    voice = SessionVoice(session=session, ledger=ledger, line=near, clock=clock, choice=SoundChoice(), speech=near)
    yield Stage(database=database, clock=clock, near=near, session=session, voice=voice)
    await voice.close()
    await session.close()
    await database.close()


async def test_what_is_said_here_is_asked_there_and_the_answer_is_said_here(stage: Stage) -> None:
    await stage.talk()
    assert stage.near.opened == stage.near.rooms
    assert stage.preparing[0] == COMING
    stage.near.event_received.emit(frames.SpeechChanged(speaking=True))
    await stage.clock.advance(1.5)
    stage.near.event_received.emit(frames.SpeechChanged(speaking=False))
    stage.near.hears(Transcription(id="am_said", text="Are you"))
    assert [row.text for row in [stage.voice.state.interim] if row is not None] == ["Are you"]
    stage.near.hears(Transcription(id="am_said", text="Are you there?", final=True))
    await stage.until(lambda: stage.near.questions() == ["Are you there?"])
    await stage.answered()
    assert stage.voice.state.interim is None
    question, answer = await stage.database.read(messages.of_conversation, CONVERSATION)
    assert (question.id, question.sync_status) == ("am_said", "synced")
    meta = {row.key: row.value for row in await stage.database.read(messages.meta_of, "am_said")}
    assert meta["source"] == "microphone"
    (sound,) = await stage.database.read(messages.audio_of, "am_said")  # how long it was stays here
    assert sound.duration_ms == 1500
    assert stage.near.of_type(4) == []
    said = stage.near.told_of(AssistantSentence)
    assert [(one.previous_id, one.text) for one in said] == [
        (answer.id, "You said: Are you there?"),
        (answer.id, "That is all."),
    ]
    stage.sounds(0, 300)
    assert stage.voice.state.spoken is not None
    assert stage.voice.state.spoken.message_id == answer.id


async def test_the_next_thing_said_follows_the_answer_before_it(stage: Stage) -> None:
    await stage.talk()
    for number in (1, 2):
        stage.near.hears(Transcription(id=f"am_{number}", text=f"Question {number}", final=True))
        await stage.until(partial(_has_questions, stage.near, number))
        await stage.answered()
    assert stage.near.rows[2].previous_id == stage.near.rows[1].id


def _has_questions(near: Near, count: int) -> bool:
    return len(near.questions()) == count


async def test_a_cough_asks_nothing_and_what_is_preparing_is_told(stage: Stage) -> None:
    await stage.talk()
    stage.near.hears(Transcription(id="am_cough", text="He"))
    stage.near.hears(Transcription(id="am_cough", text=" ", final=True))
    assert stage.voice.state.interim is None
    assert not stage.voice.state.thinking
    told = {"speechToText": {"state": "loading", "sentence": "Ears load."}}
    stage.near.hears(ServerInfo(connection=told))
    assert stage.voice.state.preparing == "Ears load."
    stage.near.hears(ErrorMessage(code=503, message="There is no voice.", recoverable=True))
    assert stage.voice.state.preparing == "There is no voice."
    assert stage.near.questions() == []


async def test_speaking_over_her_silences_her_here_and_lets_the_server_write_on(stage: Stage) -> None:
    await stage.talk()
    stage.near.hears(Transcription(id="am_said", text="Tell me.", final=True))
    await stage.until(lambda: len(stage.near.told_of(AssistantSentence)) == 2)
    await stage.answered()
    stage.sounds(0, 420)
    stage.near.event_received.emit(frames.SpeechChanged(speaking=True, interrupted=True))
    answer = stage.near.rows[1].id
    assert [one.target_id for one in stage.near.told_of(ControlStop)] == [answer]

    await stage.until(lambda: stage.session.state.waiting)
    await stage.until(lambda: not stage.session.state.waiting)
    kept = await stage.database.read(messages.get, answer)
    assert kept is not None
    assert (kept.stop_type, kept.spoken_sequence, kept.spoken_ms) == ("speech", 0, 420)
    assert stage.near.of_type(10) == []


async def test_a_stop_of_what_is_written_reaches_the_server_and_of_what_only_sounds_does_not(stage: Stage) -> None:
    await stage.talk()
    stage.near.hears(Transcription(id="am_1", text="Tell me.", final=True))
    await stage.until(lambda: len(stage.near.told_of(AssistantSentence)) == 2)
    await stage.answered()
    await stage.voice.stop()
    assert stage.near.cut == stage.near.rooms
    assert len(stage.near.told_of(ControlStop)) == 1
    stage.near.answers = False
    stage.near.hears(Transcription(id="am_2", text="And more.", final=True))
    await stage.until(lambda: len(stage.near.questions()) == 2)
    assert stage.near.of_type(10) == []
    await stage.voice.stop()
    await stage.until(lambda: stage.near.of_type(10))


async def test_a_room_that_is_lost_or_not_there_is_asked_for_again_and_the_devices_follow(stage: Stage) -> None:
    await stage.talk()
    first = stage.near.rooms[0]
    stage.near.missing = "Speech cannot be had."
    stage.near.event_received.emit(frames.LinkChanged(link=first, state="closed", sentence="lost", code="lost"))
    await stage.until(lambda: stage.voice.state.preparing == "Speech cannot be had.")
    stage.near.missing = ""
    await stage.until(lambda: len(stage.near.rooms) == 2)
    await stage.until(lambda: stage.near.opened == stage.near.rooms)
    assert stage.voice.state.preparing == ""
    assert len(stage.near.told_of(Configuration)) == 2


async def test_with_the_devices_closed_nothing_is_said_and_the_room_is_left(stage: Stage) -> None:
    await stage.talk()
    stage.voice.shut()
    assert stage.near.left == stage.near.rooms
    await stage.session.enqueue(UserMessage(id="am_typed", content="Hello."))
    await stage.answered()
    assert stage.near.told_of(AssistantSentence) == []


@pytest.mark.expects_log("could not be asked")
async def test_what_the_disk_does_not_take_is_told_and_not_shown_as_if_it_were_asked(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.talk()

    async def refuse(*_: object, **__: object) -> None:
        raise WorldError(sentence="The disk is full.", code="disk_full")

    monkeypatch.setattr(stage.session, "send_message", refuse)
    stage.near.hears(Transcription(id="am_said", text="Are you"))
    stage.near.hears(Transcription(id="am_said", text="Are you there?", final=True))
    await stage.until(lambda: stage.voice.state.preparing == "The disk is full.")
    assert stage.voice.state.interim is None
