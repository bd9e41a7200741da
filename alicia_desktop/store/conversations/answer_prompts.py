"""Keep what the model read of single answers: part by part, for a while, and without what was forgotten.

    answer_prompts.keep(conn, AnswerPrompt(...), now)
    found = answer_prompts.get(conn, answer_id)

On a server it is written with the answer; a client keeps what it has fetched. Of a private conversation nothing is
kept. What was forgotten empties the whole prompt that held it: the sizes stay, all texts go, also those that say
nothing of it, because a model's prompt repeats one thing in many words. A prompt is never cut inside a part: where a
forgotten text was cut, its beginning would not be found.

Raw SQL, because forgetting looks through JSON row by row.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from alicia_desktop.store.changes import note
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text

MAX_CHARACTERS: Final = 256 * 1024
"""Of all texts of one prompt; the parts behind that are kept by their size alone."""
MAX_OF_CONVERSATION: Final = 100
"""Prompts of one conversation, the newest."""
MAX_ALL: Final = 2_000
"""Prompts in one database."""
MAX_AGE: Final = timedelta(days=30)


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptPart:
    """A stretch of a prompt that comes from one place."""

    source: str
    """`instructions`, `memory`, `message`, … (docs/protocol.md#what-the-model-read)."""
    role: str
    tokens: int
    """Estimated."""
    text: str | None
    """None: not kept, because it was too long or the prompt was emptied."""
    ref: str = ""
    """Id of the memory, message, pin or summary."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerPrompt:
    """What the model read of one answer."""

    id: str
    """Of the answer."""
    conversation_id: str
    parts: tuple[PromptPart, ...]
    told: dict[str, Any] = field(default_factory=dict)
    """Model, settings, tokens and times; no words of anybody."""
    created_at: datetime
    emptied: bool = False
    """Whether something in it was forgotten, so that its texts are gone."""


def keep(conn: Connection, prompt: AnswerPrompt, at: datetime) -> bool:
    """Write down a prompt, or write it anew; returns whether it is kept.

    Nothing comes back that was forgotten while the model read it: `prompt.created_at` is when it began.
    """
    if _is_private(conn, prompt.conversation_id):
        return False
    known = conn.exec_driver_sql("SELECT deleted_at FROM alicia_answer_prompts WHERE id = ?", (prompt.id,)).first()
    emptied = prompt.emptied or (known is not None and known[0] is not None) or _forgot_since(conn, prompt.created_at)
    parts = _without_texts(prompt.parts) if emptied else _within_bounds(prompt.parts)
    times = (to_utc_text(prompt.created_at), to_utc_text(at), to_utc_text(at) if emptied else None)
    conn.exec_driver_sql(
        "INSERT INTO alicia_answer_prompts(id, conversation_id, parts, told, created_at, updated_at, deleted_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET parts = excluded.parts, told = excluded.told, "
        "updated_at = excluded.updated_at, deleted_at = excluded.deleted_at",
        (prompt.id, prompt.conversation_id, _parts_text(parts), to_json_text(prompt.told), *times),
    )
    _trim(conn, prompt.conversation_id)
    return True


def get(conn: Connection, answer_id: str) -> AnswerPrompt | None:
    """Return what the model read of an answer, where it is kept."""
    row = conn.exec_driver_sql(
        "SELECT conversation_id, parts, told, created_at, deleted_at FROM alicia_answer_prompts WHERE id = ?",
        (answer_id,),
    ).first()
    if row is None:
        return None
    return AnswerPrompt(
        id=answer_id,
        conversation_id=row[0],
        parts=_parts_of(row[1]),
        told=msgspec.json.decode(row[2]),
        created_at=datetime.fromisoformat(row[3]),
        emptied=row[4] is not None,
    )


def prune(conn: Connection, at: datetime) -> int:
    """Delete prompts that are too old; return how many."""
    with for_good(conn):
        query = "DELETE FROM alicia_answer_prompts WHERE created_at < ?"
        return conn.exec_driver_sql(query, (to_utc_text(at - MAX_AGE),)).rowcount


def forget(conn: Connection, refs: Sequence[str], at: datetime) -> None:
    """Empty the prompts in which one of these memories, messages, pins or summaries stood."""
    named = [f'"ref":{to_json_text(ref)}' for ref in dict.fromkeys(refs) if ref]
    _empty(conn, [*_holding(conn, named, ""), *_with_files_beside(conn, refs)], at)


def forget_words(
    conn: Connection, reach: str, words: Sequence[str], at: datetime, *, alone: re.Pattern[str] | None = None
) -> None:
    """Empty the prompts that hold one of these words; `reach` as in `memories.personal_text`.

    `alone` finds the words where they count, if not everywhere.
    """
    forms = dict.fromkeys(to_json_text(form)[1:-1] for word in words for form in _as_quoted(word))
    found = _holding(conn, [form for form in forms if form], reach)
    _empty(conn, [one for one in found if alone is None or alone.search(one[1])], at)


def _as_quoted(word: str) -> tuple[str, ...]:
    """Return a text as prompts write it: as it is, as a quotation in one line, without line ends."""
    return word, json.dumps(word, ensure_ascii=False)[1:-1], " ".join(word.split())


def _holding(conn: Connection, forms: Sequence[str], reach: str) -> list[tuple[int, str]]:
    if not forms:
        return []
    within = f" AND conversation_id IN (SELECT id FROM alicia_conversations WHERE user_id {reach})" if reach else ""
    query = (
        "SELECT DISTINCT p.pk, p.parts FROM alicia_answer_prompts p, json_each(?) word "
        f"WHERE p.deleted_at IS NULL AND instr(p.parts, word.value) > 0{within}"
    )
    return [(pk, parts) for pk, parts in conn.exec_driver_sql(query, (to_json_text(list(forms)),))]


def _with_files_beside(conn: Connection, memory_ids: Sequence[str]) -> list[tuple[int, str]]:
    """Return the prompts with files in conversations where one of these memories was told: its files go with it."""
    query = (
        "SELECT pk, parts FROM alicia_answer_prompts WHERE deleted_at IS NULL "
        'AND (instr(parts, \'"source":"file"\') > 0 OR instr(parts, \'"source":"image"\') > 0) '
        "AND conversation_id IN (SELECT conversation_id FROM alicia_memory_used WHERE action <> 'retrieved' "
        "AND memory_id IN (SELECT value FROM json_each(?)))"
    )
    return [(pk, parts) for pk, parts in conn.exec_driver_sql(query, (to_json_text(list(memory_ids)),))]


def _empty(conn: Connection, found: Sequence[tuple[int, str]], at: datetime) -> None:
    with for_good(conn):
        for pk, parts in found:
            for answer_id, conversation_id in conn.exec_driver_sql(
                "UPDATE alicia_answer_prompts SET parts = ?, deleted_at = ?3, updated_at = ?3 WHERE pk = ?2 "
                "RETURNING id, conversation_id",
                (_parts_text(_without_texts(_parts_of(parts))), pk, to_utc_text(at)),
            ).all():
                note(conn, "message", conversation_id, answer_id)


def _is_private(conn: Connection, conversation_id: str) -> bool:
    query = (
        "SELECT 1 FROM alicia_conversations WHERE id = ? AND (private OR json_extract(preferences, '$.private') = 1)"
    )
    return conn.exec_driver_sql(query, (conversation_id,)).first() is not None


def _forgot_since(conn: Connection, moment: datetime) -> bool:
    query = "SELECT 1 FROM alicia_memory WHERE deleted_at >= ? AND content = '' LIMIT 1"
    return conn.exec_driver_sql(query, (to_utc_text(moment),)).first() is not None


def _trim(conn: Connection, conversation_id: str) -> None:
    """Delete what is beyond the bounds."""
    conn.exec_driver_sql(
        "DELETE FROM alicia_answer_prompts WHERE pk IN (SELECT pk FROM alicia_answer_prompts "
        "WHERE conversation_id = ? ORDER BY created_at DESC, pk DESC LIMIT -1 OFFSET ?)",
        (conversation_id, MAX_OF_CONVERSATION),
    )
    conn.exec_driver_sql(
        "DELETE FROM alicia_answer_prompts WHERE pk IN (SELECT pk FROM alicia_answer_prompts "
        "ORDER BY created_at DESC, pk DESC LIMIT -1 OFFSET ?)",
        (MAX_ALL,),
    )


def _within_bounds(parts: Sequence[PromptPart]) -> tuple[PromptPart, ...]:
    kept, room = [], MAX_CHARACTERS
    for part in parts:
        fits = part.text is not None and len(part.text) <= room
        room -= len(part.text or "") if fits else 0
        kept.append(part if fits else replace(part, text=None))
    return tuple(kept)


def _without_texts(parts: Sequence[PromptPart]) -> tuple[PromptPart, ...]:
    return tuple(replace(part, text=None) for part in parts)


def _parts_text(parts: Sequence[PromptPart]) -> str:
    return to_json_text(list(parts))


def _parts_of(text: str) -> tuple[PromptPart, ...]:
    return msgspec.json.decode(text, type=tuple[PromptPart, ...])
