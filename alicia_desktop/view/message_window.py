"""Read part of a conversation: its end, its beginning, what is around a message, or beyond what is there already."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Concatenate, Final, ParamSpec

from alicia_desktop.base.observable import Rows
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import messages, transcripts
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection
from alicia_desktop.view.messages import ConnectionPause, message_row
from alicia_desktop.view.rows import MessageRow

P = ParamSpec("P")

PAGE_MESSAGES: Final = 80
"""Messages that are read when a conversation is opened, and before and behind one that is gone to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageWindow:
    """Part of a conversation, in order."""

    bundles: Sequence[MessageBundle] = ()
    rows: Mapping[str, MessageRow] = field(default_factory=dict)
    """The row of each message by its id, made where it was read."""
    links: Sequence[messages.BranchLink] = ()
    """The branches of the whole conversation."""
    gone: frozenset[str] = frozenset()
    above: bool = False
    """Whether there is more before it."""
    below: bool = False


def last_messages(conn: Connection, conversation_id: str) -> MessageWindow:
    """Return the last messages."""
    bundles = transcripts.stretch(conn, conversation_id, limit=PAGE_MESSAGES)
    return MessageWindow(
        bundles=bundles, links=messages.branch_links(conn, conversation_id), above=len(bundles) == PAGE_MESSAGES
    )


def first_messages(conn: Connection, conversation_id: str) -> MessageWindow:
    """Return the first messages."""
    bundles = transcripts.stretch(conn, conversation_id, limit=PAGE_MESSAGES, from_end=False)
    return MessageWindow(
        bundles=bundles, links=messages.branch_links(conn, conversation_id), below=len(bundles) == PAGE_MESSAGES
    )


def messages_between(conn: Connection, conversation_id: str, first: int | None, last: int | None) -> MessageWindow:
    """Return the messages from number `first` to `last`; whether there are more is not looked for."""
    bundles = transcripts.stretch(conn, conversation_id, first=first, last=last)
    return MessageWindow(bundles=bundles, links=messages.branch_links(conn, conversation_id))


def messages_around(conn: Connection, conversation_id: str, number: int) -> MessageWindow:
    """Return the messages around a number."""
    before = transcripts.stretch(conn, conversation_id, last=number, limit=PAGE_MESSAGES)
    behind = transcripts.stretch(conn, conversation_id, first=number + 1, limit=PAGE_MESSAGES, from_end=False)
    return MessageWindow(
        bundles=[*before, *behind],
        links=messages.branch_links(conn, conversation_id),
        above=len(before) == PAGE_MESSAGES,
        below=len(behind) == PAGE_MESSAGES,
    )


def messages_beyond(conn: Connection, conversation_id: str, edge: int, limit: int, *, older: bool) -> MessageWindow:
    """Return what stands before number `edge`, or behind it, and there: messages may share a number."""
    if older:
        bundles = transcripts.stretch(conn, conversation_id, last=edge, limit=limit)
        return MessageWindow(bundles=bundles, above=len(bundles) == limit)
    bundles = transcripts.stretch(conn, conversation_id, first=edge, limit=limit, from_end=False)
    return MessageWindow(bundles=bundles, below=len(bundles) == limit)


def changed_messages(conn: Connection, conversation_id: str, changes: Changes) -> MessageWindow:
    """Return the messages that look different after these changes; `gone` are those that are no longer there."""
    ids = transcripts.touched(conn, conversation_id, changes)
    bundles = transcripts.some(conn, conversation_id, ids)
    return MessageWindow(bundles=bundles, gone=frozenset(ids - {bundle.message.id for bundle in bundles}))


def with_rows(
    conn: Connection,
    pause: ConnectionPause | None,
    read: Callable[Concatenate[Connection, P], MessageWindow],
    /,
    *wanted: P.args,
    **how: P.kwargs,
) -> MessageWindow:
    """Return what `read` finds, formatted in the database's thread: a message of megabytes never holds up the loop."""
    found = read(conn, *wanted, **how)
    return replace(found, rows={bundle.message.id: message_row(bundle, pause) for bundle in found.bundles})


def insert_position(rows: Sequence[MessageRow], order: Mapping[str, int], number: int) -> int:
    """Return where a message of that number belongs among rows; those without a number stand last."""
    place = len(rows)
    while place > 0 and order.get(rows[place - 1].id, float("inf")) > number:
        place -= 1
    return place


def is_in_place(rows: Rows[MessageRow], order: Mapping[str, int], message_id: str) -> bool:
    """Return whether a row stands between its neighbours as their numbers say."""
    place = rows.position(message_id)
    if place is None:
        return False
    number, end = order[message_id], float("inf")
    before = order.get(rows[place - 1].id, end) if place else 0
    after = order.get(rows[place + 1].id, end) if place + 1 < len(rows) else end
    return before <= number <= after
