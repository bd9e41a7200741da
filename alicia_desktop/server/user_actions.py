"""Apply what users do to memories and answers: memory actions, votes and notes; confirm each or refuse it.

The words of a memory are analysed before the transaction, in a thread: it takes milliseconds, and the one writer has
other callers. Votes and notes are journaled as stanzas like all others, so one that is sent again changes nothing and
is confirmed again.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from alicia_desktop.base import ids
from alicia_desktop.memory.statements import derive_columns
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import FORGOTTEN
from alicia_desktop.protocol.messages import (
    ErrorMessage,
    Feedback,
    FeedbackConfirmation,
    MemoryAction,
    MemoryConfirmation,
    NoteConfirmation,
    UserNote,
)
from alicia_desktop.server.ledger import ReceivedStanza, ServerLedger
from alicia_desktop.server.notices import INVALID_STATE, MALFORMED
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.store.conversations import feedback
from alicia_desktop.store.memories.memory_actions import DerivedColumns, Done
from alicia_desktop.store.memories.memory_edits import MAX_CONTENT_CHARACTERS


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceivedAction:
    """One memory action as it came."""

    arrival: ReceivedStanza
    body: MemoryAction


def memory_action_in(arrival: ReceivedStanza) -> ReceivedAction | None:
    """Return the memory action in a received stanza, if it holds one that counts."""
    content = arrival.content
    if arrival.stranger or not isinstance(content, Stanza) or not isinstance(content.body, MemoryAction):
        return None
    return ReceivedAction(arrival=arrival, body=content.body)


class MemoryActionHandler:
    """Applies the memory actions of one conversation."""

    def __init__(self, *, ledger: ServerLedger, outbound: OutboundQueue) -> None:
        self._ledger, self._outbound = ledger, outbound

    async def apply(self, actions: Sequence[ReceivedAction]) -> None:
        """Apply actions that wait together, in order, and confirm or refuse each.

        Raises:
            WorldError: one of them could not be written down; the others are.
        """
        readings = await asyncio.to_thread(lambda: [_derive((one.body.memory or {}).get("content")) for one in actions])
        writing = (
            self._ledger.apply_memory_action(one.arrival, one.body, reading=reading)
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
            self._outbound.enqueue(_refusal(done), {"memory": _both_texts(done)})
        confirmation = MemoryConfirmation(memory_id=body.id, action=body.action, success=done.success)
        self._outbound.enqueue(confirmation, {FORGOTTEN: {}} if done.success and _forgets(body) else {})


def _forgets(body: MemoryAction) -> bool:
    return body.action == "delete" and bool((body.memory or {}).get("forget"))


def _derive(content: object) -> DerivedColumns:
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
    """Return both texts of a refused edit, for the user to choose."""
    theirs = done.theirs
    texts = {
        "id": done.memory_id,
        "refusal": done.refusal,
        "theirs": theirs.content if theirs else "",
        "yours": done.yours,
    }
    return texts | ({"updatedAt": theirs.updated_at.isoformat()} if theirs else {})


class FeedbackRecorder:
    """Confirms the votes and notes of one conversation."""

    def __init__(self, *, ledger: ServerLedger, outbound: OutboundQueue) -> None:
        self._ledger, self._outbound = ledger, outbound

    async def record_vote(self, body: Feedback) -> None:
        """Confirm a vote: how its target stands now, and which vote of the user's holds."""
        database = self._ledger.database
        counts = await database.read(feedback.counts_of, body.target_type, body.target_id)
        holds = await database.read(feedback.vote_on, body.target_id)
        self._outbound.enqueue(
            FeedbackConfirmation(
                feedback_id=body.id,
                target_type=body.target_type,
                target_id=body.target_id,
                aggregates=counts,
                user_vote=holds.vote if holds else None,
            )
        )

    async def record_note(self, body: UserNote) -> None:
        """Confirm a note: it is stored on the conversation, or on a message that is here."""
        known = body.message_id is None or await self._ledger.message(body.message_id) is not None
        self._outbound.enqueue(NoteConfirmation(note_id=body.id, message_id=body.message_id, success=known))
