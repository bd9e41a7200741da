"""Read one memory in full: its earlier versions, what used it, what it is linked with, and what the user did to it.

`memory_list` has the long lists; `traces` the message that it came from (`origin`). Whether the server did what the
user wanted (`actions_on`) is found in journal and outbox.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Text, func, or_, select

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryAction, MemoryConfirmation, Message
from alicia_desktop.store import journal
from alicia_desktop.store.memories import memories, traces
from alicia_desktop.store.memories.memory_actions import MemoryVersion, history_of, is_unsent
from alicia_desktop.store.records import JournalRecord, MemoryRecord, MemoryUseRecord
from alicia_desktop.store.schema import journal as stanzas
from alicia_desktop.store.schema import outbox

MAX_USES: Final = 200
"""Uses of a memory that its page carries, the latest ones."""
ActState = Literal["waiting", "confirmed", "refused", "failed"]
"""`failed`: it could not be sent as it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryPage:
    """All there is to know of one memory."""

    record: MemoryRecord
    history: tuple[MemoryVersion, ...]
    uses: tuple[MemoryUseRecord, ...]
    """The latest `MAX_USES`, newest first; those that stored or changed it are among them (`action`)."""
    links_to: tuple[MemoryRecord, ...]
    """The memory that it refers to, if that is here and not deleted."""
    links_from: tuple[MemoryRecord, ...]
    """Those that refer to it."""
    unsent: bool
    """Whether something that the person did to it has not been confirmed by the server yet."""


def memory_page(conn: Connection, memory_id: str) -> MemoryPage | None:
    """Return one memory with its history, uses and links, also a deleted one; None where there is none."""
    record = memories.get_memory(conn, memory_id)
    if record is None:
        return None
    return MemoryPage(
        record=record,
        history=history_of(record),
        uses=tuple(traces.latest_of_memory(conn, memory_id, limit=MAX_USES)),
        links_to=_live(conn, [record.reference_to] if record.reference_to else []),
        links_from=_live(conn, record.reference_links),
        unsent=is_unsent(conn, memory_id),
    )


def _live(conn: Connection, ids: Sequence[str]) -> tuple[MemoryRecord, ...]:
    found = memories.get_memories(conn, ids)
    return tuple(found[one] for one in ids if one in found and found[one].deleted_at is None)


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


def actions_on(conn: Connection, memory_id: str, *, limit: int) -> list[MemoryAct]:
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
    rows = conn.execute(select(outbox).where(outbox.c.content_id == memory_id))
    return {(row.conversation_id, row.stanza_id): (row.status, row.error or "") for row in rows}


def _confirmations(conn: Connection, memory_id: str, sent: Sequence[JournalRecord]) -> dict[int, bool]:
    """Return by act whether the server did it: it confirms in the order in which it was asked."""
    found: dict[int, bool] = {}
    for conversation_id in {record.conversation_id for record in sent}:
        open_acts = [record for record in sent if record.conversation_id == conversation_id]
        query = select(stanzas.c.seq, stanzas.c.raw).where(
            stanzas.c.conversation_id == conversation_id, _received(MemoryConfirmation.TYPE, after=open_acts[0].seq)
        )
        for seq, raw in conn.execute(query.order_by(stanzas.c.seq)):
            body = _decoded(raw)
            if not isinstance(body, MemoryConfirmation) or body.memory_id != memory_id:
                continue
            asked = next((act for act in open_acts if act.seq < seq), None)
            if asked is not None:
                found[asked.seq] = body.success
                open_acts.remove(asked)
    return found


def _received(number: int, *, after: int) -> ColumnElement[bool]:
    """Return the condition that a stanza of a type came in after a `seq`, and counts."""
    came = (stanzas.c.type == number) & (stanzas.c.direction == "in") & (stanzas.c.seq > after)
    return came & ~stanzas.c.duplicate & ~stanzas.c.stranger


def _refusals(conn: Connection, memory_id: str, *, after: int) -> list[tuple[str, str]]:
    """Return what the server said of what it refused, in order: the sentence, and what the memory said there."""
    named = func.json_extract(stanzas.c.meta, "$.memory.id", type_=Text) == memory_id
    query = select(stanzas.c.raw, func.json_extract(stanzas.c.meta, "$.memory.theirs", type_=Text)).where(
        _received(ErrorMessage.TYPE, after=after), or_(stanzas.c.turn_ref == memory_id, named)
    )
    bodies = [(_decoded(raw), theirs or "") for raw, theirs in conn.execute(query.order_by(stanzas.c.seq))]
    return [(body.message, theirs) for body, theirs in bodies if isinstance(body, ErrorMessage)]


def _decoded(raw: bytes | None) -> Message | None:
    inbound = decode(raw) if raw else None
    return inbound.body if isinstance(inbound, Stanza) else None
