"""Fetch the messages of conversations from the server page by page; each page is one transaction."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol

from alicia_desktop.api.records import MessagePage, ServerConversation, ServerMessage, in_utc
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.conversation_settings import SETTINGS, settings_in
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import attachments, conversations, messages
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import UNTITLED
from alicia_desktop.store.sync import history, sync_records, sync_state
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.store.sync.sync_records import RemoteConversation
from alicia_desktop.sync.contract import REFUSALS, Round


def to_history(message: ServerMessage) -> HistoryMessage:
    """Return one message of the list."""
    return HistoryMessage(
        id=message.id,
        previous_id=message.previous_id,
        role="assistant" if message.role == "assistant" else "user",
        contents=message.contents,
        state=message.state,
        created_at=in_utc(message.created_at),
        superseded_at=in_utc(message.superseded_at),
        superseded_by=message.superseded_by,
        attachments=message.attachments,
    )


def remote_of(one: ServerConversation) -> RemoteConversation:
    """Return a conversation of the list as a plan takes it."""
    updated, preferences = in_utc(one.updated_at), one.preferences or {}
    pinned = preferences.get("pinned")
    return RemoteConversation(
        id=one.id,
        title="" if one.title == UNTITLED else one.title,
        status="archived" if one.status == "archived" else "active",
        version="" if updated is None else updated.isoformat(),
        created_at=in_utc(one.created_at),
        updated_at=updated,
        private=bool(preferences.get("private")),
        pinned=pinned if isinstance(pinned, bool) else None,
        settings=settings_in(preferences) if SETTINGS in preferences else None,
        local_id=str(preferences.get("local_id") or ""),
    )


def merge_page(conn: Connection, conversation_id: str, said: Sequence[HistoryMessage], *, at: datetime) -> int:
    """Merge a page of messages; return how many were not here before."""
    missing = history.count_missing(conn, [message.id for message in said])
    history.merge_history(conn, conversation_id, said, at=at)
    return missing


PAGE: Final = 500
"""Messages of one call and one transaction."""
AT_ONCE: Final = 2
"""Conversations: while a page of one is written here, the server makes one of the other ready."""


class Giver(Protocol):
    """The server, as far as this needs it."""

    async def messages(
        self, conversation_id: str, *, limit: int | None = None, offset: int = 0, superseded: bool = False
    ) -> MessagePage:
        """Return a page of messages, oldest first."""
        ...


class Fetcher:
    """Takes in what is not here yet, during one round."""

    def __init__(
        self, *, database: Database, source: Giver, server: str, clock: Clock, progress: Callable[[int, int], None]
    ) -> None:
        """`progress` hears how many conversations were fetched and how many are left."""
        self._database, self._source, self._server, self._clock = database, source, server, clock
        self._progress = progress
        self._lacking: set[str] = set()

    async def fetch(self, wanted: Mapping[str, str], done: Round) -> set[str]:
        """Fetch conversations in this order, each as it is at a version; returns those that the server lacks.

        Raises:
            WorldError: the server cannot be asked; what was fetched stays.
        """
        waiting = iter(wanted.items())

        async def one_by_one() -> None:
            for name, version in waiting:
                await self._fetch(name, version)
                done.fetched, done.left, done.changed = done.fetched + 1, done.left - 1, True
                self._progress(done.fetched, done.left)

        self._progress(done.fetched, done.left)
        async with Scope("fetching", on_error=_is_raised) as scope:
            fetching = {scope.spawn(str(place), one_by_one()) for place in range(AT_ONCE)}
            ended, _ = await asyncio.wait(fetching, return_when=asyncio.FIRST_EXCEPTION)
            for task in ended:
                task.result()
        return self._lacking

    async def _fetch(self, name: str, version: str) -> None:
        known: set[str] = set()
        came, is_last = 0, False
        while not is_last:
            try:
                page = await self._source.messages(name, limit=PAGE, offset=len(known), superseded=True)
            except WorldError as error:
                if error.code not in {"not_found", "not_supported"}:
                    raise
                self._lacking.add(name)
                return
            fresh = [one for one in page.messages if one.id not in known]
            known |= {one.id for one in fresh}
            is_last = not fresh or len(page.messages) != PAGE  # or the server does not know pages
            came += await self._database.write(self._take, name, fresh, version if is_last else None, came)

    def _take(
        self, conn: Connection, name: str, fresh: Sequence[ServerMessage], version: str | None, before: int
    ) -> int:
        """Take a page in and return how many of its messages were not here; the last one comes with the `version`."""
        at = self._clock.now()
        came = merge_page(conn, name, [to_history(one) for one in fresh if one.role in {"user", "assistant"}], at=at)
        if version is None:
            return came
        conversations.title_untitled(conn, name, conversations.default_title(messages.first_question(conn, name)), at)
        sync_state.fetched(conn, name, version)
        if count := before + came:
            what = f"{count} {'message' if count == 1 else 'messages'} fetched"
            sync_records.log_step(conn, self._server, name, what, why="Said elsewhere.", at=at)
        return came


MAX_FILES: Final = 50
"""Files of one look; what is left comes with the next one."""


class FileGiver(Protocol):
    """The server, as far as files need it."""

    async def attachment(self, conversation_id: str, message_id: str, position: int) -> bytes:
        """Return the bytes of a file."""
        ...


async def fetch_files(database: Database, source: FileGiver, account: Account, clock: Clock) -> None:
    """Fetch the files of messages whose heads alone are here; one that the server lacks is not asked for again.

    Raises:
        WorldError: the server cannot be asked; what was fetched stays.
    """
    for one in await database.read(attachments.missing, account, limit=MAX_FILES):
        name = (one.message_id, one.position)
        try:
            data = await source.attachment(one.conversation_id, one.server_message_id, one.position)
        except WorldError as error:
            if error.code in {"not_found", "not_supported"}:
                await database.write(attachments.give_up, *name, clock.now())
            elif error.code not in REFUSALS:
                raise
        else:
            if not await database.write(attachments.add_data, *name, data, clock.now()):  # not what was announced
                await database.write(attachments.give_up, *name, clock.now())


def _is_raised(_task: str, _error: BaseException) -> None:
    """Whoever waits for a fetch raises what has ended it."""
