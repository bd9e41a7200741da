"""Query votes, notes and commentaries on messages and on what belongs to them.

A vote on a memory holds wherever that memory was used; all else belongs to one message. A note about the whole
conversation stands with its first message.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, and_, or_, select
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.protocol.messages import Commentary, Feedback, UserNote
from alicia_desktop.store.accounts import profile_of
from alicia_desktop.store.changes import Subject, note
from alicia_desktop.store.records import CommentaryRecord, FeedbackRecord, OutboxRecord
from alicia_desktop.store.schema import commentaries, feedback, memory_used, messages, outbox
from alicia_desktop.store.schema.columns import record_of

_IDS_A_QUERY: Final = 10_000
_SUBJECTS: Final[Mapping[int, Subject]] = {
    Feedback.TYPE: "feedback",
    UserNote.TYPE: "commentary",
    Commentary.TYPE: "commentary",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageOpinions:
    """What people said of some messages."""

    votes: Mapping[str, FeedbackRecord] = field(default_factory=dict)
    """The vote that holds, by the id of its target; one that was taken back is not among them."""
    notes: Mapping[str, Sequence[CommentaryRecord]] = field(default_factory=dict)
    """Notes and commentaries by message, in their order."""
    waiting: frozenset[str] = frozenset()
    """Ids of votes and notes that are on their way to a server that takes them."""


NONE_SAID: Final = MessageOpinions()


def opinions_on(conn: Connection, conversation_id: str, message_ids: Sequence[str]) -> MessageOpinions:
    """Return what was said of these messages of a conversation."""
    votes: dict[str, FeedbackRecord] = {}
    notes: dict[str, list[CommentaryRecord]] = defaultdict(list)
    for start in range(0, len(message_ids), _IDS_A_QUERY):
        some = message_ids[start : start + _IDS_A_QUERY]
        said = select(feedback).where(
            feedback.c.deleted_at.is_(None),
            feedback.c.vote != "remove",
            or_(feedback.c.target_type == "memory", feedback.c.message_id.in_(some)),
        )
        votes |= {row.target_id: record_of(FeedbackRecord, row) for row in conn.execute(said)}
        written = select(commentaries).where(commentaries.c.message_id.in_(some), commentaries.c.deleted_at.is_(None))
        for row in conn.execute(written.order_by(commentaries.c.pk)):
            notes[row.message_id].append(record_of(CommentaryRecord, row))
    about_all = select(commentaries).where(_about_all(conversation_id), commentaries.c.deleted_at.is_(None))
    whole = [record_of(CommentaryRecord, row) for row in conn.execute(about_all.order_by(commentaries.c.pk))]
    if whole and (first := _first_message(conn, conversation_id)) in message_ids:
        notes[first] = [*whole, *notes[first]]
    return MessageOpinions(votes=votes, notes=notes, waiting=_waiting(conn, conversation_id))


def vote_on(conn: Connection, target_id: str) -> FeedbackRecord | None:
    """Return the vote that holds for a message, tool use, memory or reasoning step, or None."""
    query = select(feedback).where(feedback.c.target_id == target_id, feedback.c.deleted_at.is_(None))
    row = conn.execute(query.order_by(feedback.c.created_at.desc()).limit(1)).first()
    return None if row is None or row.vote == "remove" else record_of(FeedbackRecord, row)


def vote_of(conn: Connection, target_id: str) -> MessageOpinions:
    """Return the vote that holds for a target, and whether it waits."""
    found = vote_on(conn, target_id)
    if found is None:
        return NONE_SAID
    return MessageOpinions(votes={target_id: found}, waiting=_waiting(conn, found.conversation_id))


def counts_of(conn: Connection, target_type: str, target_id: str) -> dict[str, int]:
    """Return how many hold what of a target, as a FeedbackConfirmation tells it."""
    query = select(feedback.c.vote).where(
        feedback.c.target_type == target_type, feedback.c.target_id == target_id, feedback.c.deleted_at.is_(None)
    )
    given = list(conn.execute(query).scalars())
    return {"upvotes": given.count("up"), "downvotes": given.count("down"), "specialVotes": given.count("critical")}


def messages_of(conn: Connection, changed: Mapping[str, Collection[str]]) -> set[str]:
    """Return the messages that look different after votes (`feedback`) and notes (`commentary`) with these ids."""
    written = commentaries.c.id.in_(changed.get("commentary", ()))
    notes = select(commentaries.c.message_id).where(written)
    about_all = select(commentaries.c.conversation_id).where(written, commentaries.c.message_id.is_(None)).distinct()
    firsts = {_first_message(conn, place) for place in conn.execute(about_all).scalars()}
    votes = select(feedback.c.message_id).where(feedback.c.id.in_(changed.get("feedback", ())))
    used = select(memory_used.c.message_id).join(
        feedback, and_(feedback.c.target_type == "memory", feedback.c.target_id == memory_used.c.memory_id)
    )
    used = used.where(feedback.c.id.in_(changed.get("feedback", ())))
    return {one for query in (notes, votes, used) for one in conn.execute(query).scalars() if one} | (firsts - {""})


def store_local(conn: Connection, item: OutboxRecord) -> None:
    """Note that a vote or note stays on this computer: it left the outbox without being sent."""
    subject = _SUBJECTS.get(item.type)
    if subject is not None and item.content_id:
        note(conn, subject, item.conversation_id, item.content_id)


def _about_all(conversation_id: str) -> ColumnElement[bool]:
    return and_(commentaries.c.conversation_id == conversation_id, commentaries.c.message_id.is_(None))


def _first_message(conn: Connection, conversation_id: str) -> str:
    """Return the message that a conversation begins with, "" where there is none."""
    shown = and_(
        messages.c.conversation_id == conversation_id,
        messages.c.deleted_at.is_(None),
        messages.c.superseded_at.is_(None),
    )
    first = select(messages.c.id).where(shown).order_by(messages.c.sequence_number).limit(1)
    return conn.execute(first).scalar() or ""


def _waiting(conn: Connection, conversation_id: str) -> frozenset[str]:
    if profile_of(conn, conversation_id) == "deployed":
        return frozenset()
    waits = select(outbox.c.content_id).where(outbox.c.type.in_(_SUBJECTS), outbox.c.status != "failed")
    return frozenset(one for one in conn.execute(waits).scalars() if one)
