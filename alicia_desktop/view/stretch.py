"""Part of a conversation that is at hand: read from its end, around a message, or beyond what is there already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.store import stretches, transcripts
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection
from alicia_desktop.store.transcripts import MessageBundle
from alicia_desktop.view.rows import MessageRow

OPENED: Final = 80
"""Messages that are read when a conversation is opened, and before and behind one that is gone to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stretch:
    """Part of a conversation, in order."""

    bundles: Sequence[MessageBundle] = ()
    links: Sequence[stretches.Link] = ()
    """The branches of the whole conversation."""
    above: bool = False
    """Whether there is more before it."""
    below: bool = False


def end(conn: Connection, conversation_id: str) -> Stretch:
    """Return the last messages."""
    bundles = transcripts.stretch(conn, conversation_id, limit=OPENED)
    return Stretch(bundles=bundles, links=stretches.branched(conn, conversation_id), above=len(bundles) == OPENED)


def begin(conn: Connection, conversation_id: str) -> Stretch:
    """Return the first messages."""
    bundles = transcripts.stretch(conn, conversation_id, limit=OPENED, from_end=False)
    return Stretch(bundles=bundles, links=stretches.branched(conn, conversation_id), below=len(bundles) == OPENED)


def between(conn: Connection, conversation_id: str, first: int | None, last: int | None) -> Stretch:
    """Return the messages from number `first` to `last`; whether there are more is not looked for."""
    bundles = transcripts.stretch(conn, conversation_id, first=first, last=last)
    return Stretch(bundles=bundles, links=stretches.branched(conn, conversation_id))


def around(conn: Connection, conversation_id: str, number: int) -> Stretch:
    """Return the messages around a number."""
    before = transcripts.stretch(conn, conversation_id, last=number, limit=OPENED)
    behind = transcripts.stretch(conn, conversation_id, first=number + 1, limit=OPENED, from_end=False)
    return Stretch(
        bundles=[*before, *behind],
        links=stretches.branched(conn, conversation_id),
        above=len(before) == OPENED,
        below=len(behind) == OPENED,
    )


def beyond(conn: Connection, conversation_id: str, edge: int, limit: int, *, older: bool) -> Stretch:
    """Return what stands before number `edge`, or behind it, and there: messages may share a number."""
    if older:
        bundles = transcripts.stretch(conn, conversation_id, last=edge, limit=limit)
        return Stretch(bundles=bundles, above=len(bundles) == limit)
    bundles = transcripts.stretch(conn, conversation_id, first=edge, limit=limit, from_end=False)
    return Stretch(bundles=bundles, below=len(bundles) == limit)


def touched(conn: Connection, conversation_id: str, changes: Changes) -> tuple[set[str], list[MessageBundle]]:
    """Return the ids of the messages that look different after these changes, and those that are still there."""
    ids = transcripts.touched(conn, conversation_id, changes)
    return ids, transcripts.some(conn, conversation_id, ids)


def place_of(rows: Sequence[MessageRow], order: Mapping[str, int], number: int) -> int:
    """Return where a message of that number belongs among rows; those without a number stand last."""
    place = len(rows)
    while place > 0 and order.get(rows[place - 1].id, float("inf")) > number:
        place -= 1
    return place
