"""Collect what a transaction changed; `Database.changed` emits it after the commit, so that a view can read it again.

Query functions note changes on the connection they work on; the writer collects them and `Database.changed` emits them.
"""

from typing import Final, Literal, NamedTuple

from sqlalchemy import Connection

Subject = Literal[
    "conversation",
    "message",
    "sentence",
    "tool_use",
    "memory",
    "memory_vector",
    "memory_use",
    "reasoning",
    "commentary",
    "feedback",
    "audio",
    "attachment",
    "meta",
    "summary",
    "pin",
    "alias",
    "journal",
    "journal_edit",
    "outbox",
    "mark",
    "draft",
    "sync",
]


class Change(NamedTuple):
    """One row that is new, other, or gone."""

    subject: Subject
    conversation_id: str | None
    """None for what belongs to no conversation, such as a memory."""
    id: str
    """The row's id; of journal, marks and drafts the `seq`, of outbox and vectors the `pk`, as text.

    A `journal` is a new stanza. Stanzas that are deleted or lose words are a `journal_edit`, which names none of them.
    """


Changes = frozenset[Change]

_KEY: Final = "alicia_changes"


def note(conn: Connection, subject: Subject, conversation_id: str | None, row_id: str) -> None:
    """Note that a row changed; emitted once the transaction is committed, or never."""
    noted(conn).add(Change(subject, conversation_id, row_id))


def noted(conn: Connection) -> set[Change]:
    """Return the changes noted so far on this connection, to be added to."""
    changes: set[Change] = conn.info.setdefault(_KEY, set())
    return changes


def pop_changes(conn: Connection) -> set[Change]:
    """Return the changes noted so far and forget them."""
    changes: set[Change] = conn.info.pop(_KEY, set())
    return changes
