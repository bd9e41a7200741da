"""The users of a data folder's server: changed by the server that runs on it, else in its database, to the same effect.

    token = await add_user(paths, "anna")

One process writes a database, so which of the two it is does not depend on anybody's choice.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from alicia_desktop.api.users import ServerUser, UserApi
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.compose.servers import running_server
from alicia_desktop.paths import Paths
from alicia_desktop.store.database import Database
from alicia_desktop.store.server import users


async def add_user(paths: Paths, name: str) -> str:
    """Add a user, or one who was removed again, and return the token, which is shown this once.

    Raises:
        WorldError: what is no name, has a token already, or cannot be written.
    """
    async with _open(paths) as way:
        if isinstance(way, UserApi):
            return await way.add_user(name)
        return (await way.write(users.add, name, SystemClock().now())).token


async def list_users(paths: Paths) -> list[ServerUser]:
    """Return all users by name, removed ones too."""
    async with _open(paths) as way:
        if isinstance(way, UserApi):
            return await way.list_users()
        return [
            ServerUser(name=one.name, created_at=one.created_at, removed=one.token_digest is None)
            for one in await way.read(users.listed)
        ]


async def remove_user(paths: Paths, name: str, *, delete: bool) -> None:
    """Make a user's token void, which ends what they have open; with `delete` their data goes as well, for good.

    Raises:
        WorldError: there is no such user.
    """
    async with _open(paths) as way:
        if isinstance(way, UserApi):
            await way.remove_user(name, delete=delete)
        elif delete:
            await way.write(users.delete, name)
        else:
            await way.write(users.remove, name, SystemClock().now())


@asynccontextmanager
async def _open(paths: Paths) -> AsyncIterator[UserApi | Database]:
    running = await running_server(paths)
    if running is not None:
        async with UserApi(url=running.address, token=running.token) as api:
            yield api
        return
    paths.create()
    database = await Database.open(paths.server_database, clock=SystemClock())
    try:
        yield database
    finally:
        await database.close()
