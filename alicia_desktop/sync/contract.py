"""Declare what a round of sync needs of a server, what it learns about it, and what it returns."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from alicia_desktop.api.records import ConversationPage, JsonObject, MessagePage, ServerConversation, SyncedMessages


class SyncSource(Protocol):
    """The server, as far as sync needs it; each call raises `WorldError`."""

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        """Return a page of the list."""
        ...

    async def conversation(self, conversation_id: str) -> ServerConversation:
        """Return one; `not_found` where it is gone."""
        ...

    async def change_conversation(
        self,
        conversation_id: str,
        *,
        title: str | None = None,
        status: str | None = None,
        expected: JsonObject | None = None,
    ) -> ServerConversation:
        """Change what is still as `expected`, else `changed_meanwhile`."""
        ...

    async def delete_conversation(self, conversation_id: str, *, version: str = "", permanent: bool = False) -> None:
        """Delete what is still of that version, else `changed_meanwhile`."""
        ...

    async def messages(
        self, conversation_id: str, *, limit: int | None = None, offset: int = 0, superseded: bool = False
    ) -> MessagePage:
        """Return a page of messages, oldest first."""
        ...

    async def attachment(self, conversation_id: str, message_id: str, position: int) -> bytes:
        """Return the bytes of a file of a message."""
        ...

    async def sync_messages(self, conversation_id: str, offered: Sequence[JsonObject]) -> SyncedMessages:
        """Hand messages over."""
        ...


REFUSALS: Final = frozenset({"request_refused", "token_refused", "server_error"})
"""Codes of an answer that is about the one call: all else may go on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedChange:
    """What a server did not take of a conversation; it is offered again when it is something else."""

    title: str
    status: str
    is_final: bool
    """Whether the server has said why; else it is offered again in the next round."""


@dataclass(kw_only=True, slots=True)
class Abilities:
    """What the server cannot do, found out by asking once a run."""

    change: bool = True
    delete: bool = True
    take: bool = True
    """Whether it takes messages by sync."""
    failures: int = 0
    """How often in a row it has failed to take messages by sync."""
    refused: dict[str, RefusedChange] = field(default_factory=dict)
    """By conversation."""


@dataclass(kw_only=True, slots=True)
class Round:
    """What became of one round."""

    changed: bool = False
    """Whether anything was different."""
    fetched: int = 0
    """Conversations whose messages were fetched."""
    left: int = 0
    """And those whose are still to be."""
    kept: set[str] = field(default_factory=set)
    """Conversations of which something stays on this computer."""
