"""Add and remove the paired computers of a server's users and of its owner: each has a token of its own.

token = devices.add(conn, "anna", "Anna's laptop", now)   # shown once; only its digest is stored
devices.remove(conn, "anna", "Anna's laptop")             # its token is void; the others of anna stay
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.schema import user_devices as table
from alicia_desktop.store.schema.columns import columns_of, record_of
from alicia_desktop.store.server import users
from alicia_desktop.store.server.users import BAD_NAME, NOT_FOUND, AddedUser, digest_of

MAX_DEVICES: Final = 32
"""Of one user."""
MAX_NAME_CHARACTERS: Final = 64
TOO_MANY: Final = "too_many_devices"


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceRecord:
    """A row of `user_devices`."""

    user_name: str
    name: str
    token_digest: str
    created_at: datetime


_COLUMNS: Final = columns_of(DeviceRecord, table)


def listed(conn: Connection) -> list[DeviceRecord]:
    """Return all paired computers, by user and in the order in which they were paired."""
    query = select(*_COLUMNS).order_by(table.c.user_name, table.c.pk)
    return [record_of(DeviceRecord, row) for row in conn.execute(query)]


def check_name(name: str) -> None:
    """Check that a name can be a computer's.

    Raises:
        WorldError: `bad_request`.
    """
    if not name or not name.isprintable() or name != name.strip() or len(name) > MAX_NAME_CHARACTERS:
        sentence = f"A computer's name has 1 to {MAX_NAME_CHARACTERS} visible characters, and no space at either end."
        raise WorldError(sentence=sentence, code=BAD_NAME)


def add(conn: Connection, user_name: str, name: str, at: datetime) -> str:
    """Add a computer and return its token; one of the same name loses its own.

    Raises:
        WorldError: `bad_request` for what is no name, `too_many_devices`.
    """
    check_name(name)
    theirs = table.c.user_name == user_name
    conn.execute(table.delete().where(theirs, table.c.name == name))
    if len(conn.execute(select(table.c.pk).where(theirs)).all()) >= MAX_DEVICES:
        sentence = (
            f"{user_name} has {MAX_DEVICES} paired computers already. "
            "Remove one with `alicia-desktop serve devices remove`."
        )
        raise WorldError(sentence=sentence, code=TOO_MANY)
    token = secrets.token_urlsafe(32)
    conn.execute(table.insert().values(user_name=user_name, name=name, token_digest=digest_of(token), created_at=at))
    return token


def pair(conn: Connection, user_name: str, name: str, at: datetime, *, own: bool) -> AddedUser:
    """Add a computer of a user, who is added where they are none; or with `own` one of the server's owner.

    Raises:
        WorldError: `forbidden`: an owner's name is a user's now; else as `add` and `users.add`.
    """
    names: frozenset[str] = frozenset()
    if own:
        users.check_free(conn, user_name)
    elif not users.is_user(conn, user_name):
        names = users.add(conn, user_name, at).names
    return AddedUser(token=add(conn, user_name, name, at), names=names)


def remove(conn: Connection, user_name: str, name: str) -> None:
    """Remove a computer; its token is void.

    Raises:
        WorldError: `not_found`.
    """
    if not conn.execute(table.delete().where(table.c.user_name == user_name, table.c.name == name)).rowcount:
        sentence = f"{user_name} has no computer {name!r}. `alicia-desktop serve devices list` shows all."
        raise WorldError(sentence=sentence, code=NOT_FOUND)
