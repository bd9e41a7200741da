"""A server whose database is the real one and whose HTTP is a line that loses calls and answers."""

import itertools
import random
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from alicia_desktop.api.records import (
    ConversationPage,
    JsonObject,
    MessagePage,
    ServerConversation,
    ServerMessage,
    SyncConflict,
    SyncedMessage,
    SyncedMessages,
)
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import CONVERSATION, MESSAGE
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Acknowledgement, AssistantMessage, Message, UserMessage
from alicia_desktop.protocol.sequence import next_server_id
from alicia_desktop.store import records as kept
from alicia_desktop.store.conversations import attachments, conversations, messages
from alicia_desktop.store.database import Connection
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.server import server_queries, sync_serving
from tests.simulate.inline import InlineDatabase

USER = "user"
PAGE = 3
"""However many are asked for: pages are what may go wrong."""


def away() -> WorldError:
    """Return a new one: an error that is raised again and again would keep the frames of all its tracebacks."""
    return WorldError(sentence="It cannot be reached.", code="unreachable", retry=True)


class Ticking(JumpingClock):
    """A clock on which no two moments are the same."""

    def now(self) -> datetime:
        self._elapsed += 0.001
        return super().now()


class ServerSide:
    """What all devices share."""

    def __init__(self, database: InlineDatabase, clock: Ticking, dice: random.Random) -> None:
        self.database, self.clock, self.dice = database, clock, dice
        self._names = itertools.count(1)

    def name(self, prefix: str) -> str:
        """Return an id that depends on the seed only."""
        return f"{prefix}{next(self._names)}"

    async def create(self, title: str, local_id: str) -> str:
        """`POST /conversations`."""
        made = await self.database.read(sync_serving.begun, local_id, (USER,))
        if made is None:
            made = await self.database.write(
                conversations.create,
                at=self.clock.now(),
                conversation_id=self.name(CONVERSATION),
                user_id=USER,
                title=title,
                preferences={"local_id": local_id},
            )
        name: str = made.id
        return name

    async def hear(self, raw: bytes) -> bytes:
        """Take a stanza in the room, answer some questions, and return the acknowledgement."""
        answer_id = self.name(MESSAGE) if self.dice.random() < 0.5 else ""
        ack: bytes = await self.database.write(self._hear, raw, self.clock.now(), answer_id)
        return ack

    def _hear(self, conn: Connection, raw: bytes, at: datetime, answer_id: str) -> bytes:
        stanza = decode(raw)
        assert isinstance(stanza, Stanza)
        record(conn, [JournalEntry(direction="in", content=stanza, raw=raw, at=at)])
        body, about = stanza.body, stanza.conversation_id
        if isinstance(body, UserMessage) and answer_id and not server_queries.is_answered(conn, body.id):
            answer = AssistantMessage(id=answer_id, previous_id=body.id, conversation_id=about, content="Yes.")
            _say(conn, about, answer, at)
        named = body.id if isinstance(body, UserMessage) else None
        return _say(
            conn,
            about,
            Acknowledgement(
                conversation_id=about, acknowledged_stanza_id=stanza.stanza_id, acknowledged_message_id=named
            ),
            at,
        )


class Line:
    """One device's HTTP: the calls that sync makes, some of which, or whose answers, are lost."""

    def __init__(self, server: ServerSide, *, lossy: Callable[[], bool]) -> None:
        self.server, self._lossy = server, lossy

    async def _ask(self, write: bool, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._lossy():
            raise away()
        database = self.server.database
        done = await (database.write if write else database.read)(function, *args, **kwargs)
        if self._lossy():
            raise away()
        return done

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        found = await self._ask(False, conversations.listed, user_ids=(USER,), limit=limit, offset=offset)
        return ConversationPage(conversations=tuple(_conversation(one) for one in found), total=len(found))

    async def conversation(self, conversation_id: str) -> ServerConversation:
        return _conversation(await self._ask(False, _known, conversation_id))

    async def change_conversation(
        self,
        conversation_id: str,
        *,
        title: str | None = None,
        status: str | None = None,
        expected: JsonObject | None = None,
    ) -> ServerConversation:
        wanted = expected or {}
        changed = await self._ask(
            True,
            sync_serving.change,
            conversation_id,
            self.server.clock.now(),
            title=title,
            status=status,
            expected_title=wanted.get("title"),
            expected_status=wanted.get("status"),
        )
        return _conversation(changed)

    async def delete_conversation(self, conversation_id: str, *, version: str = "", permanent: bool = False) -> None:
        if permanent:
            await self._ask(True, sync_serving.purge, conversation_id)
            return
        await self._ask(False, _known, conversation_id)
        await self._ask(True, sync_serving.delete, conversation_id, self.server.clock.now(), version=version)

    async def messages(
        self, conversation_id: str, *, limit: int | None = None, offset: int = 0, superseded: bool = False
    ) -> MessagePage:
        await self._ask(False, _known, conversation_id)
        found, total = await self._ask(
            False, sync_serving.page, conversation_id, superseded=superseded, offset=offset, limit=limit
        )
        return MessagePage(messages=tuple(_message(one) for one in found), total=total)

    async def attachment(self, conversation_id: str, message_id: str, position: int) -> bytes:
        found = await self._ask(False, attachments.data_of, conversation_id, message_id, position)
        if found is None:
            raise WorldError(sentence="There is no such attachment.", code="not_found")
        data: bytes = found[1]
        return data

    async def sync_messages(self, conversation_id: str, offered: Sequence[JsonObject]) -> SyncedMessages:
        await self._ask(False, _known, conversation_id)
        given = [
            sync_serving.DeviceMessage(
                local_id=str(one["local_id"]),
                role="user",
                contents=str(one["contents"]),
                previous_id=None if one["previous_id"] is None else str(one["previous_id"]),
                created_at=None,
                superseded_at=_moment(one.get("superseded_at")),
            )
            for one in offered
        ]
        done = await self._ask(True, sync_serving.accept_messages, conversation_id, given, self.server.clock.now())
        return SyncedMessages(synced_messages=tuple(_synced(one) for one in done))


def _moment(value: object) -> datetime | None:
    return datetime.fromisoformat(value) if isinstance(value, str) else None


def _say(conn: Connection, about: str, body: Message, at: datetime) -> bytes:
    number = next_server_id(server_queries.last_server_id(conn, about))
    stanza = Stanza(stanza_id=number, conversation_id=about, body=body)
    raw = encode(stanza)
    record(conn, [JournalEntry(direction="out", content=stanza, raw=raw, at=at)])
    return raw


def _known(conn: Connection, conversation_id: str) -> kept.ConversationRecord:
    found = conversations.get(conn, conversation_id)
    if found is None or found.status == "deleted":
        raise WorldError(sentence="There is no such conversation.", code="not_found")
    return found


def _conversation(one: kept.ConversationRecord) -> ServerConversation:
    return ServerConversation(
        id=one.id,
        title=one.title,
        status=one.status,
        preferences=dict(one.preferences),
        created_at=one.created_at,
        updated_at=one.updated_at,
    )


def _message(one: kept.MessageRecord) -> ServerMessage:
    return ServerMessage(
        id=one.id,
        previous_id=one.previous_id,
        role=one.message_role,
        contents=one.contents,
        state=one.completion_status,
        sequence_number=one.sequence_number,
        created_at=one.created_at,
        superseded_at=one.superseded_at,
        superseded_by=one.superseded_by,
        stopped_at=one.stopped_at,
    )


def _synced(one: sync_serving.Answered) -> SyncedMessage:
    if not one.conflict:
        return SyncedMessage(local_id=one.local_id, server_id=one.message.id, status="synced")
    conflict = SyncConflict(reason=one.conflict, server_message=_message(one.message))
    return SyncedMessage(local_id=one.local_id, server_id=one.message.id, status="conflict", conflict=conflict)


async def said_there(server: ServerSide, conversation_id: str) -> list[kept.MessageRecord]:
    """Return all messages that the server has of a conversation."""
    found: list[kept.MessageRecord] = await server.database.read(messages.of_conversation, conversation_id)
    return found
