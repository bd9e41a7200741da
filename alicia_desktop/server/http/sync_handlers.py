"""Handle HTTP calls of devices that sync: messages written while offline, and events while they are online."""

import asyncio
import base64
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from aiohttp import web

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import conversation_of
from alicia_desktop.server.rooms import Rooms
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ConversationRecord, MessageRecord
from alicia_desktop.store.server import sync_serving

MAX_ITEMS_PER_CALL: Final = 500
HEARTBEAT_SECONDS: Final = 15.0
"""A comment goes out so often, so that both ends notice a lost connection."""
DEBOUNCE_SECONDS: Final = 0.05
"""Changes of one burst are told together."""


class OfferedMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One message of `POST sync`."""

    local_id: Annotated[str, msgspec.Meta(min_length=1)]
    role: Literal["user", "assistant"] = "user"
    contents: str
    sequence_number: int = 0
    previous_id: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    superseded_at: datetime | None = None
    attachments: list[dict[str, Any]] | None = None
    """As in a UserMessage, with `data` in base64."""


class OfferedMessages(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST sync`."""

    messages: list[OfferedMessage]


class SyncHandlers:
    """Handlers over the server's database."""

    def __init__(self, *, database: Database, rooms: Rooms, clock: Clock) -> None:
        self._database, self._rooms, self._clock = database, rooms, clock
        self._scope = Scope("events")
        self._streams: defaultdict[str, set[asyncio.Task[None]]] = defaultdict(set)
        """By user, what is being told."""

    async def close(self) -> None:
        """Stop all event streams; nothing may outlive the database."""
        await self._scope.close()

    def close_user(self, user_id: str) -> None:
        """Stop the event streams of a user."""
        for stream in self._streams.pop(user_id, ()):
            stream.cancel()

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/api/v1/conversations/{id}/sync", self.sync),
            web.get("/api/v1/conversations/{id}/sync/status", self.status),
            web.get("/api/v1/conversations/{id}/events", self.events, name="events"),
        ]

    async def sync(self, request: web.Request) -> web.Response:
        """`POST sync`: idempotent by `local_id`; new questions are answered like those that were asked in the room."""
        body = await json_bodies.read_body(request, OfferedMessages, max_bytes=json_bodies.MAX_BATCH_BYTES)
        if len(body.messages) > MAX_ITEMS_PER_CALL:
            raise json_bodies.bad_request(f"At most {MAX_ITEMS_PER_CALL} messages per call.")
        record, now = conversation_of(request), self._clock.now()
        offered = [_offered(one) for one in sorted(body.messages, key=lambda one: one.sequence_number)]
        answered = await self._database.write(sync_serving.accept_messages, record.id, offered, now)
        for asked in _open_questions([one.message for one in answered if one.is_new]):
            said = UserMessage(id=asked.id, conversation_id=record.id, content=asked.contents)
            await self._rooms.answer_message(record.id, said)
        return web.json_response({"synced_messages": [_answer(one) for one in answered], "synced_at": now.isoformat()})

    async def status(self, request: web.Request) -> web.Response:
        """`GET sync/status`."""
        record = conversation_of(request)
        counts, last = await self._database.read(sync_serving.counts, record.id)
        said = {f"{name}_count": counts.get(name, 0) for name in ("pending", "synced", "conflict")}
        moment = {} if last is None else {"last_synced_at": last.isoformat()}
        return web.json_response({"conversation_id": record.id, **said, **moment})

    async def events(self, request: web.Request) -> web.StreamResponse:
        """`GET events`: `message`, `conversation` and `list` events from now on, until the device goes."""
        record = conversation_of(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        try:
            await response.prepare(request)
            await response.write(b": from now on\n\n")
        except ConnectionError:  # who asked is gone already
            return response
        streams = self._streams[record.user_id]
        following = self._scope.spawn(record.id, self._follow(response, record))
        streams.add(following)
        following.add_done_callback(streams.discard)
        await asyncio.wait({following})
        return response

    async def _follow(self, response: web.StreamResponse, record: ConversationRecord) -> None:
        news = _PendingChanges(record.id)
        disconnect = self._database.changed.connect(news.take)
        try:
            async with Scope(f"events {record.id}") as scope:
                beating = scope.spawn("beat", self._send_heartbeats(response))
                telling = scope.spawn("tell", self._send_changes(response, news, record))
                await asyncio.wait({beating, telling}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            disconnect()

    async def _send_changes(
        self, response: web.StreamResponse, news: "_PendingChanges", record: ConversationRecord
    ) -> None:
        while True:
            await news.come.wait()
            await self._clock.sleep(DEBOUNCE_SECONDS)
            changed, is_head, others = news.all()
            try:
                for message in await self._database.read(_settled, changed):
                    await response.write(_event("message", json_bodies.message(message)))
                head = await self._database.read(conversations.get, record.id) if is_head else None
                former, record = record, head or record
                if head is not None:
                    await response.write(_event("conversation", json_bodies.conversation(head)))
                others = await self._database.read(_of_user, record.user_id, others) if others else others
                if others or _listed(former) != _listed(record):
                    await response.write(_event("list", {}))
            except ConnectionError:
                return

    async def _send_heartbeats(self, response: web.StreamResponse) -> None:
        while True:
            await self._clock.sleep(HEARTBEAT_SECONDS)
            try:
                await response.write(b": still here\n\n")
            except ConnectionError:
                return


class _PendingChanges:
    """Changes of one conversation that were not sent yet, and the other conversations that changed."""

    def __init__(self, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        self.come = asyncio.Event()
        self._messages: dict[str, None] = {}
        self._is_head = False
        self._others: set[str] = set()

    def take(self, changes: Changes) -> None:
        """Collect the changes of a commit."""
        for change in changes:
            if change.conversation_id != self.conversation_id:
                if change.subject != "conversation":
                    continue
                self._others.add(change.id)
            elif change.subject == "message":
                self._messages[change.id] = None
            elif change.subject == "conversation":
                self._is_head = True
            else:
                continue
            self.come.set()

    def all(self) -> tuple[list[str], bool, set[str]]:
        """Return and clear them: ids of messages, whether the conversation's own row changed, ids of others."""
        self.come.clear()
        found = list(self._messages), self._is_head, self._others
        self._messages, self._is_head, self._others = {}, False, set()
        return found


def _listed(record: ConversationRecord) -> tuple[object, ...]:
    """Return what a list of conversations shows of one, apart from its time."""
    return record.title, record.status, record.preferences


def _of_user(conn: Any, user_id: str, names: set[str]) -> set[str]:
    """Return those of the conversations that are the user's."""
    found = {name: conversations.get(conn, name) for name in names}
    return {name for name, one in found.items() if one is not None and one.user_id == user_id}


def _settled(conn: Any, names: list[str]) -> list[MessageRecord]:
    """Return the messages that are no longer being written, in order."""
    found = [message for name in names if (message := messages.get(conn, name)) is not None]
    whole = [message for message in found if message.completion_status != "streaming"]
    return sorted(whole, key=lambda message: message.sequence_number)


def _open_questions(new: Sequence[MessageRecord]) -> list[MessageRecord]:
    """Return the questions behind the last answer among new messages: what came with it is of the past."""
    last = max((place for place, one in enumerate(new) if one.message_role == "assistant"), default=-1)
    return [one for one in new[last + 1 :] if one.message_role == "user" and one.superseded_at is None]


def _offered(one: OfferedMessage) -> sync_serving.DeviceMessage:
    return sync_serving.DeviceMessage(
        local_id=one.local_id,
        role=one.role,
        contents=one.contents,
        previous_id=one.previous_id,
        created_at=one.created_at,
        superseded_at=one.superseded_at,
        attachments=tuple(_file(head) for head in one.attachments) if one.attachments else None,
    )


def _file(head: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file as a UserMessage has it, whose bytes came in base64."""
    data = head.get("data")
    if not isinstance(data, str):
        return dict(head)
    try:
        return {**head, "data": base64.b64decode(data, validate=True)}
    except ValueError as error:
        raise json_bodies.bad_request("The data of an attachment is not base64.") from error


def _answer(one: sync_serving.Answered) -> dict[str, Any]:
    known = json_bodies.message(one.message)
    answer = {"local_id": one.local_id, "server_id": one.message.id, "message": known}
    if not one.conflict:
        return answer | {"status": "synced"}
    conflict = {"reason": one.conflict, "server_message": known, "resolution": "manual"}
    return answer | {"status": "conflict", "conflict": conflict}


def _event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"
