"""Fetch the messages of conversations from the server page by page, and send those that no room carries.

Each page is one transaction. Of what is sent, what the server takes is settled, and what it disagrees on is stored.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final, Protocol

from alicia_desktop.api.records import (
    JsonObject,
    MessagePage,
    ServerConversation,
    ServerMessage,
    SyncedMessage,
    SyncedMessages,
    in_utc,
)
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.protocol.attachments import Attachment, to_wire
from alicia_desktop.protocol.conversation_settings import SETTINGS, settings_in
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import attachments
from alicia_desktop.store.conversations.default_titles import default_title, opening_question, title_untitled
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import UNTITLED
from alicia_desktop.store.sync import history, pending_changes, sync_records, sync_state
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.store.sync.sync_records import RemoteConversation, Unsent
from alicia_desktop.sync.contract import REFUSALS, Round

PAGE: Final = 500
"""Messages of one call and one transaction."""
AT_ONCE: Final = 2
"""Conversations: while a page of one is written here, the server makes one of the other ready."""
MAX_FILES: Final = 50
"""Files of one look; what is left comes with the next one."""
FAILED_PAUSE: Final = timedelta(hours=1)
"""Before a file at which the server failed is asked for once more."""
NOT_THERE: Final = translate("The server does not have this file.")
OTHERWISE: Final = translate("What the server has is not the file that was announced.")
MAX_MESSAGES_A_CALL: Final = 100
MAX_FILES_A_CALL: Final = 4_000_000
"""Bytes of files after which a call ends."""
MAX_FAILURES: Final = 3
"""So often a server may fail to take messages by sync; after that they go to their room."""
LogStep = Callable[[str, str, str], Awaitable[None]]


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
        stopped_at=in_utc(message.stopped_at),
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
        title_untitled(conn, name, default_title(opening_question(conn, name)), at)
        sync_state.fetched(conn, name, version)
        if count := before + came:
            what = translate_count("{count} message fetched", "{count} messages fetched", count)
            sync_records.log_step(conn, self._server, name, what, why=translate("Said elsewhere."), at=at)
        return came


class FileGiver(Protocol):
    """The server, as far as files need it."""

    async def attachment(self, conversation_id: str, message_id: str, position: int) -> bytes:
        """Return the bytes of a file."""
        ...


async def fetch_files(database: Database, source: FileGiver, account: Account, clock: Clock) -> None:
    """Fetch the files of messages whose heads alone are here.

    One that the server lacks or refuses is not asked for again by itself; one at which it fails, not within the hour.

    Raises:
        WorldError: the server cannot be asked; what was fetched stays.
    """
    failed_before = clock.now() - FAILED_PAUSE
    for one in await database.read(attachments.missing, account, limit=MAX_FILES, failed_before=failed_before):
        name = (one.message_id, one.position)
        try:
            data = await source.attachment(one.conversation_id, one.server_message_id, one.position)
        except WorldError as error:
            lacks = error.code in {"not_found", "not_supported"}
            if not lacks and error.code not in REFUSALS:
                raise
            sentence, lasts = NOT_THERE if lacks else error.sentence, error.code != "server_error"
            await database.write(attachments.note_refusal, *name, sentence, clock.now(), lasts=lasts)
        else:
            if not await database.write(attachments.add_data, *name, data, clock.now()):
                await database.write(attachments.note_refusal, *name, OTHERWISE, clock.now(), lasts=True)


def _is_raised(_task: str, _error: BaseException) -> None:
    """Whoever waits for a fetch raises what has ended it."""


class Taker(Protocol):
    """The server, as far as this needs it."""

    async def sync_messages(self, conversation_id: str, offered: Sequence[JsonObject]) -> SyncedMessages:
        """Hand messages over."""
        ...


class Able(Protocol):
    """What the server can do."""

    take: bool
    failures: int


class Sender:
    """Hands over what waits, of all conversations of an account."""

    def __init__(self, *, database: Database, source: Taker, able: Able, clock: Clock, log_step: LogStep) -> None:
        self._database, self._source, self._able, self._clock, self._log = database, source, able, clock, log_step

    async def send(self, account: Account) -> bool:
        """Hand it over; returns whether anything waited.

        Raises:
            WorldError: the server cannot be asked; what it was told is written down.
        """
        waiting = await self._database.read(sync_state.unsent, account)
        for about, group in groupby(sorted(waiting, key=lambda one: one.about), key=lambda one: one.about):
            messages = sorted(group, key=lambda one: one.sequence_number)
            for place in range(0, len(messages), MAX_MESSAGES_A_CALL):
                await self._send(about, messages[place : place + MAX_MESSAGES_A_CALL])
        return bool(waiting)

    async def _send(self, about: str, messages: Sequence[Unsent]) -> None:
        answers: dict[str, SyncedMessage] = {}
        refusal = ""
        if self._able.take:
            try:
                said = await self._offer_all(about, messages)
            except WorldError as error:
                if error.code == "not_found":  # the conversation: the next plan says what becomes of it
                    return
                if error.code not in {"not_supported", *REFUSALS} or self._may_succeed(error):
                    raise
                self._able.take = error.code != "not_supported"
                refusal = "" if error.code == "not_supported" else error.sentence
            else:
                self._able.failures = 0
                answers = {one.local_id: one for one in said.synced_messages}
        for message in messages:
            await self._settle(about, message, answers.get(message.id), refusal)

    async def _offer_all(self, about: str, messages: Sequence[Unsent]) -> SyncedMessages:
        """Offer messages in their order, in calls that are not too large for their files."""
        synced: list[SyncedMessage] = []
        offered: list[JsonObject] = []
        size = 0
        for one in messages:
            files = await self._database.read(attachments.of_message, one.id, data=True)
            offered.append(_offer(one, files))
            size += sum(len(file.data or b"") for file in files)
            if size > MAX_FILES_A_CALL or one is messages[-1]:
                synced += (await self._source.sync_messages(about, offered)).synced_messages
                offered, size = [], 0
        return SyncedMessages(synced_messages=tuple(synced))

    def _may_succeed(self, error: WorldError) -> bool:
        """Count a failure of the server's, and return whether a later try may be better than the room."""
        self._able.failures += error.retry
        return error.retry and self._able.failures < MAX_FAILURES

    async def _settle(self, about: str, message: Unsent, answer: SyncedMessage | None, refusal: str) -> None:
        at, conflict = self._clock.now(), None if answer is None else answer.conflict
        if answer is not None and answer.status == "synced":
            server_id = answer.server_id or message.id
            await self._database.write(pending_changes.settle, message.id, message.contents, server_id, at)
            await self._log(about, translate("1 message sent"), translate("It was written here."))
        elif conflict is not None and conflict.server_message is not None:
            theirs, reason = conflict.server_message.contents, conflict.reason
            await self._database.write(
                pending_changes.disagree, message.id, message.contents, theirs=theirs, reason=reason, at=at
            )
            await self._log(
                about, translate("Conflict about a message"), reason or translate("The server has other words for it.")
            )
        else:  # a conflict without the server's words is a failure (docs/protocol.md#offline-sync)
            await self._database.write(pending_changes.send_by_room, message.id, at)
            reason = refusal if conflict is None else conflict.reason
            await self._log(
                about, translate("Left to the room"), reason or translate("This server takes no messages by sync.")
            )


def _offer(one: Unsent, files: Sequence[Attachment]) -> JsonObject:
    heads = [
        {**head, "data": base64.b64encode(head["data"]).decode()} if "data" in head else head
        for head in to_wire(files) or ()
    ]
    return {
        "local_id": one.id,
        "sequence_number": one.sequence_number,
        "previous_id": one.previous_id,
        "role": "user",
        "contents": one.contents,
        "created_at": one.created_at.isoformat(),
        **({} if one.superseded_at is None else {"superseded_at": one.superseded_at.isoformat()}),
        **({"attachments": heads} if heads else {}),
    }
