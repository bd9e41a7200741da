"""What a person does with one device is told to their next one in the same conversation: opinions, edits, stops."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.servers import RemoteServer
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.protocol.attachments import Attachment, digest_of
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.message_factory import edit, negative_feedback, note, question, vote
from alicia_desktop.session.state import Phase
from alicia_desktop.store.conversations import attachments, conversations, transcripts
from alicia_desktop.transport import new_transport
from alicia_desktop.view.messages import message_row
from alicia_desktop.view.rows import MessageRow
from tests.support.patience import PATIENCE
from tests.support.tokens import known_token

NOW = datetime(2026, 11, 22, tzinfo=UTC)


class Device:
    """One conversation as one computer knows it."""

    def __init__(self, client: Client, conversation_id: str) -> None:
        self.client, self.conversation_id = client, conversation_id
        self._changed = asyncio.Event()
        client.database.changed.connect(lambda _: self._changed.set())

    async def open(self) -> None:
        active = await self.client.sessions.open(self.conversation_id)
        active.session.changed.connect(lambda _: self._changed.set())
        await self.until(lambda _: active.session.state.phase is Phase.ONLINE)
        self.conversation_id = active.session.state.conversation_id

    @property
    def session(self) -> SessionDriver:
        assert self.client.sessions.active is not None
        return self.client.sessions.active.session

    async def rows(self) -> list[MessageRow]:
        bundles = await self.client.database.read(transcripts.whole, self.conversation_id)
        return [message_row(bundle) for bundle in bundles]

    async def until(self, met: Callable[[list[MessageRow]], object]) -> list[MessageRow]:
        async with asyncio.timeout(PATIENCE):
            while not met(rows := await self.rows()):
                await self._changed.wait()
                self._changed.clear()
        return rows

    async def ask(self, text: str, *, previous: str | None, after: Any = None, answers: int) -> list[MessageRow]:
        body, meta = question(text, conversation_id=self.conversation_id, at=NOW, client_version="1")
        await self.session.enqueue(replace(body, previous_id=previous), meta, after=after)
        return await self.until(lambda rows: len(whole_answers(rows)) == answers)


def whole_answers(rows: list[MessageRow]) -> list[MessageRow]:
    return [row for row in rows if row.role == "assistant" and not row.streaming]


@pytest.fixture
def device(tmp_path: Path, server: LocalServer) -> Callable[..., Any]:
    @asynccontextmanager
    async def started(name: str, conversation_id: str = "") -> AsyncIterator[Device]:
        client = Client(
            paths=Paths(folder=tmp_path / name),
            settings=Settings(),
            credentials=Credentials(folder=tmp_path / name, environment={}),
            server=RemoteServer(address=server.address, token=known_token(server.token)),
            line=InProcessLine(transports=lambda _: new_transport("memory", hub=server.hub), clock=SystemClock()),
            transport="memory",
        )
        async with client:
            known = conversation_id or await client.new_conversation()
            if conversation_id:
                here = client.account.server
                await client.database.write(conversations.create, at=NOW, conversation_id=conversation_id, server=here)
            opened = Device(client, known)
            await opened.open()
            yield opened

    return started


async def test_opinions_edits_and_reasons_are_on_the_second_device_as_on_the_first(device: Callable[..., Any]) -> None:
    async with device("desk") as desk:
        asked, _ = await desk.ask("What is 2+2?", previous=None, answers=1)
        change = edit(asked.id, "What is 3+3?", conversation_id=desk.conversation_id)
        rows = await desk.ask("What is 3+3?", previous=None, after=change, answers=2)
        answer = rows[-1]
        opinion = partial(vote, message_id=answer.id, conversation_id=desk.conversation_id, at=NOW)
        await desk.session.enqueue(opinion("down", target_type="message", target_id=answer.id))
        await desk.session.enqueue(opinion("up", target_type="tool_use", target_id=answer.tools[0].id))
        await desk.session.enqueue(opinion("up", target_type="reasoning", target_id=answer.reasoning[0].id))
        await desk.session.enqueue(note("Sums", message_id=asked.id, at=NOW))
        why = negative_feedback("Too short", message_id=answer.id, conversation_id=desk.conversation_id, at=NOW)
        await desk.session.enqueue(why)
        first = await desk.until(settled)
    async with device("lap", desk.conversation_id) as lap:
        second = await lap.until(lambda rows: len(rows) == 4 and settled(rows))
    assert [told(row) for row in second] == [told(row) for row in first]
    assert [row.superseded for row in second] == [True, True, False, False]
    assert [(one.who, one.text, one.state) for one in second[-1].notes] == [
        ("Why it was not helpful", "Too short", "confirmed")
    ]


async def test_a_file_of_the_first_device_is_fetched_by_the_second(device: Callable[..., Any]) -> None:
    picture = Attachment(
        name="cat.png", media_type="image/png", size=9, digest=digest_of(b"nine byte"), data=b"nine byte"
    )
    async with device("desk") as desk:
        asked = await desk.session.send_message("What is this?", attachments=[picture])
        await desk.until(whole_answers)
    async with device("lap", desk.conversation_id) as lap:
        rows = await lap.until(whole_answers)
        assert [file.name for file in rows[0].files] == ["cat.png"]
        lap.client.sync.start()
        async with asyncio.timeout(PATIENCE):
            while await lap.client.database.read(attachments.data_of, lap.conversation_id, asked, 0) is None:
                await lap._changed.wait()
                lap._changed.clear()
        assert (await lap.client.database.read(attachments.of_message, asked, data=True))[0].data == b"nine byte"


def settled(rows: list[MessageRow]) -> bool:
    """Whether every opinion has come and is confirmed."""
    last, notes = rows[-1], [*rows[0].notes, *rows[-1].notes]
    votes = [last.vote, *(one.vote for one in last.tools), *(one.vote for one in last.reasoning)]
    states = [*(one.state for one in votes), *(one.state for one in notes)]
    return len(notes) == 2 and set(states) == {"confirmed"}


def told(row: MessageRow) -> tuple[object, ...]:
    """What a row says that no clock tells."""
    votes = [(one.id, one.vote) for one in row.tools], [(one.id, one.vote) for one in row.reasoning]
    return row.id, row.role, row.text, row.superseded, row.vote, row.notes, votes
