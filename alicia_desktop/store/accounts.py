"""Whose conversations: the server they live on, and who is signed in there.

What was written as one user waits until that user is signed in again; another one on the same server neither sees nor
sends it. What was written without a name belongs to whoever signs in, by their aliases (`aliases`), and becomes theirs
alone as soon as they go on with it: a conversation waits for one person and never for two.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, select

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.aliases import NAMELESS
from alicia_desktop.store.schema import conversations, user_aliases
from alicia_desktop.store.schema.columns import to_json_text

OWNED: Final = (
    "one.server = ?1 AND (one.user_id = ?2 OR one.user_id IN (SELECT alias FROM user_aliases WHERE user_id = ?2))"
)
"""Condition on `alicia_conversations AS one`. Parameters: the server, the user."""
UNSENT: Final = (
    "SELECT 1 FROM alicia_messages AS said WHERE said.conversation_id = one.id AND said.sync_status <> 'synced' "
    "AND said.message_role = 'user' AND said.deleted_at IS NULL"
)
_WAITS: Final = (
    "(EXISTS (SELECT 1 FROM outbox WHERE outbox.conversation_id = one.id) "
    f"OR EXISTS ({UNSENT}) "
    "OR EXISTS (SELECT 1 FROM alicia_meta AS owed WHERE owed.ref = one.id AND owed.key LIKE '%\\_untold' ESCAPE '\\') "
    "OR EXISTS (SELECT 1 FROM sync_heads AS head WHERE head.about = one.id "
    "AND (head.title <> one.title OR head.status <> one.status)))"
)
"""Whether anything in a conversation has not come to its server: words, votes, a pin, another title."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """A server, and as whom the person is known there."""

    server: str = ""
    """Its address; empty for the server on this computer."""
    user_id: str = NAMELESS[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class Others:
    """What waits on this computer until somebody else is signed in, or another server is chosen."""

    account: Account
    messages: int


def is_of(account: Account) -> ColumnElement[bool]:
    """Return the condition that a conversation belongs to an account."""
    names = select(user_aliases.c.alias).where(user_aliases.c.user_id == account.user_id)
    own = (conversations.c.user_id == account.user_id) | conversations.c.user_id.in_(names)
    return (conversations.c.server == account.server) & own


def go_on(conn: Connection, conversation_id: str, account: Account) -> None:
    """Somebody goes on with a conversation: what was begun without a name is theirs from now on.

    Raises:
        WorldError: `not_yours`: it belongs to somebody else, or lives on another server.
    """
    row = conn.exec_driver_sql(
        f"SELECT one.server, one.user_id, {OWNED} FROM alicia_conversations AS one WHERE one.id = ?3",
        (account.server, account.user_id, conversation_id),
    ).first()
    if row is None:
        return
    if not row[2]:
        raise WorldError(sentence=_not_yours(row[0], row[1], account), code="not_yours")
    if row[1] in NAMELESS and account.user_id not in NAMELESS:
        _give(conn, [conversation_id], account)


def listed_for(conn: Connection, ids: Collection[str], account: Account) -> dict[str, str]:
    """A server lists these conversations for an account: they are that user's now, where nothing of another's waits.

    Returns the others, with the user that each waits for.
    """
    rows = conn.exec_driver_sql(
        f"SELECT one.id, one.user_id, {OWNED} OR NOT {_WAITS} FROM alicia_conversations AS one "
        "WHERE one.server = ?1 AND one.user_id <> ?2 AND one.id IN (SELECT value FROM json_each(?3))",
        (account.server, account.user_id, to_json_text(list(ids))),
    ).all()
    _give(conn, [row[0] for row in rows if row[2]], account)
    return {row[0]: row[1] for row in rows if not row[2]}


def waiting_for_others(conn: Connection, account: Account) -> list[Others]:
    """Return how many messages wait for each other account, the most first."""
    rows = conn.exec_driver_sql(
        "SELECT one.server, one.user_id, count(*) AS number FROM alicia_messages AS said "
        "JOIN alicia_conversations AS one ON one.id = said.conversation_id "
        "WHERE said.sync_status = 'pending' AND said.message_role = 'user' AND said.deleted_at IS NULL "
        f"AND one.deleted_at IS NULL AND NOT ({OWNED}) GROUP BY one.server, one.user_id ORDER BY number DESC",
        (account.server, account.user_id),
    )
    return [Others(account=Account(server=row[0], user_id=row[1]), messages=row[2]) for row in rows]


def _give(conn: Connection, ids: Collection[str], account: Account) -> None:
    if ids:
        conn.execute(conversations.update().where(conversations.c.id.in_(ids)).values(user_id=account.user_id))


def _not_yours(server: str, user_id: str, account: Account) -> str:
    if server != account.server:
        place = server or "this computer"
        return f"That conversation lives on {place}. Choose {place} in the settings to go on with it."
    return f"That conversation belongs to {user_id}. Sign in as {user_id} in the settings to go on with it."
