"""A conversation on disk, as the wire leaves it there."""

from collections.abc import Sequence

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantMessage, Message, UserMessage
from alicia_desktop.store.database import Database
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.records import Direction

CONVERSATION = "ac_1"


async def talk(database: Database, clock: Clock, lines: Sequence[str], *, first: int = 1) -> list[str]:
    """Write down messages `am_<place>`, the person's at odd places; returns their ids."""
    entries = []
    for place, text in enumerate(lines, first):
        before = f"am_{place - 1}" if place > 1 else None
        body: Message
        if place % 2:
            body = UserMessage(id=f"am_{place}", previous_id=before, conversation_id=CONVERSATION, content=text)
        else:
            body = AssistantMessage(id=f"am_{place}", previous_id=before, conversation_id=CONVERSATION, content=text)
        number = place if place % 2 else -place
        stanza = Stanza(stanza_id=number, conversation_id=CONVERSATION, body=body, meta={"model": "scripted"})
        direction: Direction = "in" if place % 2 else "out"
        entries.append(JournalEntry(direction=direction, content=stanza, at=clock.now(), raw=encode(stanza)))
    await database.write(record, entries)
    return [f"am_{place}" for place in range(first, first + len(lines))]
