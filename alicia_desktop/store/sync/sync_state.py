"""Read what a sync plan is made from, and store what was done of it.

Each function is one transaction and leaves a state from which the next plan goes on, wherever the program ends.

Raw SQL: one statement over all conversations for a plan, measured by `tests/bench/bench_sync.py`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.protocol.conversation_settings import (
    NO_SETTINGS,
    SETTINGS,
    ConversationSettings,
    settings_in,
    settings_map,
)
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import OWNED, UNSENT, Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.conversations.default_titles import default_title, is_greeting, opening_question
from alicia_desktop.store.meta_entries import meta_value, set_meta
from alicia_desktop.store.schema import conversations as table
from alicia_desktop.store.schema import sync_heads
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text
from alicia_desktop.store.sync import pending_changes, sync_conflicts
from alicia_desktop.store.sync.sync_records import (
    ConflictKind,
    Disagreement,
    LocalConversation,
    RemoteConversation,
    Status,
    SyncHead,
    Unsent,
)

_NEWS: Final = (
    "SELECT 1 FROM alicia_messages AS said WHERE said.conversation_id = one.id AND said.message_role = 'user' "
    "AND said.updated_at > one.deleted_at"
)
_ASKED: Final = (
    "SELECT substr(asked.contents, 1, 1000) FROM alicia_messages AS asked WHERE asked.conversation_id = one.id "
    "AND asked.message_role = 'user' AND asked.deleted_at IS NULL ORDER BY asked.sequence_number LIMIT 1"
)
"""The first question, of which `default_title` reads the beginning."""
_LOCAL: Final = (
    "SELECT one.id, one.title, one.status, "
    "one.private OR coalesce(json_extract(one.preferences, '$.private'), 0) OR coalesce(one.deleted_at > ?3, 0) "
    "OR one.user_id <> ?2, "
    f"EXISTS ({UNSENT}), one.deleted_at IS NOT NULL AND EXISTS ({_NEWS}), "
    "head.pk, head.title, head.status, head.fetched, one.pinned, "
    "EXISTS (SELECT 1 FROM alicia_meta AS owed WHERE owed.ref = one.id AND owed.key = ?4), "
    "json_extract(one.preferences, ?5), "
    "EXISTS (SELECT 1 FROM alicia_meta AS owed WHERE owed.ref = one.id AND owed.key = ?6), one.deleted_at, "
    "EXISTS (SELECT 1 FROM alicia_meta AS gone WHERE gone.ref = one.id AND gone.key = ?7), "
    f"CASE WHEN one.title <> '' AND coalesce(head.title, '') = '' THEN ({_ASKED}) END "
    "FROM alicia_conversations AS one LEFT JOIN sync_heads AS head ON head.about = one.id "
    f"WHERE {OWNED}"
)
_NOT_CARRIED: Final = (
    "SELECT said.id, said.conversation_id, said.sequence_number, said.previous_id, said.contents, said.created_at, "
    "said.superseded_at "
    "FROM alicia_messages AS said JOIN alicia_conversations AS one ON one.id = said.conversation_id "
    f"WHERE {OWNED} AND one.deleted_at IS NULL AND NOT one.private AND one.id NOT LIKE 'local\\_%' ESCAPE '\\' "
    "AND said.sync_status = 'pending' AND said.message_role = 'user' AND said.deleted_at IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.content_id = said.id) ORDER BY said.pk"
)
_APPEAR: Final = (
    "INSERT INTO alicia_conversations(id, user_id, title, status, server, pinned, preferences, created_at, updated_at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
"""As text, like the next: SQLAlchemy makes that of an upsert anew each time, which took longer than all else here."""
_AGREE: Final = (
    "INSERT INTO sync_heads(about, title, status) VALUES (?, ?, ?) "
    "ON CONFLICT(about) DO UPDATE SET title = excluded.title, status = excluded.status"
)
_FETCHED: Final = (
    "INSERT INTO sync_heads(about, fetched) VALUES (?, ?) ON CONFLICT(about) DO UPDATE SET fetched = excluded.fetched"
)


def local_conversations(
    conn: Connection, account: Account, *, undoable_since: datetime
) -> dict[str, LocalConversation]:
    """Return all conversations of an account; what was deleted after `undoable_since` is held back."""
    conflicts = sync_conflicts.of_heads(conn, account)
    found = {}
    keys = pending_changes.PIN_KEY, f"$.{SETTINGS}", pending_changes.SETTINGS_KEY, conversations.PURGED
    restores = accounts.server_profile(conn, account.server) != "deployed"
    for row in conn.exec_driver_sql(_LOCAL, (account.server, account.user_id, to_utc_text(undoable_since), *keys)):
        head = None if row[6] is None else SyncHead(title=row[7], status=row[8], fetched=row[9])
        found[row[0]] = LocalConversation(
            id=row[0],
            title=row[1],
            has_default_title=row[16] is not None and _is_default_title(conn, row[0], row[1], asked=row[16]),
            status=row[2],
            held=bool(row[3]),
            head=head,
            unsent=bool(row[4]),
            news=bool(row[5]),
            waits=bool(row[14]) and not row[15] and not restores,
            purged=bool(row[15]),
            deleted_at=None if row[14] is None else datetime.fromisoformat(row[14]),
            pinned=bool(row[10]),
            pin_owed=bool(row[11]),
            settings=settings_in({SETTINGS: decode_json(row[12])}) if row[12] else NO_SETTINGS,
            settings_owed=bool(row[13]),
            conflicts=conflicts.get(row[0], {}),
        )
    return found


def _is_default_title(conn: Connection, conversation_id: str, title: str, *, asked: str) -> bool:
    first = default_title(asked)
    return title == first or (is_greeting(first) and title == default_title(opening_question(conn, conversation_id)))


def appear(conn: Connection, remote: Sequence[RemoteConversation], *, account: Account, at: datetime) -> None:
    """Insert conversations of the server, without their messages."""
    for one in remote:
        created, updated = to_utc_text(one.created_at or at), to_utc_text(one.updated_at or at)
        own = {SETTINGS: settings_map(one.settings)} if one.settings else {}
        values = (one.id, account.user_id, one.title, one.status, account.server, bool(one.pinned), to_json_text(own))
        conn.exec_driver_sql(_APPEAR, (*values, created, updated))
        _agree(conn, one.id, SyncHead(title=one.title, status=one.status))
        note(conn, "conversation", one.id, one.id)


def apply(
    conn: Connection,
    seen: LocalConversation,
    at: datetime,
    *,
    title: str | None,
    status: Status | None,
    pinned: bool | None,
    settings: ConversationSettings | None,
    agree: SyncHead | None,
    disagreements: Sequence[Disagreement],
    settled: frozenset[ConflictKind],
) -> bool:
    """Write down what a plan says of one conversation; nothing, and False, where the person has changed it since."""
    known = conversations.get(conn, seen.id)
    if known is None or (known.title, known.status, known.pinned) != (seen.title, seen.status, seen.pinned):
        return False
    if settings is not None and settings_in(known.preferences) != seen.settings:
        return False
    if title is not None:
        conversations.rename(conn, seen.id, title, at)
    if status == "deleted":
        conversations.delete(conn, seen.id, at)
    elif status is not None:
        conversations.undelete(conn, seen.id, at)
        conversations.set_archived(conn, seen.id, at, archived=status == "archived")
    if pinned is not None:
        conversations.set_pinned(conn, seen.id, at, pinned=pinned)
    if settings is not None:
        conversations.set_settings(conn, seen.id, at, settings)
    if agree is not None:
        _agree(conn, seen.id, agree)
    for one in disagreements:
        sync_conflicts.add_conflict(conn, seen.id, one, at)
    sync_conflicts.settle(conn, seen.id, settled, at)
    return True


def agree(conn: Connection, about: str, *, title: str | None = None, status: Status | None = None) -> None:
    """Store what the server has of a conversation now."""
    values: dict[str, Any] = {"title": title, "status": status}
    given = {name: value for name, value in values.items() if value is not None}
    if given:
        conn.execute(sync_heads.update().where(sync_heads.c.about == about).values(given))


def agreed_status(conn: Connection, about: str) -> Status | None:
    """Return what both sides last knew a conversation to be; None where nothing was agreed."""
    status: Status | None = conn.execute(select(sync_heads.c.status).where(sync_heads.c.about == about)).scalar()
    return status


def forget(conn: Connection, about: str) -> None:
    """Nothing is agreed on any more: it stays on this computer, whatever the server has."""
    conn.execute(sync_heads.delete().where(sync_heads.c.about == about))


def fetched(conn: Connection, about: str, version: str) -> None:
    """All messages that the server had at `version` are here."""
    conn.exec_driver_sql(_FETCHED, (about, version))
    note(conn, "sync", about, about)


def unfetched(conn: Connection, account: Account) -> set[str]:
    """Return the conversations whose messages were never fetched: they look empty, and are not."""
    query = (
        select(sync_heads.c.about)
        .join(table, table.c.id == sync_heads.c.about)
        .where(accounts.is_of(account), sync_heads.c.fetched.is_(None))
    )
    return set(conn.execute(query).scalars())


def unsent(conn: Connection, account: Account) -> list[Unsent]:
    """Return the messages that wait for the server and that no outbox carries."""
    return [
        Unsent(
            id=row[0],
            about=row[1],
            sequence_number=row[2],
            previous_id=row[3],
            contents=row[4],
            created_at=datetime.fromisoformat(row[5]),
            superseded_at=None if row[6] is None else datetime.fromisoformat(row[6]),
        )
        for row in conn.exec_driver_sql(_NOT_CARRIED, (account.server, account.user_id))
    ]


def last_synced(conn: Connection, account: Account) -> datetime | None:
    """Return when both last said the same."""
    moment = meta_value(conn, *_synced(account))
    return None if moment is None else datetime.fromisoformat(moment)


def note_synced(conn: Connection, account: Account, at: datetime) -> None:
    """Store that this computer and the server say the same now."""
    set_meta(conn, *_synced(account), to_utc_text(at), at)


def _synced(account: Account) -> tuple[str, str]:
    return f"server {account.server}", f"last_synced {account.user_id}"


def _agree(conn: Connection, about: str, head: SyncHead) -> None:
    conn.exec_driver_sql(_AGREE, (about, head.title, head.status))
