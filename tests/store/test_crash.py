"""Nothing that was acknowledged is lost, and nothing is torn, when the writing process is killed at any moment."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.store import journal, outbox
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.database import Database

pytestmark = pytest.mark.e2e

WRITER = """
import asyncio, sys
from pathlib import Path
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database

def send(conn, number, at):
    stanza_id = outbox.next_client_stanza_id(conn, "ac_1")
    body = UserMessage(id=f"am_{number}", content=f"number {number}")
    outbox.put(conn, Stanza(stanza_id=stanza_id, conversation_id="ac_1", body=body), at=at)
    return stanza_id

async def main():
    clock = SystemClock()
    database = await Database.open(Path(sys.argv[1]), clock=clock)
    await database.write(conversations.create, conversation_id="ac_1", at=clock.now())
    async def one(number):
        stanza_id = await database.write(send, number, clock.now())
        print(number, stanza_id, flush=True)
    for start in range(0, 100_000, 7):
        await asyncio.gather(*(one(number) for number in range(start, start + 7)))

asyncio.run(main())
"""


@pytest.mark.parametrize("seed", range(3))
async def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path, seed: int):
    path = tmp_path / "client.db"
    acknowledged = _killed_after(path, lines=random.Random(seed).randrange(20, 400))
    database = await Database.open(path, clock=JumpingClock())
    kept = await database.read(messages.of_conversation, "ac_1")
    waiting = await database.read(outbox.waiting, "ac_1")
    stanzas = await database.read(journal.page, limit=10_000)
    assert set(acknowledged) <= {message.id for message in kept}
    sent = {row.content_id: row.stanza_id for row in waiting}
    assert acknowledged.items() <= sent.items()
    assert len(kept) == len(waiting) == len(stanzas) == len(set(sent.values()))
    assert await database.write(outbox.next_client_stanza_id, "ac_1") > max(sent.values())
    assert database.checksums.verify_all() == ()
    await database.close()


def _killed_after(path: Path, *, lines: int) -> dict[str, int]:
    """Return message id → stanza id of all that the writer had said to be kept when it was killed."""
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(lines)]
        writer.kill()
        said += writer.stdout.readlines()
    pairs = [line.split() for line in said if line.endswith("\n")]
    return {f"am_{number}": int(stanza_id) for number, stanza_id in pairs}
