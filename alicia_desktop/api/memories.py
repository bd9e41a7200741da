"""The HTTP calls about memory: memories, and what an answer reads (pins, summaries, statistics, the next context).

`MemoryApi` serves the command line while the server of this computer runs; `ContextApi` the window.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import JsonObject, Record

MAX_MEMORIES_BYTES: Final = 512 * 1024 * 1024
"""Of what the server of this computer gives at once: all memories, some 500 bytes each."""
TIMEOUT_SECONDS: Final = 120.0
"""The first search waits until the sentence encoder is loaded."""


class ImportProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is no memory."""

    line: int
    """From 1."""
    problem: str


class ImportResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import."""

    stored: int
    already_there: int
    problems: list[ImportProblem]
    unknown_categories: dict[str, int] = {}
    """Lines by a category that the server does not know; their memories keep it."""


class Vectors(msgspec.Struct, frozen=True, kw_only=True):
    """Progress of the sentence encoder with imported memories."""

    ready: bool
    note: str = ""
    """Why memories are found by words only; empty when they are found by meaning too."""
    left: int = 0
    """How many memories it has yet to read."""


class _Found(msgspec.Struct, frozen=True, kw_only=True):
    results: list[JsonObject]


class _Listed(msgspec.Struct, frozen=True, kw_only=True):
    memories: list[JsonObject]


class MemoryApi(ApiClient):
    """The calls of one user about memories."""

    def __init__(self, *, url: str, user_id: str, token: str, certificate: str = "") -> None:
        super().__init__(url=url, user_id=user_id, token=token, certificate=certificate, seconds=TIMEOUT_SECONDS)

    async def list_memories(self) -> list[JsonObject]:
        """Return all memories, the newest first."""
        return self._parse(await self._request("GET", "memories", max_bytes=MAX_MEMORIES_BYTES), _Listed).memories

    async def search_memories(self, query: str, *, k: int, explain: bool, narrowed: JsonObject) -> JsonObject:
        """Return {`query`,`results`} with the best `k` memories, best first; `narrowed` is the call's `filter`."""
        body: JsonObject = {"queries": [query], "k": k, "explain": explain, "filter": narrowed}
        found = await self._request("POST", "memories", "search", body=body, max_bytes=MAX_MEMORIES_BYTES)
        return self._parse(found, _Found).results[0]

    async def import_memories(self, lines: Sequence[str]) -> ImportResponse:
        """Store what JSON lines hold; words are searchable when it returns, the vectors follow."""
        return self._parse(await self._request("POST", "memories", "import", text="\n".join(lines)), ImportResponse)

    async def wait_for_vectors(self, *, seconds: float) -> Vectors:
        """Wait until every memory has a vector, or none can be made, but no longer than `seconds`."""
        return self._parse(await self._request("POST", "memories", "vectors", body={"seconds": seconds}), Vectors)


PinType = Literal["manual", "auto", "code", "concept", "system"]


class Pin(Record, frozen=True, kw_only=True):
    """Something that every answer of a conversation may need (SemanticPin, docs/memory.md#what-is-stored)."""

    id: str
    session_id: str
    content: str
    source_message_id: str | None = None
    importance_score: float
    pin_type: PinType
    created_at: datetime


class Summary(Record, frozen=True, kw_only=True):
    """The summary of a stretch of a conversation (ConversationSummary, docs/memory.md#what-is-stored)."""

    id: str
    session_id: str
    summary: str
    message_count: int
    start_message_id: str
    end_message_id: str
    importance_score: float
    created_at: datetime


class ContextItem(Record, frozen=True, kw_only=True):
    """One message, pin, summary or memory that a context holds, or would hold."""

    id: str
    kind: str = ""
    """Role, type of pin, or category."""
    content: str = ""
    """At most 160 characters."""
    tokens: int = 0
    importance: float = 0.0
    relevance: float | None = None
    """Of a memory."""
    reason: str = ""
    """Why it was left out; empty of what is kept."""


class ServerContextPart(Record, frozen=True, kw_only=True, rename="camel"):
    """One of the four parts of a context."""

    part: str
    """`messages`, `pins`, `summaries`, `memories`."""
    tokens: int = 0
    kept: tuple[ContextItem, ...] = ()
    dropped: tuple[ContextItem, ...] = ()
    """The first of them; `dropped_count` says how many there are."""
    dropped_count: int = 0
    dropped_tokens: int = 0


class PromptMessage(Record, frozen=True, kw_only=True):
    """One message of the prompt."""

    role: str
    content: str
    tokens: int = 0


class NextContext(Record, frozen=True, kw_only=True, rename="camel"):
    """The context that the next answer of a conversation would read."""

    query: str
    budget: int
    tokens: int
    private: bool = False
    parts: tuple[ServerContextPart, ...] = ()
    prompt: tuple[PromptMessage, ...] = ()
    """Word for word, should the model be the one that answers."""
    prompt_tokens: int = 0
    model: str = ""
    retrieval: JsonObject | None = None
    """How the memories were looked for; None where nothing was looked up."""


class _Pins(Record, frozen=True, kw_only=True):
    pins: tuple[Pin, ...] = ()


class _Summaries(Record, frozen=True, kw_only=True):
    summaries: tuple[Summary, ...] = ()


class ContextApi(ApiClient):
    """The calls of one user about pins, summaries and contexts of their conversations.

    A server that is not ours lacks them: each call then raises a WorldError.
    """

    async def pins(self, conversation_id: str) -> tuple[Pin, ...]:
        """Return the pins of a conversation, the oldest first."""
        return self._parse(await self._request("GET", "conversations", conversation_id, "pins"), _Pins).pins

    async def add_pin(
        self,
        conversation_id: str,
        content: str,
        *,
        source_message_id: str | None = None,
        importance_score: float | None = None,
        pin_type: PinType = "manual",
    ) -> Pin:
        """Pin something; without `importance_score` (0-1) it gets that of the message, else 0.5."""
        given: JsonObject = {
            "content": content,
            "source_message_id": source_message_id,
            "importance_score": importance_score,
            "pin_type": pin_type,
        }
        return self._parse(await self._request("POST", "conversations", conversation_id, "pins", body=given), Pin)

    async def delete_pin(self, conversation_id: str, pin_id: str) -> None:
        """Take a pin away."""
        await self._request("DELETE", "conversations", conversation_id, "pins", pin_id)

    async def summaries(self, conversation_id: str) -> tuple[Summary, ...]:
        """Return the summaries of a conversation, in the order of what they sum up."""
        response = await self._request("GET", "conversations", conversation_id, "summaries")
        return self._parse(response, _Summaries).summaries

    async def add_summary(self, conversation_id: str, *, start_message_id: str, end_message_id: str) -> Summary:
        """Have the server sum a stretch of a conversation up, both messages among it."""
        given: JsonObject = {"start_message_id": start_message_id, "end_message_id": end_message_id}
        return self._parse(
            await self._request("POST", "conversations", conversation_id, "summaries", body=given), Summary
        )

    async def delete_summary(self, conversation_id: str, summary_id: str) -> None:
        """Take a summary away."""
        await self._request("DELETE", "conversations", conversation_id, "summaries", summary_id)

    async def next_context(self, conversation_id: str, query: str) -> NextContext:
        """Return what the answer to `query` would read, and what would be left out; nothing is stored."""
        response = await self._request("GET", "conversations", conversation_id, "context", query={"query": query})
        return self._parse(response, NextContext)

    async def stats(self, conversation_id: str | None = None) -> JsonObject:
        """Return the MemoryStats of a conversation, or of all, and under `memories` those of the user."""
        query = None if conversation_id is None else {"conversation": conversation_id}
        return self._parse(await self._request("GET", "memories", "stats", query=query), JsonObject)
