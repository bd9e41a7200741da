"""Other names of one person: what was stored before signing in is found after it as well (MEMORY.md §1).

A table, not a list in the code: which names a person had before, only the person's own history can tell. It never
merges two names, because an alias is found by its owner and never the other way round.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import user_aliases

NAMELESS: Final = ("user", "anonymous")
"""Under which everybody stores who has not signed in."""


def add(conn: Connection, user_id: str, alias: str, at: datetime) -> bool:
    """Let `user_id` also find what belongs to `alias`; never the other way round. Returns whether that is news."""
    if not alias or alias == user_id:
        return False
    values = {"user_id": user_id, "alias": alias, "created_at": at}
    added = conn.execute(insert(user_aliases).values(values).on_conflict_do_nothing()).rowcount > 0
    if added:
        note(conn, "alias", None, user_id)
    return added


def sign_in(conn: Connection, user_id: str, at: datetime, *, guests: Sequence[str] = ()) -> bool:
    """Somebody has a name from now on: what was stored without one, and in these guest sessions, is found under it.

    Returns whether anything was new. Nobody's memories become those of the nameless.
    """
    if user_id in NAMELESS:
        return False
    added = [add(conn, user_id, alias, at) for alias in (*NAMELESS, *guests)]
    return any(added)


def of_user(conn: Connection, user_id: str) -> tuple[str, ...]:
    """Return all ids under which something of this person may be stored, the own one first."""
    query = select(user_aliases.c.alias).where(user_aliases.c.user_id == user_id).order_by(user_aliases.c.pk)
    return (user_id, *conn.execute(query).scalars())
