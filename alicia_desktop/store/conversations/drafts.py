"""Store what is written in a conversation and not sent yet: text, cursor and files, on this computer alone.

    drafts.keep(conn, "ac_1", Draft(text="Dear Emma,", cursor=10), now)
    drafts.get(conn, "ac_1")                                     # also after a crash

No draft goes to a server or into an export, and of a private conversation none is written. It is deleted with its
conversation; what is forgotten leaves its text as it leaves other texts (`memories.personal_text`), and its files here.

Raw SQL in `forget_words`, whose `reach` is a piece of a statement of `memories.forgetting`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from alicia_desktop.base.message_draft import MessageDraft, utf16_length
from alicia_desktop.protocol.attachments import Attachment, digest_of
from alicia_desktop.store.changes import note
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.schema import conversations, draft_files, drafts
from alicia_desktop.store.schema.columns import among, storable


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftFile:
    """A file that is attached and not sent yet."""

    attachment: Attachment
    """With its bytes."""
    note: str = ""
    """What stands below its name, such as its size."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationDraft(MessageDraft[DraftFile]):
    """What is written in a conversation and not sent yet, with its files as they are stored."""


def keep(
    conn: Connection, conversation_id: str, draft: ConversationDraft, at: datetime, *, files_too: bool = True
) -> bool:
    """Store the draft of a conversation in place of the one before; an empty one deletes it.

    Args:
        files_too: whether its files are written, too; else those that are stored stay.

    Returns:
        False where there is no such conversation, or it is private.
    """
    said = func.json_extract(conversations.c.preferences, "$.private")
    lasting = select(conversations.c.pk).where(~conversations.c.private, func.coalesce(said, 0) != 1)
    if conn.execute(lasting.where(conversations.c.id == conversation_id)).first() is None:
        return False
    if draft.empty:
        delete(conn, conversation_id)
        return True
    values = {
        "text": storable(draft.text),
        "long_text": storable(draft.long_text),
        "cursor": draft.cursor,
        "updated_at": at,
    }
    own = drafts.c.conversation_id == conversation_id
    if not conn.execute(update(drafts).where(own).values(values)).rowcount:
        conn.execute(insert(drafts).values(conversation_id=conversation_id, **values))
    if files_too:
        _keep_files(conn, conversation_id, draft.files)
    return True


def put_back(conn: Connection, conversation_id: str, text: str, files: Sequence[Attachment], at: datetime) -> None:
    """Store a question that is not sent after all, before what is written in its conversation."""
    waiting = tuple(DraftFile(attachment=file) for file in files)
    question = ConversationDraft(text=text, cursor=utf16_length(text), files=waiting)
    keep(conn, conversation_id, question.then(get(conn, conversation_id)), at)


def _keep_files(conn: Connection, conversation_id: str, files: Sequence[DraftFile]) -> None:
    conn.execute(draft_files.delete().where(draft_files.c.conversation_id == conversation_id))
    for file in files:
        head = file.attachment
        conn.execute(
            insert(draft_files).values(
                conversation_id=conversation_id,
                name=storable(head.name),
                media_type=storable(head.media_type),
                width=head.width,
                height=head.height,
                note=storable(file.note),
                data=head.data or b"",
            )
        )


def get(conn: Connection, conversation_id: str) -> ConversationDraft:
    """Return the draft of a conversation; an empty one where none is stored."""
    row = conn.execute(select(drafts).where(drafts.c.conversation_id == conversation_id).order_by(drafts.c.seq)).first()
    if row is None:
        return ConversationDraft()
    own = select(draft_files).where(draft_files.c.conversation_id == conversation_id).order_by(draft_files.c.seq)
    files = tuple(
        DraftFile(
            attachment=Attachment(
                name=file.name,
                media_type=file.media_type,
                size=len(file.data),
                digest=digest_of(file.data),
                width=file.width,
                height=file.height,
                data=file.data,
            ),
            note=file.note,
        )
        for file in conn.execute(own)
    )
    return ConversationDraft(text=row.text, long_text=row.long_text, cursor=row.cursor, files=files)


def delete(conn: Connection, conversation_id: str) -> None:
    """Delete the draft of a conversation with its files."""
    for table in (drafts, draft_files):
        conn.execute(table.delete().where(table.c.conversation_id == conversation_id))


def forget_words(conn: Connection, reach: str, words: Sequence[str], *, alone: re.Pattern[str] | None = None) -> None:
    """Delete files whose name holds one of these words, and texts that do; `reach` as in `memories.personal_text`.

    `alone` finds the words where they count, if not everywhere.
    """
    within = f"WHERE conversation_id IN (SELECT id FROM alicia_conversations WHERE user_id {reach})" if reach else ""
    columns = "seq, conversation_id, name, CASE WHEN media_type LIKE 'text/%' THEN data END"
    gone: list[int] = []
    for seq, conversation_id, name, data in conn.exec_driver_sql(f"SELECT {columns} FROM draft_files {within}").all():
        said = f"{name}\n{(data or b'').decode('utf-8', 'replace')}"
        if any(word in said for word in words if word) and (alone is None or alone.search(said)):
            gone.append(seq)
            note(conn, "draft", conversation_id, str(seq))
    if gone:
        with for_good(conn):
            conn.execute(draft_files.delete().where(among(draft_files.c.seq, gone)))
