"""What a deployed server really sent (tests/data/golden_deployed.jsonl), through codec, ledger, tables and view."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.inbound_batcher import InboundPacket
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.state import Phase
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import remember_profile
from alicia_desktop.store.conversations import conversations, messages, transcripts
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.view.messages import message_row
from tests.session.deployed_stage import make_session
from tests.session.rehearsal import through
from tests.support.recorded_server import PACKETS, RecordedServer

SAID = {
    "main": ["Hello there.", "You said: Hello there. I know 0 memories. That is all."],
    "memory": [
        "My favorite trail is Larchpath, and I walk it every single week.",
        "You said: My favorite trail is Larchpath, and I walk it every single week. I know 0 memories. That is all.",
        "What is my favorite trail, Larchpath? I walk it every week.",
        "You said: What is my favorite trail, Larchpath? I walk it every week. I know 1 memories. That is all.",
    ],
}


@asynccontextmanager
async def played(folder: Path, walk: str) -> AsyncIterator[tuple[Database, Ledger]]:
    """Play a recorded conversation into a database."""
    packets = [packet for packet in PACKETS if packet["walk"] == walk]
    first = decode(bytes.fromhex(packets[0]["hex"]))
    assert isinstance(first, Stanza)
    name, clock = first.conversation_id or first.body.conversation_id, JumpingClock()  # type: ignore[attr-defined]  # a Configuration has one
    database = await Database.open(folder / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id=name, server="https://a.example")
    await database.write(remember_profile, name, "deployed", clock.now())
    ledger = Ledger(database=database, conversation_id=name)
    for packet in packets:
        raw = bytes.fromhex(packet["hex"])
        if packet["dir"] == "in":
            await ledger.receive([InboundPacket(data=raw, at=clock.now())])
            continue
        stanza = decode(raw)
        assert isinstance(stanza, Stanza)
        if isinstance(stanza.body, UserMessage):
            await database.write(_ask, stanza)
    yield database, ledger
    await database.close()


async def shown(database: Database, ledger: Ledger) -> list[str]:
    rows = [message_row(bundle) for bundle in await database.read(transcripts.whole, ledger.conversation_id)]
    return [row.text for row in rows]


@pytest.mark.parametrize("walk", SAID)
async def test_a_recorded_conversation_shows_everything_once(tmp_path: Path, walk: str) -> None:
    async with played(tmp_path, walk) as (database, ledger):
        assert await shown(database, ledger) == SAID[walk]
        assert not await database.read(outbox.waiting, ledger.conversation_id)


@pytest.mark.parametrize("left", [0, 20])
@pytest.mark.parametrize("walk", SAID)
async def test_no_word_of_a_recorded_conversation_is_lost_to_a_history_that_says_less(
    tmp_path: Path, walk: str, left: int
) -> None:
    async with played(tmp_path, walk) as (database, ledger):
        rows = await database.read(messages.of_conversation, ledger.conversation_id)
        history = [
            HistoryMessage(
                id=row.server_id or row.id,
                previous_id=row.previous_id,
                role="assistant" if row.message_role == "assistant" else "user",
                contents=row.contents if row.message_role == "user" else row.contents[:left].rpartition(" ")[0],
                created_at=None,
            )
            for row in rows
        ]
        await ledger.merge_history(history, settles=False, at=JumpingClock().now())
        assert await shown(database, ledger) == SAID[walk]


@pytest.mark.parametrize("walk", SAID)
async def test_a_whole_session_with_a_recorded_server_has_everything_once(tmp_path: Path, walk: str) -> None:
    clock, server = JumpingClock(), RecordedServer(walk)
    database = await Database.open(tmp_path / "client.db", clock=clock)
    name = server.conversation_id
    await database.write(conversations.create, at=clock.now(), conversation_id=name, server="https://a.example")
    session = await make_session(database, server, clock, conversation_id=name)
    session.go_online()
    questions = iter(server.questions)
    while not server.is_over:
        await through(clock, database, lambda: session.state.phase is Phase.ONLINE and not session.state.open_answers)
        if server.awaits == "UserMessage":
            await session.send_message(next(questions))
            await through(clock, database, lambda: not session.state.waiting)
        elif server.awaits == "Configuration":
            server.break_link()
            await through(clock, database, lambda: session.state.phase is not Phase.ONLINE)
    await through(clock, database, lambda: session.state.phase is Phase.ONLINE and not session.state.open_answers)
    assert await shown(database, Ledger(database=database, conversation_id=name)) == SAID[walk]
    assert not await database.read(outbox.waiting, name)
    await session.close()
    await database.close()


def _ask(conn: Connection, stanza: Stanza) -> None:
    waiting, _ = outbox.put(conn, stanza, at=JumpingClock().now())
    outbox.mark_sent(conn, waiting.pk, JumpingClock().now())
