"""A conversation by voice with a server that has none: real ears and voice of this computer, over its own server."""

import asyncio
from pathlib import Path

import pytest

from alicia_desktop.audio.contract import Devices
from alicia_desktop.audio.wav import WavLoudspeaker, WavMicrophone, read_wav
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.rooms import ServerRooms
from alicia_desktop.compose.server_settings import UnencryptedConsent
from alicia_desktop.compose.servers import InsideServer
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line import frames
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.session.pool import SessionPool
from alicia_desktop.session.sound_archive import SoundArchive
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.state import Phase
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.transport import new_transport
from tests.support.deployed_server import CONVERSATION, DeployedServer
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until

pytestmark = pytest.mark.e2e


class Sounds:
    """A computer whose microphone hears a file and whose loudspeaker writes one."""

    def __init__(self, said: Path, heard: Path) -> None:
        self._said, self._heard = said, heard

    def devices(self):
        return Devices()

    def plugged(self):
        return ""

    def open_microphone(self, name, wake):
        return WavMicrophone(self._said, on_end=lambda: None)

    def open_loudspeaker(self, name, wake):
        return WavLoudspeaker(self._heard)


class TwoRooms:
    """One line: the conversation's room is the deployed server's, everything else is a real line's."""

    def __init__(self, far: DeployedServer, line: InProcessLine) -> None:
        self.event_received: Signal[frames.LineEvent] = Signal()
        self._far, self._line = far, line
        self._links: set[str] = set()
        far.event_received.connect(self.event_received.emit)
        line.event_received.connect(self.event_received.emit)

    async def start(self):
        await self._line.start()

    async def close(self):
        await self._line.close()

    def post(self, command):
        if isinstance(command, frames.Connect) and command.transport == "livekit":
            self._links.add(command.link)
        (self._far if getattr(command, "link", "") in self._links else self._line).post(command)


async def test_a_question_is_understood_here_answered_there_and_the_answer_said_here(tmp_path, spoken):
    heard = tmp_path / "heard.wav"
    paths = Paths(folder=tmp_path / "data")
    paths.create()
    clock, far = SystemClock(), DeployedServer()
    credentials = Credentials(folder=tmp_path, environment={})
    near = InsideServer(paths=paths, settings=Settings(), credentials=credentials, on_problem=pytest.fail)
    line = TwoRooms(
        far,
        InProcessLine(
            transports=lambda _: new_transport("memory", hub=near.hub),
            sound=Sounds(spoken("Hello."), heard),
        ),
    )
    database = await Database.open(paths.client_database, clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id=CONVERSATION, server="https://a.example")
    consent = UnencryptedConsent(agreed=list)
    speech = ServerRooms(
        server=near, database=database, user_id="user", livekit_address="", consent=consent, clock=clock
    )
    sessions = SessionPool(
        database=database,
        rooms=far,
        line=line,
        clock=clock,
        client_version="1",
        sound=lambda: (SoundChoice(keeps_speech=True), "hands_free"),
        speech=speech,
    )
    scope = Scope("kept sounds")
    keeper = SoundArchive(database=database, line=line, clock=clock, scope=scope)
    sessions.stanza_journaled.connect(keeper.on_journaled)
    try:
        await line.start()
        active = await sessions.open(CONVERSATION)
        await until(lambda: active.session.state.phase is Phase.ONLINE)
        ended: list[frames.PlaybackProgressed] = []
        line.event_received.connect(
            lambda event: (
                ended.append(event)
                if isinstance(event, frames.PlaybackProgressed) and event.state == "finished"
                else None
            )
        )
        active.voice.open()
        await until(far.questions)
        await until(lambda: len(ended) == 2)
        question, answer, *_ = await database.read(messages.of_conversation, CONVERSATION)
        async with asyncio.timeout(PATIENCE):
            while [number for number, _ in await keeper.of(answer.id)] != [0, 1] or not await keeper.of(question.id):
                pass
    finally:
        keeper.close()
        await scope.close()
        await sessions.close()
        await line.close()
        await speech.close()
        await near.close()
        await database.close()
    assert far.questions()[0].strip("?.! ").lower() == "hello"
    assert [(one.message_id, one.sequence) for one in ended] == [(far.rows[1].id, 0), (far.rows[1].id, 1)]
    assert any(read_wav(heard))
