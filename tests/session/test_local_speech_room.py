"""The room for speech alone: joined while it is wanted, and asked for ever less often while it cannot be joined."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.session.local_speech import FIRST_PAUSE, SpeechRoom
from alicia_desktop.transport.contract import RoomAddress
from tests.session.rehearsal import QuietLine

ADDRESS = RoomAddress(transport="websocket", url="ws://a", token="t", room_name="speech_1", participant_id="me")


class _Source:
    async def request_speech(self) -> RoomAddress:
        return ADDRESS


@dataclass
class Stage:
    clock: JumpingClock
    line: QuietLine
    room: SpeechRoom
    told: list[str] = field(default_factory=list)

    @property
    def joined(self) -> list[frames.Connect]:
        return self.line.of(frames.Connect)

    def link_changes(self, state: str, sentence: str = "") -> None:
        link = self.joined[-1].link
        self.line.tell(frames.LinkChanged(link=link, state=state, sentence=sentence))  # type: ignore[arg-type]  # any of the four


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    clock, line = JumpingClock(), QuietLine()
    async with Scope("test") as scope:
        room = SpeechRoom(source=_Source(), line=line, clock=clock, scope=scope)
        stage = Stage(clock=clock, line=line, room=room)
        room.changed.connect(stage.told.append)
        yield stage
        room.close()
        await scope.close()


async def test_it_is_joined_greeted_and_left(stage: Stage) -> None:
    assert stage.room.open()
    assert not stage.room.open()
    await stage.clock.advance(0.1)
    assert [(one.address, one.uses_devices) for one in stage.joined] == [(ADDRESS, True)]
    assert stage.room.link == ""
    stage.link_changes("connected")
    assert stage.room.link == stage.joined[0].link
    assert len(stage.line.sent(Configuration)) == 1
    stage.room.shut()
    assert stage.line.of(frames.Disconnect)[-1].link == stage.joined[0].link
    assert stage.room.link == ""


async def test_one_that_cannot_be_joined_is_asked_for_ever_less_often_and_one_that_is_lost_soon(stage: Stage) -> None:
    stage.room.open()
    await stage.clock.advance(0.1)
    pause = FIRST_PAUSE
    for tries in range(1, 5):
        assert len(stage.joined) == tries
        stage.link_changes("closed", sentence="It cannot be reached.")
        await stage.clock.advance(pause - 0.01)
        assert len(stage.joined) == tries
        await stage.clock.advance(0.02)
        pause *= 2
    stage.link_changes("connected")
    stage.link_changes("closed", sentence="It is lost.")
    await stage.clock.advance(FIRST_PAUSE + 0.01)
    assert len(stage.joined) == 6
    assert stage.told == ["It cannot be reached."] * 4 + ["", "It is lost."]
