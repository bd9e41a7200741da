"""One device of a person: its real database, its sync, a room that loses what it likes, and what the person does."""

import asyncio
import random
from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL, MESSAGE
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ControlVariation, Message, UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, messages, recently_deleted
from alicia_desktop.store.database import Connection
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.records import ConversationRecord, MessageRecord
from alicia_desktop.store.sync import pending_changes, sync_conflicts
from alicia_desktop.store.sync.history import adopt
from alicia_desktop.sync.engine import SyncEngine
from tests.converge.server import Line, ServerSide, Ticking, away
from tests.simulate.inline import InlineDatabase

SERVER = "https://home"
ACCOUNT = Account(server=SERVER)
Choice = Literal["mine", "theirs", "both", "merged"]


class Device:
    """Everything random comes from `dice`, so that a schedule is its seed."""

    def __init__(self, name: str, path: Path, server: ServerSide, clock: Ticking, dice: random.Random) -> None:
        self.name, self._path, self._server, self._clock, self._dice = name, path, server, clock, dice
        self.trouble = True
        self.kills = 0
        self.given_up: set[str] = set()
        """Words that the person let go of: written anew, or given way to others."""
        self.said: dict[str, str] = {}
        """What the person wrote last, by message."""
        self._start()

    def _start(self) -> None:
        self.database = InlineDatabase(self._path, dies=self._dies)
        line = Line(self._server, lossy=lambda: self.trouble and self._dice.random() < 0.04)

        async def source() -> Line:
            return line

        self.engine = SyncEngine(database=self.database, source=source, account=ACCOUNT, clock=self._clock)

    def _dies(self, _moment: str) -> bool:
        return self.trouble and self._syncing and self._dice.random() < 0.02

    _syncing = False

    async def sync(self) -> bool:
        """One round; returns whether it came to its end."""
        self._syncing = True
        try:
            return await self._survive(self.engine.round())
        finally:
            self._syncing = False

    async def meet(self) -> bool:
        """Go into all rooms in which something waits; returns whether all of it was said."""
        self._syncing = True
        try:
            return await self._survive(self._meet())
        finally:
            self._syncing = False

    async def _survive(self, work: Coroutine[Any, Any, Any]) -> bool:
        task = asyncio.get_running_loop().create_task(work)
        while not task.done() and not self.database.dead:  # noqa: ASYNC110 - nothing here waits for anything else
            await asyncio.sleep(0)
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self.kills += 1
            await self.database.close()
            self._start()
            return False
        error = task.exception()
        if isinstance(error, WorldError) and error.code == away().code:
            return False
        task.result()
        return True

    async def _meet(self) -> None:
        for about in await self.database.read(outbox.conversations_waiting):
            name = about
            if name.startswith(LOCAL):
                known = await self.database.read(conversations.get, name)
                name = await self._server.create(known.title, name)
                self._lose()
                await self.database.write(adopt, about, name)
            there = await self._server.database.read(conversations.get, name)
            if there is None or there.status == "deleted":
                continue
            for item in await self.database.read(outbox.waiting, name):
                await self.database.write(outbox.mark_sent, item.pk, self._clock.now())
                self._lose()
                ack = await self._server.hear(item.raw)
                self._lose()
                await self.database.write(_acknowledged, ack, self._clock)

    def _lose(self) -> None:
        if self.trouble and self._dice.random() < 0.08:
            raise away()

    async def alive(self) -> dict[str, ConversationRecord]:
        found: list[ConversationRecord] = await self.database.read(conversations.listed, account=ACCOUNT)
        return {one.id: one for one in found}

    async def messages(self, about: str) -> list[MessageRecord]:
        found: list[MessageRecord] = await self.database.read(messages.of_conversation, about)
        return found

    # --- what the person does ---

    async def act(self) -> None:
        """Do something."""
        alive = list((await self.alive()).values())
        if not alive or self._dice.random() < 0.1:
            await self._begin()
            return
        one = self._dice.choice(alive)
        at = self._clock.now()
        match self._dice.randrange(9):
            case 0 | 1 | 2:
                await self._ask(one.id)
            case 3:
                await self._edit(one.id)
            case 4:
                await self._rewrite(one.id)
            case 5 | 6:
                await self.database.write(conversations.rename, one.id, self._word("title"), at)
            case 7:
                archived = one.status != "archived"
                await self.database.write(conversations.set_archived, one.id, at, archived=archived)
            case _:
                await self._delete_or_restore(one.id, at)

    async def _delete_or_restore(self, about: str, at: datetime) -> None:
        """Delete a conversation, or restore one."""
        since = at - conversations.RESTORABLE
        gone = await self.database.read(conversations.deleted_since, account=ACCOUNT, since=since)
        chance = self._dice.random()
        if chance < 0.5:
            await self.database.write(conversations.delete, about, at)
        elif gone:
            await self.database.write(recently_deleted.restore, self._dice.choice(gone).id, at)

    async def decide(self) -> None:
        """Settle all that waits for the person, this way or that."""
        for conflict in await self.database.read(sync_conflicts.waiting, ACCOUNT):
            choices: tuple[Choice, ...] = ("mine", "theirs")
            if conflict.kind == "message":
                choices = ("mine", "theirs", "both", "merged")
            choice = self._dice.choice(choices)
            if conflict.kind == "message" and choice == "theirs":
                self.given_up.add(conflict.mine)
            merged = f"{conflict.mine} {conflict.theirs}"
            if choice == "merged":
                self.given_up.add(conflict.mine)
            await self.database.write(
                sync_conflicts.resolve, conflict.id, choice, self._clock.now(), text=merged, meta={}
            )

    def _word(self, what: str) -> str:
        return f"{what} {self.name}{self._dice.randrange(1_000_000)}"

    async def _begin(self) -> None:
        made = await self.database.write(
            conversations.create,
            at=self._clock.now(),
            conversation_id=self._server.name(LOCAL),
            title=self._word("title"),
            server=SERVER,
        )
        await self._ask(made.id)

    async def _ask(self, about: str) -> None:
        rows = [one for one in await self.messages(about) if one.superseded_at is None]
        await self._say(about, self._question(about, rows[-1].id if rows else None))

    async def _edit(self, about: str) -> None:
        """Ask a question in other words; one that still waits is written anew instead, as in the window."""
        rows = [one for one in await self.messages(about) if one.message_role == "user" and one.superseded_at is None]
        rows = [one for one in rows if one.sync_status == "synced"]
        if rows:
            chosen = self._dice.choice(rows)
            asked = self._question(about, chosen.previous_id)
            wish = ControlVariation(conversation_id=about, target_id=chosen.id, mode="edit", new_content=asked.content)
            await self._say(about, wish, asked)

    async def _rewrite(self, about: str) -> None:
        rows = [one for one in await self.messages(about) if one.sync_status == "pending"]
        if rows:
            chosen, words = self._dice.choice(rows), self._word("said")
            if await self.database.write(pending_changes.rewrite, chosen.id, words, self._clock.now()):
                self.given_up.add(chosen.contents)
                self.said[chosen.id] = words

    def _question(self, about: str, previous_id: str | None) -> UserMessage:
        body = UserMessage(
            id=self._server.name(MESSAGE), previous_id=previous_id, conversation_id=about, content=self._word("said")
        )
        self.said[body.id] = body.content
        return body

    async def _say(self, about: str, *bodies: Message) -> None:
        await self.database.write(_put, about, bodies, self._clock)


def _put(conn: Connection, about: str, bodies: tuple[Message, ...], clock: Ticking) -> None:
    for body in bodies:
        number = outbox.next_client_stanza_id(conn, about)
        outbox.put(conn, Stanza(stanza_id=number, conversation_id=about, body=body), at=clock.now())


def _acknowledged(conn: Connection, raw: bytes, clock: Ticking) -> None:
    record(conn, [JournalEntry(direction="in", content=decode(raw), raw=raw, at=clock.now())])
