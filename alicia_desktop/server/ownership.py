"""What belongs to whom: the one place where it is decided whether somebody reaches a conversation.

Every HTTP call about a conversation passes `gate` before its handler, which gets the conversation from
`conversation_of` and never looks one up by itself; rooms and agents ask `Ownership.owns`. What is somebody else's is
answered as if it did not exist.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server import http_json
from alicia_desktop.server.http_guard import OPEN, Handler, principal_of
from alicia_desktop.store import aliases
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import ConversationRecord

KEYED: Final = "token"
"""Name of the route whose `{id}` may be that of a room without a conversation; `rooms` says whose that is."""
DELETED: Final = "deleted"
_CONVERSATION: Final = web.RequestKey("conversation", ConversationRecord)


class Ownership:
    """Whose the conversations of a server's database are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owner_of(self, conversation_id: str) -> str | None:
        """Return the user id under which a conversation is stored; None where there is none, or it was deleted."""
        record = await self._database.read(conversations.get, conversation_id)
        return None if record is None or record.status == DELETED else record.user_id

    async def is_self(self, user_id: str, other: str) -> bool:
        """Whether what is stored under `other` is this user's."""
        return other in await self._database.read(aliases.of_user, user_id)

    async def owns(self, user_id: str, conversation_id: str) -> bool:
        """Whether there is such a conversation, not deleted, and it is this user's."""
        owner = await self.owner_of(conversation_id)
        return owner is not None and await self.is_self(user_id, owner)

    async def find(self, user_id: str, conversation_id: str, *, deleted: bool = False) -> ConversationRecord:
        """Return a conversation of this user; a deleted one only where that is asked for.

        Raises:
            WorldError: `not_found`: there is none, or it is somebody else's.
        """
        found = await self._database.read(_owned, user_id, conversation_id)
        if found is None or (found.status == DELETED and not deleted):
            raise not_found()
        return found


def conversation_of(request: web.Request) -> ConversationRecord:
    """Return the conversation of the request's path, which belongs to who asks."""
    return request[_CONVERSATION]


def gate(ownership: Ownership) -> Callable[..., Awaitable[web.StreamResponse]]:
    """Return the middleware that keeps everybody from others' conversations; a deleted one is reached by PATCH only."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        conversation_id, route = request.match_info.get("id"), request.match_info.route.name
        if conversation_id is not None and route not in OPEN | {KEYED}:
            user_id, is_change = principal_of(request).user_id, request.method == "PATCH"
            request[_CONVERSATION] = await ownership.find(user_id, conversation_id, deleted=is_change)
        return await handler(request)

    return check


def not_found() -> WorldError:
    """Return the error for a conversation that is not there, or not theirs who ask."""
    return http_json.missing("conversation")


def _owned(conn: Connection, user_id: str, conversation_id: str) -> ConversationRecord | None:
    record = conversations.get(conn, conversation_id)
    return record if record is not None and record.user_id in aliases.of_user(conn, user_id) else None
