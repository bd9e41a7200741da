"""What is kept of a conversation, each as one function on a connection, and so one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from alicia_desktop.memory import pinning
from alicia_desktop.memory.api_types import CreatePinRequest, SemanticPin, pin_of
from alicia_desktop.memory.context import Conversation, is_stale
from alicia_desktop.memory.importance import importance_of
from alicia_desktop.memory.privacy import to_keep
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.store.conversations import pins as pin_rows
from alicia_desktop.store.conversations import short_term
from alicia_desktop.store.conversations import summaries as summary_rows
from alicia_desktop.store.conversations.pins import PinRecord
from alicia_desktop.store.conversations.short_term import Measure, SaidRecord
from alicia_desktop.store.conversations.summaries import SummaryRecord
from alicia_desktop.store.database import Connection
from alicia_desktop.store.server import server_queries

WINDOW: Final = 200
"""The last messages among which an answer's context is chosen; what is older is in the summaries."""
EARLIER: Final = 40
"""Messages before one in which code that it speaks of is looked for."""


def load(conn: Connection, conversation_id: str, *, before: str | None, private: bool) -> Conversation:
    """Return a conversation as it was before a message; of a private one only what was said in it."""
    said = short_term.before(conn, conversation_id, before, limit=WINDOW)
    first = said[0].sequence_number if said else 0
    private = private or server_queries.is_private(conn, conversation_id)
    return Conversation(
        id=conversation_id,
        messages=said,
        older=short_term.older(conn, conversation_id, first),
        pins=() if private else pin_rows.of_conversation(conn, conversation_id),
        summaries=() if private else _summaries_of(conn, conversation_id, said),
        private=private,
        question_id=before,
    )


def judge(new: Sequence[SaidRecord], first: Sequence[SaidRecord]) -> tuple[list[Measure], list[CreatePinRequest]]:
    """Return what messages are worth, and what of them is to be pinned; `first` are those before them."""
    measures: list[Measure] = []
    requests: list[CreatePinRequest] = []
    earlier = list(first)
    for said in new:
        kept = to_keep(said)
        measured = replace(kept, importance_score=importance_of(kept.text, said.role))
        measures.append(
            Measure(
                message_id=said.id,
                importance_score=measured.importance_score or 0.0,
                token_usage=token_count(said.text),
            )
        )
        requests += pinning.pins_for(measured, earlier[-EARLIER:])
        earlier.append(measured)
    return measures, requests


def keep(conn: Connection, measures: Sequence[Measure], requests: Sequence[CreatePinRequest], at: datetime) -> None:
    """Write what `judge` returned."""
    short_term.write_measures(conn, measures)
    for request in requests:
        pin(conn, request, at)


def pin(conn: Connection, request: CreatePinRequest, at: datetime) -> SemanticPin:
    """Pin something; a new name or language takes the place of the old one."""
    source = None
    if request.source_message_id is not None:
        source = short_term.get(conn, request.session_id, request.source_message_id)
    for old in pin_rows.of_conversation(conn, request.session_id):
        if old.content != request.content and pinning.takes_the_place_of(request, old.content):
            pin_rows.delete(conn, request.session_id, old.id, at)
    record = pin_rows.add(
        conn,
        session_id=request.session_id,
        content=request.content,
        pin_type=request.pin_type or "manual",
        importance_score=pinning.importance_when_none_is_given(request, source),
        source_message_id=request.source_message_id,
        at=at,
    )
    return pin_of(record)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stale:
    """What is kept and does not hold any more."""

    summaries: tuple[SummaryRecord, ...]
    """Of what was changed since."""
    pins: tuple[PinRecord, ...]
    """Whose message is gone; the person's own pins stay."""


def what_is_stale(conn: Connection, conversation_id: str) -> Stale:
    """Return what is to be dropped."""
    derived = [
        one
        for one in pin_rows.of_conversation(conn, conversation_id)
        if one.pin_type != "manual" and one.source_message_id is not None
    ]
    here = short_term.places(conn, conversation_id, [one.source_message_id or "" for one in derived])
    return Stale(
        summaries=tuple(one for one in summary_rows.of_conversation(conn, conversation_id) if _is_stale(conn, one)),
        pins=tuple(one for one in derived if one.source_message_id not in here),
    )


def drop(conn: Connection, stale: Stale, at: datetime) -> None:
    """Take away what does not hold any more."""
    for summary in stale.summaries:
        summary_rows.delete(conn, summary.session_id, summary.id, at)
    for one in stale.pins:
        pin_rows.delete(conn, one.session_id, one.id, at)


def _is_stale(conn: Connection, summary: SummaryRecord) -> bool:
    count, changed = short_term.state_of_span(
        conn, summary.session_id, summary.start_message_id, summary.end_message_id
    )
    return is_stale(summary, count, changed)


def _summaries_of(conn: Connection, conversation_id: str, said: Sequence[SaidRecord]) -> list[SummaryRecord]:
    """Return the summaries of what was said until then: where an older question is asked again, of nothing later."""
    found = summary_rows.of_conversation(conn, conversation_id)
    last = said[-1].sequence_number if said else 0
    ends = short_term.places(conn, conversation_id, [one.end_message_id for one in found])
    return [one for one in found if ends.get(one.end_message_id, last + 1) <= last]
