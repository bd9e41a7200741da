"""Read when stanzas left this computer and when what answers them at once came back, to compare two clocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.store.database import Connection

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
    rows = conn.exec_driver_sql(_ANSWERED, (sent_key, first, last, conversation_id))
    return [
        Exchange(
            left_at=datetime.fromisoformat(row.left_at) if row.left_at else None,
            arrived_at=datetime.fromisoformat(row.received_at),
            meta=_map(row.meta),
        )
        for row in rows
    ]


def _map(kept: str | None) -> Mapping[str, Any]:
    told = decode_json(kept) if kept else {}
    return told if isinstance(told, Mapping) else {}


_ANSWERED: Final = """
SELECT answer.meta, answer.received_at, CASE answer.name
    WHEN 'Acknowledgement' THEN (SELECT value FROM alicia_meta WHERE ref = answer.turn_ref AND key = ?1)
    ELSE (SELECT asked.received_at FROM journal AS asked WHERE asked.conversation_id = answer.conversation_id
        AND asked.name = 'Configuration' AND asked.direction = 'out' AND asked.seq < answer.seq
        ORDER BY asked.seq DESC LIMIT 1)
    END AS left_at
FROM journal AS answer
WHERE answer.seq BETWEEN ?2 AND ?3 AND answer.conversation_id = ?4 AND answer.direction = 'in'
    AND answer.name IN ('Acknowledgement', 'Configuration') AND NOT answer.stranger
"""
