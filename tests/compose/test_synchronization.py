"""Which stanzas are a sign that memories changed."""

from datetime import UTC, datetime
from typing import cast

import pytest

from alicia_desktop.base.observable import Signal
from alicia_desktop.compose.synchronization import wake_memory_sync
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Message
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import SessionPool
from alicia_desktop.sync.memories import MemorySync


class Signs:
    """What `wake_memory_sync` needs of sessions, and of the copying."""

    def __init__(self) -> None:
        self.stanza_journaled: Signal[JournaledStanza] = Signal()
        self.came_online: Signal[str] = Signal()
        self.wakes = 0

    def wake(self) -> None:
        self.wakes += 1


@pytest.fixture
def signs() -> Signs:
    made = Signs()
    wake_memory_sync(cast("SessionPool", made), cast("MemorySync", made))
    return made


def passed(body: Message, *, outbound: bool = False) -> JournaledStanza:
    content = Stanza(stanza_id=-1, conversation_id="ac_1", body=body)
    return JournaledStanza(seq=1, inbound=content, raw=b"", outbound=outbound, at=datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("body", "wakes"),
    [
        (wire.MemoryTrace(id="amu_1", memory_id="m1", content="x"), 1),
        (wire.MemoryConfirmation(memory_id="m1", action="delete", success=False), 1),
        (wire.StartAnswer(id="am_1"), 1),
        (wire.AssistantSentence(previous_id="am_1", sequence=1, text="Hello."), 0),
    ],
)
def test_what_tells_of_memories_wakes_the_copying(signs: Signs, body: Message, wakes: int):
    signs.stanza_journaled.emit(passed(body))
    assert signs.wakes == wakes


def test_a_handshake_wakes_it_and_what_we_say_ourselves_does_not(signs: Signs):
    signs.came_online.emit("ac_1")
    signs.stanza_journaled.emit(passed(wire.MemoryTrace(id="amu_1", memory_id="m1", content="x"), outbound=True))
    assert signs.wakes == 1
