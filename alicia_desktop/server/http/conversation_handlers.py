"""Handle HTTP calls about conversations and their messages (docs/protocol.md#http-api)."""

from typing import Any, Final, Literal

import msgspec
from aiohttp import web

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.conversation_settings import SETTINGS, check_settings, settings_map
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.server.access import DELETED, conversation_not_found
from alicia_desktop.server.conversation_model import check_reach
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import conversation_of, principal_of
from alicia_desktop.server.ledger import ReceivedStanza, ServerLedger
from alicia_desktop.server.rooms import Rooms
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import attachments, conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import UNTITLED, ConversationRecord
from alicia_desktop.store.server import sync_serving

PAGE: Final = 50
MAX_PAGE_SIZE: Final = 500
MAX_MESSAGES: Final = 1_000
"""Of a page of messages."""
TITLE_LETTERS: Final = 200
MAX_PLACE_DIGITS: Final = 4


class NewConversation(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /conversations`."""

    title: str = ""
    preferences: dict[str, Any] | None = None


class ChangedConversation(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `PATCH /conversations/{id}`."""

    title: str | None = None
    preferences: dict[str, Any] | None = None
    status: Literal["active", "archived", "deleted"] | None = None
    expected: "Expected | None" = None


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """The state in which a device last saw what it changes; the change is refused (409) if it is another now."""

    title: str | None = None
    status: str | None = None


class NewMessage(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /conversations/{id}/messages`."""

    contents: str


class ConversationHandlers:
    """Handlers over the server's database."""

    def __init__(self, *, database: Database, rooms: Rooms, engines: Engines, clock: Clock) -> None:
        self._database, self._rooms, self._engines, self._clock = database, rooms, engines, clock

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/api/v1/conversations", self.create),
            web.get("/api/v1/conversations", self.list_all),
            web.get("/api/v1/conversations/{id}", self.get),
            web.patch("/api/v1/conversations/{id}", self.change),
            web.delete("/api/v1/conversations/{id}", self.delete),
            web.get("/api/v1/conversations/{id}/messages", self.messages),
            web.post("/api/v1/conversations/{id}/messages", self.add_message),
            web.get("/api/v1/conversations/{id}/messages/{message}/attachments/{place}", self.attachment),
        ]

    async def create(self, request: web.Request) -> web.Response:
        """`POST /conversations`."""
        body = await json_bodies.read_body(request, NewConversation)
        user_id = principal_of(request).user_id
        preferences = self._checked_preferences(request, body.preferences or {})
        if local_id := str(preferences.get("local_id") or ""):
            user_ids = await self._database.read(accounts.names_of, user_id)
            if (made := await self._database.read(sync_serving.begun, local_id, user_ids)) is not None:
                return web.json_response(json_bodies.conversation(made), status=201)
        conversation_id = ids.new_id(ids.CONVERSATION)
        record = await self._database.write(
            conversations.create,
            at=self._clock.now(),
            conversation_id=conversation_id,
            user_id=user_id,
            title="" if body.title == UNTITLED else body.title[:TITLE_LETTERS],
            livekit_room_name=conversation_id,
            preferences=preferences,
            private=bool(preferences.get("private")),
        )
        return web.json_response(json_bodies.conversation(record), status=201)

    async def list_all(self, request: web.Request) -> web.Response:
        """`GET /conversations`."""
        limit = json_bodies.read_number(request, "limit", default=PAGE, most=MAX_PAGE_SIZE)
        offset = json_bodies.read_number(request, "offset", default=0, most=1_000_000)
        user_ids = await self._database.read(accounts.names_of, principal_of(request).user_id)
        found = await self._database.read(conversations.listed, user_ids=user_ids, limit=100_000)
        page = [json_bodies.conversation(record) for record in found[offset : offset + limit]]
        return web.json_response({"conversations": page, "total": len(found), "limit": limit, "offset": offset})

    async def get(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}`."""
        return web.json_response(json_bodies.conversation(conversation_of(request)))

    async def change(self, request: web.Request) -> web.Response:
        """`PATCH /conversations/{id}`."""
        body = await json_bodies.read_body(request, ChangedConversation)
        preferences = None if body.preferences is None else self._checked_preferences(request, body.preferences)
        record, expected = conversation_of(request), body.expected or Expected()
        record = await self._database.write(
            sync_serving.change,
            record.id,
            self._clock.now(),
            title=None if body.title is None else body.title[:TITLE_LETTERS],
            status=body.status,
            expected_title=expected.title,
            expected_status=expected.status,
        )
        if record.status == DELETED:
            await self._rooms.close_conversation(record.id)
        if preferences is not None:
            record = await self._set_preferences(record, preferences)
        return web.json_response(json_bodies.conversation(record))

    async def delete(self, request: web.Request) -> web.Response:
        """`DELETE /conversations/{id}`: softly, so that PATCH `active` restores it within 30 days.

        With `?version=` only where its `updated_at` is still that one; with `?permanent=1` one that is deleted already
        goes for good.
        """
        record = conversation_of(request)
        if request.query.get("permanent") == "1":
            await self._database.write(sync_serving.purge, record.id)
            return web.Response(status=204)
        version = request.query.get("version", "")
        await self._database.write(sync_serving.delete, record.id, self._clock.now(), version=version)
        await self._rooms.close_conversation(record.id)
        return web.Response(status=204)

    async def messages(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/messages`: all, or a page; with `superseded=1` also what was edited or replaced."""
        record = conversation_of(request)
        limit = json_bodies.read_number(request, "limit", default=0, most=MAX_MESSAGES)
        found, total = await self._database.read(
            sync_serving.page,
            record.id,
            superseded=request.query.get("superseded") == "1",
            offset=json_bodies.read_number(request, "offset", default=0, most=100_000_000),
            limit=limit or None,
        )
        return web.json_response({"messages": [json_bodies.message(one) for one in found], "total": total})

    async def add_message(self, request: web.Request) -> web.Response:
        """`POST /conversations/{id}/messages`: answered by the agent that is in the room, else by the next one."""
        body = await json_bodies.read_body(request, NewMessage)
        record = conversation_of(request)
        previous_id = await self._database.read(messages.last_id, record.id)
        message_id = ids.new_id(ids.MESSAGE)
        said = UserMessage(id=message_id, previous_id=previous_id, conversation_id=record.id, content=body.contents)
        stanza = Stanza(stanza_id=0, conversation_id=record.id, body=said)  # 0: without a place in a client's order
        ledger = ServerLedger(database=self._database, conversation_id=record.id, clock=self._clock)
        await ledger.record_received(
            ReceivedStanza(content=stanza, raw=codec.encode(stanza), at=self._clock.now(), sender="")
        )
        await self._rooms.answer_message(record.id, said)
        written = await self._database.read(messages.get, said.id)
        if written is None:  # deleted meanwhile
            raise conversation_not_found()
        return web.json_response(json_bodies.message(written), status=201)

    async def attachment(self, request: web.Request) -> web.Response:
        """`GET /conversations/{id}/messages/{message}/attachments/{place}`: the bytes, whatever kind they are."""
        record, place = conversation_of(request), request.match_info["place"]
        position = int(place) if place.isdecimal() and len(place) <= MAX_PLACE_DIGITS else -1
        message_id = request.match_info["message"]
        found = await self._database.read(attachments.data_of, record.id, message_id, position)
        if found is None:
            raise json_bodies.not_found_error("attachment")
        headers = {"X-Content-Type-Options": "nosniff", "Content-Disposition": "attachment"}
        return web.Response(body=found[1], content_type="application/octet-stream", headers=headers)

    async def _set_preferences(self, record: ConversationRecord, preferences: dict[str, Any]) -> ConversationRecord:
        return await self._database.write(
            conversations.create,
            at=self._clock.now(),
            conversation_id=record.id,
            user_id=record.user_id,
            preferences={**record.preferences, **preferences},
            private=bool(preferences.get("private", record.private)),
        )

    def _checked_preferences(self, request: web.Request, preferences: dict[str, Any]) -> dict[str, Any]:
        """Return preferences whose settings of the conversation are within their bounds.

        Raises:
            WorldError: `bad_settings`, or `forbidden` for a model that only the owner may choose.
        """
        if SETTINGS not in preferences:
            return preferences
        settings = check_settings(preferences[SETTINGS])
        if settings.model is not None and not principal_of(request).is_owner:
            check_reach(settings.model, in_use=self._engines.model_source)
        return {**preferences, SETTINGS: settings_map(settings)}
