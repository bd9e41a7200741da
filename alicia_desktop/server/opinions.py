"""What people think of answers: votes and notes, which are kept when they come in, and confirmed here.

The ledger has written them down before (they are stanzas like all others), so that one that is sent again changes
nothing and is confirmed again.
"""

from alicia_desktop.protocol.messages import Feedback, FeedbackConfirmation, NoteConfirmation, UserNote
from alicia_desktop.server.ledger import ServerLedger
from alicia_desktop.server.outbound import Outlet
from alicia_desktop.store.conversations import people


class FeedbackRecorder:
    """Confirms the votes and notes of one conversation."""

    def __init__(self, *, ledger: ServerLedger, outlet: Outlet) -> None:
        self._ledger, self._outlet = ledger, outlet

    async def take_vote(self, body: Feedback) -> None:
        """Tell how a target stands after a vote, and which vote of the person's holds now."""
        database = self._ledger.database
        counts = await database.read(people.counts_of, body.target_type, body.target_id)
        holds = await database.read(people.vote_on, body.target_id)
        self._outlet.post(
            FeedbackConfirmation(
                feedback_id=body.id,
                target_type=body.target_type,
                target_id=body.target_id,
                aggregates=counts,
                user_vote=holds.vote if holds else None,
            )
        )

    async def take_note(self, body: UserNote) -> None:
        """Tell whether the note is kept: only on a message that is here."""
        known = await self._ledger.message(body.message_id) is not None
        self._outlet.post(NoteConfirmation(note_id=body.id, message_id=body.message_id, success=known))
