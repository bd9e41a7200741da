"""What a deployed server really sent (tests/data/golden_deployed.jsonl), through codec, ledger, tables and view."""

import json
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.inbound_batcher import InboundPacket
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import remember_profile
from alicia_desktop.store.conversations import conversations, transcripts
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.view.messages import message_row

RECORDED = Path(__file__).parents[1] / "data" / "golden_deployed.jsonl"
PACKETS: list[dict[str, Any]] = [json.loads(line) for line in RECORDED.read_text().splitlines()]

SAID = {
    "main": ["Hello there.", "You said: Hello there. I know 0 memories. That is all."],
    "memory": [
        "My favorite trail is Larchpath, and I walk it every single week.",
        "You said: My favorite trail is Larchpath, and I walk it every single week. I know 0 memories. That is all.",
        "What is my favorite trail, Larchpath? I walk it every week.",
        "You said: What is my favorite trail, Larchpath? I walk it every week. I know 1 memories. That is all.",
    ],
}


@pytest.mark.parametrize("walk", SAID)
async def test_a_recorded_conversation_shows_everything_once(tmp_path: Path, walk: str) -> None:
    packets = [packet for packet in PACKETS if packet["walk"] == walk]
    first = decode(bytes.fromhex(packets[0]["hex"]))
    assert isinstance(first, Stanza)
    name, clock = first.conversation_id or first.body.conversation_id, JumpingClock()  # type: ignore[attr-defined]  # a Configuration has one
    database = await Database.open(tmp_path / "client.db", clock=clock)
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
    rows = [message_row(bundle) for bundle in await database.read(transcripts.whole, name)]
    assert [row.text for row in rows] == SAID[walk]
    assert not await database.read(outbox.waiting, name)
    await database.close()


def _ask(conn: Connection, stanza: Stanza) -> None:
    waiting, _ = outbox.put(conn, stanza, at=JumpingClock().now())
    outbox.mark_sent(conn, waiting.pk, JumpingClock().now())
