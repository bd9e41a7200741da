"""Read the messages of a conversation with all that belongs to them, in a handful of queries however long it is.

What belongs to an answer may name the answer or its question; `answers` says which of several it is.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Column, Connection, Select, Table, func, or_, select
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.changes import Changes, note
from alicia_desktop.store.conversations.feedback import NONE_SAID, MessageOpinions, messages_of, opinions_on
from alicia_desktop.store.conversations.sounds import stored_among
from alicia_desktop.store.conversations.turns import answer_at
from alicia_desktop.store.memories.traces import without_retrieval
from alicia_desktop.store.meta_entries import set_meta
from alicia_desktop.store.records import (
    MemoryUseRecord,
    MessageRecord,
    OutboxRecord,
    ReasoningRecord,
    SentenceRecord,
    ToolUseRecord,
)
from alicia_desktop.store.schema import (
    memory_used,
    messages,
    meta,
    outbox,
    reasoning_steps,
    sentences,
    tool_uses,
)
from alicia_desktop.store.schema.columns import columns_of, record_of

T = TypeVar("T")


MAX_CHILDREN: Final = 2_000
"""Maximum number of sentences, traces, tool uses or reasoning steps read of one message to show it, the first ones: an
answer that grows to 100,000 sentences is read again with each of them, and its text is whole without them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageBundle:
    """The records of one message."""

    message: MessageRecord
    sentences: Sequence[SentenceRecord] = ()
    traces: Sequence[MemoryUseRecord] = ()
    tools: Sequence[ToolUseRecord] = ()
    reasoning: Sequence[ReasoningRecord] = ()
    outbox: OutboxRecord | None = None
    """What still waits to be acknowledged of a message of ours."""
    meta: Mapping[str, str]
    question: MessageRecord | None = None
    """What an answer answers."""
    question_meta: Mapping[str, str]
    asked_again_at: datetime | None = None
    """When an answer was asked for that took the place of an earlier one; None for a first answer."""
    opinions: MessageOpinions = NONE_SAID
    """What people said of the messages that were read with it."""
    sound: bool = False
    """Whether something of its sound is kept."""


P = TypeVar("P", MemoryUseRecord, ToolUseRecord, ReasoningRecord)


def whole(conn: Connection, conversation_id: str) -> list[MessageBundle]:
    """Return all messages of a conversation in order, superseded ones too, deleted ones not.

    How their memories were looked for is left out: it is most of what a long conversation weighs, and `some` has it.
    """
    found = _messages(conn, messages.c.conversation_id == conversation_id)
    return _bundles(conn, found, found, memory_meta=without_retrieval(), most=None)


def stretch(
    conn: Connection,
    conversation_id: str,
    *,
    first: int | None = None,
    last: int | None = None,
    limit: int = -1,
    from_end: bool = True,
) -> list[MessageBundle]:
    """Return the messages from number `first` to `last`, in order: at most `limit`, those at the end or the begin."""
    here = [messages.c.conversation_id == conversation_id]
    here += [messages.c.sequence_number >= first] if first is not None else []
    here += [messages.c.sequence_number <= last] if last is not None else []
    chosen = _messages(conn, *here, limit=limit, from_end=from_end)
    return _bundles(conn, chosen, _with_related(conn, conversation_id, chosen), memory_meta=without_retrieval())


def some(conn: Connection, conversation_id: str, message_ids: Iterable[str]) -> list[MessageBundle]:
    """Return these messages of a conversation, in order."""
    wanted = set(message_ids)
    chosen = _messages(conn, messages.c.conversation_id == conversation_id, messages.c.id.in_(wanted))
    return _bundles(conn, chosen, _with_related(conn, conversation_id, chosen))


def touched(conn: Connection, conversation_id: str, changes: Changes) -> set[str]:
    """Return the ids of the messages that look different after these changes."""
    by_subject: dict[str, set[str]] = defaultdict(set)
    for change in changes:
        if change.conversation_id in {None, conversation_id}:
            by_subject[change.subject].add(change.id)
    ids = by_subject["message"] | _message_ids(conn, sentences, by_subject["sentence"])
    ids |= _content_ids(conn, by_subject["outbox"])
    for table, subject in ((memory_used, "memory_use"), (tool_uses, "tool_use"), (reasoning_steps, "reasoning")):
        ids |= _message_ids(conn, table, by_subject[subject])
    ids |= messages_of(conn, by_subject) if by_subject["feedback"] or by_subject["commentary"] else set()
    answers = select(messages.c.id).where(messages.c.previous_id.in_(ids), messages.c.message_role == "assistant")
    return ids | set(conn.execute(answers).scalars())


def _with_related(conn: Connection, conversation_id: str, chosen: list[MessageRecord]) -> list[MessageRecord]:
    """Return the messages with what they answer and what else answers that."""
    related = {message.previous_id for message in chosen if message.message_role == "assistant"} - {None}
    # Not by the conversation as well: SQLite would then look through all of it instead of asking for the few.
    around = _messages(conn, or_(messages.c.id.in_(related), messages.c.previous_id.in_(related)))
    here = [message for message in around if message.conversation_id == conversation_id]
    return list({message.id: message for message in [*chosen, *here]}.values())


def _message_ids(conn: Connection, table: Table, row_ids: set[str]) -> set[str]:
    if not row_ids:
        return set()
    found = conn.execute(select(table.c.message_id).where(table.c.id.in_(row_ids))).scalars()
    return {message_id for message_id in found if message_id}


def _content_ids(conn: Connection, pks: set[str]) -> set[str]:
    if not pks:
        return set()
    found = conn.execute(select(outbox.c.content_id).where(outbox.c.pk.in_([int(pk) for pk in pks]))).scalars()
    return {content_id for content_id in found if content_id}


def _messages(
    conn: Connection, *conditions: ColumnElement[bool], limit: int = -1, from_end: bool = False
) -> list[MessageRecord]:
    statement = _columns(messages, MessageRecord).where(messages.c.deleted_at.is_(None), *conditions)
    order = [column.desc() if from_end else column.asc() for column in (messages.c.sequence_number, messages.c.pk)]
    found = [record_of(MessageRecord, row) for row in conn.execute(statement.order_by(*order).limit(limit))]
    return found[::-1] if from_end else found


def _bundles(
    conn: Connection,
    chosen: list[MessageRecord],
    known: list[MessageRecord],
    *,
    memory_meta: ColumnElement[Any] = memory_used.c.meta,
    most: int | None = MAX_CHILDREN,
) -> list[MessageBundle]:
    ids = [message.id for message in known]
    by_id = {message.id: message for message in known}
    answers = _Answers(known)
    said = _grouped(_children(conn, sentences, SentenceRecord, ids, sentences.c.sentence_sequence_number, most=most))
    uses = _children(conn, memory_used, MemoryUseRecord, ids, memory_used.c.pk, most=most, meta=memory_meta)
    traces = answers.share(uses)
    tools = answers.share(_children(conn, tool_uses, ToolUseRecord, ids, tool_uses.c.pk, most=most))
    thoughts = _children(conn, reasoning_steps, ReasoningRecord, ids, reasoning_steps.c.sequence_number, most=most)
    steps = answers.share(thoughts)
    waiting = {record.content_id: record for record in _waiting(conn, ids)}
    entries = _meta(conn, ids)
    opinions = opinions_on(conn, chosen[0].conversation_id, ids) if chosen else NONE_SAID
    kept = stored_among(conn, ids)

    def bundle(message: MessageRecord) -> MessageBundle:
        question = by_id.get(message.previous_id or "") if message.message_role == "assistant" else None
        return MessageBundle(
            message=message,
            sentences=said.get(message.id, ()),
            traces=traces.get(message.id, ()),
            tools=tools.get(message.id, ()),
            reasoning=steps.get(message.id, ()),
            outbox=waiting.get(message.id),
            meta=entries.get(message.id, {}),
            question=question,
            question_meta=entries.get(question.id, {}) if question else {},
            asked_again_at=answers.asked_again_at(message),
            opinions=opinions,
            sound=message.id in kept,
        )

    return [bundle(message) for message in chosen]


class _Answers:
    """Which answer a trace, a tool use or a thought belongs to."""

    def __init__(self, known: list[MessageRecord]) -> None:
        self._answers: dict[str, list[MessageRecord]] = defaultdict(list)
        for message in known:
            if message.message_role == "assistant" and message.previous_id:
                self._answers[message.previous_id].append(message)
        for answers in self._answers.values():
            answers.sort(key=lambda answer: answer.created_at)

    def share(self, records: Iterable[P]) -> dict[str, list[P]]:
        """Group records by the answer that they belong to."""
        shared: dict[str, list[P]] = defaultdict(list)
        for record in records:
            shared[self._owner(record)].append(record)
        return shared

    def asked_again_at(self, answer: MessageRecord) -> datetime | None:
        """Return when the answer before this one was superseded, which is when this one was asked for."""
        siblings = self._answers.get(answer.previous_id or "", [])
        moments = [one.superseded_at for one in siblings if one.id != answer.id and one.superseded_at is not None]
        return max((moment for moment in moments if moment <= answer.created_at), default=None)

    def _owner(self, record: MemoryUseRecord | ToolUseRecord | ReasoningRecord) -> str:
        answers = self._answers.get(record.message_id or "", [])
        found = answer_at(answers, record.created_at)
        return found.id if found else record.message_id or ""


def _grouped(records: Iterable[SentenceRecord]) -> dict[str, list[SentenceRecord]]:
    grouped: dict[str, list[SentenceRecord]] = defaultdict(list)
    for record in records:
        grouped[record.message_id].append(record)
    return grouped


def _columns(table: Table, kind: type[T], **instead: ColumnElement[Any]) -> Select[tuple[object, ...]]:
    return select(*columns_of(kind, table, instead))


_IDS_A_QUERY = 10_000
"""SQLite takes 32,766 parameters a statement."""


def _children(
    conn: Connection,
    table: Table,
    kind: type[T],
    ids: Sequence[str],
    order: Column[int],
    *,
    most: int | None,
    **instead: ColumnElement[Any],
) -> Iterable[T]:
    """Yield the rows that belong to messages, in order; of each message the first `most`, or all for None."""
    for start in range(0, len(ids), _IDS_A_QUERY):
        some_ids = ids[start : start + _IDS_A_QUERY]
        here = (table.c.message_id.in_(some_ids), table.c.deleted_at.is_(None))
        statement = _columns(table, kind, **instead).where(*here)
        if most is not None and _has_more(conn, table, here, most):
            number = func.row_number().over(partition_by=table.c.message_id, order_by=order)
            numbered = select(table.c.pk, number.label("number")).where(*here).subquery()
            first = select(numbered.c.pk).where(numbered.c.number <= most)
            statement = statement.where(table.c.pk.in_(first))
        for row in conn.execute(statement.order_by(order)):
            yield record_of(kind, row)


def _has_more(conn: Connection, table: Table, here: Sequence[ColumnElement[bool]], most: int) -> bool:
    """Return whether there are more than `most` rows in all; only then is it counted by message, which costs a sort."""
    return len(conn.execute(select(table.c.pk).where(*here).limit(most + 1)).all()) > most


def _waiting(conn: Connection, ids: Sequence[str]) -> list[OutboxRecord]:
    rows = conn.execute(_columns(outbox, OutboxRecord)).all()
    known = set(ids)
    return [record for row in rows if (record := record_of(OutboxRecord, row)).content_id in known]


def _meta(conn: Connection, ids: Sequence[str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for start in range(0, len(ids), _IDS_A_QUERY):
        some_ids = ids[start : start + _IDS_A_QUERY]
        rows = conn.execute(select(meta.c.ref, meta.c.key, meta.c.value).where(meta.c.ref.in_(some_ids)))
        for ref, key, value in rows:
            found[ref][key] = value
    return found


def store_timestamps(
    conn: Connection, conversation_id: str, ref: str, moments: Mapping[str, datetime], at: datetime
) -> None:
    """Store what only this computer's clock knows of a message; the last of a key wins."""
    for key, moment in moments.items():
        set_meta(conn, ref, key, moment.isoformat(), at)
    note(conn, "message", conversation_id, ref)
