"""Forget memories: remove their words from the database, everywhere they stand; the rows stay as references.

A memory's words are in more places than its row: in traces of its use and in what other retrievals say they just
missed, in journal bodies, in what waits to be sent, in the message that told them and in answers that repeated them. So
they are looked for by what they say (docs/memory.md#forgetting). In bytes of stanzas they are replaced by as many
spaces, which keeps a packet readable whatever it is; what cannot be told from other words, because it is too short,
goes only where the memory itself is named. Pages, write-ahead log and full-text indexes of the file keep nothing either
(`checkpointer.for_good`, and FTS5's own `secure-delete` in `migrations/`). A server's database may be that of several
people (`users`): the same words of somebody else stay. Raw SQL, because it rewrites JSON and bytes inside SQLite,
row by row, without bringing them up.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from alicia_desktop.protocol.conversation_settings import SETTINGS
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.accounts import NAMELESS, is_own_ref, is_registered, names_of
from alicia_desktop.store.changes import Subject, note
from alicia_desktop.store.conversations import answer_prompts, attachments, drafts, sounds
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.memories import memories
from alicia_desktop.store.memories.personal_text import (
    EXPLAINING,
    EXPLAINING_COLUMNS,
    MARKS,
    NUMBERED,
    TEXTS,
    WITH_CONVERSATION,
    WITH_SOUND,
    blanked,
    clear_heard,
    rows_holding,
    shortest_of,
    single_words,
    without_words,
)
from alicia_desktop.store.memories.value_forgetting import (
    Piece,
    Trace,
    clear_pieces,
    clear_secrets,
    facts_of,
    pieces_of,
)
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema import users
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text

SHORTEST: Final = 8
"""Characters of words that are looked for everywhere; shorter ones are taken for anybody's."""
_TOLD_BY: Final = ("content", "said", "heard", "before")
"""Keys of `meta`, of a version in its history, and of a trace: what it said, and said before, also in the words that
the message has."""
_SNIPPETS: Final = (500, 160)
"""How much of a memory traces and near misses carry."""

_GONE: Final[dict[str, Any]] = {
    "content": "",
    "context": "",
    "topic": None,
    "summary": None,
    "tags": [],
    "meta": {},
    "source_info": {},
    "embeddings": None,
    "embeddings_info": None,
}


def forget(
    conn: Connection, ids: Sequence[str], at: datetime, *, also: Sequence[str] = (), server: str | None = None
) -> None:
    """Delete memories and their words for good.

    Args:
        also: other forms of the words, such as "Your dog is called Rex.".
        server: who says that they are forgotten, and reaches only the copies of its own conversations and memories;
            None for the person.
    """
    with for_good(conn):
        _forget(conn, ids, at, also, server)


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfirmedForgetting:
    """What a server says that it has forgotten."""

    memory_id: str
    at: datetime
    server: str
    question_id: str = ""
    """The message that asked for it."""
    left: str = ""
    """What is left of that message there."""


def forget_confirmed(conn: Connection, confirmed: Sequence[ConfirmedForgetting]) -> None:
    """Forget what the server has forgotten, also what was never copied here: then nothing brings it in any more."""
    at = max(one.at for one in confirmed)
    with for_good(conn):
        for one in confirmed:
            conn.exec_driver_sql(
                "INSERT INTO alicia_memory(id, content, source_type, server, created_at, updated_at) "
                "VALUES (?1, '', 'trace', ?3, ?2, ?2) ON CONFLICT(id) DO NOTHING",
                (one.memory_id, to_utc_text(at), one.server),
            )
        for server in dict.fromkeys(one.server for one in confirmed):
            own = [one for one in confirmed if one.server == server]
            asked = {one.question_id: one.left for one in own if one.question_id}
            also = [text for question_id, left in asked.items() for text in _cut_message(conn, question_id, left)]
            _forget(conn, list(dict.fromkeys(one.memory_id for one in own)), at, also, server)


def _cut_message(conn: Connection, message_id: str, left: str) -> Iterator[str]:
    """Leave of a message what is left of it elsewhere; yield what it said before, where that was more."""
    row = conn.exec_driver_sql(
        "SELECT contents, conversation_id FROM alicia_messages WHERE id = ? AND message_role = 'user'", (message_id,)
    ).first()
    if row is None or len(row[0]) <= len(left):
        return
    conn.exec_driver_sql("UPDATE alicia_messages SET contents = ? WHERE id = ?", (left, message_id))
    note(conn, "message", row[1], message_id)
    yield row[0]
    yield row[0].replace(left, "").strip()


def _forget(conn: Connection, ids: Sequence[str], at: datetime, also: Sequence[str], server: str | None) -> None:
    if server is not None:
        ids = _copies_of(conn, ids, server)
    found = memories.get_memories(conn, ids)
    owners = [memory.user_id for memory in found.values()]
    reach = _reach_of(conn, owners) if server is None else _reach_of_server(conn, server)
    traces = _traces_of(conn, ids)
    facts = facts_of(found.values(), traces)
    told_in = {memory.id: _told_in(memory) for memory in found.values()}
    pieces = pieces_of(conn, reach, facts, traces, told_in)
    told = [*also, *(text for trace in traces for text in (trace.content, *_words_in(trace.told)))]
    told += [text for memory in found.values() for text in _words_of(memory)]
    values = {str(trace.told.get("value") or "").lower() for trace in traces}
    single = single_words([*told, *(tag for memory in found.values() for tag in memory.tags)]) | values
    words = _distinct([*told, *(piece.text for piece in pieces)])
    for memory_id in ids:
        _empty(conn, memory_id, at)
    _drop_unsent(conn, ids)
    sounds.forget(conn, ids)
    attachments.forget(conn, ids, at)
    answer_prompts.forget(conn, [*ids, *_named_by(found.values(), traces, pieces)], at)
    _clear_uses(conn, ids, at)
    clear_pieces(conn, pieces)
    _clear_words(conn, ids, reach, words, single)
    clear_secrets(conn, reach, facts, at)
    everywhere = [word for word in words if len(word) >= SHORTEST]
    attachments.forget_words(conn, reach, everywhere, at)
    answer_prompts.forget_words(conn, reach, everywhere, at)
    drafts.forget_words(conn, reach, everywhere)


def _clear_words(
    conn: Connection, ids: Sequence[str], reach: str, words: Sequence[str], single: Collection[str]
) -> None:
    """Remove words wherever they stand, short ones only where the memory is named."""
    everywhere = [text for text in words if len(text) >= SHORTEST]
    _clear_analyses(conn, reach, everywhere, single)
    for text in TEXTS:
        _clear_texts(conn, reach, text, everywhere, single=single if text[:2] in EXPLAINING_COLUMNS else ())
    clear_heard(conn, reach, everywhere)
    _clear_titles(conn, reach, everywhere)
    _clear_deleted_settings(conn, reach)
    _clear_bytes(conn, reach, "journal", "seq", everywhere, single=single)
    _clear_bytes(conn, reach, "outbox", "pk", everywhere, single=single)
    short = [text for text in words if len(text) < SHORTEST]
    for memory_id in ids:
        _clear_bytes(conn, reach, "journal", "seq", short, naming=memory_id)


def _traces_of(conn: Connection, ids: Sequence[str]) -> list[Trace]:
    """Return the traces of memories, which tell what they said where they were not copied."""
    rows = conn.exec_driver_sql(
        "SELECT memory_id, message_id, conversation_id, content, meta, action FROM alicia_memory_used "
        "WHERE memory_id IN (SELECT value FROM json_each(?))",
        (to_json_text(list(ids)),),
    )
    return [
        Trace(
            memory_id=memory_id,
            message_id=message_id or "",
            conversation_id=conversation_id or "",
            content=content or "",
            told=json.loads(meta or "{}"),
            action=action or "",
        )
        for memory_id, message_id, conversation_id, content, meta, action in rows
    ]


def _named_by(found: Iterable[MemoryRecord], traces: Iterable[Trace], pieces: Iterable[Piece]) -> Iterator[str]:
    """Return the ids of what told memories, or repeats them."""
    for memory in found:
        yield str(memory.source_info.get("message_id") or "")
    for trace in traces:
        yield trace.message_id if trace.action != "retrieved" else ""
    for piece in pieces:
        yield from (piece.message_id, piece.row_id)


def _told_in(memory: MemoryRecord) -> set[str]:
    """Return the conversations in which a memory was stated."""
    history = memory.meta.get("history")
    versions = [one for one in history if isinstance(one, Mapping)] if isinstance(history, list) else []
    named = [memory.source_chat_id, memory.source_info.get("conversation_id")]
    return {str(name) for name in [*named, *(one.get("conversation_id") for one in versions)] if name}


def _reach_of(conn: Connection, user_ids: Sequence[str]) -> str:
    """Return the condition on a `user_id` of what is this person's: of a server's user their own, else all but users'.

    Empty where there are no users: then the whole database is one person's.
    """
    if conn.execute(select(users.c.pk).limit(1)).first() is None:
        return ""
    name = user_ids[0] if user_ids else NAMELESS[0]
    if not is_registered(conn, name):
        return "NOT IN (SELECT name FROM users)"
    names = to_json_text(names_of(conn, name))
    literals = conn.exec_driver_sql("SELECT group_concat(quote(value)) FROM json_each(?)", (names,)).scalar_one()
    return f"IN ({literals})"


def _reach_of_server(conn: Connection, server: str) -> str:
    """Return the condition, behind `user_id`, on what is copied from a server."""
    quoted = conn.exec_driver_sql("SELECT quote(?)", (server,)).scalar_one()
    return f"IS NOT NULL AND server = {quoted}"


def _copies_of(conn: Connection, ids: Sequence[str], server: str) -> list[str]:
    """Return those of these memories that are of a server, or of which it is not known."""
    rows = conn.exec_driver_sql(
        "SELECT id FROM alicia_memory WHERE id IN (SELECT value FROM json_each(?)) AND server IN ('', ?)",
        (to_json_text(list(ids)), server),
    )
    return list(rows.scalars())


def _words_of(memory: MemoryRecord) -> Iterator[str]:
    """Return what the memory says, said, and was told with."""
    yield memory.content
    yield memory.summary or ""
    history = memory.meta.get("history")
    versions = [memory.meta, *(history if isinstance(history, list) else [])]
    for version in versions:
        if isinstance(version, Mapping):
            yield from _words_in(version)


def _words_in(told: Mapping[str, Any]) -> Iterator[str]:
    """Return the words in the meta of a memory, in a version of it, or in the metadata of a trace."""
    yield from (str(told.get(name) or "") for name in _TOLD_BY)
    yield from _as_said_back(str(told.get("spoken") or ""))


def _as_said_back(spoken: str) -> Iterator[str]:
    """Return what answers make of "You are allergic to nuts.": it stands in the middle of them, and contracted."""
    for form in (spoken, spoken.replace("ou are ", "ou're ")):
        yield form
        yield f"{form[:1].lower()}{form[1:]}"


def _distinct(texts: Iterable[str]) -> list[str]:
    """Return each form in which the texts may stand somewhere, the longest first."""
    whole = {text.strip() for text in texts}
    cut = {text[:length].strip() for text in whole for length in _SNIPPETS}
    bare = {text.rstrip(".!") for text in whole}
    return sorted((whole | cut | bare) - {""}, key=lambda text: (-len(text), text))


def _empty(conn: Connection, memory_id: str, at: datetime) -> None:
    values = _GONE | {"deleted_at": at, "updated_at": at}
    changed = table.update().where(table.c.id == memory_id).values(values).returning(table.c.reference_to)
    for target in conn.execute(changed).scalars():
        memories.note_change(conn, memory_id, target)


def _drop_unsent(conn: Connection, ids: Sequence[str]) -> None:
    """What the person did to it before needs not be told any more."""
    for memory_id in ids:
        rows = conn.exec_driver_sql(
            "DELETE FROM outbox WHERE content_id = ? AND type = ? AND status <> 'sent' RETURNING pk, conversation_id",
            (memory_id, MemoryAction.TYPE),
        ).all()
        for pk, conversation_id in rows:
            note(conn, "outbox", conversation_id, str(pk))


def _clear_uses(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Empty its own traces but for what their numbers mean, and what is kept about it by its id."""
    for memory_id in ids:
        rows = conn.exec_driver_sql(
            "UPDATE alicia_memory_used SET content = '', query_prompt_meta = NULL, updated_at = ?, "
            "meta = iif(meta ->> 'scoreMeaning' IN ('relevance', 'importance'), "
            "json_object('scoreMeaning', meta ->> 'scoreMeaning'), '{}') "
            "WHERE memory_id = ? RETURNING id, conversation_id",
            (to_utc_text(at), memory_id),
        ).all()
        for use_id, conversation_id in rows:
            note(conn, "memory_use", conversation_id, use_id)
        if not is_own_ref(memory_id):
            conn.exec_driver_sql("DELETE FROM alicia_meta WHERE ref = ?", (memory_id,))


def _clear_analyses(conn: Connection, reach: str, words: Sequence[str], single: Collection[str]) -> None:
    """Take single words out of what was read into a query that says it; the query itself goes with the other texts."""
    columns = "id, query_prompt_meta, conversation_id"
    for use_id, meta, conversation_id in rows_holding(
        conn, reach, columns, ("alicia_memory_used", "query_prompt"), shortest_of(words)
    ):
        if meta is not None:
            left = (without_words(meta, single), use_id)
            conn.exec_driver_sql("UPDATE alicia_memory_used SET query_prompt_meta = ? WHERE id = ?", left)
            note(conn, "memory_use", conversation_id, use_id)


def _clear_texts(
    conn: Connection, reach: str, text: tuple[str, str, Subject], words: Sequence[str], *, single: Collection[str]
) -> None:
    """Take words out of a column of text; what JSON writes differently is looked for as JSON writes it, too.

    What held them loses the `single` words as well.
    """
    name, column, subject = text
    place = "conversation_id" if name in WITH_CONVERSATION else "id" if name == "alicia_conversations" else "NULL"
    key = "seq" if name in NUMBERED else "id"
    forms = list(dict.fromkeys(form for word in words for form in (word, to_json_text(word)[1:-1])))
    columns = f"{key}, {column}, {place}"
    for row_id, said, conversation_id in rows_holding(conn, reach, columns, (name, column), shortest_of(forms)):
        left = said
        for form in forms:
            left = left.replace(form, "")
        left = without_words(left, single)
        values = ("" if not left.strip(MARKS) else left.strip(), row_id)
        conn.exec_driver_sql(f"UPDATE {name} SET {column} = ?{WITH_SOUND.get(name, '')} WHERE {key} = ?", values)
        note(conn, subject, conversation_id, str(row_id))


def _clear_titles(conn: Connection, reach: str, words: Sequence[str]) -> None:
    """A conversation is named after what was first said in it, cut short: such a title goes."""
    own = f" WHERE user_id {reach}" if reach else ""
    for conversation_id, title in conn.exec_driver_sql(f"SELECT id, title FROM alicia_conversations{own}").all():
        bare = title.rstrip(MARKS + "…")
        begun = [bare[at:] for at in range(max(0, len(bare) - SHORTEST + 1))]
        if any(word in bare or any(word.startswith(end) for end in begun) for word in words):
            conn.exec_driver_sql("UPDATE alicia_conversations SET title = '' WHERE id = ?", (conversation_id,))
            note(conn, "conversation", conversation_id, conversation_id)


def _clear_deleted_settings(conn: Connection, reach: str) -> None:
    """Take the personas of deleted conversations away with whatever is forgotten: nobody can read them any more."""
    own, path = f" AND user_id {reach}" if reach else "", f"$.{SETTINGS}"
    conn.exec_driver_sql(
        "UPDATE alicia_conversations SET preferences = json_remove(preferences, ?1) "
        f"WHERE deleted_at IS NOT NULL AND json_extract(preferences, ?1) IS NOT NULL{own}",
        (path,),
    )


def _clear_bytes(
    conn: Connection,
    reach: str,
    name: str,
    key: str,
    words: Sequence[str],
    *,
    single: Collection[str] = (),
    naming: str | None = None,
) -> None:
    """Replace words in the bytes of stanzas by as many spaces, where those are `naming` something or everywhere.

    What explains loses the `single` words with them.
    """
    sought = [text.encode("utf-8", "replace") for text in words]
    named = None if naming is None else naming.encode("utf-8", "replace")
    columns = f"{key}, raw, conversation_id, type"
    for number, raw, conversation_id, kind in rows_holding(conn, reach, columns, (name, "raw"), shortest_of(sought)):
        if named is not None and named not in raw:
            continue
        cleared = raw
        for form in sought:
            cleared = cleared.replace(form, b" " * len(form))
        cleared = blanked(cleared, single) if kind in EXPLAINING else cleared
        conn.exec_driver_sql(f"UPDATE {name} SET raw = ? WHERE {key} = ?", (cleared, number))
        if name == "journal":
            note(conn, "journal_edit", conversation_id, "")
        else:
            note(conn, "outbox", conversation_id, str(number))
