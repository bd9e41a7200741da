"""The users of the server on this computer, over its HTTP interface: for the command line while that server runs."""

from datetime import datetime
from typing import Final

import msgspec

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import Record

OWNER: Final = "user"
"""Whom the owner's calls name; no user is called so."""


class ServerUser(Record, frozen=True, kw_only=True):
    """One of several users of a server."""

    name: str
    created_at: datetime
    removed: bool = False
    """Whether they have no token any more; what is stored under the name waits for them."""


class _Listed(msgspec.Struct, frozen=True, kw_only=True):
    users: list[ServerUser]


class _Added(msgspec.Struct, frozen=True, kw_only=True):
    token: str


class UserApi(ApiClient):
    """The calls of the owner about users; a refusal has the server's own words."""

    def __init__(self, *, url: str, token: str) -> None:
        super().__init__(url=url, user_id=OWNER, token=token)

    async def list_users(self) -> list[ServerUser]:
        """Return all users by name, removed ones too."""
        return self._parse(await self._request("GET", "users", verbatim=True), _Listed).users

    async def add_user(self, name: str) -> str:
        """Add a user and return the token.

        Raises:
            WorldError: what is no name, or has a token already.
        """
        return self._parse(await self._request("POST", "users", body={"name": name}, verbatim=True), _Added).token

    async def remove_user(self, name: str, *, delete: bool) -> None:
        """Make a user's token void; with `delete` their data goes as well.

        Raises:
            WorldError: there is no such user.
        """
        query = {"delete": "1"} if delete else None
        await self._request("DELETE", "users", name, query=query, verbatim=True)
