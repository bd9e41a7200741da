"""Other names of one person: what was stored before signing in is found after it as well.

A table, not a list in the code: which names a person had before, only the person's own history can tell. It never
merges two names, because an alias is found by its owner and never the other way round. See
docs/memory.md#what-is-stored.

Who has a token of their own on a server (`users`) is one name of several people there: that name is nobody's alias, and
what was stored without a name is not theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import user_aliases, users

NAMELESS: Final = ("user", "anonymous")
"""Under which everybody stores who has not signed in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnNames:
    """The names of one person among the users of a server; where it has none, every name is theirs."""

    names: frozenset[str]
    registered: frozenset[str]
    """Of all users."""
    is_registered: bool

    def __contains__(self, name: str) -> bool:
        """Whether what is stored under this name is theirs."""
        return name in self.names or not (self.is_registered or name in self.registered)


def add_alias(conn: Connection, user_id: str, alias: str, at: datetime) -> bool:
    """Let `user_id` also find what belongs to `alias`; never the other way round. Returns whether that is news.

    Adds nothing where either is the name of a server's user: what they may find is settled when they are added.
    """
    if not alias or alias == user_id or is_registered(conn, user_id) or is_registered(conn, alias):
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
    added = [add_alias(conn, user_id, alias, at) for alias in (*NAMELESS, *guests)]
    return any(added)


def is_registered(conn: Connection, name: str) -> bool:
    """Whether a server's user has, or had, this name: what is stored under it is theirs alone."""
    return conn.execute(select(users.c.pk).where(users.c.name == name)).first() is not None


def may_own(conn: Connection, user_id: str) -> OwnNames:
    """Return under which names this person may store something."""
    return OwnNames(
        names=frozenset(names_of(conn, user_id)),
        registered=frozenset(conn.execute(select(users.c.name)).scalars()),
        is_registered=is_registered(conn, user_id),
    )


def names_of(conn: Connection, user_id: str) -> tuple[str, ...]:
    """Return all ids under which something of this person may be stored, the own one first."""
    query = select(user_aliases.c.alias).where(user_aliases.c.user_id == user_id).order_by(user_aliases.c.pk)
    return (user_id, *conn.execute(query).scalars())
