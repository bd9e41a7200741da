"""Read when stanzas left this computer and when what answers them at once came back, to compare two clocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, case, select, type_coerce

from alicia_desktop.store.schema import journal, meta
from alicia_desktop.store.schema.columns import UtcDateTime

NEIGHBOURHOOD: Final = 500
"""Stanzas before and after those asked for that are looked through; clocks drift, so other days tell nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """An Acknowledgement or a Configuration that came, and when what it answers had left."""

    left_at: datetime | None
    """None where that is not known."""
    arrived_at: datetime
    meta: Mapping[str, Any]
    """Of the answer: when its sender had what it answers, and when it wrote this."""


def read_exchanges(conn: Connection, conversation_id: str, seqs: Sequence[int], *, sent_key: str) -> list[Exchange]:
    """Return the exchanges around some stanzas of a conversation.

    Args:
        conn: Where to read.
        conversation_id: The conversation.
        seqs: The stanzas, by their place in the journal.
        sent_key: Key of a message's meta under which stands when it left.
    """
    if not seqs:
        return []
    first, last = min(seqs) - NEIGHBOURHOOD, max(seqs) + NEIGHBOURHOOD
    answer, asked = journal.alias(), journal.alias()
    sent = select(type_coerce(meta.c.value, UtcDateTime)).where(meta.c.ref == answer.c.turn_ref, meta.c.key == sent_key)
    opened = (asked.c.name == "Configuration") & (asked.c.direction == "out") & (asked.c.seq < answer.c.seq)
    greeted = select(asked.c.received_at).where(asked.c.conversation_id == answer.c.conversation_id, opened)
    left_at = case(
        (answer.c.name == "Acknowledgement", sent.scalar_subquery()),
        else_=greeted.order_by(asked.c.seq.desc()).limit(1).scalar_subquery(),
    )
    rows = conn.execute(
        select(left_at, answer.c.received_at, answer.c.meta).where(
            answer.c.seq.between(first, last),
            answer.c.conversation_id == conversation_id,
            answer.c.direction == "in",
            answer.c.name.in_(("Acknowledgement", "Configuration")),
            ~answer.c.stranger,
        )
    )
    return [
        Exchange(left_at=left_at, arrived_at=arrived_at, meta=told if isinstance(told, Mapping) else {})
        for left_at, arrived_at, told in rows
    ]
