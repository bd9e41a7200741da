"""Serve devices that were offline: accept their messages, change what is as they saw it, list what is here.

It takes what they wrote, once; changes what is still as they saw it; and tells what it has, page by page. Nothing
here overwrites: the same `local_id` with other words, and a change of what somebody else has changed meanwhile, are
refused, so that the person can decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import Connection, func, literal, select, update

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantMessage, UserMessage
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import conversations, messages, private
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.records import ConversationRecord, MessageRecord
from alicia_desktop.store.schema import conversations as conversation_table
from alicia_desktop.store.schema import messages as table
from alicia_desktop.store.schema.columns import columns_of, record_of, storable
from alicia_desktop.store.server import foreign_ids

CHANGED: Final = "changed_meanwhile"
OTHER_WORDS: Final = "The server has other words for this message."


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceMessage:
    """A message that a device wrote while it was apart."""

    local_id: str
    role: Literal["user", "assistant"]
    contents: str
    previous_id: str | None
    created_at: datetime | None
    superseded_at: datetime | None = None
    """When it gave way to another branch there."""
    attachments: tuple[dict[str, Any], ...] | None = None
    """Its files, as on the wire."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """What became of an offered message."""

    local_id: str
    message: MessageRecord
    """As the server has it."""
    is_new: bool = False
    conflict: str = ""
    """Why it was not taken; empty when the server has it as it was offered."""


def accept_messages(
    conn: Connection, conversation_id: str, offered: Sequence[DeviceMessage], at: datetime
) -> list[Answered]:
    """Store what is not here yet; what is here under the same `local_id` with other words stays, and that is said.

    A `local_id` that is another conversation's is stored under a new id, which what follows it names then.
    """
    answered: list[Answered] = []
    stored: dict[str, str] = {}
    for one in offered:
        named = None if one.previous_id is None else stored.get(one.previous_id, one.previous_id)
        if named is not None and foreign_ids.is_elsewhere(conn, conversation_id, [named]):
            named = None
        answered.append(_accept(conn, conversation_id, replace(one, previous_id=named), at))
        stored[one.local_id] = answered[-1].message.id
    return answered


def change(
    conn: Connection,
    conversation_id: str,
    at: datetime,
    *,
    title: str | None = None,
    status: Literal["active", "archived", "deleted"] | None = None,
    expected_title: str | None = None,
    expected_status: str | None = None,
) -> ConversationRecord:
    """Change a conversation where it is still as the device saw it.

    Raises:
        WorldError: `changed_meanwhile`, or `not_found`: it was purged; nothing is changed then.
    """
    known = conversations.get(conn, conversation_id)
    if known is None:
        raise WorldError(sentence="There is no such conversation.", code="not_found")
    if (expected_title is not None and known.title not in {expected_title, title}) or (
        expected_status is not None and known.status not in {expected_status, status}
    ):
        raise _changed()
    if title is not None:
        known = conversations.rename(conn, conversation_id, title, at)
    if status == "deleted":
        known = conversations.delete(conn, conversation_id, at)
    elif status is not None:
        conversations.undelete(conn, conversation_id, at)
        known = conversations.set_archived(conn, conversation_id, at, archived=status == "archived")
    return known


def delete(conn: Connection, conversation_id: str, at: datetime, *, version: str = "") -> None:
    """Delete a conversation, with a `version` only where nothing was said or changed since it had that one.

    Raises:
        WorldError: `changed_meanwhile`.
    """
    known = conversations.get(conn, conversation_id)
    if known is None or (version and known.updated_at.isoformat() != version):
        raise _changed()
    conversations.delete(conn, conversation_id, at)


def purge(conn: Connection, conversation_id: str) -> None:
    """Delete a conversation that is deleted already with all that it holds, for good.

    Raises:
        WorldError: `changed_meanwhile`: it was restored.
    """
    known = conversations.get(conn, conversation_id)
    if known is None or known.deleted_at is None:
        raise _changed()
    private.purge_conversation(conn, conversation_id)
    with for_good(conn):
        conn.execute(conversation_table.delete().where(conversation_table.c.id == conversation_id))


def purge_expired(conn: Connection, at: datetime, *, private_until: datetime) -> None:
    """Purge what nobody can restore any more: deleted 30 days ago, or private and deleted up to `private_until`."""
    columns, until = conversation_table.c, at - conversations.RESTORABLE
    gone = (columns.deleted_at <= until) | (columns.private & (columns.deleted_at <= private_until))
    for conversation_id in conn.execute(select(columns.id).where(gone)).scalars().all():
        purge(conn, conversation_id)


def begun(conn: Connection, local_id: str, user_ids: Sequence[str]) -> ConversationRecord | None:
    """Return the conversation that a device began under a name of its own, where it was made already."""
    named = func.json_extract(conversation_table.c.preferences, "$.local_id") == local_id
    row = conn.execute(
        select(conversation_table).where(
            named, conversation_table.c.user_id.in_(user_ids), conversation_table.c.deleted_at.is_(None)
        )
    ).first()
    return None if row is None else record_of(ConversationRecord, row)


def page(
    conn: Connection, conversation_id: str, *, superseded: bool, offset: int, limit: int | None
) -> tuple[list[MessageRecord], int]:
    """Return messages in their order and how many there are in all, with the superseded ones or without."""
    chosen = (table.c.conversation_id == conversation_id) & table.c.deleted_at.is_(None)
    if not superseded:
        chosen &= table.c.superseded_at.is_(None)
    columns = columns_of(MessageRecord, table)
    query = select(*columns).where(chosen).order_by(table.c.sequence_number, table.c.pk).offset(offset).limit(limit)
    total: int = conn.execute(select(func.count()).where(chosen)).scalar_one()
    return [record_of(MessageRecord, row) for row in conn.execute(query)], total


def counts(conn: Connection, conversation_id: str) -> tuple[dict[str, int], datetime | None]:
    """Return how many messages have which sync state, and when the last that a device wrote was synced."""
    chosen = (table.c.conversation_id == conversation_id) & table.c.deleted_at.is_(None)
    rows = conn.execute(select(table.c.sync_status, func.count()).where(chosen).group_by(table.c.sync_status))
    last = select(func.max(table.c.synced_at)).where(chosen, table.c.local_id.is_not(None))
    return {row[0]: row[1] for row in rows}, conn.execute(last).scalar()


def _accept(conn: Connection, conversation_id: str, one: DeviceMessage, at: datetime) -> Answered:
    known = messages.get_in(conn, conversation_id, one.local_id)
    if known is not None:
        same = known.message_role == one.role and known.contents == storable(one.contents)
        if same:
            _give_way(conn, known, one, at)
        return Answered(local_id=one.local_id, message=known, conflict="" if same else OTHER_WORDS)
    is_taken = foreign_ids.is_elsewhere(conn, conversation_id, [one.local_id])
    name = ids.new_id(ids.MESSAGE) if is_taken else one.local_id
    kind = UserMessage if one.role == "user" else AssistantMessage
    body: UserMessage | AssistantMessage = kind(
        id=name,
        previous_id=one.previous_id,
        conversation_id=conversation_id,
        content=one.contents,
        timestamp=None if one.created_at is None else int(one.created_at.timestamp() * 1000),
    )
    if isinstance(body, UserMessage):
        body = msgspec.structs.replace(body, attachments=one.attachments)
    stanza = Stanza(stanza_id=0, conversation_id=conversation_id, body=body, meta={"localId": one.local_id})
    record(conn, [JournalEntry(direction="in", content=stanza, raw=encode(stanza), at=at)])
    stored = messages.get(conn, name)
    assert stored is not None
    _give_way(conn, stored, one, at)
    return Answered(local_id=one.local_id, message=stored, is_new=True)


def _give_way(conn: Connection, known: MessageRecord, one: DeviceMessage, at: datetime) -> None:
    """Put a message into the branch that it is in on the device: what took its place came before it."""
    if one.superseded_at is None or known.superseded_at is not None:
        return
    later = table.alias()
    branch = select(literal(known.id).label("id")).cte(recursive=True)
    branch = branch.union(select(later.c.id).join(branch, later.c.previous_id == branch.c.id))
    superseded = update(table).where(table.c.id.in_(select(branch.c.id)), table.c.superseded_at.is_(None))
    values = {"superseded_at": one.superseded_at, "updated_at": at}
    rows = conn.execute(superseded.values(values).returning(table.c.id)).all()
    conn.execute(
        update(conversation_table).where(conversation_table.c.id == known.conversation_id).values(updated_at=at)
    )
    for (row_id,) in rows:
        note(conn, "message", known.conversation_id, row_id)


def _changed() -> WorldError:
    return WorldError(sentence="Somebody else has changed it meanwhile.", code=CHANGED, retry=True)
