"""Take back a question that never left this computer, so that its words can be changed or not be sent at all.

    taken = withdraw(conn, "ac_1", "am_7", at)   # None: it may have arrived, so it can only be stopped
    taken.text, taken.files                      # what goes back to where it was written

Outbox and tables change in one transaction: what the server may have got stays what it is. A conversation that was
titled after the question is titled after what is left, or not at all.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, update

from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ControlVariation, UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import attachments, drafts, messages
from alicia_desktop.store.conversations.default_titles import untitle
from alicia_desktop.store.records import MessageRecord, OutboxRecord
from alicia_desktop.store.schema import messages as table


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawnQuestion:
    """A question that was taken back."""

    text: str
    files: tuple[Attachment, ...] = ()
    """With their bytes."""
    waiting: bool = False
    """Whether something else of the conversation waits to be sent."""


def withdraw(
    conn: Connection, conversation_id: str, message_id: str, at: datetime, *, to_draft: bool = False
) -> WithdrawnQuestion | None:
    """Take a question back, or into the stored draft.

    Returns:
        None where it may have left, is there, is not the user's, or is of another conversation.
    """
    known = messages.get(conn, message_id)
    if known is None or (known.conversation_id, known.message_role) != (conversation_id, "user"):
        return None
    if known.deleted_at is not None or known.sync_status != "pending":
        return None
    items = [item for item in outbox.of_content(conn, message_id) if item.type == UserMessage.TYPE]
    waiting = outbox.waiting(conn, conversation_id)
    places = {item.stanza_id - 1 for item in items}
    edits = {one: target for one in waiting if one.stanza_id in places and (target := _edited(one))}
    if not items or any(item.attempts for item in (*items, *edits)):
        return None
    files = tuple(attachments.of_message(conn, message_id, data=True))
    messages.delete(conn, message_id, at)
    for target in edits.values():
        _undo_edit(conn, conversation_id, target)
    for item in (*items, *edits):
        outbox.discard(conn, item.pk)
    untitle(conn, conversation_id, _title_of(conn, known), at)
    if to_draft:
        drafts.put_back(conn, conversation_id, known.contents, files, at)
    left = bool(outbox.waiting(conn, conversation_id))
    return WithdrawnQuestion(text=known.contents, files=files, waiting=left)


def discard(conn: Connection, message_id: str, at: datetime) -> None:
    """Delete a question for good, with what of it waits to be sent or could not be, and the title that it gave."""
    known = messages.get(conn, message_id)
    for item in outbox.of_content(conn, message_id):
        outbox.discard(conn, item.pk)
    messages.delete(conn, message_id, at)
    if known is not None:
        untitle(conn, known.conversation_id, _title_of(conn, known), at)


def _title_of(conn: Connection, question: MessageRecord) -> str:
    """Return the words that a conversation is titled after: the question's own, else the name of its first file."""
    return question.contents or next((file.name for file in attachments.of_message(conn, question.id)), "")


def _edited(item: OutboxRecord) -> str:
    """Return the id of the message that an edit gives up; empty for what is no edit."""
    stanza = decode(item.raw) if item.type == ControlVariation.TYPE else None
    body = stanza.body if isinstance(stanza, Stanza) else None
    return body.target_id if isinstance(body, ControlVariation) and body.mode == "edit" else ""


def _undo_edit(conn: Connection, conversation_id: str, target: str) -> None:
    """Show again what gave way to an edited question, with all that followed it."""
    given_up = select(table.c.superseded_at).where(table.c.id == target).scalar_subquery()
    together = (table.c.conversation_id == conversation_id) & (table.c.superseded_at == given_up)
    again = update(table).where(together).values(superseded_at=None, superseded_by=None)
    for message_id in conn.execute(again.returning(table.c.id)).scalars().all():
        note(conn, "message", conversation_id, message_id)
