"""Query answers that were asked for again: without or with which memories, and which answer came of it.

They are found in the journal, so that two answers can be compared as long as their stanzas are kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ControlVariation
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.records import (
    JournalRecord,
    MessageRecord,
)

_VARIATION_NAME: Final = "ControlVariation"


@dataclass(frozen=True, kw_only=True, slots=True)
class Variation:
    """One request for another answer to the same question."""

    seq: int
    at: datetime
    first_id: str
    """The answer that was there."""
    second_id: str | None
    """The answer that came of it; None while there is none."""
    excluded: tuple[str, ...]
    """Memories that were not to be used."""
    included: tuple[str, ...]
    """Memories that were to be used whatever they score."""


def variations_of(conn: Connection, message_id: str) -> list[Variation]:
    """Return the regenerations of the turn of a question or answer, in the order of the requests."""
    answers = [message for one in ids_of_turn(conn, message_id) if (message := messages.get(conn, one)) is not None]
    answers = [message for message in answers if message.message_role == "assistant"]
    asked = [record for record in journal.of_turn(conn, message_id, {_VARIATION_NAME}) if not record.duplicate]
    found: list[Variation] = []
    for record in asked:
        body = _regeneration(record)
        if body is not None and (made := _variation(record, body, answers, found)) is not None:
            found.append(made)
    return found


def _variation(
    record: JournalRecord, body: ControlVariation, answers: list[MessageRecord], earlier: list[Variation]
) -> Variation | None:
    before = [answer for answer in answers if answer.created_at <= record.at]
    first = next((answer for answer in answers if answer.id == body.target_id), before[-1] if before else None)
    if first is None:
        return None
    taken = {first.id, *(variation.second_id for variation in earlier)}
    later = [answer.id for answer in answers if answer.created_at >= record.at and answer.id not in taken]
    named = first.superseded_by if first.superseded_by not in taken else None
    return Variation(
        seq=record.seq,
        at=record.at,
        first_id=first.id,
        second_id=named or next(iter(later), None),
        excluded=_named_memories(record.meta, "exclude"),
        included=_named_memories(record.meta, "include"),
    )


def _regeneration(record: JournalRecord) -> ControlVariation | None:
    """Return the body of a regeneration; None for another variation, or when its words are gone."""
    inbound = decode(record.raw) if record.raw else None
    body = inbound.body if isinstance(inbound, Stanza) else None
    return body if isinstance(body, ControlVariation) and body.mode == "regenerate" else None


def _named_memories(meta: Mapping[str, Any] | None, name: str) -> tuple[str, ...]:
    requested = (meta or {}).get("memories")
    ids = requested.get(name) if isinstance(requested, Mapping) else None
    return tuple(str(one) for one in ids) if isinstance(ids, list) else ()
