"""Update what is stored of a conversation (importance, pins, summaries), each step one function on a connection.

Each is one transaction. "Don't remember this: …" holds for everything that is made of a message behind the answer, not
for memories only: its importance, its pins, the summaries that it is part of (docs/memory.md#silence).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from alicia_desktop.context import pinning
from alicia_desktop.context.api_types import CreatePinRequest, SemanticPin, pin_of
from alicia_desktop.context.assembly import ContextInput, is_stale
from alicia_desktop.memory import commands
from alicia_desktop.memory.own_words import own_sentences
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.quality import importance_of
from alicia_desktop.store.conversations import short_term
from alicia_desktop.store.conversations import summaries as pin_rows
from alicia_desktop.store.conversations import summaries as summary_rows
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord, Measure
from alicia_desktop.store.conversations.summaries import PinRecord, SummaryRecord
from alicia_desktop.store.database import Connection
from alicia_desktop.store.server import server_queries

MAX_CONTEXT_MESSAGES: Final = 200
"""Last messages that a context may use; older ones are in the summaries."""
MAX_EARLIER_MESSAGES: Final = 40
"""Messages before one in which the code that it mentions is searched."""


def without_private(said: ActiveMessageRecord) -> ActiveMessageRecord:
    """Return a message without the sentences that are not to be stored; unchanged where there are none."""
    if said.role != "user" or not commands.is_private(said.text):
        return said
    sentences = own_sentences(said.text)
    hidden = commands.private_sentences([one.read for one in sentences])
    return replace(said, text=" ".join(one.text for place, one in enumerate(sentences) if place not in hidden))


def all_without_private(said: Sequence[ActiveMessageRecord]) -> list[ActiveMessageRecord]:
    """Return messages without what is not to be stored, and without those of which nothing is left."""
    return [kept for one in said if (kept := without_private(one)).text]


def load_conversation(conn: Connection, conversation_id: str, *, before: str | None, private: bool) -> ContextInput:
    """Load a conversation as it was before a message; of a private one only its messages."""
    said = short_term.before(conn, conversation_id, before, limit=MAX_CONTEXT_MESSAGES)
    first = said[0].sequence_number if said else 0
    private = private or server_queries.is_private(conn, conversation_id)
    return ContextInput(
        id=conversation_id,
        messages=said,
        older=short_term.older(conn, conversation_id, first),
        pins=() if private else pin_rows.pins_of(conn, conversation_id),
        summaries=() if private else _summaries_of(conn, conversation_id, said),
        private=private,
        question_id=before,
    )


def score_messages(
    new: Sequence[ActiveMessageRecord], first: Sequence[ActiveMessageRecord]
) -> tuple[list[Measure], list[CreatePinRequest]]:
    """Return the importance of new messages and the pins that they ask for; `first` are the messages before them."""
    measures: list[Measure] = []
    requests: list[CreatePinRequest] = []
    earlier = list(first)
    for said in new:
        kept = without_private(said)
        measured = replace(kept, importance_score=importance_of(kept.text, said.role))
        measures.append(
            Measure(
                message_id=said.id,
                importance_score=measured.importance_score or 0.0,
                token_usage=token_count(said.text),
            )
        )
        requests += pinning.pins_for(measured, earlier[-MAX_EARLIER_MESSAGES:])
        earlier.append(measured)
    return measures, requests


def store_scores(
    conn: Connection,
    read: Sequence[ActiveMessageRecord],
    measures: Sequence[Measure],
    requests: Sequence[CreatePinRequest],
    at: datetime,
) -> None:
    """Write what `score_messages` returned of the messages that still say what was `read`."""
    changed = _changed_since(conn, read)
    short_term.write_measures(conn, [one for one in measures if one.message_id not in changed])
    for request in requests:
        if request.source_message_id not in changed:
            add_pin(conn, request, at)


def store_summary(
    conn: Connection, said: Sequence[ActiveMessageRecord], text: str, *, importance_score: float, at: datetime
) -> SummaryRecord | None:
    """Store the summary of messages; None where they say something else by now, because they were forgotten."""
    if _changed_since(conn, said):
        return None
    return summary_rows.add_summary(
        conn,
        session_id=said[0].conversation_id,
        summary=text,
        message_count=len(said),
        start_message_id=said[0].id,
        end_message_id=said[-1].id,
        importance_score=importance_score,
        at=at,
    )


def _changed_since(conn: Connection, read: Sequence[ActiveMessageRecord]) -> set[str]:
    """Return the messages that do not say any more what was read of them."""
    now = {one.id: short_term.get(conn, one.conversation_id, one.id) for one in read}
    return {one.id for one in read if (found := now[one.id]) is None or found.text != one.text}


def add_pin(conn: Connection, request: CreatePinRequest, at: datetime) -> SemanticPin:
    """Add a pin; a new name or language replaces the old one."""
    source = None
    if request.source_message_id is not None:
        source = short_term.get(conn, request.session_id, request.source_message_id)
    for old in pin_rows.pins_of(conn, request.session_id):
        if old.content != request.content and pinning.replaces_pin(request, old.content):
            pin_rows.delete_pin(conn, request.session_id, old.id, at)
    record = pin_rows.add_pin(
        conn,
        session_id=request.session_id,
        content=request.content,
        pin_type=request.pin_type or "manual",
        importance_score=pinning.pin_importance(request, source),
        source_message_id=request.source_message_id,
        at=at,
    )
    return pin_of(record)


@dataclass(frozen=True, kw_only=True, slots=True)
class StaleItems:
    """Summaries and pins that are out of date."""

    summaries: tuple[SummaryRecord, ...]
    """Of messages that were changed since."""
    pins: tuple[PinRecord, ...]
    """Of messages that are gone; manual pins stay."""


def find_stale(conn: Connection, conversation_id: str) -> StaleItems:
    """Return the summaries and pins that are out of date."""
    derived = [
        one
        for one in pin_rows.pins_of(conn, conversation_id)
        if one.pin_type != "manual" and one.source_message_id is not None
    ]
    here = short_term.places(conn, conversation_id, [one.source_message_id or "" for one in derived])
    return StaleItems(
        summaries=tuple(one for one in summary_rows.summaries_of(conn, conversation_id) if _is_stale(conn, one)),
        pins=tuple(one for one in derived if one.source_message_id not in here),
    )


def delete_stale(conn: Connection, stale: StaleItems, at: datetime) -> None:
    """Delete summaries and pins that are out of date."""
    for summary in stale.summaries:
        summary_rows.delete_summary(conn, summary.session_id, summary.id, at)
    for one in stale.pins:
        pin_rows.delete_pin(conn, one.session_id, one.id, at)


def _is_stale(conn: Connection, summary: SummaryRecord) -> bool:
    count, changed = short_term.state_of_span(
        conn, summary.session_id, summary.start_message_id, summary.end_message_id
    )
    return is_stale(summary, count, changed)


def _summaries_of(conn: Connection, conversation_id: str, said: Sequence[ActiveMessageRecord]) -> list[SummaryRecord]:
    """Return the summaries of what was said until then: where an older question is asked again, of nothing later."""
    found = summary_rows.summaries_of(conn, conversation_id)
    last = said[-1].sequence_number if said else 0
    ends = short_term.places(conn, conversation_id, [one.end_message_id for one in found])
    return [one for one in found if ends.get(one.end_message_id, last + 1) <= last]
