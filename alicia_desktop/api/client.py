"""Asking an Alicia server over HTTP: conversations, their history, the key to a room, memories (PROTOCOL.md §8).

One client is one user at one server. Every call returns a record or raises a `WorldError` with a sentence for the
person; nothing is tried again here, because only the caller knows whether anybody still waits.
"""

from collections.abc import Mapping
from types import TracebackType
from typing import Final, Self, TypeVar
from urllib.parse import quote

import aiohttp
import msgspec
from yarl import URL

from alicia_desktop.api.records import (
    Conversation,
    ConversationPage,
    JsonObject,
    MessagePage,
    MessageRecord,
    RoomGrant,
)
from alicia_desktop.api.refusals import bad_answer, refused, unreachable
from alicia_desktop.store.memory_copies import MemoryChanges

CALL_SECONDS: Final = 10.0
NEW: Final = "new"
"""Asked for its room, this id gives a fresh one, whose conversation is made by its first Configuration."""
REASON_LETTERS: Final = 200
"""How much of a server's own reason is shown."""
PREFIX: Final = "/api/v1"

T = TypeVar("T")


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an error."""

    error: str = ""
    message: str = ""


class ApiClient:
    """The calls of one user to one server: an async context manager, or call `close`."""

    def __init__(self, *, url: str, user_id: str, token: str = "", seconds: float = CALL_SECONDS) -> None:
        """`url` is the server's address with or without `/api/v1`; `seconds` the longest that one call takes."""
        self._url = url.rstrip("/").removesuffix(PREFIX)
        self._headers = {"X-User-ID": user_id} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._timeout = aiohttp.ClientTimeout(total=seconds)
        self._http: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        if self._http is not None:
            await self._http.close()
            self._http = None

    async def check_health(self) -> None:
        """Return if the server is up.

        Raises:
            WorldError: it is not, or is none.
        """
        await self._ask("GET", "health")

    async def create_conversation(self, title: str, *, preferences: JsonObject | None = None) -> Conversation:
        """Make a conversation."""
        body: JsonObject = {"title": title} | ({"preferences": preferences} if preferences else {})
        return self._read(await self._ask("POST", "conversations", body=body), Conversation)

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        """Return one page of the user's conversations."""
        query = {"limit": str(limit), "offset": str(offset)}
        return self._read(await self._ask("GET", "conversations", query=query), ConversationPage)

    async def conversation(self, conversation_id: str) -> Conversation:
        """Return one conversation."""
        return self._read(await self._ask("GET", "conversations", conversation_id), Conversation)

    async def change_conversation(
        self,
        conversation_id: str,
        *,
        title: str | None = None,
        preferences: JsonObject | None = None,
        status: str | None = None,
    ) -> Conversation:
        """Change what is given of a conversation.

        Raises:
            WorldError: also `not_supported`: then the change stays on this computer, and that is said where it shows.
        """
        given: JsonObject = {"title": title, "preferences": preferences, "status": status}
        body = {name: value for name, value in given.items() if value is not None}
        return self._read(await self._ask("PATCH", "conversations", conversation_id, body=body), Conversation)

    async def delete_conversation(self, conversation_id: str) -> None:
        """Delete a conversation on the server."""
        await self._ask("DELETE", "conversations", conversation_id)

    async def messages(self, conversation_id: str) -> MessagePage:
        """Return the history of a conversation."""
        return self._read(await self._ask("GET", "conversations", conversation_id, "messages"), MessagePage)

    async def add_message(self, conversation_id: str, contents: str) -> MessageRecord:
        """Add a message of the user's, outside any room."""
        said = await self._ask("POST", "conversations", conversation_id, "messages", body={"contents": contents})
        return self._read(said, MessageRecord)

    async def room_grant(self, conversation_id: str, *, participant_id: str, participant_name: str = "") -> RoomGrant:
        """Return the key to the room of a conversation, or of a `NEW` one."""
        body: JsonObject = {"participant_id": participant_id}
        if participant_name:
            body["participant_name"] = participant_name
        return self._read(await self._ask("POST", "conversations", conversation_id, "token", body=body), RoomGrant)

    async def memory_changes(self, *, after: str, limit: int) -> MemoryChanges:
        """Return what changed since the cursor `after`, which is empty at first.

        Raises:
            WorldError: also `not_supported`: this server gives nobody a copy.
        """
        query = {"after": after, "limit": str(limit)}
        return self._read(await self._ask("GET", "memories", "changes", query=query, optional=True), MemoryChanges)

    async def _ask(
        self,
        method: str,
        *path: str,
        body: JsonObject | None = None,
        text: str | None = None,
        query: Mapping[str, str] | None = None,
        optional: bool = False,
    ) -> bytes:
        """Make one call and return what the server says; an `optional` one is missing on some servers."""
        if self._http is None:
            self._http = aiohttp.ClientSession(timeout=self._timeout, headers=self._headers)
        try:
            sent = body if text is None else None
            asked = self._http.request(
                method, self._address(path), json=sent, data=text, params=query, allow_redirects=False
            )
            async with asked as answer:
                said = await answer.read()
        except (aiohttp.ClientError, OSError, ValueError) as error:  # a TimeoutError is an OSError
            raise unreachable(self._url) from error
        if answer.status >= 300:
            raise refused(answer.status, address=self._url, said=_reason(said), optional=optional or method == "PATCH")
        return said

    def _address(self, path: tuple[str, ...]) -> URL:
        # An id is any text: a slash in it is no step down.
        steps = (quote(step, safe="") for step in path)
        return URL("/".join([self._url + PREFIX, *steps]), encoded=True)

    def _read(self, said: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(said, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise bad_answer(self._url) from error


def _reason(said: bytes) -> str:
    try:
        fault = msgspec.json.decode(said, type=Fault)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
    return (fault.message or fault.error)[:REASON_LETTERS]
