"""What the loudspeaker played is kept and comes back as it sounded; what is too old goes while the window is open."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from alicia_desktop.audio.contract import FRAME_BYTES
from alicia_desktop.audio.levels import dbfs
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.sound_archive import TIDY_SECONDS, SoundArchive
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.recording import record
from tests.audio.sounds import tone
from tests.session.rehearsal import QuietLine, through
from tests.store.wire import turn
from tests.support.patience import PATIENCE

WEEK = 7 * 24 * 3600


@dataclass
class Stage:
    clock: JumpingClock
    line: QuietLine
    database: Database
    keeper: SoundArchive
    scope: Scope

    async def hear(self, sequence: int, pcm: bytes, answer: str = "am_a1") -> None:
        sounded = frames.SentencePlayed(link="room", message_id=answer, sequence=sequence, pcm=pcm)
        self.line.tell(sounded)
        await through(self.clock, self.database, lambda: not self.scope._tasks)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock, line = JumpingClock(), QuietLine()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(_turn)
    async with Scope("test") as scope:
        keeper = SoundArchive(database=database, line=line, clock=clock, scope=scope)
        yield Stage(clock=clock, line=line, database=database, keeper=keeper, scope=scope)
        keeper.close()
        await scope.close()
    await database.close()


def _turn(conn: Connection) -> None:
    record(conn, turn())


async def test_what_was_played_comes_back_as_it_sounded(stage: Stage) -> None:
    said = tone(0.5)
    await stage.hear(2, said)
    await stage.hear(1, said[:FRAME_BYTES] * 20)
    found = await stage.keeper.of("am_a1")
    assert [sequence for sequence, _ in found] == [1, 2]
    assert len(found[1][1]) == pytest.approx(len(said), abs=2 * FRAME_BYTES)
    assert dbfs(found[1][1]) == pytest.approx(dbfs(said), abs=1)
    (_, kept) = await stage.database.read(sounds.of_message, "am_a1")
    assert len(kept.data) < len(said) / 10


async def test_what_cannot_be_heard_or_read_is_left_out(stage: Stage) -> None:
    await stage.hear(1, bytes(FRAME_BYTES * 20))
    await stage.hear(2, tone(0.2))
    assert [sequence for sequence, _ in await stage.keeper.of("am_a1")] == [2]


async def test_it_goes_in_time_while_the_window_is_open(stage: Stage) -> None:
    await stage.hear(1, tone(0.2))
    tidying = stage.scope.spawn("tidy", stage.keeper.tidy())
    await stage.clock.advance(WEEK - TIDY_SECONDS)
    assert await stage.keeper.of("am_a1")
    async with asyncio.timeout(PATIENCE):
        while await stage.keeper.of("am_a1"):
            await stage.clock.advance(TIDY_SECONDS)
    assert stage.clock.monotonic() > WEEK
    tidying.cancel()


async def test_a_spoken_message_gets_what_the_microphone_heard(stage: Stage) -> None:
    said = tone(0.5)
    stage.line.tell(frames.SpeechRecorded(link="room", pcm=said))
    for message_id, source in (("am_q9", "keyboard"), ("am_q1", "microphone")):
        body = UserMessage(id=message_id, content="When is it?")
        stanza = Stanza(stanza_id=-9, conversation_id="ac_1", body=body, meta={"source": source})
        stage.keeper.on_journaled(JournaledStanza(seq=1, inbound=stanza, raw=b"", outbound=False, at=stage.clock.now()))
    await through(stage.clock, stage.database, lambda: not stage.scope._tasks)
    ((sequence, pcm),) = await stage.keeper.of("am_q1")
    assert sequence == 0
    assert len(pcm) == pytest.approx(len(said), abs=2 * FRAME_BYTES)
    await stage.keeper.delete_speech()
    assert await stage.keeper.of("am_q1") == []
