"""Select whose conversations are whose: accounts, the names of a user, server profiles and the participant id.

What was written as one user waits until that user is signed in again; another one on the same server neither sees nor
sends it. What was written without a name belongs to whoever signs in, by their aliases (`aliases`), and becomes theirs
alone as soon as they go on with it: a conversation waits for one person and never for two.

Raw SQL: `OWNED` and `_WAITS` are pieces that search and sync put into their own measured statements.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.store.changes import note
from alicia_desktop.store.meta_entries import meta_value, set_meta, set_meta_once
from alicia_desktop.store.schema import conversations, memory, user_aliases, users
from alicia_desktop.store.schema.columns import to_json_text

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
    """Add an alias: `user_id` also finds what belongs to `alias`, never the other way round. Returns whether it is new.

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
    """Add the aliases of a user who is here: what was stored without a name, and in these guest sessions.

    Returns whether anything was new. Nobody's memories become those of the nameless; but on a server of one person
    both names of the nameless are that person's, who may never sign in.
    """
    if user_id in NAMELESS:
        guests = ()
        if conn.execute(select(users.c.pk).limit(1)).first() is not None:
            return False
    added = [add_alias(conn, user_id, alias, at) for alias in (*NAMELESS, *guests)]
    if guests:
        _note_guest_sessions(conn, set(guests).intersection(names_of(conn, user_id)))
    return any(added)


def _note_guest_sessions(conn: Connection, guests: Collection[str]) -> None:
    """Write the guest session that a memory came from into its column."""
    stored = memory.c.user_id.in_(guests) & memory.c.guest_session_id.is_(None)
    changed = memory.update().where(stored).values(guest_session_id=memory.c.user_id).returning(memory.c.id)
    for memory_id in conn.execute(changed).scalars().all():
        note(conn, "memory", None, memory_id)


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
class WaitingAccount:
    """What waits on this computer until somebody else is signed in, or another server is chosen."""

    account: Account
    messages: int


def is_of(account: Account) -> ColumnElement[bool]:
    """Return the condition that a conversation belongs to an account."""
    names = select(user_aliases.c.alias).where(user_aliases.c.user_id == account.user_id)
    own = (conversations.c.user_id == account.user_id) | conversations.c.user_id.in_(names)
    return (conversations.c.server == account.server) & own


def claim_conversation(conn: Connection, conversation_id: str, account: Account) -> None:
    """Give a conversation that was begun without a name to the account that goes on with it.

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


def claim_listed(conn: Connection, ids: Collection[str], account: Account) -> dict[str, str]:
    """Give conversations that a server lists for an account to its user, where nothing of another user waits.

    Returns the others, with the user that each waits for.
    """
    rows = conn.exec_driver_sql(
        f"SELECT one.id, one.user_id, {OWNED} OR NOT {_WAITS} FROM alicia_conversations AS one "
        "WHERE one.server = ?1 AND one.user_id <> ?2 AND one.id IN (SELECT value FROM json_each(?3))",
        (account.server, account.user_id, to_json_text(list(ids))),
    ).all()
    _give(conn, [row[0] for row in rows if row[2]], account)
    return {row[0]: row[1] for row in rows if not row[2]}


def waiting_for_others(conn: Connection, account: Account) -> list[WaitingAccount]:
    """Return how many messages wait for each other account, the most first."""
    rows = conn.exec_driver_sql(
        "SELECT one.server, one.user_id, count(*) AS number FROM alicia_messages AS said "
        "JOIN alicia_conversations AS one ON one.id = said.conversation_id "
        "WHERE said.sync_status = 'pending' AND said.message_role = 'user' AND said.deleted_at IS NULL "
        f"AND one.deleted_at IS NULL AND NOT ({OWNED}) GROUP BY one.server, one.user_id ORDER BY number DESC",
        (account.server, account.user_id),
    )
    return [WaitingAccount(account=Account(server=row[0], user_id=row[1]), messages=row[2]) for row in rows]


def _give(conn: Connection, ids: Collection[str], account: Account) -> None:
    if ids:
        conn.execute(conversations.update().where(conversations.c.id.in_(ids)).values(user_id=account.user_id))


def _not_yours(server: str, user_id: str, account: Account) -> str:
    if server != account.server:
        place = server or translate("this computer")
        return translate("That conversation lives on {place}. Choose {place} in the settings to go on with it.").format(
            place=place
        )
    return translate("That conversation belongs to {user}. Sign in as {user} in the settings to go on with it.").format(
        user=user_id
    )


_OF_SERVER: Final = "server "
"""Behind it follows the server's address."""
_SERVER_REF: Final = f"'{_OF_SERVER}' || (SELECT server FROM alicia_conversations WHERE id = ?1)"
FIND_PROFILE: Final = f"SELECT value FROM alicia_meta WHERE key = 'profile' AND ref = {_SERVER_REF}"
"""Parameter: the conversation. Raw, because `projection` asks it on the driver's connection."""

_OWN_REFS: Final = frozenset({"client", "memory_feed", "memory_mirror"})


def is_own_ref(ref: str) -> bool:
    """Whether the program has notes of its own under this name: nothing that comes in writes or deletes any there."""
    return ref in _OWN_REFS or ref.startswith(_OF_SERVER)


def profile_of(conn: Connection, conversation_id: str) -> Profile:
    """Return the profile of the server that the conversation lives on."""
    row = conn.exec_driver_sql(FIND_PROFILE, (conversation_id,)).first()
    if row is None:
        return "unknown"
    return "deployed" if row[0] == "deployed" else "canonical"


def server_profile(conn: Connection, server: str) -> Profile:
    """Return the profile of a server, as its last handshake has shown it."""
    known = meta_value(conn, f"{_OF_SERVER}{server}", "profile")
    return "unknown" if known is None else "deployed" if known == "deployed" else "canonical"


def remember_profile(conn: Connection, conversation_id: str, profile: Profile, at: datetime) -> None:
    """Store the profile that a handshake has shown, for all conversations of that server."""
    server = conn.execute(select(conversations.c.server).where(conversations.c.id == conversation_id)).scalar()
    if server is not None:
        set_meta(conn, f"{_OF_SERVER}{server}", "profile", profile, at)


_ATTACHMENTS_KEY: Final = "attachments"
NO_ATTACHMENTS: Final = translate("This server takes no attachments.")


def remember_attachments(conn: Connection, conversation_id: str, at: datetime, *, taken: bool) -> None:
    """Store whether the server of a conversation takes files with messages, as its last handshake said."""
    server = conn.execute(select(conversations.c.server).where(conversations.c.id == conversation_id)).scalar()
    said = "yes" if taken else "no"
    if server is not None and meta_value(conn, f"{_OF_SERVER}{server}", _ATTACHMENTS_KEY) != said:
        set_meta(conn, f"{_OF_SERVER}{server}", _ATTACHMENTS_KEY, said, at)


def takes_attachments(conn: Connection, conversation_id: str) -> bool | None:
    """Whether the server of a conversation takes files with messages; None where it has not said so yet."""
    if profile_of(conn, conversation_id) == "deployed":
        return False
    server = conn.execute(select(conversations.c.server).where(conversations.c.id == conversation_id)).scalar()
    said = None if server is None else meta_value(conn, f"{_OF_SERVER}{server}", _ATTACHMENTS_KEY)
    return None if said is None else said == "yes"


PARTICIPANT_PREFIX: Final = "desktop_"
_CLIENT_REF, _PARTICIPANT_KEY = "client", "participantId"
FORGET_PARTICIPANT_ID: Final = f"DELETE FROM alicia_meta WHERE ref = '{_CLIENT_REF}' AND key = '{_PARTICIPANT_KEY}'"
"""After which the next call of `participant_id` makes another one."""


def participant_id(conn: Connection, at: datetime) -> str:
    """Return the participant id of this database, made at the first call."""
    made = ids.new_id(PARTICIPANT_PREFIX)
    set_meta_once(conn, _CLIENT_REF, _PARTICIPANT_KEY, made, at)
    return meta_value(conn, _CLIENT_REF, _PARTICIPANT_KEY) or made
