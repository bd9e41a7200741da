"""Forget memories: remove their words from the database, everywhere they stand; the rows stay as references.

A memory's words are in more places than its row: in traces of its use and in what other retrievals say they just
missed, in journal bodies, in what waits to be sent, in the message that told them and in answers that repeated them. So
they are looked for by what they say (docs/memory.md#forgetting). In bytes of stanzas they are replaced by as many
spaces, which keeps a packet readable whatever it is; what cannot be told from other words, because it is too short,
goes only where the memory itself is named. Pages, write-ahead log and full-text indexes of the file keep nothing either
(`checkpointer.for_good`, and FTS5's own `secure-delete` in `migrations/`).

A server's database may be that of several people (`users`): the same words of somebody else stay.

Raw SQL, because it rewrites JSON and bytes inside SQLite, row by row, without bringing them up.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row, select

from alicia_desktop.protocol.byte_ranges import FieldSpan, field_spans
from alicia_desktop.protocol.messages import MemoryAction, MemoryTrace, StartAnswer
from alicia_desktop.store.accounts import NAMELESS, is_own_ref, is_registered, names_of
from alicia_desktop.store.changes import Subject, note
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema import users
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text

EXPLAINING: Final = frozenset({MemoryTrace.TYPE, StartAnswer.TYPE})
"""Stanzas that tell how memories were looked for, or what one is about."""
COLUMNS: Final = frozenset(
    {
        ("alicia_memory_used", "meta"),
        ("alicia_memory_used", "query_prompt_meta"),
        ("alicia_meta", "value"),
        ("journal", "meta"),
    }
)
"""Columns of JSON that do."""
_WORD: Final = re.compile(r"[^\W_]{3,}")
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?')
"""A string of JSON, and whether it names a field."""
_EXPLAINED_IN: Final = frozenset({"meta", "metadata"})
"""Keys under which a stanza explains."""


def single_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that texts are made of, in small letters."""
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text)) - {"user"}


def without_words(json_text: str, words: Collection[str]) -> str:
    """Return JSON in which strings that are one of these words are empty."""
    if not words:
        return json_text

    def left(found: re.Match[str]) -> str:
        return '""' if found[2] is None and found[1].lower() in words else found[0]

    return _STRING.sub(left, json_text)


def blanked(raw: bytes, words: Collection[str]) -> bytes:
    """Return a stanza with as many spaces in place of strings that are one of these words, so that it stays one."""
    root = field_spans(raw) if words else None
    left = bytearray(raw)
    for span in _strings(root) if root is not None else ():
        said = str(span.value)
        size = len(said.encode("utf-8", "replace"))
        if said.lower() in words and _EXPLAINED_IN & set(span.path):
            left[span.end - size : span.end] = b" " * size
    return bytes(left)


def _strings(span: FieldSpan) -> Iterator[FieldSpan]:
    if isinstance(span.value, str):
        yield span
    for child in span.children:
        yield from _strings(child)


S = TypeVar("S", str, bytes)

SHORTEST: Final = 8
"""Characters of words that are looked for everywhere; shorter ones are taken for anybody's."""
_TOLD_BY: Final = ("content", "said", "heard")
"""Keys of `meta` and of a version in its history: what it said, in the person's words, as they stood in the message."""
MIN_VALUE_CHARACTERS: Final = 3
"""Characters of the value of a fact that tells a sentence with it."""
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
_TEXTS: Final[tuple[tuple[str, str, Subject], ...]] = (
    ("alicia_messages", "contents", "message"),
    ("alicia_sentences", "text", "sentence"),
    ("alicia_audio", "transcription", "audio"),
    ("alicia_reasoning_steps", "content", "reasoning"),
    ("alicia_conversation_summaries", "summary", "summary"),
    ("alicia_semantic_pins", "content", "pin"),
    ("alicia_tool_uses", "tool_arguments", "tool_use"),
    ("alicia_tool_uses", "tool_result", "tool_use"),
    ("alicia_memory_used", "content", "memory_use"),
    ("alicia_memory_used", "query_prompt", "memory_use"),
    ("alicia_memory_used", "query_prompt_meta", "memory_use"),
    ("alicia_memory_used", "meta", "memory_use"),
    ("alicia_meta", "value", "meta"),
    ("journal", "meta", "journal"),
    ("alicia_memory", "context", "memory"),
    ("sync_conflicts", "mine", "sync"),
    ("sync_conflicts", "theirs", "sync"),
)
"""Columns of text, or of JSON as text, that may repeat a memory."""


def forget(conn: Connection, ids: Sequence[str], at: datetime, *, also: Sequence[str] = ()) -> None:
    """Delete memories and their words for good; `also` are other forms of them, such as "Your dog is called Rex."."""
    with for_good(conn):
        _forget(conn, ids, at, also)


def _forget(conn: Connection, ids: Sequence[str], at: datetime, also: Sequence[str]) -> None:
    found = memories.get_memories(conn, ids)
    reach = _reach_of(conn, [memory.user_id for memory in found.values()])
    told = [*also, *(text for memory in found.values() for text in _words_of(memory))]
    answered = [text for memory in found.values() for text in _said_in_answers(conn, memory)]
    words, single = (
        _distinct([*told, *answered]),
        single_words([*told, *(tag for memory in found.values() for tag in memory.tags)]),
    )
    for memory_id in ids:
        _empty(conn, memory_id, at)
    _drop_unsent(conn, ids)
    sounds.forget(conn, ids)
    _clear_uses(conn, ids, at)
    everywhere = [text for text in words if len(text) >= SHORTEST]
    _clear_analyses(conn, reach, everywhere, single)
    for text in _TEXTS:
        _clear_texts(conn, reach, text, everywhere, single=single if text[:2] in COLUMNS else ())
    _clear_titles(conn, reach, everywhere)
    _clear_bytes(conn, reach, "journal", "seq", everywhere, single=single)
    _clear_bytes(conn, reach, "outbox", "pk", everywhere, single=single)
    short = [text for text in words if len(text) < SHORTEST]
    for memory_id in ids:
        _clear_bytes(conn, reach, "journal", "seq", short, naming=memory_id)


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


def _words_of(memory: MemoryRecord) -> Iterator[str]:
    """Return what the memory says, said, and was told with."""
    yield memory.content
    yield memory.summary or ""
    history = memory.meta.get("history")
    versions = [memory.meta, *(history if isinstance(history, list) else [])]
    for version in versions:
        if isinstance(version, Mapping):
            yield from (str(version.get(name) or "") for name in _TOLD_BY)
            yield from _as_said_back(str(version.get("spoken") or ""))


def _said_in_answers(conn: Connection, memory: MemoryRecord) -> list[str]:
    """Return the sentences of answers that had the memory which give its value, in whatever words of their own."""
    value = str(memory.meta.get("value") or "")
    if len(value) < MIN_VALUE_CHARACTERS:
        return []
    given = re.compile(rf"\b{re.escape(value)}\b", re.IGNORECASE)
    texts = conn.exec_driver_sql(
        "WITH named AS (SELECT message_id FROM alicia_memory_used WHERE memory_id = ?) "
        "SELECT text FROM alicia_sentences WHERE message_id IN (SELECT id FROM alicia_messages "
        "WHERE message_role = 'assistant' AND (id IN named OR previous_id IN named))",
        (memory.id,),
    )
    return [text for text in texts.scalars() if given.search(text)]


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
    """Empty its own traces, whatever they say, and what is kept about it by its id."""
    for memory_id in ids:
        rows = conn.exec_driver_sql(
            "UPDATE alicia_memory_used SET content = '', meta = '{}', query_prompt_meta = NULL, updated_at = ? "
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
    for use_id, meta, conversation_id in _holding(
        conn, reach, columns, ("alicia_memory_used", "query_prompt"), _shortest(words)
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
    place = "conversation_id" if name in _WITH_CONVERSATION else "NULL"
    key = "seq" if name == "journal" else "id"
    forms = list(dict.fromkeys(form for word in words for form in (word, to_json_text(word)[1:-1])))
    columns = f"{key}, {column}, {place}"
    for row_id, said, conversation_id in _holding(conn, reach, columns, (name, column), _shortest(forms)):
        left = said
        for form in forms:
            left = left.replace(form, "")
        left = without_words(left, single)
        values = ("" if not left.strip(_MARKS) else left.strip(), row_id)
        conn.exec_driver_sql(f"UPDATE {name} SET {column} = ?{_SAID.get(name, '')} WHERE {key} = ?", values)
        note(conn, subject, conversation_id, str(row_id))


def _clear_titles(conn: Connection, reach: str, words: Sequence[str]) -> None:
    """A conversation is named after what was first said in it, cut short: such a title goes."""
    own = f" WHERE user_id {reach}" if reach else ""
    for conversation_id, title in conn.exec_driver_sql(f"SELECT id, title FROM alicia_conversations{own}").all():
        bare = title.rstrip(_MARKS + "…")
        begun = [bare[at:] for at in range(max(0, len(bare) - SHORTEST + 1))]
        if any(word in bare or any(word.startswith(end) for end in begun) for word in words):
            conn.exec_driver_sql("UPDATE alicia_conversations SET title = '' WHERE id = ?", (conversation_id,))
            note(conn, "conversation", conversation_id, conversation_id)


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
    for number, raw, conversation_id, kind in _holding(conn, reach, columns, (name, "raw"), _shortest(sought)):
        if named is not None and named not in raw:
            continue
        cleared = raw
        for form in sought:
            cleared = cleared.replace(form, b" " * len(form))
        cleared = blanked(cleared, single) if kind in EXPLAINING else cleared
        conn.exec_driver_sql(f"UPDATE {name} SET raw = ? WHERE {key} = ?", (cleared, number))
        note(conn, "journal" if name == "journal" else "outbox", conversation_id, str(number))


def _holding(
    conn: Connection, reach: str, columns: str, place: tuple[str, str], forms: Sequence[str] | Sequence[bytes]
) -> Sequence[Row[Any]]:
    """Return the rows within reach that hold one of the forms, in one pass over the table."""
    if not forms:
        return []
    name, column = place
    either = " OR ".join([f"instr({column}, ?) > 0"] * len(forms))
    within = f" AND {_WITHIN[name].format(own=_OWN.format(reach=reach), reach=reach)}" if reach else ""
    return conn.exec_driver_sql(f"SELECT {columns} FROM {name} WHERE ({either}){within}", tuple(forms)).all()


def _shortest(forms: Sequence[S]) -> list[S]:
    """Return the forms that hold no other one: whatever holds any of them holds one of these."""
    return [form for form in forms if not any(other != form and other in form for other in forms)]


_OWN: Final = "IN (SELECT id FROM alicia_conversations WHERE user_id {reach})"
_WITHIN: Final = {
    **dict.fromkeys(
        (
            "alicia_messages",
            "alicia_audio",
            "alicia_reasoning_steps",
            "alicia_tool_uses",
            "alicia_memory_used",
            "journal",
            "outbox",
        ),
        "conversation_id {own}",
    ),
    **dict.fromkeys(("alicia_conversation_summaries", "alicia_semantic_pins"), "session_id {own}"),
    "sync_conflicts": "about {own}",
    "alicia_sentences": "message_id IN (SELECT id FROM alicia_messages WHERE conversation_id {own})",
    "alicia_meta": "(ref {own} OR ref IN (SELECT id FROM alicia_memory WHERE user_id {reach}) "
    "OR ref IN (SELECT content_id FROM journal WHERE conversation_id {own}))",
    "alicia_memory": "user_id {reach}",
}
"""Whose a row is, by table."""
_WITH_CONVERSATION: Final = frozenset(
    {"alicia_messages", "alicia_audio", "alicia_reasoning_steps", "alicia_tool_uses", "alicia_memory_used", "journal"}
)
_SAID: Final = {
    "alicia_sentences": ", audio_data = NULL, audio_bytesize = NULL",
    "alicia_audio": ", audio_data = NULL",
}
"""Texts whose sound says the words as well, and goes with them."""
_MARKS: Final = " .,;:!?"
"""What is left of a message of which every word is gone, and goes with it."""
