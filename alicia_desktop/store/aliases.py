"""Other names of one person: what was stored before signing in is found after it as well (MEMORY.md §1)."""

from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import user_aliases


def add(conn: Connection, user_id: str, alias: str, at: datetime) -> None:
    """Let `user_id` also find what belongs to `alias`; never the other way round."""
    if alias != user_id:
        values = {"user_id": user_id, "alias": alias, "created_at": at}
        conn.execute(insert(user_aliases).values(values).on_conflict_do_nothing())
        note(conn, "alias", None, user_id)


def of_user(conn: Connection, user_id: str) -> tuple[str, ...]:
    """Return all ids under which something of this person may be stored, the own one first."""
    query = select(user_aliases.c.alias).where(user_aliases.c.user_id == user_id).order_by(user_aliases.c.pk)
    return (user_id, *conn.execute(query).scalars())
