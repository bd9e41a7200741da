"""Authenticate who makes a call, and decide what belongs to whom: the one place where access is decided.

    principal = users.authenticate(token="…", named="anna")    # or a WorldError for the user
    record = await ownership.find(principal.user_id, conversation_id)

The owner is whoever has the bearer token of `server.json`: the one person of a server without users, under whatever
name. Where there are users, each has a token; what is stored under the name of one is reached with that token only, not
with the owner's. Paired computers, of users and of the owner, have tokens of their own that reach the same. Every HTTP
call about a conversation passes `ownership_middleware` (`server.http.guard`) before its handler; rooms and agents ask
`Ownership.owns`. What is another user's is answered as if it did not exist.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.http import json_bodies
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.server import devices
from alicia_desktop.store.server import users as rows
from alicia_desktop.store.server.devices import DeviceRecord
from alicia_desktop.store.server.users import FORBIDDEN, AddedUser, UserRecord, digest_of

DEFAULT_NAME: Final = "user"
"""Of the owner, where a call names nobody."""
KEY_CHARACTERS: Final = 16
UNAUTHORIZED: Final = "unauthorized"
DELETED: Final = "deleted"


@dataclass(frozen=True, kw_only=True, slots=True)
class Principal:
    """Who makes a call, known by the token and by nothing else."""

    user_id: str
    is_owner: bool = False
    """Whether the token is that of `server.json`, which also adds and removes users."""


class Users:
    """The users and tokens of one server, in memory; the database's one writer is this process."""

    def __init__(self, *, database: Database, clock: Clock, owner_token: str) -> None:
        self._database, self._clock, self._owner_token = database, clock, owner_token
        self.devices: list[DeviceRecord] = []
        """Paired computers of users and of the owner."""
        self._known: dict[str, UserRecord] = {}
        self._by_digest: dict[str, str] = {}

    async def load(self) -> None:
        """Load the users; to be called before the first `authenticate`."""
        found = await self._database.read(rows.listed)
        self.devices = await self._database.read(devices.listed)
        self._known = {one.name: one for one in found}
        self._by_digest = {one.token_digest: one.name for one in found if one.token_digest is not None}
        self._by_digest |= {one.token_digest: one.user_name for one in self.devices}

    def authenticate(self, *, token: str, named: str = "") -> Principal:
        """Return whose token it is; `named` is the user that the call names beside it, if any.

        Raises:
            WorldError: `unauthorized`: nobody has this token; `forbidden`: it is not the named user's.
        """
        if secrets.compare_digest(token.encode("utf-8", "surrogateescape"), self._owner_token.encode()):
            return self._owner(named or DEFAULT_NAME)
        name = self._by_digest.get(digest_of(token))
        if name is None:
            raise WorldError(sentence="The token is missing or wrong.", code=UNAUTHORIZED)
        if named not in {"", name}:
            sentence = f"This token belongs to {name}, not to {named}. Use it with the name {name}."
            raise WorldError(sentence=sentence, code=FORBIDDEN)
        return Principal(user_id=name)

    def key_of(self, user_id: str) -> str | None:
        """Return a short key of a user's current token, "" for a name without a user; None once it is revoked."""
        known = self._known.get(user_id)
        if known is None:
            return ""
        return None if known.token_digest is None else known.token_digest[:KEY_CHARACTERS]

    def is_owner(self, user_id: str) -> bool:
        """Return whether what is under a name is the owner's: no user has it, or ever had."""
        return user_id not in self._known

    def listed(self) -> list[UserRecord]:
        """Return all users by name, removed ones too."""
        return sorted(self._known.values(), key=lambda one: one.name)

    async def add(self, name: str) -> AddedUser:
        """Add a user, or one who was removed before, with a new token.

        Raises:
            WorldError: `bad_request`, `user_exists`.
        """
        added = await self._database.write(rows.add, name, self._clock.now())
        await self.load()
        return added

    async def check(self, name: str, *, own: bool) -> None:
        """Check that a computer can be paired for a name: the owner's with `own`, else one for a user.

        Raises:
            WorldError: `forbidden`, `bad_request`.
        """
        if own:
            await self._database.read(rows.check_free, name)
        else:
            rows.check_name(name)

    async def pair(self, name: str, device: str, *, own: bool) -> AddedUser:
        """Add a paired computer of a user, who is added where they are none; or with `own` one of the owner.

        Raises:
            WorldError: `forbidden`, `bad_request`, `too_many_devices`.
        """
        added = await self._database.write(devices.pair, name, device, self._clock.now(), own=own)
        await self.load()
        return added

    async def remove_device(self, name: str, device: str) -> None:
        """Revoke the token of a paired computer.

        Raises:
            WorldError: `not_found`.
        """
        await self._database.write(devices.remove, name, device)
        await self.load()

    async def remove(self, name: str) -> None:
        """Revoke the token of a user, and those of their computers; what is stored under the name stays.

        Raises:
            WorldError: `not_found`.
        """
        await self._database.write(rows.remove, name, self._clock.now())
        await self.load()

    async def delete(self, name: str) -> None:
        """Delete a user, whether removed or not, with all that is stored under the name.

        Raises:
            WorldError: `not_found`.
        """
        await self._database.write(rows.delete, name)
        await self.load()

    def _owner(self, named: str) -> Principal:
        if named in self._known:
            raise rows.not_the_owners(named)
        return Principal(user_id=named, is_owner=True)


class Ownership:
    """Answers who owns the conversations of a server's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owner_of(self, conversation_id: str) -> str | None:
        """Return the user id under which a conversation is stored; None where there is none, or it was deleted."""
        record = await self._database.read(conversations.get, conversation_id)
        return None if record is None or record.status == DELETED else record.user_id

    async def is_self(self, user_id: str, other: str) -> bool:
        """Return whether what is stored under `other` is this user's."""
        return other in await self._database.read(accounts.names_of, user_id)

    async def owns(self, user_id: str, conversation_id: str) -> bool:
        """Return whether there is such a conversation, not deleted, and it is this user's."""
        owner = await self.owner_of(conversation_id)
        return owner is not None and await self.is_self(user_id, owner)

    async def find(self, user_id: str, conversation_id: str, *, deleted: bool = False) -> ConversationRecord:
        """Return a conversation of this user; a deleted one only if asked for.

        Raises:
            WorldError: `not_found`: there is none, or it is somebody else's.
        """
        found = await self._database.read(_owned, user_id, conversation_id)
        if found is None or (found.status == DELETED and not deleted):
            raise conversation_not_found()
        return found


def conversation_not_found() -> WorldError:
    """Return the error for a conversation that does not exist or is another user's."""
    return json_bodies.not_found_error("conversation")


def _owned(conn: Connection, user_id: str, conversation_id: str) -> ConversationRecord | None:
    record = conversations.get(conn, conversation_id)
    return record if record is not None and record.user_id in accounts.names_of(conn, user_id) else None
