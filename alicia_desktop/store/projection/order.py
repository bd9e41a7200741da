"""The order of messages in a conversation.

The order of a conversation is that of arrival, except that nothing stands before what it follows: where a message comes
later than one that names it as its `previousId`, the conversation is numbered anew along that chain.
"""

from collections.abc import Mapping
from typing import Any

from alicia_desktop.store.projection.batch import Batch


def keep_in_order(batch: Batch, conversation_id: str, message_id: str) -> None:
    """Number the conversation anew where this message stands after what follows it, or before what it follows."""
    row = batch.execute(
        "SELECT id, conversation_id, previous_id, sequence_number AS sequence FROM alicia_messages WHERE id = ?",
        (message_id,),
    ).fetchone()
    names = ("id", "conversation_id", "previous_id", "sequence")
    if row is not None and is_misplaced(batch, dict(zip(names, row, strict=True))):
        renumber(batch, conversation_id)


def is_misplaced(batch: Batch, values: Mapping[str, Any]) -> bool:
    """Whether a message, in the database or not, stands after what follows it, or before what it follows.

    The plus signs keep SQLite from walking the whole conversation by its order instead of asking for the few rows.
    """
    found = batch.execute(
        "SELECT EXISTS (SELECT 1 FROM alicia_messages AS next WHERE next.previous_id = :id "
        "AND +next.conversation_id = :conversation_id AND +next.sequence_number < :sequence) "
        "OR EXISTS (SELECT 1 FROM alicia_messages AS earlier WHERE earlier.id = :previous_id "
        "AND +earlier.conversation_id = :conversation_id AND +earlier.sequence_number > :sequence)",
        values,
    ).fetchone()
    return bool(found[0])


def renumber(batch: Batch, conversation_id: str) -> None:
    """Number the messages so that each follows its predecessor and otherwise keeps its place."""
    batch.waiting.write_messages()
    rows = batch.execute(
        "SELECT id, previous_id, sequence_number FROM alicia_messages WHERE conversation_id = ? "
        "ORDER BY sequence_number, pk",
        (conversation_id,),
    ).fetchall()
    previous = {row_id: before for row_id, before, _ in rows}
    places = {row_id: place for row_id, _, place in rows}
    ordered: dict[str, None] = {}
    for row_id in previous:
        chain: dict[str, None] = {}
        link: str | None = row_id
        while link is not None and link in previous and link not in ordered and link not in chain:
            chain[link] = None
            link = previous[link]
        ordered.update(dict.fromkeys(reversed(chain)))
    moved = [(place, row_id) for place, row_id in enumerate(ordered, start=1) if places[row_id] != place]
    batch.executemany("UPDATE alicia_messages SET sequence_number = ? WHERE id = ?", moved)
    for _, row_id in moved:
        batch.note("message", conversation_id, row_id)
