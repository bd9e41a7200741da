"""Two people with one server on one computer: sync of the one leaves alone what is the other's."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.api.records import ConversationPage, MessagePage, ServerConversation
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.sync import sync_records
from alicia_desktop.sync.engine import SyncEngine

ANN, BOB, NOBODY = (Account(server="https://home", user_id=name) for name in ("ann", "bob", "user"))


class Server:
    """Has conversations of two people, some of which both may see; knows nobody without a name any more."""

    def __init__(self) -> None:
        self.seen_by = {"ann": {"ac_ann", "ac_both"}, "bob": {"ac_bob", "ac_both"}, "user": {"ac_nobody"}}
        self.told: list[tuple[str, str, str | None]] = []

    def as_seen_by(self, user_id: str) -> "Seen":
        return Seen(self, user_id)


class Seen:
    def __init__(self, server: Server, user_id: str) -> None:
        self._server, self._user_id = server, user_id

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        names = sorted(self._server.seen_by[self._user_id])
        return ConversationPage(conversations=tuple(ServerConversation(id=name, title=name) for name in names)[offset:])

    async def conversation(self, conversation_id: str) -> ServerConversation:
        if conversation_id in self._server.seen_by[self._user_id]:
            return ServerConversation(id=conversation_id, title=conversation_id)
        raise WorldError(sentence="There is no such conversation.", code="not_found")

    async def messages(self, conversation_id: str, **_: Any) -> MessagePage:
        return MessagePage()

    async def change_conversation(self, conversation_id: str, **values: Any) -> ServerConversation:
        self._server.told.append((self._user_id, conversation_id, values["title"]))
        return ServerConversation(id=conversation_id, title=values["title"])


class Stage:
    def __init__(self, database: Database, clock: JumpingClock) -> None:
        self.database, self._clock, self.server = database, clock, Server()

    async def sync(self, account: Account) -> set[str]:
        """Do a round as somebody, and return what they see afterwards."""
        await self.database.write(accounts.sign_in, account.user_id, self._clock.now())
        seen: Any = self.server.as_seen_by(account.user_id)

        async def source() -> Any:
            return seen

        await SyncEngine(database=self.database, source=source, account=account, clock=self._clock).round()
        return await self.sees(account)

    async def sees(self, account: Account) -> set[str]:
        return {one.id for one in await self.database.read(conversations.listed, account=account)}

    async def rename(self, conversation_id: str, title: str) -> None:
        await self.database.write(conversations.rename, conversation_id, title, self._clock.now())


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    yield Stage(database, clock)
    await database.close()


async def test_what_one_has_here_is_neither_shown_to_the_other_nor_taken_for_deleted(stage: Stage):
    assert await stage.sync(ANN) == {"ac_ann", "ac_both"}
    assert await stage.sync(BOB) == {"ac_bob", "ac_both"}
    assert await stage.sees(ANN) == {"ac_ann"}
    assert await stage.sync(ANN) == {"ac_ann", "ac_both"}
    assert stage.server.told == []


async def test_what_one_changed_is_told_by_nobody_else(stage: Stage):
    await stage.sync(ANN)
    await stage.rename("ac_ann", "Herons")
    await stage.rename("ac_both", "Tides")
    assert await stage.sync(BOB) == {"ac_bob"}
    assert stage.server.told == []
    log = await stage.database.read(sync_records.logged_steps, ANN)
    assert ("Left to ann", "Tides") in [(line.what, line.title) for line in log]
    await stage.sync(ANN)
    assert stage.server.told == [("ann", "ac_ann", "Herons"), ("ann", "ac_both", "Tides")]


async def test_what_was_begun_without_a_name_stays_where_the_server_knows_it_not_under_the_new_one(stage: Stage):
    await stage.sync(NOBODY)
    assert await stage.sync(ANN) == {"ac_ann", "ac_both", "ac_nobody"}
    assert await stage.sees(NOBODY) == {"ac_nobody"}
    stage.server.seen_by["bob"].add("ac_nobody")
    await stage.sync(BOB)
    assert await stage.sees(NOBODY) == set()


async def test_what_the_server_has_no_more_goes_for_whom_it_was(stage: Stage):
    await stage.sync(ANN)
    stage.server.seen_by["ann"].remove("ac_ann")
    assert await stage.sync(BOB) == {"ac_bob", "ac_both"}
    assert await stage.sees(ANN) == {"ac_ann"}
    assert await stage.sync(ANN) == {"ac_both"}
