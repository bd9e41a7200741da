"""Take back a question that never left this computer, so that its words can be changed or not be sent at all.

    taken = withdraw(conn, "am_7", at)   # None: it may have arrived, so it can only be stopped
    taken.text, taken.files              # what goes back to where it was written

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
from alicia_desktop.store.records import OutboxRecord
from alicia_desktop.store.schema import messages as table


@dataclass(frozen=True, kw_only=True, slots=True)
class WithdrawnQuestion:
    """A question that was taken back."""

    text: str
    files: tuple[Attachment, ...] = ()
    """With their bytes."""
    waiting: bool = False
    """Whether something else of the conversation waits to be sent."""


def withdraw(conn: Connection, message_id: str, at: datetime, *, to_draft: bool = False) -> WithdrawnQuestion | None:
    """Take a question back, or into the stored draft; None where it may have left, is there, or is not the user's."""
    known = messages.get(conn, message_id)
    if known is None or known.deleted_at is not None or known.message_role != "user" or known.sync_status != "pending":
        return None
    items = [item for item in outbox.of_content(conn, message_id) if item.type == UserMessage.TYPE]
    waiting = outbox.waiting(conn, known.conversation_id)
    places = {item.stanza_id - 1 for item in items}
    edits = [one for one in waiting if one.type == ControlVariation.TYPE and one.stanza_id in places]
    if not items or any(item.attempts for item in (*items, *edits)):
        return None
    files = tuple(attachments.of_message(conn, message_id, data=True))
    messages.delete(conn, message_id, at)
    for item in edits:
        _undo_edit(conn, item)
    for item in (*items, *edits):
        outbox.discard(conn, item.pk)
    untitle(conn, known.conversation_id, known.contents or next((file.name for file in files), ""), at)
    if to_draft:
        drafts.put_back(conn, known.conversation_id, known.contents, files, at)
    left = bool(outbox.waiting(conn, known.conversation_id))
    return WithdrawnQuestion(text=known.contents, files=files, waiting=left)


def _undo_edit(conn: Connection, item: OutboxRecord) -> None:
    """Show again what gave way to an edited question, with all that followed it."""
    stanza = decode(item.raw)
    target = stanza.body.target_id if isinstance(stanza, Stanza) and isinstance(stanza.body, ControlVariation) else None
    given_up = select(table.c.superseded_at).where(table.c.id == target).scalar_subquery()
    together = (table.c.conversation_id == item.conversation_id) & (table.c.superseded_at == given_up)
    again = update(table).where(together).values(superseded_at=None, superseded_by=None)
    for message_id in conn.execute(again.returning(table.c.id)).scalars().all():
        note(conn, "message", item.conversation_id, message_id)
