"""What the person does to memories, on its way to the server, and what the server says to it.

An action is composed from the row as it stands: it tells the server what the person saw, so that two devices cannot
overwrite one another unseen. It shows at once, because composing it also carries it out on this computer's copy.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction
from alicia_desktop.store import memories
from alicia_desktop.store.columns import to_utc_text
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memory_actions import free_moment
from alicia_desktop.store.memory_edits import EXPECTED_AT, EXPECTED_DIGEST, UnclearEditError, digest, read_edit

ActionName = Literal["create", "update", "delete", "pin", "archive"]
REFUSED: Final = "memory"
"""Key of an ErrorMessage's meta: which memory, and both texts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryWish:
    """One thing that the person wants done to a memory."""

    memory_id: str
    action: ActionName
    memory: Mapping[str, Any] = field(default_factory=dict)
    """`content`, `category`, `pinned`, `tags`, `importance`, `archived`, `userRating`, `kind`, `referenceTo`, `forget`.

    Undo: a deletion by `create` with nothing in it, archiving by `update` {archived: false}, a pin by `pin`
    {pinned: false}, other content by `update` with the content before.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRefusal:
    """The server did not do something to a memory."""

    memory_id: str
    reason: str
    """`changed`: another device gave it other words in between; `unclear`, `unknown`, `deleted`, `forgotten`."""
    sentence: str
    theirs: str
    """What the memory says now; empty where that is not what was wrong."""
    yours: str
    """What the person wrote, which the server did not take."""


def composed(
    conn: Connection, wish: MemoryWish, *, conversation_id: str, at: datetime
) -> tuple[MemoryAction, dict[str, Any]]:
    """Return the action and its meta.

    Raises:
        WorldError: `memory_unclear`: no server could do it, and the sentence says why.
    """
    body = MemoryAction(
        id=wish.memory_id,
        action=wish.action,
        memory=dict(wish.memory) or None,
        timestamp=free_moment(conn, wish.memory_id, wish.action, conversation_id=conversation_id, at=at),
    )
    try:
        edit = read_edit(body)
    except UnclearEditError as error:
        raise WorldError(sentence=str(error), code="memory_unclear") from error
    row = memories.get_memory(conn, wish.memory_id) if "content" in edit.values else None
    if row is None:
        return body, {}
    return body, {EXPECTED_AT: to_utc_text(row.updated_at), EXPECTED_DIGEST: digest(row.content)}


def refusal_in(inbound: Inbound) -> MemoryRefusal | None:
    """Return what a stanza says of an action that was not carried out; None for any other."""
    if not isinstance(inbound, Stanza) or not isinstance(inbound.body, ErrorMessage):
        return None
    told = inbound.meta.get(REFUSED)
    if not isinstance(told, Mapping) or not isinstance(told.get("id"), str):
        return None
    reason, theirs, yours = (str(told.get(name) or "") for name in ("refusal", "theirs", "yours"))
    return MemoryRefusal(memory_id=told["id"], reason=reason, sentence=inbound.body.message, theirs=theirs, yours=yours)
