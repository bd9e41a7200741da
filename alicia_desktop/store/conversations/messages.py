"""Query and change messages and their sentences; find branches, places and words in a whole conversation.

Raw SQL in `branch_links`: it runs at every opening of a conversation, from an index that SQLAlchemy cannot name.
"""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, LargeBinary, cast, func, or_, select, update

from alicia_desktop.store.changes import note
from alicia_desktop.store.records import CUT_OFF, AudioRecord, MessageRecord, MetaRecord, SentenceRecord
from alicia_desktop.store.schema import audio, messages, meta, sentences
from alicia_desktop.store.schema.columns import columns_of, record_of

_MESSAGE: Final = columns_of(MessageRecord, messages)
_SENTENCE: Final = columns_of(SentenceRecord, sentences)
_AUDIO: Final = columns_of(AudioRecord, audio)


def of_conversation(
    conn: Connection,
    conversation_id: str,
    *,
    before: int | None = None,
    limit: int | None = None,
    with_superseded: bool = True,
) -> list[MessageRecord]:
    """Return messages in order; with `before` and `limit` the page of that many that ends before a sequence number."""
    query = select(*_MESSAGE).where(messages.c.conversation_id == conversation_id, messages.c.deleted_at.is_(None))
    if before is not None:
        query = query.where(messages.c.sequence_number < before)
    if not with_superseded:
        query = query.where(messages.c.superseded_at.is_(None))
    rows = conn.execute(query.order_by(messages.c.sequence_number.desc(), messages.c.pk.desc()).limit(limit)).all()
    return [record_of(MessageRecord, row) for row in reversed(rows)]


def get(conn: Connection, message_id: str) -> MessageRecord | None:
    """Return the message with that id, or that local or server id, or None."""
    row = conn.execute(select(*_MESSAGE).where(messages.c.id == message_id)).first()
    if row is None:
        other = or_(messages.c.local_id == message_id, messages.c.server_id == message_id)
        row = conn.execute(select(*_MESSAGE).where(other)).first()
    return None if row is None else record_of(MessageRecord, row)


def get_in(conn: Connection, conversation_id: str, message_id: str) -> MessageRecord | None:
    """Return the message of this conversation with that id, or that local or server id, or None."""
    for named in (messages.c.id, messages.c.local_id, messages.c.server_id):
        here = select(*_MESSAGE).where(named == message_id, messages.c.conversation_id == conversation_id)
        if (row := conn.execute(here).first()) is not None:
            return record_of(MessageRecord, row)
    return None


def last_id(conn: Connection, conversation_id: str) -> str | None:
    """Return the message that stands last in what is shown of a conversation: the next one follows it."""
    last = of_conversation(conn, conversation_id, limit=1, with_superseded=False)
    return last[-1].id if last else None


def predecessor(conn: Connection, conversation_id: str, message_id: str) -> str | None:
    """Return the message that this one follows: what it says itself, else the last one that is shown beside it."""
    known = get_in(conn, conversation_id, message_id)
    if known is not None and known.previous_id is not None:
        return known.previous_id
    last = of_conversation(conn, conversation_id, limit=2, with_superseded=False)
    return next((one.id for one in reversed(last) if one.id != message_id), None)


def answers_of(conn: Connection, message_id: str) -> list[MessageRecord]:
    """Return the answers to a question, the superseded ones too, in order."""
    query = select(*_MESSAGE).where(messages.c.previous_id == message_id, messages.c.message_role == "assistant")
    return [record_of(MessageRecord, row) for row in conn.execute(query.order_by(messages.c.sequence_number))]


def sentences_of(conn: Connection, message_id: str) -> list[SentenceRecord]:
    """Return the sentences of an answer in order."""
    query = select(*_SENTENCE).where(sentences.c.message_id == message_id)
    rows = conn.execute(query.order_by(sentences.c.sentence_sequence_number))
    return [record_of(SentenceRecord, row) for row in rows]


def audio_of(conn: Connection, message_id: str) -> list[AudioRecord]:
    """Return what is known of the sound of a message: format, length, transcription."""
    rows = conn.execute(select(*_AUDIO).where(audio.c.message_id == message_id).order_by(audio.c.pk))
    return [record_of(AudioRecord, row) for row in rows]


def meta_of(conn: Connection, ref: str) -> list[MetaRecord]:
    """Return the meta rows of anything, by key."""
    rows = conn.execute(select(meta).where(meta.c.ref == ref, meta.c.deleted_at.is_(None)).order_by(meta.c.key))
    return [record_of(MetaRecord, row) for row in rows]


def unfinished(conn: Connection, conversation_id: str | None = None) -> list[MessageRecord]:
    """Return answers that are still being written, or were when the program ended."""
    query = select(*_MESSAGE).where(messages.c.completion_status == "streaming")
    if conversation_id is not None:
        query = query.where(messages.c.conversation_id == conversation_id)
    return [record_of(MessageRecord, row) for row in conn.execute(query.order_by(messages.c.pk))]


def complete(conn: Connection, message_id: str, at: datetime) -> None:
    """End an answer of which no sentence was final (docs/protocol.md#order-in-a-turn)."""
    _end(conn, message_id, "completed", at)


def fail(conn: Connection, message_id: str, at: datetime, *, error_message: str, error_code: int | None = None) -> None:
    """Mark a message as incomplete, with the reason that is shown; more sentences make it go on."""
    _end(conn, message_id, "failed", at, error_message=error_message, error_code=error_code)


def give_up(conn: Connection, answer_id: str, at: datetime) -> None:
    """Mark an answer as cut off that is open and does not go on.

    One without words that was to take the place of another is deleted instead: it is no version of it.
    """
    found = get(conn, answer_id)
    if found is None or found.completion_status != "streaming":
        return
    replaced = [] if found.contents.strip() else _reinstate_replaced(conn, answer_id)
    if replaced:
        delete(conn, answer_id, at)
    fail(conn, answer_id, at, error_message=CUT_OFF)


def _reinstate_replaced(conn: Connection, answer_id: str) -> list[str]:
    """Unlink the messages that an answer has taken the place of; they wait for another one again."""
    unlink = update(messages).where(messages.c.superseded_by == answer_id).values(superseded_by=None)
    rows = conn.execute(unlink.returning(messages.c.id, messages.c.conversation_id)).all()
    for message_id, conversation_id in rows:
        note(conn, "message", conversation_id, message_id)
    return [row[0] for row in rows]


def delete(conn: Connection, message_id: str, at: datetime) -> None:
    """Delete a message softly."""
    _change(conn, message_id, deleted_at=at, updated_at=at)


def _end(conn: Connection, message_id: str, status: str, at: datetime, **values: Any) -> None:
    still_open = (sentences.c.message_id == message_id) & (sentences.c.completion_status == "streaming")
    conn.execute(update(sentences).where(still_open).values(completion_status=status, updated_at=at))
    _change(conn, message_id, completion_status=status, updated_at=at, **values)


def _change(conn: Connection, message_id: str, **values: Any) -> None:
    statement = update(messages).where(messages.c.id == message_id).values(values)
    conversation_id = conn.execute(statement.returning(messages.c.conversation_id)).scalar()
    if conversation_id is None:
        raise LookupError(f"no message {message_id}")
    note(conn, "message", conversation_id, message_id)


class BranchLink(NamedTuple):
    """What tells branches apart, of one message."""

    id: str
    sequence_number: int
    previous_id: str | None
    superseded_by: str | None
    message_role: str
    contents: str
    """The first of them: whether it says anything."""
    completion_status: str


def branch_links(conn: Connection, conversation_id: str) -> list[BranchLink]:
    """Return the messages that gave way to others, with all that follows them, and what took their place; in order."""
    rows = conn.exec_driver_sql(
        "WITH given AS (SELECT id, sequence_number, previous_id, superseded_by, message_role, "
        "substr(contents, 1, 1) AS contents, completion_status FROM alicia_messages "
        "INDEXED BY alicia_messages_branched "
        "WHERE conversation_id = ? AND superseded_at IS NOT NULL AND deleted_at IS NULL) "
        "SELECT * FROM given UNION SELECT id, sequence_number, previous_id, superseded_by, message_role, "
        "substr(contents, 1, 1), completion_status FROM alicia_messages "
        "WHERE id IN (SELECT superseded_by FROM given) AND deleted_at IS NULL ORDER BY sequence_number",
        (conversation_id,),
    )
    return [BranchLink(*row) for row in rows]


def sequence_number_of(conn: Connection, conversation_id: str, message_id: str) -> int | None:
    """Return the number of a message in its conversation; None where it is not there."""
    here = (messages.c.id == message_id) & (messages.c.conversation_id == conversation_id)
    return conn.execute(select(messages.c.sequence_number).where(here, messages.c.deleted_at.is_(None))).scalar()


def ids_containing(conn: Connection, conversation_id: str, words: str) -> list[str]:
    """Return the messages of a conversation that hold these letters anywhere, whatever their case, in order."""
    if words.isascii():
        holds: ColumnElement[bool] = messages.c.contents.contains(words, autoescape=True)
    else:  # LIKE knows capitals of ASCII only
        holds = func.contains_text(cast(messages.c.contents, LargeBinary), words.casefold())
    here = select(messages.c.id).where(messages.c.conversation_id == conversation_id, messages.c.deleted_at.is_(None))
    return list(conn.execute(here.where(holds).order_by(messages.c.sequence_number, messages.c.pk)).scalars())
