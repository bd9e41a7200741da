"""Queries about what the person did to a memory, as the journal and the outbox have it: sent, confirmed or refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction, MemoryConfirmation, Message
from alicia_desktop.store import journal
from alicia_desktop.store.records import JournalRecord

ActState = Literal["waiting", "confirmed", "refused", "failed"]
"""`failed`: it could not be sent as it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryAct:
    """One MemoryAction of the person's."""

    seq: int
    at: datetime
    action: str
    memory: Mapping[str, Any]
    """What was to be changed, as sent."""
    state: ActState
    reason: str = ""
    """Why it was refused or could not be sent, in the words of who did it."""
    theirs: str = ""
    """What the memory said on the server when it was refused, where that was the reason."""


def of_memory(conn: Connection, memory_id: str, *, limit: int) -> list[MemoryAct]:
    """Return the last acts on a memory, the latest first."""
    sent = [record for record in journal.of_content(conn, memory_id) if record.name == "MemoryAction"]
    sent = [record for record in sent if record.direction == "out" and not record.duplicate][-limit:]
    if not sent:
        return []
    waiting = _waiting(conn, memory_id)
    answers = _confirmations(conn, memory_id, sent)
    refused = False in answers.values()  # else the journal is not searched: it may be long
    refusals = iter(_refusals(conn, memory_id, after=sent[0].seq) if refused else [])
    acts = []
    for record in sent:
        body = _decoded(record.raw)
        if not isinstance(body, MemoryAction):
            continue  # its words were forgotten
        act = MemoryAct(seq=record.seq, at=record.at, action=body.action, memory=body.memory or {}, state="confirmed")
        status = waiting.get((record.conversation_id or "", record.stanza_id or 0))
        if status is not None:
            failed = status[0] == "failed"
            act = replace(act, state="failed" if failed else "waiting", reason=status[1] if failed else "")
        elif answers.get(record.seq) is False:
            reason, theirs = next(refusals, ("", ""))
            act = replace(act, state="refused", reason=reason, theirs=theirs)
        acts.append(act)
    return acts[::-1]


def _waiting(conn: Connection, memory_id: str) -> dict[tuple[str, int], tuple[str, str]]:
    """Return status and error of what is in the outbox, by conversation and stanza id."""
    rows = conn.exec_driver_sql(
        "SELECT conversation_id, stanza_id, status, error FROM outbox WHERE content_id = ?", (memory_id,)
    )
    return {(row[0], row[1]): (row[2], row[3] or "") for row in rows}


def _confirmations(conn: Connection, memory_id: str, sent: Sequence[JournalRecord]) -> dict[int, bool]:
    """Return by act whether the server did it: it confirms in the order in which it was asked."""
    found: dict[int, bool] = {}
    for conversation_id in {record.conversation_id for record in sent}:
        open_acts = [record for record in sent if record.conversation_id == conversation_id]
        rows = conn.exec_driver_sql(
            "SELECT seq, raw FROM journal WHERE conversation_id = ? AND seq > ? AND type = ? AND direction = 'in' "
            "AND NOT duplicate AND NOT stranger ORDER BY seq",
            (conversation_id, open_acts[0].seq, MemoryConfirmation.TYPE),
        )
        for seq, raw in rows:
            body = _decoded(raw)
            if not isinstance(body, MemoryConfirmation) or body.memory_id != memory_id:
                continue
            asked = next((act for act in open_acts if act.seq < seq), None)
            if asked is not None:
                found[asked.seq] = body.success
                open_acts.remove(asked)
    return found


def _refusals(conn: Connection, memory_id: str, *, after: int) -> list[tuple[str, str]]:
    """Return what the server said of what it refused, in order: the sentence, and what the memory said there."""
    rows = conn.exec_driver_sql(
        "SELECT raw, json_extract(meta, '$.memory.theirs') FROM journal WHERE type = ? AND direction = 'in' "
        "AND seq > ? AND NOT duplicate AND NOT stranger "
        "AND (turn_ref = ? OR json_extract(meta, '$.memory.id') = ?) ORDER BY seq",
        (ErrorMessage.TYPE, after, memory_id, memory_id),
    )
    bodies = [(_decoded(row[0]), row[1] or "") for row in rows]
    return [(body.message, theirs) for body, theirs in bodies if isinstance(body, ErrorMessage)]


def _decoded(raw: bytes | None) -> Message | None:
    inbound = decode(raw) if raw else None
    return inbound.body if isinstance(inbound, Stanza) else None
