"""Whose conversation it is that somebody asks about over HTTP."""

from aiohttp import web

from alicia_desktop.server import http_json
from alicia_desktop.store import aliases, conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import ConversationRecord


async def owned(database: Database, request: web.Request) -> ConversationRecord:
    """Return the conversation of the request's path; one that is deleted only to who takes it back (PATCH).

    Raises:
        WorldError: `not_found`: there is none, or it is somebody else's.
    """
    record = await database.read(conversations.get, request.match_info["id"])
    user_ids = await database.read(aliases.of_user, http_json.user_of(request))
    if record is None or record.user_id not in user_ids:
        raise http_json.missing("conversation")
    if record.status == "deleted" and request.method != "PATCH":
        raise http_json.missing("conversation")
    return record
