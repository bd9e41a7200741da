"""Access to the memories and users of a data folder's server: over HTTP while it runs, else in its database.

    async with open_memories(paths, user_id="user") as memories:
        found = await memories.search("clara", k=10, explain=False, narrowed=SearchFilter())
    token = await add_user(paths, "anna")

The results are the same either way. One process writes a database (docs/architecture.md#processes), so which of the two
it is does not depend on anybody's choice.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from alicia_desktop.api.memories import ContextApi, ImportResponse, MemoryApi
from alicia_desktop.api.owner import ServerUser, UserApi
from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.compose.servers import ServerAddress, running_server
from alicia_desktop.context.api_types import memory_overview
from alicia_desktop.memory.json_import import ImportReport
from alicia_desktop.memory.retrieval.search_filter import SearchFilter
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.paths import Paths
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.memory_handlers import search_result
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.server import users

LOOK_SECONDS: Final = 1.0
"""How often a running server tells how many vectors are left."""

JsonObject = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportSummary:
    """The result of importing some lines."""

    stored: int
    already_there: int
    problems: tuple[tuple[int, str], ...]
    """(line from 1, what is wrong with it)."""
    unknown_categories: Mapping[str, int]
    """Lines by a category that the server does not know; their memories keep it."""


def _summary(done: ImportResponse | ImportReport) -> ImportSummary:
    return ImportSummary(
        stored=done.stored,
        already_there=done.already_there,
        problems=tuple((one.line, one.problem) for one in done.problems),
        unknown_categories=done.unknown_categories,
    )


class MemoryAccess(Protocol):
    """The operations of the command line on memories."""

    async def list_memories(self) -> list[JsonObject]:
        """Return all of them, the newest first."""
        ...

    async def search(self, query: str, *, k: int, explain: bool, filters: SearchFilter) -> JsonObject:
        """Return {`query`,`results`}, best first, by words and meaning."""
        ...

    async def import_lines(self, lines: Sequence[str]) -> ImportSummary:
        """Store what JSON lines hold; findable by their words at once."""
        ...

    async def wait_for_vectors(self, progress: Callable[[int], None]) -> str:
        """Wait until all can be searched by meaning; returns why not, or "". `progress` gets how many are left."""
        ...

    async def stats(self, conversation_id: str | None) -> JsonObject:
        """Return the statistics of messages, in one conversation or in all, and of memories."""
        ...


@asynccontextmanager
async def open_memories(paths: Paths, *, user_id: str) -> AsyncIterator[MemoryAccess]:
    """Open the memories of one user.

    Raises:
        WorldError: a server has the database and does not answer, the database cannot be opened, or the name is that
            of one of the server's users.
    """
    running = await running_server(paths)
    if running is not None:
        async with MemoryApi(
            url=running.address, user_id=user_id, token=running.token, certificate=running.certificate
        ) as api:
            yield _ServerMemories(api, place=running, user_id=user_id)
        return
    paths.create()
    clock = SystemClock()
    database = await Database.open(paths.server_database, clock=clock)
    try:
        await database.read(users.check_free, user_id)
        await database.write(accounts.sign_in, user_id, clock.now())
        async with MemorySystem(database=database, clock=clock, user_id=user_id, keeps_vectors=False) as system:
            yield _DatabaseMemories(system, database=database, clock=clock, user_id=user_id)
    finally:
        await database.close()


class _ServerMemories:
    """By way of a running server."""

    def __init__(self, api: MemoryApi, *, place: ServerAddress, user_id: str) -> None:
        self._api, self._place, self._user_id = api, place, user_id

    async def list_memories(self) -> list[JsonObject]:
        return await self._api.list_memories()

    async def search(self, query: str, *, k: int, explain: bool, filters: SearchFilter) -> JsonObject:
        given: JsonObject = msgspec.to_builtins(filters)
        return await self._api.search_memories(query, k=k, explain=explain, narrowed=given)

    async def import_lines(self, lines: Sequence[str]) -> ImportSummary:
        return _summary(await self._api.import_memories(lines))

    async def wait_for_vectors(self, progress: Callable[[int], None]) -> str:
        while not (state := await self._api.wait_for_vectors(seconds=LOOK_SECONDS)).ready:
            progress(state.left)
        return state.note

    async def stats(self, conversation_id: str | None) -> JsonObject:
        place = self._place
        async with ContextApi(
            url=place.address, user_id=self._user_id, token=place.token, certificate=place.certificate
        ) as api:
            return await api.stats(conversation_id)


class _DatabaseMemories:
    """In the database itself."""

    def __init__(self, system: MemorySystem, *, database: Database, clock: Clock, user_id: str) -> None:
        self._system, self._database, self._clock, self._user_id = system, database, clock, user_id

    async def list_memories(self) -> list[JsonObject]:
        return [json_bodies.memory(record) for record in await self._system.list_memories()]

    async def search(self, query: str, *, k: int, explain: bool, filters: SearchFilter) -> JsonObject:
        return search_result(await self._system.search(query, k=k, filters=filters), explain=explain)

    async def import_lines(self, lines: Sequence[str]) -> ImportSummary:
        return _summary(await self._system.import_lines(lines))

    async def wait_for_vectors(self, progress: Callable[[int], None]) -> str:
        await self._system.wait_for_vectors(progress)
        return self._system.note

    async def stats(self, conversation_id: str | None) -> JsonObject:
        user_ids = await self._database.read(accounts.names_of, self._user_id)
        if conversation_id is not None:
            record = await self._database.read(conversations.get, conversation_id)
            if record is None or record.user_id not in user_ids or record.status == "deleted":
                raise json_bodies.not_found_error("conversation")
        return await self._database.read(
            memory_overview, user_ids=user_ids, now=self._clock.now(), conversation_id=conversation_id
        )


async def add_user(paths: Paths, name: str) -> str:
    """Add a user, or one who was removed again, and return the token, which is shown this once.

    Raises:
        WorldError: what is no name, has a token already, or cannot be written.
    """
    async with _open_users(paths) as api_or_database:
        if isinstance(api_or_database, UserApi):
            return await api_or_database.add_user(name)
        return (await api_or_database.write(users.add, name, SystemClock().now())).token


async def list_users(paths: Paths) -> list[ServerUser]:
    """Return all users by name, removed ones too."""
    async with _open_users(paths) as api_or_database:
        if isinstance(api_or_database, UserApi):
            return await api_or_database.list_users()
        return [
            ServerUser(name=one.name, created_at=one.created_at, removed=one.token_digest is None)
            for one in await api_or_database.read(users.listed)
        ]


async def remove_user(paths: Paths, name: str, *, delete: bool) -> None:
    """Make a user's token void, which ends what they have open; with `delete` their data goes as well, for good.

    Raises:
        WorldError: there is no such user.
    """
    async with _open_users(paths) as api_or_database:
        if isinstance(api_or_database, UserApi):
            await api_or_database.remove_user(name, delete=delete)
        elif delete:
            await api_or_database.write(users.delete, name)
        else:
            await api_or_database.write(users.remove, name, SystemClock().now())


@asynccontextmanager
async def _open_users(paths: Paths) -> AsyncIterator[UserApi | Database]:
    running = await running_server(paths)
    if running is not None:
        async with UserApi(url=running.address, token=running.token, certificate=running.certificate) as api:
            yield api
        return
    paths.create()
    database = await Database.open(paths.server_database, clock=SystemClock())
    try:
        yield database
    finally:
        await database.close()
