"""What an answer gets to read, asked of the server over HTTP: pins, summaries, statistics, the next context."""

from datetime import datetime
from typing import Literal

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import JsonObject, Record

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
    """What a stretch of a conversation came to (ConversationSummary, docs/memory.md#what-is-stored)."""

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
    """What the next answer of a conversation would read."""

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
    """The calls of one person about what their conversations keep.

    A server that is not ours lacks them: each call then raises a WorldError.
    """

    async def pins(self, conversation_id: str) -> tuple[Pin, ...]:
        """Return the pins of a conversation, the oldest first."""
        return self._read(await self._ask("GET", "conversations", conversation_id, "pins"), _Pins).pins

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
        return self._read(await self._ask("POST", "conversations", conversation_id, "pins", body=given), Pin)

    async def delete_pin(self, conversation_id: str, pin_id: str) -> None:
        """Take a pin away."""
        await self._ask("DELETE", "conversations", conversation_id, "pins", pin_id)

    async def summaries(self, conversation_id: str) -> tuple[Summary, ...]:
        """Return the summaries of a conversation, in the order of what they sum up."""
        said = await self._ask("GET", "conversations", conversation_id, "summaries")
        return self._read(said, _Summaries).summaries

    async def add_summary(self, conversation_id: str, *, start_message_id: str, end_message_id: str) -> Summary:
        """Have the server sum a stretch of a conversation up, both messages among it."""
        given: JsonObject = {"start_message_id": start_message_id, "end_message_id": end_message_id}
        return self._read(await self._ask("POST", "conversations", conversation_id, "summaries", body=given), Summary)

    async def delete_summary(self, conversation_id: str, summary_id: str) -> None:
        """Take a summary away."""
        await self._ask("DELETE", "conversations", conversation_id, "summaries", summary_id)

    async def next_context(self, conversation_id: str, query: str) -> NextContext:
        """Return what the answer to `query` would read, and what would be left out; nothing is stored."""
        said = await self._ask("GET", "conversations", conversation_id, "context", query={"query": query})
        return self._read(said, NextContext)

    async def stats(self, conversation_id: str | None = None) -> JsonObject:
        """Return the MemoryStats of a conversation, or of all, and under `memories` those of the person."""
        query = None if conversation_id is None else {"conversation": conversation_id}
        return self._read(await self._ask("GET", "memories", "stats", query=query), JsonObject)
