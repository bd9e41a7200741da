"""Store what both sides changed while offline, until the user decides; carry out each decision.

A decision is one transaction: what is kept, what is agreed on and what is to be sent are written down together. What is
to be sent goes out by the room (a message under a new name, docs/protocol.md#offline-sync) or by the next plan (title
and status).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select, update

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ControlVariation, Message, UserMessage
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.accounts import Account, profile_of
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.schema import conversations as conversation_table
from alicia_desktop.store.schema import messages as message_table
from alicia_desktop.store.schema import sync_conflicts, sync_heads
from alicia_desktop.store.sync import sync_records
from alicia_desktop.store.sync.sync_records import Conflict, ConflictKind, Disagreement, Resolution, Status

_OPEN: Final = sync_conflicts.c.resolution.is_(None)
_CHOSEN: Final[Mapping[Resolution, str]] = {
    "mine": translate("You kept yours."),
    "theirs": translate("You kept the server’s."),
    "both": translate("You kept both."),
    "merged": translate("You wrote what it is to be."),
}
_SETTLED: Final[Mapping[ConflictKind, str]] = {
    "message": translate("Conflict about the message settled"),
    "title": translate("Conflict about the title settled"),
    "status": translate("Conflict about the status settled"),
    "deletion": translate("Conflict about the deletion settled"),
}


def add_conflict(conn: Connection, about: str, found: Disagreement, at: datetime) -> None:
    """Put something before the person; what is before them already gets its present words."""
    here = (sync_conflicts.c.about == about) & (sync_conflicts.c.kind == found.kind) & _OPEN
    if found.message_id is not None:
        here &= sync_conflicts.c.message_id == found.message_id
    words = {"base": found.base, "mine": found.mine, "theirs": found.theirs, "reason": found.reason, "updated_at": at}
    if not conn.execute(update(sync_conflicts).where(here).values(words)).rowcount:
        values = {"id": ids.new_id("sc_"), "about": about, "kind": found.kind, "message_id": found.message_id}
        conn.execute(sync_conflicts.insert().values({**values, **words, "created_at": at}))
    note(conn, "sync", about, about)


def settle(conn: Connection, about: str, kinds: frozenset[ConflictKind], at: datetime) -> None:
    """Close conflicts of these kinds: both sides have come to say the same."""
    for kind in kinds:
        here = (sync_conflicts.c.about == about) & (sync_conflicts.c.kind == kind)
        _close(conn, about, here, "agreed", at)


def waiting(conn: Connection, account: Account) -> list[Conflict]:
    """Return what waits for the person, the oldest first."""
    query = (
        select(sync_conflicts, conversation_table.c.title)
        .join(conversation_table, conversation_table.c.id == sync_conflicts.c.about)
        .where(_OPEN, accounts.is_of(account))
        .order_by(sync_conflicts.c.pk)
    )
    return [_conflict(row) for row in conn.execute(query)]


def of_heads(conn: Connection, account: Account) -> dict[str, dict[ConflictKind, tuple[str, str]]]:
    """Return, by conversation, what waits about titles, archiving and deletion: mine and theirs."""
    found: dict[str, dict[ConflictKind, tuple[str, str]]] = {}
    for one in waiting(conn, account):
        if one.kind != "message":
            found.setdefault(one.about, {})[one.kind] = (one.mine, one.theirs)
    return found


def count(conn: Connection, account: Account) -> int:
    """Return how many wait for the person."""
    return len(waiting(conn, account))


def of_message(conn: Connection, message_id: str) -> str | None:
    """Return the id of the conflict about a message."""
    here = (sync_conflicts.c.message_id == message_id) & _OPEN
    return conn.execute(select(sync_conflicts.c.id).where(here)).scalar()


def resolve(
    conn: Connection, conflict_id: str, choice: Resolution, at: datetime, *, text: str = "", meta: Mapping[str, Any]
) -> Conflict:
    """Do what the person has decided; `text` is the merge or the other title, `meta` what a new message is sent with.

    Raises:
        WorldError: `settled`: there is nothing to decide any more.
    """
    query = (
        select(sync_conflicts, conversation_table.c.title, conversation_table.c.server)
        .join(conversation_table, conversation_table.c.id == sync_conflicts.c.about)
        .where(sync_conflicts.c.id == conflict_id, _OPEN)
    )
    row = conn.execute(query).first()
    if row is None:
        raise WorldError(sentence=translate("That was settled already."), code="settled")
    conflict = _conflict(row)
    match conflict.kind:
        case "message":
            _resolve_message(conn, conflict, choice, at, text=text, meta=meta)
        case "title":
            chosen = {"mine": conflict.mine, "theirs": conflict.theirs}.get(choice, text or conflict.mine)
            _agree(conn, conflict.about, title=conflict.theirs)
            conversations.rename(conn, conflict.about, chosen, at)
        case "status":
            _agree(conn, conflict.about, status=_status(conflict.theirs))
            archived = (conflict.mine if choice == "mine" else conflict.theirs) == "archived"
            conversations.set_archived(conn, conflict.about, at, archived=archived)
        case "deletion":
            _resolve_deletion(conn, conflict, choice, at)
    _close(conn, conflict.about, sync_conflicts.c.id == conflict_id, choice, at)
    sync_records.log_step(conn, row.server, conflict.about, _SETTLED[conflict.kind], why=_CHOSEN[choice], at=at)
    return conflict


def _resolve_deletion(conn: Connection, conflict: Conflict, choice: Resolution, at: datetime) -> None:
    known = conversations.get(conn, conflict.about)
    assert known is not None, "a conversation's row never goes"
    is_mine = choice == "mine"
    if known.status == "deleted":  # deleted here, changed there
        theirs = _status(conflict.base or "active")
        _agree(conn, conflict.about, title=conflict.theirs, status=theirs)
        if is_mine:
            if not conversations.is_purged(conn, conflict.about):
                conversations.rename(conn, conflict.about, conflict.theirs, at)
            conversations.delete(conn, conflict.about, at)  # again: what is there now was seen
        else:
            conversations.undelete(conn, conflict.about, at)
            conversations.rename(conn, conflict.about, conflict.theirs, at)
            conversations.set_archived(conn, conflict.about, at, archived=theirs == "archived")
        return
    _agree(conn, conflict.about, status="deleted")
    if not is_mine:
        conversations.delete(conn, conflict.about, at)


def _resolve_message(
    conn: Connection, conflict: Conflict, choice: Resolution, at: datetime, *, text: str, meta: Mapping[str, Any]
) -> None:
    """The server's words stay under the old name; mine, where they are wanted, are asked in their place or after it."""
    known = messages.get(conn, conflict.message_id or "")
    if known is None:
        return
    names = {"local_id": known.local_id or known.id, "server_id": known.server_id or known.id}
    values = names | {"contents": conflict.theirs, "sync_status": "synced", "synced_at": at, "updated_at": at}
    conn.execute(update(message_table).where(message_table.c.id == known.id).values(values))
    note(conn, "message", conflict.about, known.id)
    words = text if choice == "merged" and text else conflict.mine
    if choice == "theirs" or not words or (choice != "both" and words == conflict.theirs):
        return
    question = UserMessage(
        id=ids.new_id(ids.MESSAGE),
        previous_id=known.previous_id,
        conversation_id=conflict.about,
        content=words,
        timestamp=int(at.timestamp() * 1000),
    )
    if choice == "both" or profile_of(conn, conflict.about) == "deployed":
        _send(conn, conflict.about, _after_the_last(conn, known, question), meta, at)
        return
    edit = ControlVariation(conversation_id=conflict.about, target_id=known.id, mode="edit", new_content=words)
    _send(conn, conflict.about, edit, {}, at)
    _send(conn, conflict.about, question, meta, at)


def _after_the_last(conn: Connection, known: MessageRecord, question: UserMessage) -> UserMessage:
    said = messages.of_conversation(conn, known.conversation_id, limit=1, with_superseded=False)
    return UserMessage(
        id=question.id,
        previous_id=said[-1].id if said else known.id,
        conversation_id=question.conversation_id,
        content=question.content,
        timestamp=question.timestamp,
    )


def _send(conn: Connection, about: str, body: Message, meta: Mapping[str, Any], at: datetime) -> None:
    number = outbox.next_client_stanza_id(conn, about)
    outbox.put(conn, Stanza(stanza_id=number, conversation_id=about, body=body, meta=meta), at=at)


def _agree(conn: Connection, about: str, **values: Any) -> None:
    conn.execute(update(sync_heads).where(sync_heads.c.about == about).values(values))


def _close(conn: Connection, about: str, here: Any, resolution: Resolution, at: datetime) -> None:
    """End a conflict; its words stay where they were said, and nowhere else."""
    values = {"resolution": resolution, "base": None, "mine": "", "theirs": "", "updated_at": at}
    if conn.execute(update(sync_conflicts).where(here, _OPEN).values(values)).rowcount:
        note(conn, "sync", about, about)


def _status(value: str) -> Status:
    return "archived" if value == "archived" else "active"


def _conflict(row: Any) -> Conflict:
    return Conflict(
        id=row.id,
        about=row.about,
        kind=row.kind,
        message_id=row.message_id,
        base=row.base,
        mine=row.mine,
        theirs=row.theirs,
        reason=row.reason,
        created_at=row.created_at,
        title=row.title,
    )
