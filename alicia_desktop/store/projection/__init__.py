"""Project stanzas to rows: each message becomes the same rows on the client and on the server.

What is stored does not depend on the order in which stanzas come, as far as the protocol allows: a replay may come
newest first, so a sentence makes the row of its answer, a result that of its request, a trace that of its memory.
Replays change nothing. One module per subject holds the rules; `Batch` keeps what many stanzas of one transaction
share.

Raw SQL on the driver's connection (`Batch`), because every stanza passes here, as `tests/bench` measures.
"""

from datetime import datetime

from sqlalchemy import Connection

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.projection.rules import Outcome, project
from alicia_desktop.store.records import Direction

__all__ = ["Batch", "Context", "Outcome", "apply", "project"]


def apply(conn: Connection, stanza: Stanza, *, direction: Direction, at: datetime) -> None:
    """Write the rows of one stanza without journaling it; see `recording.record` for both."""
    batch = Batch(conn)
    project(batch, Context(stanza=stanza, conversation_id=stanza.conversation_id, direction=direction, at=at))
    batch.flush()
