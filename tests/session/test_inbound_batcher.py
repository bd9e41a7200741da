"""A burst is committed in few pieces, in its order; what comes alone is committed at once."""

import asyncio
from datetime import UTC, datetime

from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.envelope import Malformed
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.inbound_batcher import BURST_STANZAS, InboundBatcher, InboundPacket, ReceiveResult

NOW = datetime(2026, 11, 23, tzinfo=UTC)


class Journal:
    """Says what it was given."""

    def __init__(self):
        self.batches = []

    async def receive(self, packets):
        await asyncio.sleep(0)
        self.batches.append([packet.data for packet in packets])
        journaled = tuple(
            JournaledStanza(seq=0, inbound=Malformed(reason="", raw=p.data), raw=p.data, outbound=False, at=NOW)
            for p in packets
        )
        return ReceiveResult(journaled=journaled, outbox_empty=False)


def batcher_of(journal, handed_on):
    return InboundBatcher(
        journal=journal,
        on_journaled=lambda stanza: handed_on.append(stanza.raw),
        on_outbox_empty=lambda: None,
        on_disk_error=lambda error: None,
    )


def put(batcher, *numbers):
    return [batcher.put(InboundPacket(data=b"%d" % number, at=NOW)) for number in numbers]


async def test_what_comes_after_a_burst_is_committed_together():
    handed_on: list[bytes] = []
    journal = Journal()
    batcher = batcher_of(journal, handed_on)
    put(batcher, *range(BURST_STANZAS))
    async with Scope("test") as scope:
        flushing = scope.spawn("flush", batcher.flush())
        await asyncio.sleep(0.002)
        assert len(handed_on) == BURST_STANZAS
        put(batcher, 100)
        await asyncio.sleep(0.002)
        put(batcher, 101)
        await flushing
    assert [len(batch) for batch in journal.batches] == [BURST_STANZAS, 2]
    assert handed_on == [b"%d" % number for number in [*range(BURST_STANZAS), 100, 101]]


async def test_what_comes_alone_waits_for_nothing():
    handed_on: list[bytes] = []
    journal = Journal()
    batcher = batcher_of(journal, handed_on)
    assert put(batcher, 1) == [True]
    begun = asyncio.get_running_loop().time()
    await batcher.flush()
    assert handed_on == [b"1"]
    assert asyncio.get_running_loop().time() - begun < 1
