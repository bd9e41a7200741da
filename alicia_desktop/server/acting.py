"""What people do to memories in a conversation: carried out, confirmed to everybody in the room, or refused with why.

The words are read before the transaction, in a thread: it takes milliseconds, and the one writer has other callers.
"""

import asyncio
from datetime import datetime
from typing import Any

from alicia_desktop.base import ids
from alicia_desktop.memory.wording import read_words
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction, MemoryConfirmation
from alicia_desktop.server.ledger import Ledger
from alicia_desktop.server.notices import INVALID_STATE, MALFORMED
from alicia_desktop.server.outlet import Outlet
from alicia_desktop.store.memory_actions import Done, Reading
from alicia_desktop.store.memory_edits import MOST_CONTENT


class Acting:
    """Takes the MemoryActions of one conversation."""

    def __init__(self, *, ledger: Ledger, outlet: Outlet) -> None:
        self._ledger, self._outlet = ledger, outlet

    async def take(self, stanza: Stanza, body: MemoryAction, raw: bytes, at: datetime) -> None:
        """Do what an action asks for, and tell what became of it."""
        reading = await asyncio.to_thread(_read, (body.memory or {}).get("content"))
        done = await self._ledger.acted(stanza, body, raw, at, reading=reading)
        if done.sentence:
            self._outlet.post(_refusal(done), {"memory": _both_texts(done)})
        self._outlet.post(MemoryConfirmation(memory_id=body.id, action=body.action, success=done.success))


def _read(content: object) -> Reading:
    readable = isinstance(content, str) and 0 < len(content) <= MOST_CONTENT
    return read_words(content.strip()) if readable and isinstance(content, str) else Reading()


def _refusal(done: Done) -> ErrorMessage:
    return ErrorMessage(
        id=ids.new_id(ids.MESSAGE),
        code=MALFORMED if done.refusal == "unclear" else INVALID_STATE,
        message=done.sentence,
        severity=1,
        recoverable=True,
        originating_id=done.memory_id,
    )


def _both_texts(done: Done) -> dict[str, Any]:
    """Return what a client needs to show both and to let the person choose."""
    theirs = done.theirs
    texts = {
        "id": done.memory_id,
        "refusal": done.refusal,
        "theirs": theirs.content if theirs else "",
        "yours": done.yours,
    }
    return texts | ({"updatedAt": theirs.updated_at.isoformat()} if theirs else {})
