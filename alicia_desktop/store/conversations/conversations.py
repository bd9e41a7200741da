"""Query and change conversations: the list in the sidebar, and what a user does to one of its rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Select, func, select, update
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.base import ids
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.protocol.conversation_settings import SETTINGS, ConversationSettings, settings_map
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.meta_entries import SERVER_FEATURES, delete_meta, meta_value
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.schema import conversations, messages, meta, outbox, sync_conflicts, sync_heads
from alicia_desktop.store.schema.columns import columns_of, record_of

LINE_CHARACTERS: Final = 200
"""Most of the last line that a list returns."""
RESTORABLE: Final = timedelta(days=30)
"""For this long a deleted conversation can be restored."""
PURGED: Final = "client.purged"
"""Key of a deleted conversation's entry: nothing of it is left here but that it was."""
PURGE_UNTOLD: Final = "purge_untold"
"""Key of a purged conversation's entry: its server may still keep it restorable."""

_COLUMNS: Final = columns_of(ConversationRecord, conversations)


def create(
    conn: Connection,
    *,
    at: datetime,
    conversation_id: str | None = None,
    user_id: str = "user",
    title: str = "",
    livekit_room_name: str | None = None,
    preferences: Mapping[str, Any] | None = None,
    server: str = "",
    private: bool = False,
) -> ConversationRecord:
    """Make a conversation, or complete the one of that id which a stanza has already made, and return it.

    Without an id it gets one of its own (`local_…`) until a server gives it another (`adopt`).
    """
    conversation_id = conversation_id or ids.new_id(ids.LOCAL)
    row = {"id": conversation_id, "user_id": user_id, "created_at": at, "updated_at": at}
    conn.execute(insert(conversations).values(row).on_conflict_do_nothing(index_elements=["id"]))
    given = {"title": title, "livekit_room_name": livekit_room_name, "preferences": preferences, "server": server}
    chosen = {name: value for name, value in given.items() if value}
    return _change(conn, conversation_id, at, user_id=user_id, private=private, **chosen)


def get(conn: Connection, conversation_id: str) -> ConversationRecord | None:
    """Return the conversation, deleted or not, or None."""
    row = conn.execute(select(*_COLUMNS).where(conversations.c.id == conversation_id)).first()
    return None if row is None else record_of(ConversationRecord, row)


def is_deleted(conn: Connection, conversation_id: str) -> bool:
    """Whether there is such a conversation, and it was deleted."""
    gone = select(conversations.c.pk).where(conversations.c.id == conversation_id, conversations.c.status == "deleted")
    return conn.execute(gone).first() is not None


def is_purged(conn: Connection, conversation_id: str) -> bool:
    """Whether it was deleted for good, and only its empty row is left."""
    return meta_value(conn, conversation_id, PURGED) is not None


def listed(
    conn: Connection,
    *,
    account: Account | None = None,
    user_ids: tuple[str, ...] | None = None,
    ids: Sequence[str] | None = None,
    limit: int = 500,
    offset: int = 0,
) -> list[ConversationRecord]:
    """Return conversations that are not deleted, pinned first, then the latest, with the last line and its time."""
    query = _with_last_line().where(conversations.c.deleted_at.is_(None))
    if account is not None:
        query = query.where(accounts.is_of(account))
    if user_ids is not None:
        query = query.where(conversations.c.user_id.in_(user_ids))
    if ids is not None:
        query = query.where(conversations.c.id.in_(ids))
    order = conversations.c.pinned.desc(), conversations.c.updated_at.desc(), conversations.c.pk.desc()
    rows = conn.execute(query.order_by(*order).limit(limit).offset(offset))
    return [record_of(ConversationRecord, row) for row in rows]


def deleted_since(conn: Connection, *, account: Account | None, since: datetime) -> list[ConversationRecord]:
    """Return what was deleted after `since` and can be restored, the last deleted first; nothing private or empty."""
    columns = conversations.c
    purged = select(meta.c.pk).where(meta.c.ref == columns.id, meta.c.key == PURGED).correlate(conversations).exists()
    is_private = columns.private | func.coalesce(func.json_extract(columns.preferences, "$.private"), 0)
    query = _with_last_line().where(columns.deleted_at > since, ~purged, ~is_private)
    if account is not None:
        query = query.where(accounts.is_of(account))
    rows = conn.execute(query.order_by(columns.deleted_at.desc(), columns.pk.desc()))
    return [record for row in rows if (record := record_of(ConversationRecord, row)).title or not record.empty]


def count(conn: Connection, *, account: Account | None = None, user_ids: tuple[str, ...] | None = None) -> int:
    """Return how many `listed` would return without a limit."""
    query = select(func.count()).select_from(conversations).where(conversations.c.deleted_at.is_(None))
    if account is not None:
        query = query.where(accounts.is_of(account))
    if user_ids is not None:
        query = query.where(conversations.c.user_id.in_(user_ids))
    return conn.execute(query).scalar_one()


def titles(conn: Connection, *, account: Account | None) -> list[tuple[str, str]]:
    """Return id and title of the conversations that are not deleted."""
    query = select(conversations.c.id, conversations.c.title).where(conversations.c.deleted_at.is_(None))
    if account is not None:
        query = query.where(accounts.is_of(account))
    return [(row[0], row[1]) for row in conn.execute(query)]


def titled(conn: Connection, title: str) -> list[str]:
    """Return the ids of the conversations of this title that are not deleted, the latest first."""
    query = select(conversations.c.id).where(conversations.c.title == title, conversations.c.deleted_at.is_(None))
    return list(conn.execute(query.order_by(conversations.c.updated_at.desc())).scalars())


def last_opened(conn: Connection, *, account: Account | None = None) -> ConversationRecord | None:
    """Return the conversation in which the person was last, for reopening where one left; None when there is none."""
    opened = select(*_COLUMNS).where(conversations.c.deleted_at.is_(None), conversations.c.last_opened_at.is_not(None))
    if account is not None:
        opened = opened.where(accounts.is_of(account))
    row = conn.execute(opened.order_by(conversations.c.last_opened_at.desc()).limit(1)).first()
    return None if row is None else record_of(ConversationRecord, row)


def open_now(conn: Connection, conversation_id: str, at: datetime) -> None:
    """Remember that the person looks at it; no activity, so its place in the list stays."""
    conn.execute(update(conversations).where(conversations.c.id == conversation_id).values(last_opened_at=at))


def rename(conn: Connection, conversation_id: str, title: str, at: datetime) -> ConversationRecord:
    """Change the title of a conversation."""
    return _change(conn, conversation_id, at, title=title)


def set_pinned(conn: Connection, conversation_id: str, at: datetime, *, pinned: bool) -> ConversationRecord:
    """Pin a conversation to the top of the list, or unpin it."""
    return _change(conn, conversation_id, at, pinned=pinned)


def set_settings(
    conn: Connection, conversation_id: str, at: datetime, settings: ConversationSettings
) -> ConversationRecord:
    """Give a conversation a model, a persona and a temperature of its own."""
    record = get(conn, conversation_id)
    others = {key: value for key, value in (record.preferences if record else {}).items() if key != SETTINGS}
    own = settings_map(settings)
    return _change(conn, conversation_id, at, preferences=others | ({SETTINGS: own} if own else {}))


def server_features(conn: Connection, record: ConversationRecord) -> frozenset[str] | None:
    """Return what the server of a conversation has announced; None: nothing yet."""
    told = told_by_server(conn, record, SERVER_FEATURES)
    return None if told is None else frozenset(str(one) for one in decode_json(told, list[Any]))


def told_by_server(conn: Connection, record: ConversationRecord, key: str) -> str | None:
    """Return what a server has told under a key in a conversation, or else in another one, the last time."""
    newest = (
        select(meta.c.value)
        .join(conversations, conversations.c.id == meta.c.ref)
        .where(meta.c.key == key, conversations.c.server == record.server)
        .order_by(meta.c.updated_at.desc())
        .limit(1)
    )
    return meta_value(conn, record.id, key) or conn.execute(newest).scalar()


def set_archived(conn: Connection, conversation_id: str, at: datetime, *, archived: bool) -> ConversationRecord:
    """Archive it, or take it back."""
    return _change(conn, conversation_id, at, status="archived" if archived else "active")


def delete(conn: Connection, conversation_id: str, at: datetime) -> ConversationRecord:
    """Delete it softly: it leaves the list and can come back."""
    return _change(conn, conversation_id, at, status="deleted", deleted_at=at)


def undelete(conn: Connection, conversation_id: str, at: datetime) -> ConversationRecord:
    """Undo `delete`; what was purged here is fetched from its server again."""
    if is_purged(conn, conversation_id):
        conn.execute(update(sync_heads).where(sync_heads.c.about == conversation_id).values(fetched=None))
        for key in (PURGED, PURGE_UNTOLD):
            delete_meta(conn, conversation_id, key)
    return _change(conn, conversation_id, at, status="active", deleted_at=None)


def set_room_name(conn: Connection, conversation_id: str, room_name: str) -> None:
    """Store the name of its LiveKit room, where it is another than before; no activity, so its place stays."""
    other = conversations.c.livekit_room_name.is_distinct_from(room_name)
    conn.execute(
        update(conversations).where(conversations.c.id == conversation_id, other).values(livekit_room_name=room_name)
    )


def restart_server_ids(conn: Connection, conversation_id: str, stanza_id: int) -> None:
    """Begin a new epoch of the server's stanza ids at `stanza_id`: its agent was started anew.

    See docs/protocol.md#stanza-ids.
    """
    conn.execute(
        update(conversations).where(conversations.c.id == conversation_id).values(last_server_stanza_id=stanza_id)
    )


def _change(conn: Connection, conversation_id: str, at: datetime, **values: Any) -> ConversationRecord:
    statement = update(conversations).where(conversations.c.id == conversation_id).values(updated_at=at, **values)
    row = conn.execute(statement.returning(*_COLUMNS)).first()
    if row is None:
        raise LookupError(f"no conversation {conversation_id}")
    note(conn, "conversation", conversation_id, conversation_id)
    return record_of(ConversationRecord, row)


def _with_last_line() -> Select[Any]:
    shown = (
        (messages.c.conversation_id == conversations.c.id)
        & messages.c.deleted_at.is_(None)
        & messages.c.superseded_at.is_(None)
    )
    newest = (
        select(messages.c.pk)
        .where(shown, messages.c.contents != "")
        .order_by(messages.c.sequence_number.desc())
        .limit(1)
        .correlate(conversations)
        .scalar_subquery()
    )
    said = select(messages.c.pk).where(shown).correlate(conversations).exists()  # counting would read every message
    waits = (outbox.c.conversation_id == conversations.c.id) & (outbox.c.type == UserMessage.TYPE)
    open_conflict = (sync_conflicts.c.about == conversations.c.id) & sync_conflicts.c.resolution.is_(None)
    return select(
        *_COLUMNS,
        select(outbox.c.pk).where(waits, outbox.c.status == "queued").correlate(conversations).exists().label("queued"),
        select(outbox.c.pk).where(waits, outbox.c.status == "failed").correlate(conversations).exists().label("unsent"),
        select(sync_conflicts.c.pk).where(open_conflict).correlate(conversations).exists().label("conflict"),
        func.substr(messages.c.contents, 1, LINE_CHARACTERS).label("last_line"),
        messages.c.created_at.label("last_line_at"),
        (~said).label("empty"),
    ).join_from(conversations, messages, messages.c.pk == newest, isouter=True)
