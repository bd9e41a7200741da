"""What was heard of the server's ids in a conversation, as the journal tells it (docs/protocol.md#resume)."""

from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection

from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.protocol.sequence import PeerSequence
from alicia_desktop.store import journal

REMEMBERED_IDS: Final = 2_000
"""How many of the server's last stanzas a new session looks through for what it has not heard."""


def received_sequence(conn: Connection, conversation_id: str) -> PeerSequence:
    """Return what was heard of the server's ids: a session may have ended before all came that it was to hear."""
    sequence, settled = PeerSequence(), journal.missing_settled(conn, conversation_id)
    for seq, stanza_id, number, duplicate in journal.server_ids(conn, conversation_id, limit=REMEMBERED_IDS):
        is_handshake = number == Configuration.TYPE
        sequence = sequence.meet(stanza_id) if is_handshake else sequence.observe(stanza_id, same_content=duplicate)[0]
        if seq <= settled:
            sequence = replace(sequence, unseen=())
    return sequence
