"""The HTTP client of an Alicia server: conversations, their history, room tokens, memories.

    async with ApiClient(url="http://127.0.0.1:8080", user_id="user", token="…") as api:
        page = await api.conversations(limit=50)
        grant = await api.room_grant(page.conversations[0].id, participant_id="desktop-1")

One client is one user at one server. Every call returns a record or raises a `WorldError` with a sentence for the
person; nothing is tried again here, because only the caller knows whether anybody still waits. See
docs/protocol.md#http-api.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Final, Self, TypeVar
from urllib.parse import quote

import aiohttp
import msgspec
from yarl import URL

from alicia_desktop.api.records import (
    ConversationPage,
    JsonObject,
    MessagePage,
    RoomGrant,
    ServerConversation,
    ServerMessage,
    ServerModel,
    ServerModels,
    SyncedMessages,
)
from alicia_desktop.api.responses import (
    REQUEST_REFUSED,
    OversizedAnswerError,
    bad_answer,
    bounded_lines,
    failed_connection,
    not_supported,
    oversized,
    read_bounded,
    refused,
    unreachable,
)
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.attachments import MAX_TOTAL_BYTES
from alicia_desktop.store.memories.memory_copies import MemoryChanges

CALL_SECONDS: Final = 10.0
SILENCE_SECONDS: Final = 60.0
"""An event stream that says nothing for so long, not even that it is there, is lost."""
NEW: Final = "new"
"""Asked for its room, this id gives a fresh one, whose conversation is made by its first Configuration."""
MAX_ANSWER_BYTES: Final = 8 * 1024 * 1024
"""Of one answer, unpacked. Read into values, JSON that means harm takes some 25 times as much."""
MAX_CHANGES_BYTES: Final = 32 * 1024 * 1024
"""Of a page of changed memories: 250 of the longest take 20 MB."""
MAX_HISTORY_BYTES: Final = 128 * 1024 * 1024
"""Of the history of a conversation, which some servers give whole."""
MAX_EVENT_LINE_BYTES: Final = 4 * 1024
"""Read of a line of the event stream, of which only names are asked for."""
REASON_LETTERS: Final = 200
"""How much of a server's own reason is shown."""
PREFIX: Final = "/api/v1"

T = TypeVar("T")


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """The body of an error."""

    error: str = ""
    message: str = ""


class ApiClient:
    """The calls of one user to one server: an async context manager, or call `close`."""

    def __init__(
        self, *, url: str, user_id: str, token: str = "", certificate: str = "", seconds: float = CALL_SECONDS
    ) -> None:
        """Take the address of the server.

        Args:
            url: Its address, with or without `/api/v1`.
            user_id: The user, whose `token` it is.
            token: Of that user; empty where the server asks for none.
            certificate: Fingerprint of the certificate of a paired server; empty: an authority vouches for it.
            seconds: The longest that one call takes.
        """
        self._url = url.rstrip("/").removesuffix(PREFIX)
        self._headers = {"X-User-ID": user_id} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._timeout = aiohttp.ClientTimeout(total=seconds)
        self._ssl = aiohttp.Fingerprint(bytes.fromhex(certificate)) if certificate else True
        self._http: aiohttp.ClientSession | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections for good: later calls raise `unreachable`. Idempotent."""
        self._closed = True
        if self._http is not None:
            await self._http.close()
            self._http = None

    @property
    def address(self) -> str:
        """The server's address, without `/api/v1`."""
        return self._url

    async def check_health(self) -> None:
        """Return if the server is up.

        Raises:
            WorldError: it is not, or is none.
        """
        await self._request("GET", "health")

    async def create_conversation(self, title: str, *, preferences: JsonObject | None = None) -> ServerConversation:
        """Make a conversation."""
        body: JsonObject = {"title": title} | ({"preferences": preferences} if preferences else {})
        return self._parse(await self._request("POST", "conversations", body=body), ServerConversation)

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        """Return one page of the user's conversations."""
        query = {"limit": str(limit), "offset": str(offset)}
        return self._parse(await self._request("GET", "conversations", query=query), ConversationPage)

    async def conversation(self, conversation_id: str) -> ServerConversation:
        """Return one conversation."""
        return self._parse(await self._request("GET", "conversations", conversation_id), ServerConversation)

    async def change_conversation(
        self,
        conversation_id: str,
        *,
        title: str | None = None,
        preferences: JsonObject | None = None,
        status: str | None = None,
        expected: JsonObject | None = None,
    ) -> ServerConversation:
        """Change what is given of a conversation, where the server still has what is `expected` of it.

        Raises:
            WorldError: also `not_supported`: then the change stays on this computer, and that is said where it shows;
                `changed_meanwhile`: nothing was changed.
        """
        given: JsonObject = {"title": title, "preferences": preferences, "status": status, "expected": expected}
        body = {name: value for name, value in given.items() if value is not None}
        return self._parse(
            await self._request("PATCH", "conversations", conversation_id, body=body), ServerConversation
        )

    async def delete_conversation(self, conversation_id: str, *, version: str = "", permanent: bool = False) -> None:
        """Delete a conversation on the server, with a `version` only where its `updated_at` is still that.

        `permanent` takes one that is deleted already away for good, so that nobody can restore it.

        Raises:
            WorldError: also `changed_meanwhile`: it is still there.
        """
        query = ({"version": version} if version else {}) | ({"permanent": "1"} if permanent else {})
        await self._request("DELETE", "conversations", conversation_id, query=query)

    async def messages(
        self, conversation_id: str, *, limit: int | None = None, offset: int = 0, superseded: bool = False
    ) -> MessagePage:
        """Return the history of a conversation; a page of it, and also other branches, where the server has these."""
        query = {"limit": str(limit), "offset": str(offset)} if limit is not None else {}
        if superseded:
            query["superseded"] = "1"
        response = await self._request(
            "GET", "conversations", conversation_id, "messages", query=query or None, max_bytes=MAX_HISTORY_BYTES
        )
        return self._parse(response, MessagePage)

    async def attachment(self, conversation_id: str, message_id: str, position: int) -> bytes:
        """Return the bytes of a file of a message.

        Raises:
            WorldError: also `not_found` and `not_supported`.
        """
        path = ("conversations", conversation_id, "messages", message_id, "attachments", str(position))
        return await self._request("GET", *path, max_bytes=MAX_TOTAL_BYTES)

    async def sync_messages(self, conversation_id: str, offered: Sequence[JsonObject]) -> SyncedMessages:
        """Hand over messages that were written apart; as often as one likes, by their `local_id`.

        Raises:
            WorldError: also `not_supported`.
        """
        body: JsonObject = {"messages": list(offered)}
        return self._parse(
            await self._request("POST", "conversations", conversation_id, "sync", body=body), SyncedMessages
        )

    async def events(self, conversation_id: str) -> AsyncIterator[str]:
        """Yield the name of each event that others cause in a conversation, until the server ends it.

        Raises:
            WorldError: also `not_supported`.
        """
        url = self._address(("conversations", conversation_id, "events"))
        timeout = aiohttp.ClientTimeout(sock_connect=CALL_SECONDS, sock_read=SILENCE_SECONDS)
        try:
            async with self._session().get(url, timeout=timeout, allow_redirects=False, ssl=self._ssl) as answer:
                if answer.status >= 300 or answer.content_type != "text/event-stream":
                    raise not_supported() if answer.status < 500 else refused(answer.status, address=self._url)
                async for line in bounded_lines(answer, max_bytes=MAX_EVENT_LINE_BYTES):
                    name, _, value = line.decode("utf-8", "replace").strip().partition(":")
                    if name == "event":
                        yield value.strip()
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise failed_connection(self._url, error) from error

    async def add_message(self, conversation_id: str, contents: str) -> ServerMessage:
        """Add a message of the user's, outside any room."""
        response = await self._request(
            "POST", "conversations", conversation_id, "messages", body={"contents": contents}
        )
        return self._parse(response, ServerMessage)

    async def room_grant(self, conversation_id: str, *, participant_id: str, participant_name: str = "") -> RoomGrant:
        """Return the key to the room of a conversation, or of a `NEW` one."""
        body: JsonObject = {"participant_id": participant_id}
        if participant_name:
            body["participant_name"] = participant_name
        return self._parse(await self._request("POST", "conversations", conversation_id, "token", body=body), RoomGrant)

    async def speech_grant(self, *, participant_id: str) -> RoomGrant:
        """Return the key to a fresh room for speech alone, which the local server has."""
        return self._parse(
            await self._request("POST", "speech", "token", body={"participant_id": participant_id}), RoomGrant
        )

    async def memory_changes(self, *, after: str, limit: int) -> MemoryChanges:
        """Return what changed since the cursor `after`, which is empty at first.

        Raises:
            WorldError: also `not_supported`: this server gives nobody a copy.
        """
        query = {"after": after, "limit": str(limit)}
        return self._parse(
            await self._request("GET", "memories", "changes", query=query, optional=True, max_bytes=MAX_CHANGES_BYTES),
            MemoryChanges,
        )

    async def models(self) -> tuple[ServerModel, ...]:
        """Return the models that a conversation may be set to.

        Raises:
            WorldError: also `not_supported`: this server has no list of them.
        """
        return self._parse(await self._request("GET", "models", optional=True), ServerModels).models

    async def _request(
        self,
        method: str,
        *path: str,
        body: JsonObject | None = None,
        text: str | None = None,
        query: Mapping[str, str] | None = None,
        optional: bool = False,
        verbatim: bool = False,
        max_bytes: int = MAX_ANSWER_BYTES,
    ) -> bytes:
        """Make one call and return what the server says.

        An `optional` one is missing on some servers; `verbatim` has a refusal in the server's own words.
        """
        try:
            sent = body if text is None else None
            asked = self._session().request(
                method, self._address(path), json=sent, data=text, params=query, allow_redirects=False, ssl=self._ssl
            )
            async with asked as answer:
                response = await read_bounded(answer, max_bytes=max_bytes)
        except OversizedAnswerError as error:
            raise oversized(self._url, max_bytes) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:  # a TimeoutError is an OSError
            raise failed_connection(self._url, error) from error
        if answer.status >= 300:
            reason = _reason(response)
            if verbatim and reason:
                raise WorldError(sentence=reason, code=REQUEST_REFUSED)
            raise refused(answer.status, address=self._url, reason=reason, optional=optional or method == "PATCH")
        return response

    def _session(self) -> aiohttp.ClientSession:
        if self._closed:  # nobody would close what is opened now
            raise unreachable(self._url)
        if self._http is None:
            self._http = aiohttp.ClientSession(timeout=self._timeout, headers=self._headers)
        return self._http

    def _address(self, path: tuple[str, ...]) -> URL:
        # An id is any text: a slash in it is no step down.
        steps = (quote(step, safe="") for step in path)
        return URL("/".join([self._url + PREFIX, *steps]), encoded=True)

    def _parse(self, response: bytes, kind: type[T]) -> T:
        try:
            return decode_json(response, kind)
        except msgspec.DecodeError as error:
            raise bad_answer(self._url) from error


def _reason(response: bytes) -> str:
    try:
        fault = decode_json(response, ErrorBody)
    except msgspec.DecodeError:
        return ""
    return (fault.message or fault.error)[:REASON_LETTERS]
