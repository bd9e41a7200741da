"""When what waits is sent: the end of the pause that the session is in, and why it pauses."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from alicia_desktop.store.changes import Change, Changes
from alicia_desktop.view.rows import MessageRow


@dataclass(frozen=True, kw_only=True, slots=True)
class NextTry:
    """The end of a pause."""

    at: datetime
    reason: str
    """Why the last try failed, as a sentence."""


def queued(rows: Iterable[MessageRow], conversation_id: str) -> Changes:
    """Return the rows that say when they are tried next, as if they had changed."""
    return frozenset(Change("message", conversation_id, row.id) for row in rows if row.state == "queued")
