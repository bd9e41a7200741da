"""Send messages that no room carries: settle what the server takes, store what it disagrees on."""

import base64
from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby
from typing import Final, Protocol

from alicia_desktop.api.records import JsonObject, SyncedMessage, SyncedMessages
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.attachments import Attachment, to_wire
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import attachments
from alicia_desktop.store.database import Database
from alicia_desktop.store.sync import pending_changes, sync_state
from alicia_desktop.store.sync.sync_records import Unsent
from alicia_desktop.sync.contract import REFUSALS

A_CALL: Final = 100
MAX_FILES_A_CALL: Final = 4_000_000
"""Bytes of files after which a call ends."""
MAX_FAILURES: Final = 3
"""So often a server may fail to take messages by sync; after that they go to their room."""
LogStep = Callable[[str, str, str], Awaitable[None]]


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
            for place in range(0, len(messages), A_CALL):
                await self._send(about, messages[place : place + A_CALL])
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
            await self._log(about, "1 message sent", "It was written here.")
        elif conflict is not None and conflict.server_message is not None:
            theirs, reason = conflict.server_message.contents, conflict.reason
            await self._database.write(
                pending_changes.disagree, message.id, message.contents, theirs=theirs, reason=reason, at=at
            )
            await self._log(about, "Conflict about a message", reason or "The server has other words for it.")
        else:  # a conflict without the server's words is a failure (docs/protocol.md#offline-sync)
            await self._database.write(pending_changes.send_by_room, message.id, at)
            reason = refusal if conflict is None else conflict.reason
            await self._log(about, "Left to the room", reason or "This server takes no messages by sync.")


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
