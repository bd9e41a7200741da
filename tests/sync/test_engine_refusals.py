"""What a server refuses stays on this computer, says why, and holds up nothing else."""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.api.records import (
    ConversationPage,
    JsonObject,
    MessagePage,
    ServerConversation,
    ServerMessage,
    SyncedMessage,
    SyncedMessages,
)
from alicia_desktop.api.responses import refused
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, messages, recently_deleted
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import UNTITLED
from alicia_desktop.store.sync import sync_records
from alicia_desktop.sync.contract import Round
from alicia_desktop.sync.engine import UNDO_SECONDS, SyncEngine
from alicia_desktop.sync.messages import MAX_FAILURES

ANN = Account(server="https://home", user_id="ann")


class Server:
    """Has two conversations, and answers a change, and messages by sync, with one status."""

    def __init__(self) -> None:
        self.titles = {"ac_1": "Tides", "ac_2": "Ebb"}
        self.version = 1
        self.patch = self.sync = self.delete = 200
        self.asked: list[str] = []

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        return ConversationPage(conversations=tuple(map(self._told, self.titles))[offset:])

    async def conversation(self, conversation_id: str) -> ServerConversation:
        return self._told(conversation_id)

    async def messages(self, conversation_id: str, **_: Any) -> MessagePage:
        said = ServerMessage(id=f"am_{conversation_id}_{self.version}", role="user", contents="Hello.")
        return MessagePage(messages=(said,), total=1)

    async def change_conversation(self, conversation_id: str, *, title: str, **_: Any) -> ServerConversation:
        self.asked.append(f"PATCH {conversation_id} {title}")
        if self.patch != 200:
            raise refused(self.patch, address="https://home", reason="That title is taken", optional=True)
        self.titles[conversation_id] = title
        return self._told(conversation_id)

    async def delete_conversation(self, conversation_id: str, *, version: str = "", permanent: bool = False) -> None:
        self.asked.append(f"DELETE {conversation_id}{' permanent' if permanent else ''}")
        if permanent and self.delete != 200:
            raise refused(self.delete, address="https://home", reason="No", optional=True)
        self.titles.pop(conversation_id, None)

    async def sync_messages(self, conversation_id: str, offered: Sequence[JsonObject]) -> SyncedMessages:
        self.asked.append(f"sync {[one['contents'] for one in offered]}")
        if self.sync != 200:
            raise refused(self.sync, address="https://home", reason="No messages, please")
        taken = [SyncedMessage(local_id=str(one["local_id"]), status="synced") for one in offered]
        return SyncedMessages(synced_messages=tuple(taken))

    def _told(self, name: str) -> ServerConversation:
        return ServerConversation(
            id=name, title=self.titles[name], updated_at=datetime(2026, 11, self.version, tzinfo=UTC)
        )


class Stage:
    def __init__(self, database: Database, clock: JumpingClock) -> None:
        self.database, self.clock, self.server = database, clock, Server()
        server: Any = self.server

        async def source() -> Any:
            return server

        self.engine = SyncEngine(database=database, source=source, account=ANN, clock=clock)

    async def round(self) -> Round:
        return await self.engine.round()

    async def rename(self, name: str, title: str) -> None:
        await self.database.write(conversations.rename, name, title, self.clock.now())

    async def log(self) -> list[tuple[str, str]]:
        return [(line.what, line.why) for line in await self.database.read(sync_records.logged_steps, ANN)]


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    stage = Stage(database, clock)
    await stage.round()
    yield stage
    await database.close()


@pytest.mark.parametrize("status", [400, 403, 422])
async def test_a_refused_change_holds_up_nothing_and_is_offered_again_only_when_it_is_another(
    stage: Stage, status: int
) -> None:
    stage.server.patch, stage.server.version = status, 2
    await stage.rename("ac_1", "Spring tides")
    done = await stage.round()
    assert (done.kept, done.left) == ({"ac_1"}, 0)
    said = await stage.database.read(messages.of_conversation, "ac_2")
    assert [one.id for one in said] == ["am_ac_2_1", "am_ac_2_2"], "all else was fetched"
    assert any(what == "Not changed on the server" and "That title is taken" in why for what, why in await stage.log())
    await stage.round()
    assert stage.server.asked == ["PATCH ac_1 Spring tides"]
    stage.server.patch = 200
    await stage.rename("ac_1", "Neap tides")
    assert (await stage.round()).kept == set()
    assert stage.server.titles["ac_1"] == "Neap tides"


async def test_a_change_that_the_server_fails_at_is_offered_again_in_the_next_round(stage: Stage) -> None:
    stage.server.patch = 500
    await stage.rename("ac_1", "Spring tides")
    assert (await stage.round()).kept == {"ac_1"}
    stage.server.patch = 200
    assert (await stage.round()).kept == set()
    assert stage.server.titles["ac_1"] == "Spring tides"


def _unsent(conn: Connection, name: str = "am_mine") -> None:
    body = UserMessage(id=name, conversation_id="ac_1", content="Mine.")
    item, _ = outbox.put(conn, Stanza(stanza_id=1, conversation_id="ac_1", body=body), at=JumpingClock().now())
    outbox.discard(conn, item.pk)


@pytest.mark.parametrize(("status", "rounds"), [(400, 1), (403, 1), (404, 0), (405, 1), (500, MAX_FAILURES)])
async def test_messages_that_are_refused_by_sync_are_left_to_their_room(stage: Stage, status: int, rounds: int) -> None:
    stage.server.sync = status
    await stage.database.write(_unsent)
    for number in range(rounds or 1):
        assert await stage.database.read(outbox.waiting, "ac_1") == [], number
        with suppress(WorldError):
            await stage.round()
    waiting = await stage.database.read(outbox.waiting, "ac_1")
    assert [item.content_id for item in waiting] == (["am_mine"] if rounds else [])
    if status in {400, 403, 500}:
        assert any(what == "Left to the room" and "No messages, please" in why for what, why in await stage.log())


async def test_failures_that_do_not_follow_each_other_leave_nothing_to_the_room(stage: Stage) -> None:
    for number in range(MAX_FAILURES):
        stage.server.sync = 500
        await stage.database.write(_unsent, f"am_{number}")
        with suppress(WorldError):
            await stage.round()
        stage.server.sync = 200
        await stage.round()
    assert await stage.database.read(outbox.waiting, "ac_1") == []
    assert "Left to the room" not in {what for what, _ in await stage.log()}


async def test_a_title_that_everybody_makes_of_the_first_question_is_nothing_that_stays_on_one_computer(
    stage: Stage,
) -> None:
    stage.server.titles["ac_3"], stage.server.patch = UNTITLED, 405
    assert (await stage.round()).kept == set()
    titles = dict(await stage.database.read(conversations.titles, account=ANN))
    assert titles["ac_3"] == "Hello.", "the server's copy has no title, and cannot get one"
    assert "Kept on this computer" not in {what for what, _ in await stage.log()}
    await stage.rename("ac_3", "Mine")
    assert (await stage.round()).kept == {"ac_3"}


@pytest.mark.parametrize("status", [200, 404, 405, 409])
async def test_a_purge_is_told_once_after_the_deletion_whatever_the_server_can(stage: Stage, status: int) -> None:
    stage.server.delete = status
    await stage.clock.advance(1)
    await stage.database.write(conversations.delete, "ac_1", stage.clock.now())
    await stage.database.write(recently_deleted.purge, "ac_1", stage.clock.now())
    await stage.round()
    assert stage.server.asked == [], "undo may still take it back"
    await stage.clock.advance(UNDO_SECONDS + 1)
    for _ in range(2):
        await stage.round()
    assert stage.server.asked == ["DELETE ac_1", "DELETE ac_1 permanent"]
