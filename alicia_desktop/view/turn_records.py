"""Hold the records of one turn and its clock: milliseconds after the end of speech, or after the question left."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.protocol.extensions import TIMINGS
from alicia_desktop.session.ledger import SENT_AT, SPEECH_ENDED_AT, SPEECH_STARTED_AT
from alicia_desktop.store import journal
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection
from alicia_desktop.store.exchanges import Exchange, read_exchanges
from alicia_desktop.store.records import JournalRecord, MessageRecord

BEGINNINGS: Final = frozenset({"UserMessage", "Transcription", "StartAnswer"})
"""Stanzas that every turn has; without them what is left is the last one, which stays (`store.journal.prune`)."""

STANZAS: Final = BEGINNINGS | {"MemoryTrace", "AssistantMessage", "AudioChunk", "ErrorMessage"}
"""Names of the stanzas that are shown of a turn; what else there is of it is read from its messages."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnRecords:
    """The records of one turn."""

    question: MessageRecord
    question_meta: Mapping[str, str]
    answer: MessageBundle | None
    answer_meta: Mapping[str, str]
    journal: Sequence[JournalRecord]
    """The `STANZAS` of question and answer, in the order of arrival."""
    exchanges: Sequence[Exchange] = ()
    """What was acknowledged around it."""
    number: int
    count: int
    previous_id: str | None = None
    next_id: str | None = None

    def stanzas(self, name: str, ids: Collection[str] | None = None) -> list[JournalRecord]:
        """Return the stanzas of a name, those of content with one of these ids if any are given."""
        named = [record for record in self.journal if record.name == name and not record.duplicate]
        return [record for record in named if ids is None or record.content_id is None or record.content_id in ids]

    @property
    def failure(self) -> JournalRecord | None:
        """The error that ended the turn and tells where its time went; None where nothing did."""
        errors = [record for record in self.stanzas("ErrorMessage") if TIMINGS in (record.meta or {})]
        return errors[-1] if errors else None

    def trace_stanzas(self) -> list[JournalRecord]:
        """Return the traces of the shown answer as they came; a question asked again has those of others too."""
        return self.stanzas("MemoryTrace", {use.id for use in self.answer.traces} if self.answer else None)


def records_of_turn(
    conn: Connection,
    question: MessageRecord,
    answer: MessageBundle | None,
    *,
    question_meta: Mapping[str, str],
    number: int = 1,
    count: int = 1,
    neighbours: tuple[str | None, str | None] = (None, None),
) -> TurnRecords:
    """Return the records of a turn with what crossed the wire in it.

    Args:
        conn: Where to read.
        question: What was question.
        answer: The answer that is shown.
        question_meta: The question's meta.
        number: Its number in the conversation.
        count: How many turns that has.
        neighbours: The questions before and after it.
    """
    stanzas = journal.of_turn(conn, question.id, STANZAS)
    seqs = [one.seq for one in stanzas]
    return TurnRecords(
        question=question,
        question_meta=question_meta,
        answer=answer,
        answer_meta=answer.meta if answer is not None else {},
        journal=stanzas,
        exchanges=read_exchanges(conn, question.conversation_id, seqs, sent_key=SENT_AT),
        number=number,
        count=count,
        previous_id=neighbours[0],
        next_id=neighbours[1],
    )


class TurnClock:
    """Milliseconds after the turn's zero."""

    def __init__(self, turn: TurnRecords) -> None:
        meta = turn.question_meta
        self.speech_started = moment_in(meta, SPEECH_STARTED_AT)
        self.speech_ended = moment_in(meta, SPEECH_ENDED_AT)
        self.sent = moment_in(meta, SENT_AT)
        self.spoken = meta.get("source") == "microphone" or self.speech_ended is not None
        self.regeneration_with_memories = turn.answer.asked_again_at if turn.answer is not None else None
        """When the answer was asked for again; None for a first one."""
        self.zero = self.regeneration_with_memories or self.speech_ended or self.sent or turn.question.created_at

    def at(self, moment: datetime) -> float:
        """Return milliseconds after zero."""
        return (moment - self.zero).total_seconds() * 1000


def moment_in(meta: Mapping[str, str], key: str) -> datetime | None:
    """Return the moment that an entry of meta holds; None without one."""
    value = meta.get(key)
    return datetime.fromisoformat(value) if value else None
