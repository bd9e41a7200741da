"""Pins and settings reach a server that is there, wait for one that is away, and trouble none that takes neither."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.conversation_preferences import PreferenceDelivery
from alicia_desktop.protocol.conversation_settings import ConversationSettings
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.sync import pending_changes

NOW = JumpingClock().now()
PIRATE = ConversationSettings(persona="You are a pirate.", temperature=0.75)


class Server:
    """Takes changes, or fails as the test wants."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []
        self.error: WorldError | None = None
        self.refused: list[str] = []
        """What the person was told."""

    async def change_conversation(self, conversation_id: str, *, preferences: Any) -> None:
        if self.error is not None:
            raise self.error
        self.told.append((conversation_id, preferences))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "client.db", clock=JumpingClock())
    for name in ("ac_1", "local_2"):
        await database.write(conversations.create, at=NOW, conversation_id=name)
        await database.write(pending_changes.set_settings, name, NOW, PIRATE)
    await database.write(pending_changes.set_pinned, "ac_1", NOW, pinned=True)
    yield database
    await database.close()


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def delivery(database: Database, server: Server) -> PreferenceDelivery:
    async def api() -> Any:
        return server

    return PreferenceDelivery(database=database, api=api, account=Account(), refused=server.refused.append)


async def test_what_is_pending_is_told_once_and_of_no_conversation_that_is_not_there_yet(
    delivery: PreferenceDelivery, server: Server
):
    assert await delivery.send() is True
    settings = {"persona": "You are a pirate.", "temperature": 0.75}
    assert server.told == [("ac_1", {"pinned": True}), ("ac_1", {"settings": settings})]
    assert await delivery.send() is False
    assert len(server.told) == 2


async def test_what_a_server_that_is_away_was_not_told_waits(delivery: PreferenceDelivery, server: Server):
    server.error = WorldError(sentence="It is away.", code="unreachable", retry=True)
    assert await delivery.send() is False
    server.error = None
    assert await delivery.send() is True


@pytest.mark.parametrize(("code", "heard"), [("not_supported", []), ("request_refused", ["Too long."] * 2)])
async def test_what_a_server_does_not_take_stays_here_and_is_not_offered_again(
    delivery: PreferenceDelivery, server: Server, code: str, heard: list[str]
):
    server.error = WorldError(sentence="Too long.", code=code)
    await delivery.send()
    server.error = None
    assert await delivery.send() is False
    assert (server.told, server.refused) == ([], heard)
