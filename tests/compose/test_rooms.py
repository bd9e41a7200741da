"""A room of a published server, over HTTP, and the conversation that is made there for it first."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.compose.rooms import ServerRooms
from alicia_desktop.compose.server_settings import UnencryptedConsent
from alicia_desktop.compose.servers import RemoteServer
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import UNTITLED
from tests.support.deployed_place import DeployedPlace


async def _no_token() -> str:
    return ""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "client.db", clock=JumpingClock())
    yield database
    await database.close()


def _ask(conn: Connection, text: str) -> None:
    body = UserMessage(id="am_1", conversation_id="local_1", content=text)
    outbox.put(conn, Stanza(stanza_id=1, conversation_id="local_1", body=body), at=JumpingClock().now())


@pytest.mark.parametrize(
    ("title", "question", "told"),
    [
        ("Tides", "When is the tide?", "Tides"),
        ("", "When is the tide?", "When is the tide?"),
        ("", "", UNTITLED),  # also the first of a new installation, and one that is to be spoken
    ],
)
async def test_a_conversation_begun_there_always_has_a_title(
    database: Database, title: str, question: str, told: str
) -> None:
    clock = JumpingClock()
    async with DeployedPlace() as place:
        await database.write(
            conversations.create,
            at=clock.now(),
            conversation_id="local_1",
            user_id="ann",
            title=title,
            server=place.address,
        )
        if question:
            await database.write(_ask, question)
        rooms = ServerRooms(
            server=RemoteServer(address=place.address, token=_no_token),
            database=database,
            user_id="ann",
            livekit_address="",
            consent=UnencryptedConsent(agreed=list),
            clock=clock,
        )
        granted = await rooms.request_room("local_1")
        await rooms.close()
        assert [(name, kept.title) for name, kept in place.kept.items()] == [(granted.conversation_id, told)]
