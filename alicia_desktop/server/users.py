"""Who asks: every call is made by a `Principal`, known by its token and by nothing else.

    principal = users.authenticate(token="…", named="anna")    # or a WorldError for the person

The owner is whoever has the bearer token of `server.json`: the one person of a server without users, under whatever
name. Where there are users, each has a token; what is stored under the name of one is reached with that token only, not
with the owner's.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.database import Database
from alicia_desktop.store.server import users as rows
from alicia_desktop.store.server.users import FORBIDDEN, AddedUser, UserRecord, digest_of

DEFAULT_NAME: Final = "user"
"""Of the owner, where a call names nobody."""
KEY_CHARACTERS: Final = 16
UNAUTHORIZED: Final = "unauthorized"


@dataclass(frozen=True, kw_only=True, slots=True)
class Principal:
    """Who makes a call."""

    user_id: str
    is_owner: bool = False
    """Whether the token is that of `server.json`, which also adds and removes users."""


class Users:
    """The tokens of one server, in memory; the database's one writer is this process."""

    def __init__(self, *, database: Database, clock: Clock, owner_token: str) -> None:
        self._database, self._clock, self._owner_token = database, clock, owner_token
        self._known: dict[str, UserRecord] = {}
        self._by_digest: dict[str, str] = {}

    async def load(self) -> None:
        """Read who there is; to be called before the first `authenticate`."""
        found = await self._database.read(rows.listed)
        self._known = {one.name: one for one in found}
        self._by_digest = {one.token_digest: one.name for one in found if one.token_digest is not None}

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
        """Return what tells this token of a user from earlier ones, "" for a name without; None once it is void."""
        known = self._known.get(user_id)
        if known is None:
            return ""
        return None if known.token_digest is None else known.token_digest[:KEY_CHARACTERS]

    def listed(self) -> list[UserRecord]:
        """Return all users by name, removed ones too."""
        return sorted(self._known.values(), key=lambda one: one.name)

    async def add(self, name: str) -> AddedUser:
        """Add a user, or one who was removed again.

        Raises:
            WorldError: `bad_request`, `user_exists`.
        """
        added = await self._database.write(rows.add, name, self._clock.now())
        await self.load()
        return added

    async def remove(self, name: str) -> None:
        """Make the token of a user void; what is stored under the name stays.

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
