"""A real database with a conversation, into which tests let stanzas come and go, and a scope for the views' tasks."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Message
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.view.conversation import ConversationView
from tests.support.patience import PATIENCE


@dataclass
class Story:
    """What happens between the person and the server, written down as the session does it."""

    database: Database
    clock: JumpingClock
    scope: Scope
    numbers: dict[str, int] = field(default_factory=lambda: {"out": 0, "in": 0})

    async def begin(self, conversation_id: str, title: str = "") -> None:
        await self.database.write(
            conversations.create, at=self.clock.now(), conversation_id=conversation_id, title=title
        )

    async def sent(self, *bodies: Message, to: str = "ac_1", **meta: object) -> None:
        await self._passed("out", bodies, to, meta)

    async def came(self, *bodies: Message, to: str = "ac_1", **meta: object) -> None:
        await self._passed("in", bodies, to, meta)

    async def came_from_stranger(self, *bodies: Message, to: str = "ac_1") -> None:
        await self._passed("in", bodies, to, {}, sender="mallory")

    async def came_raw(self, content: object, data: bytes, *, to: str = "ac_1") -> None:
        entry = JournalEntry(direction="in", content=content, raw=data, at=self.clock.now(), conversation_id=to)  # type: ignore[arg-type]  # bad ones too
        await self.database.write(_keep, [entry])

    async def pass_time(self, seconds: float = 0.2) -> None:
        """Let views flush: what they ask of the database's thread is waited for, their pauses are jumped over."""
        for _ in range(4):
            await settle()
            await self.database.read(_nothing)
            await self.clock.advance(seconds / 4)

    async def until(self, condition: object) -> None:
        """Pass time until something is so."""
        assert callable(condition)
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pass_time()

    async def _passed(
        self, way: str, bodies: tuple[Message, ...], to: str, meta: dict[str, object], *, sender: str = ""
    ) -> None:
        entries = []
        for body in bodies:
            self.numbers[way] += 1
            number = self.numbers[way] * (1 if way == "out" else -1)
            stanza = Stanza(stanza_id=number, conversation_id=to, body=body, meta=meta)
            entries.append(
                JournalEntry(
                    direction="out" if way == "out" else "in",
                    content=stanza,
                    raw=encode(stanza),
                    at=self.clock.now(),
                    received_at=self.clock.now(),
                    conversation_id=to,
                    sender=sender,
                    stranger=bool(sender),
                )
            )
        await self.database.write(_keep, entries)


def _keep(conn: Connection, entries: list[JournalEntry]) -> None:
    record(conn, entries)


def _nothing(_: Connection) -> None:
    """The reading thread serves in order: when this is through, so is all that was asked before."""


@pytest.fixture
async def story(tmp_path: Path) -> AsyncIterator[Story]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    async with Scope("views") as scope:
        told = Story(database=database, clock=clock, scope=scope)
        await told.begin("ac_1", "Emma")
        yield told
    await database.close()


@pytest.fixture
async def view(story: Story) -> AsyncIterator[ConversationView]:
    """The conversation as the window shows it."""
    made = ConversationView(database=story.database, clock=story.clock, scope=story.scope)
    await made.show("ac_1")
    yield made
    made.close()
