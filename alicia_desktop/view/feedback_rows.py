"""Show votes, notes and remarks on a message and on what hangs under it, and how far each got."""

from typing import Final

from alicia_desktop.store.conversations.feedback import MessageOpinions
from alicia_desktop.store.records import CommentaryRecord, FeedbackRecord
from alicia_desktop.view import text
from alicia_desktop.view.rows import NO_VOTE, FeedbackState, NoteRow, VoteRow, VoteValue

_VALUES: Final[dict[str, VoteValue]] = {"up": "up", "down": "down", "critical": "down"}
_WORDS: Final = {"up": "Helpful", "down": "Not helpful", "critical": "Seriously wrong"}
_STATES: Final[dict[FeedbackState, str]] = {
    "": "",
    "pending": "waiting to be sent",
    "confirmed": "saved on server",
    "kept": "saved on this computer",
    "refused": "refused by the server",
}


def vote_row(opinions: MessageOpinions, target_id: str) -> VoteRow:
    """Return the vote that holds for a target."""
    record = opinions.votes.get(target_id)
    if record is None:
        return NO_VOTE
    state = _state(record, opinions)
    parts = [_WORDS[record.vote], _STATES[state], _counts(record) if state == "confirmed" else ""]
    return VoteRow(value=_VALUES[record.vote], state=state, text=" · ".join(part for part in parts if part))


def note_rows(opinions: MessageOpinions, message_id: str) -> tuple[NoteRow, ...]:
    """Return the notes and remarks on a message, in their order."""
    return tuple(_note(record, opinions) for record in opinions.notes.get(message_id, ()))


def is_unexplained(opinions: MessageOpinions, message_id: str) -> bool:
    """Return whether the user voted a message down and has not given a reason."""
    notes = opinions.notes.get(message_id, ())
    return vote_row(opinions, message_id).value == "down" and not any(map(_is_reason, notes))


def _note(record: CommentaryRecord, opinions: MessageOpinions) -> NoteRow:
    mine = "authorRole" not in record.meta and "commentType" not in record.meta
    own = mine or record.meta.get("authorRole") == "user"
    state = _state(record, opinions) if own else "confirmed"
    return NoteRow(
        id=record.id,
        message_id=record.message_id or "",
        text=record.content,
        who=_own_note(record) if mine else _author(record),
        state=state,
        state_text=_STATES[state] if own else "",
        mine=mine,
    )


def _own_note(record: CommentaryRecord) -> str:
    return "Your note" if record.message_id else "Your note on this conversation"


def _author(record: CommentaryRecord) -> str:
    if _is_reason(record):
        return "Why it was not helpful"
    role, rating = record.meta.get("authorRole"), record.meta.get("rating")
    who = {"user": "Your comment", "assistant": "Comment by Alicia"}.get(str(role), f"Comment by a {role}")
    said = "Comment" if role is None else who
    return f"{said} · {rating} of 5" if rating else said


def _is_reason(record: CommentaryRecord) -> bool:
    return record.meta.get("authorRole") == "user" and record.meta.get("commentType") == "feedback-negative"


def _state(record: FeedbackRecord | CommentaryRecord, opinions: MessageOpinions) -> FeedbackState:
    if record.sync_status == "synced":
        return "confirmed"
    if record.sync_status == "conflict":
        return "refused"
    return "pending" if record.id in opinions.waiting else "kept"


def _counts(record: FeedbackRecord) -> str:
    """Return how others voted, where the server counts more than this one vote."""
    told = [record.aggregates.get(name) for name in ("upvotes", "downvotes")]
    up, down = (one if isinstance(one, int) else 0 for one in told)
    return f"{text.plural(up, 'vote')} for, {down} against" if up + down > 1 else ""
