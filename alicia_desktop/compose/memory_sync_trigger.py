"""What in a session is a sign that the server's memories may have changed, so that the copy here follows."""

from typing import Final

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryConfirmation, MemoryTrace, StartAnswer
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import SessionPool
from alicia_desktop.sync.memories import MemorySync

_SIGNS: Final = (MemoryTrace, MemoryConfirmation, StartAnswer)
"""An answer may have forgotten something without a trace of it."""


def follow(sessions: SessionPool, copies: MemorySync) -> None:
    """Wake the copying whenever a handshake is done and whenever a stanza tells of memories."""

    def on_passed(passed: JournaledStanza) -> None:
        content = passed.inbound
        if not passed.outbound and isinstance(content, Stanza) and isinstance(content.body, _SIGNS):
            copies.wake()

    sessions.came_online.connect(lambda _: copies.wake())
    sessions.stanza_journaled.connect(on_passed)
