"""Add and remove the users of a server: a name and a token each. Without any, its owner is the one user.

    token = users.add(conn, "anna", now).token   # shown once; only its digest is stored
    users.remove(conn, "anna", now)              # the token is void; what is stored under the name stays

A token has 256 random bits, so a plain SHA-256 of it can neither be guessed nor looked up. Who is removed keeps the
row, so that nobody reaches what is stored under the name until it is added again, which makes a new token.
"""

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import NAMELESS, is_own_ref
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import private
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.schema import conversations, memory, meta, user_aliases, user_devices
from alicia_desktop.store.schema import users as table
from alicia_desktop.store.schema.columns import columns_of, record_of

MAX_NAME_CHARACTERS: Final = 64
BAD_NAME: Final = "bad_request"
NOT_FOUND: Final = "not_found"
USER_EXISTS: Final = "user_exists"
FORBIDDEN: Final = "forbidden"


@dataclass(frozen=True, kw_only=True, slots=True)
class UserRecord:
    """A row of `users`."""

    name: str
    token_digest: str | None
    """None: removed."""
    created_at: datetime
    updated_at: datetime
    """When the token was made, or taken away."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AddedUser:
    """A user who has just been added."""

    token: str = field(repr=False)
    """Stored nowhere."""
    names: frozenset[str]
    """Theirs, and those that found, or were found by, something under another name before: what these have open is
    open no more."""


_COLUMNS: Final = columns_of(UserRecord, table)


def digest_of(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def listed(conn: Connection) -> list[UserRecord]:
    """Return all users by name, removed ones too."""
    return [record_of(UserRecord, row) for row in conn.execute(select(*_COLUMNS).order_by(table.c.name))]


def add(conn: Connection, name: str, at: datetime) -> AddedUser:
    """Add a user, or one who was removed again.

    Raises:
        WorldError: `bad_request` for what is no name, `user_exists`.
    """
    check_name(name)
    known = conn.execute(select(*_COLUMNS).where(table.c.name == name)).first()
    if known is not None and known.token_digest is not None:
        sentence = f"{name} has a token already. To give them another one, remove {name} and add them again."
        raise WorldError(sentence=sentence, code=USER_EXISTS)
    token = secrets.token_urlsafe(32)
    values = {"token_digest": digest_of(token), "updated_at": at}
    if known is not None:
        conn.execute(table.update().where(table.c.name == name).values(values))
        return AddedUser(token=token, names=frozenset({name}))
    conn.execute(table.insert().values(name=name, created_at=at, **values))
    return AddedUser(token=token, names=frozenset({name, *_make_exclusive(conn, name)}))


def remove(conn: Connection, name: str, at: datetime) -> None:
    """Make the token of a user void, and those of their computers; what is stored under the name stays.

    Raises:
        WorldError: `not_found`.
    """
    known = (table.c.name == name) & table.c.token_digest.is_not(None)
    values = {"token_digest": None, "updated_at": at}
    if not conn.execute(table.update().where(known).values(values)).rowcount:
        raise no_such_user(name)
    conn.execute(user_devices.delete().where(user_devices.c.user_name == name))


def delete(conn: Connection, name: str) -> None:
    """Delete a user with every conversation and memory under the name, for good.

    Raises:
        WorldError: `not_found`; one who was removed before is found.
    """
    if not conn.execute(table.delete().where(table.c.name == name)).rowcount:
        raise no_such_user(name)
    conn.execute(user_devices.delete().where(user_devices.c.user_name == name))
    owned = conversations.c.user_id == name
    for conversation_id in conn.execute(select(conversations.c.id).where(owned)).scalars().all():
        private.purge_conversation(conn, conversation_id)
    remembered = memory.c.user_id == name
    with for_good(conn):
        conn.execute(conversations.delete().where(owned))
        for memory_id in conn.execute(memory.delete().where(remembered).returning(memory.c.id)).scalars().all():
            note(conn, "memory", None, memory_id)
            if not is_own_ref(memory_id):
                conn.execute(meta.delete().where(meta.c.ref == memory_id))
        conn.execute(user_aliases.delete().where(user_aliases.c.user_id == name))


def is_user(conn: Connection, name: str) -> bool:
    """Return whether a name is that of a user who is not removed."""
    return (
        conn.execute(select(table.c.pk).where(table.c.name == name, table.c.token_digest.is_not(None))).first()
        is not None
    )


def check_free(conn: Connection, name: str) -> None:
    """Check that a name may be the owner's, who has no token of the users'.

    Raises:
        WorldError: `forbidden`: it is a user's.
    """
    if accounts.is_registered(conn, name):
        raise not_the_owners(name)


def not_the_owners(name: str) -> WorldError:
    """Return the error for the owner's use of a user's name."""
    sentence = f"{name} has a token of their own on this server. Use that one, or another name."
    return WorldError(sentence=sentence, code=FORBIDDEN)


def no_such_user(name: str) -> WorldError:
    """Return the error for a name that has no token."""
    sentence = f"There is no user {name!r}. `alicia-desktop serve users list` shows all."
    return WorldError(sentence=sentence, code=NOT_FOUND)


def _make_exclusive(conn: Connection, name: str) -> list[str]:
    """Take the name out of everybody's aliases, and the nameless out of theirs; return who finds less now.

    Both came about while one token did for all: whoever had it was taken for one person under several names.
    """
    shared = user_aliases.c.alias.in_(NAMELESS) | user_aliases.c.alias.in_(select(table.c.name))
    theirs = (user_aliases.c.user_id == name) & shared
    gone = user_aliases.delete().where(theirs | (user_aliases.c.alias == name)).returning(user_aliases.c.user_id)
    found = list(conn.execute(gone).scalars())
    for user_id in found:
        note(conn, "alias", None, user_id)
    return found


def check_name(name: str) -> None:
    """Check that a name can be a user's.

    Raises:
        WorldError: `bad_request`.
    """
    plain = name.isprintable() and name == name.strip() and name == unicodedata.normalize("NFC", name)
    if not name or not plain or len(name) > MAX_NAME_CHARACTERS:
        sentence = f"A name has 1 to {MAX_NAME_CHARACTERS} visible characters, and no space at either end."
        raise WorldError(sentence=sentence, code=BAD_NAME)
    if name in NAMELESS:
        sentence = f"{name} stands for whoever has no name. Choose another name."
        raise WorldError(sentence=sentence, code=BAD_NAME)
