"""What people do to memories in a conversation: carried out, confirmed to everybody in the room, or refused with why.

The words are read before the transaction, in a thread: it takes milliseconds, and the one writer has other callers.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from alicia_desktop.base import ids
from alicia_desktop.memory.statement_metadata import derive_columns
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction, MemoryConfirmation
from alicia_desktop.server.arrivals import ReceivedStanza
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.server.notices import INVALID_STATE, MALFORMED
from alicia_desktop.server.outbound import Outlet
from alicia_desktop.store.memories.memory_actions import DerivedColumns, Done
from alicia_desktop.store.memories.memory_edits import MAX_CONTENT_CHARACTERS


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """One action as it came."""

    arrival: ReceivedStanza
    body: MemoryAction


def action_in(arrival: ReceivedStanza) -> Action | None:
    """Return the action that came, where it is one that counts."""
    content = arrival.content
    if arrival.stranger or not isinstance(content, Stanza) or not isinstance(content.body, MemoryAction):
        return None
    return Action(arrival=arrival, body=content.body)


class Acting:
    """Takes the MemoryActions of one conversation."""

    def __init__(self, *, ledger: ServerLedger, outlet: Outlet) -> None:
        self._ledger, self._outlet = ledger, outlet

    async def take(self, actions: Sequence[Action]) -> None:
        """Do what actions that wait together ask for, in their order, and tell what became of each.

        Raises:
            WorldError: one of them could not be written down; the others are.
        """
        readings = await asyncio.to_thread(lambda: [_read((one.body.memory or {}).get("content")) for one in actions])
        writing = (
            self._ledger.acted(one.arrival, one.body, reading=reading)
            for one, reading in zip(actions, readings, strict=True)
        )
        outcomes = await asyncio.gather(*writing, return_exceptions=True)  # what is asked for at once is one commit
        for one, done in zip(actions, outcomes, strict=True):
            if not isinstance(done, BaseException):
                self._tell(one.body, done)
        for done in outcomes:
            if isinstance(done, BaseException):
                raise done

    def _tell(self, body: MemoryAction, done: Done) -> None:
        if done.sentence:
            self._outlet.post(_refusal(done), {"memory": _both_texts(done)})
        self._outlet.post(MemoryConfirmation(memory_id=body.id, action=body.action, success=done.success))


def _read(content: object) -> DerivedColumns:
    readable = isinstance(content, str) and 0 < len(content) <= MAX_CONTENT_CHARACTERS
    return derive_columns(content.strip()) if readable and isinstance(content, str) else DerivedColumns()


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
