"""Query what only a server needs: what to send again, what was cut off, and actions on memories, once each.

The journal is the truth of a replay: rows go out again as the bytes they were, under their old ids
(docs/protocol.md#resume).
"""

from dataclasses import dataclass, replace
from typing import Any, Final, cast

from sqlalchemy import Connection, Row, and_, func, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.heard_words import heard_words
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.conversations import conversations as conversations_of
from alicia_desktop.store.memories.memory_actions import (
    DerivedColumns,
    Done,
    Occasion,
    Owner,
    Refusal,
    act,
    unknown,
)
from alicia_desktop.store.memories.memory_edits import seen_in
from alicia_desktop.store.meta_entries import meta_value, set_meta
from alicia_desktop.store.recording import JournalEntry, Recorded, record
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.schema import audio, conversations, journal, memory, messages, sentences
from alicia_desktop.store.schema.columns import columns_of, record_of
from alicia_desktop.store.server import foreign_ids

OF_THE_MOMENT: Final = (
    wire.Acknowledgement.TYPE,
    wire.AudioChunk.TYPE,
    wire.Configuration.TYPE,
    wire.ServerInfo.TYPE,
    wire.Transcription.TYPE,
    wire.SessionStats.TYPE,
)
"""Types about a connection or a moment that is gone; what was finally heard follows as a UserMessage."""
TOLD_TO_OTHERS: Final[frozenset[type[wire.Message]]] = frozenset(
    {
        wire.UserMessage,
        wire.ToolUseResult,
        wire.ControlStop,
        wire.ControlVariation,
        wire.Commentary,
        wire.Feedback,
        wire.UserNote,
    }
)
"""What people said and did, which their other devices have not seen; whose memories they changed is told elsewhere."""

NOT_HERE: Final = "It names something that is not in this conversation."
DELETED: Final = "This conversation was deleted."


@dataclass(frozen=True, kw_only=True, slots=True)
class SpokenMessage:
    """A message as it counts for what comes next: an answer that was cut off only as far as it was heard."""

    id: str
    role: str
    text: str
    previous_id: str | None


def receive(conn: Connection, entry: JournalEntry) -> Recorded:
    """Record what came into a conversation of the server's; what names anything of another one is not acted upon."""
    (recorded,) = record(conn, [judged(conn, entry)])
    return recorded


def judged(conn: Connection, entry: JournalEntry) -> JournalEntry:
    """Return the entry as it counts: a stanza that names what is somebody else's is as good as a stranger's."""
    content = entry.content
    if entry.stranger or not isinstance(content, Stanza):
        return entry
    conversation_id = entry.conversation_id or content.conversation_id
    if conversations_of.is_deleted(conn, conversation_id):
        return replace(entry, stranger=True, refusal=DELETED)
    if foreign_ids.names_foreign(conn, conversation_id, content):
        return replace(entry, stranger=True, refusal=NOT_HERE)
    return entry


def last_server_id(conn: Connection, conversation_id: str) -> int:
    """Return the id of the last stanza of the server in this conversation; 0 when there is none.

    The conversation knows it, however much of the journal is gone.
    """
    last = select(conversations.c.last_server_stanza_id).where(conversations.c.id == conversation_id)
    return conn.execute(last).scalar() or 0


def missed(conn: Connection, conversation_id: str, last_seen: int) -> list[bytes]:
    """Return, in order, the server's stanzas, and what people did, after the server's stanza −`last_seen`.

    What could not be read of it, and what strangers sent, is kept here and told to nobody.
    """
    position = select(func.max(journal.c.seq)).where(
        journal.c.conversation_id == conversation_id,
        journal.c.direction == "out",
        journal.c.stanza_id >= -last_seen,
        journal.c.stanza_id < 0,
    )
    seen = (conn.execute(position).scalar() or 0) if last_seen else 0
    rows = conn.execute(
        select(journal.c.raw)
        .where(
            journal.c.conversation_id == conversation_id,
            journal.c.seq > seen,
            journal.c.raw.is_not(None),
            ~journal.c.duplicate,
            ~journal.c.malformed,
            ~journal.c.stranger,
            _worth_repeating(),
        )
        .order_by(journal.c.seq)
    )
    return [row.raw for row in rows]


def open_answers(conn: Connection, conversation_id: str) -> list[str]:
    """Return the answers that were begun and never ended: their server was ended first."""
    rows = conn.execute(
        select(messages.c.id).where(
            messages.c.conversation_id == conversation_id, messages.c.completion_status == "streaming"
        )
    )
    return [row.id for row in rows]


def unanswered_questions(conn: Connection, conversation_id: str) -> list[MessageRecord]:
    """Return the questions, in the order in which they came, after the last that has an answer; not stopped or failed.

    Questions are answered in that order, so nobody has begun to answer one of these.
    """
    question, answer = messages.alias(), messages.alias()
    its_question = and_(question.c.id == answer.c.previous_id, question.c.message_role == "user")
    last_answered = (
        select(func.coalesce(func.max(func.coalesce(question.c.pk, answer.c.pk)), 0))
        .select_from(answer.outerjoin(question, its_question))
        .where(
            answer.c.conversation_id == conversation_id,
            answer.c.message_role == "assistant",
            answer.c.superseded_at.is_(None),
        )
        .scalar_subquery()
    )
    rows = conn.execute(
        select(*columns_of(MessageRecord, messages))
        .where(
            messages.c.conversation_id == conversation_id,
            messages.c.message_role == "user",
            messages.c.pk > last_answered,
            messages.c.deleted_at.is_(None),
            messages.c.superseded_at.is_(None),
            messages.c.stopped_at.is_(None),
            messages.c.completion_status.is_distinct_from("failed"),
        )
        .order_by(messages.c.pk)
    )
    return [record_of(MessageRecord, row) for row in rows]


def is_answered(conn: Connection, question_id: str) -> bool:
    """Whether an answer to this question was begun, or the question was stopped or failed."""
    answered = select(messages.c.id).where(
        or_(
            and_(messages.c.previous_id == question_id, messages.c.message_role == "assistant"),
            and_(
                messages.c.id == question_id,
                or_(messages.c.stopped_at.is_not(None), messages.c.completion_status == "failed"),
            ),
        )
    )
    return conn.execute(answered.limit(1)).one_or_none() is not None


def message(conn: Connection, conversation_id: str, message_id: str) -> SpokenMessage | None:
    """Return one message of the conversation, superseded or not."""
    row = conn.execute(
        select(messages).where(messages.c.conversation_id == conversation_id, messages.c.id == message_id)
    ).one_or_none()
    return None if row is None else _as_heard(conn, row)


def heard_language(conn: Connection, conversation_id: str, message_id: str) -> str:
    """Return the language in which a message was heard, as `de`; empty where it was written, or none was told."""
    heard = select(audio.c.transcription_meta).where(
        audio.c.conversation_id == conversation_id, audio.c.transcription_id == message_id
    )
    language = (conn.execute(heard).scalar() or {}).get("language")
    return language if isinstance(language, str) else ""


def sentence_count(conn: Connection, answer_id: str) -> int:
    """Return the number of the answer's last sentence; 0 when it has none."""
    last = select(func.max(sentences.c.sentence_sequence_number)).where(sentences.c.message_id == answer_id)
    return conn.execute(last).scalar() or 0


def is_private(conn: Connection, conversation_id: str) -> bool:
    """Whether the conversation stores and uses no memories."""
    row = conn.execute(
        select(conversations.c.private, conversations.c.preferences).where(conversations.c.id == conversation_id)
    ).one_or_none()
    return row is not None and (row.private or bool((row.preferences or {}).get("private")))


def spoken_text(conn: Connection, row: Row[Any]) -> str:
    """Return the text of a row of `alicia_messages`; of an answer that was cut off only what was heard."""
    return str(row.contents) if row.spoken_sequence is None else _spoken_sentences(conn, row)


def _worth_repeating() -> ColumnElement[bool]:
    return or_(
        and_(journal.c.direction == "out", journal.c.type.not_in(OF_THE_MOMENT)),
        and_(journal.c.direction == "in", journal.c.type.in_(sorted(told.TYPE for told in TOLD_TO_OTHERS))),
    )


def _as_heard(conn: Connection, row: Row[Any]) -> SpokenMessage:
    return SpokenMessage(
        id=row.id,
        role=row.message_role,
        text=spoken_text(conn, row),
        previous_id=row.previous_id,
    )


def _spoken_sentences(conn: Connection, answer: Row[Any]) -> str:
    last = answer.spoken_sequence
    rows = conn.execute(
        select(sentences.c.text, sentences.c.duration_ms, sentences.c.sentence_sequence_number)
        .where(sentences.c.message_id == answer.id, sentences.c.sentence_sequence_number <= last)
        .order_by(sentences.c.sentence_sequence_number)
    )
    return "".join(
        heard_words(row.text, spoken_ms=answer.spoken_ms, duration_ms=row.duration_ms)
        if row.sentence_sequence_number == last
        else row.text
        for row in rows
    )


_DONE: Final = "done"


def apply_memory_action(
    conn: Connection, entry: JournalEntry, body: MemoryAction, *, conversation_id: str, reading: DerivedColumns
) -> Done:
    """Write an action down and carry it out, for the person whose conversation it came in."""
    (recorded,) = record(conn, [judged(conn, entry)])
    if recorded.stranger:
        return unknown(body.id)
    if recorded.duplicate and (before := _stored_outcome(conn, body)) is not None:
        return before
    assert isinstance(entry.content, Stanza)
    done = act(
        conn,
        body,
        Occasion(
            owner=Owner(user_ids=foreign_ids.names_in(conn, conversation_id)),
            at=entry.at,
            conversation_id=conversation_id,
            seen=seen_in(entry.content.meta),
            reading=reading,
        ),
    )
    if not done.success:
        conn.execute(update(memory).where(memory.c.id == body.id).values(updated_at=memory.c.updated_at))
    set_meta(conn, body.id, outcome_key(body), done.refusal or _DONE, entry.at)
    return done


def _stored_outcome(conn: Connection, body: MemoryAction) -> Done | None:
    """Return what became of the same action before; the texts of a refusal were sent then."""
    value = meta_value(conn, body.id, outcome_key(body))
    if value is None:
        return None
    return Done(memory_id=body.id, refusal=None if value == _DONE else cast("Refusal", value))


def outcome_key(body: MemoryAction) -> str:
    """Return the key of `alicia_meta` under which it is kept what became of an action."""
    return f"outcome.{body.action}.{body.timestamp}"
