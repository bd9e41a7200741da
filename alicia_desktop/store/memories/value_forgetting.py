"""Forget what others made of a memory: sentences of answers, pins and summaries that give its value, and secrets.

`forgetting` removes a memory's own words; a model says them in words of its own. Looked through are the conversations
in which the memory was stated or used. Which sentences count is decided by pure functions:

    fact = fact_of("amem_1", "User's wifi password is otter-42.", {"value": "otter 42"})
    gives_value(fact, "It is otter-42, as you told me.", used=True)      # True
    gives_value(fact, "Otters can weigh 42 kilograms.", used=False)      # False
    fact.secrets                                                       # ("otter-42",)

A sentence gives a value where it has all of its words. An answer that used the memory was asked for it; of any other
text that is taken for a coincidence, unless it also names what the value is of, or addresses the user. What only the
user can have chosen, such as a password, is no coincidence anywhere.

Raw SQL, because it rewrites texts, JSON and bytes of many tables row by row, by the same pieces as `personal_text`.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row

from alicia_desktop.store.changes import Subject, note
from alicia_desktop.store.conversations import answer_prompts, attachments, drafts
from alicia_desktop.store.memories.personal_text import (
    EXPLAINING_COLUMNS,
    MARKS,
    NUMBERED,
    TEXTS,
    WITH_CONVERSATION,
    WITH_SOUND,
    rewritten,
    rows_holding,
)
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.store.schema.columns import to_json_text

_WORD: Final = re.compile(r"[^\W_]+")
_TOKEN: Final = re.compile(r"[^\s,;:!?\"“”()<>]+")
_SENTENCE: Final = re.compile(r"\S.*?(?:(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|$)|(?=\n)|$)", re.DOTALL)
"""Looks at every mark once, however many there are in a row."""
_ADDRESSING: Final = frozenset({"you", "your", "yours", "user"})
_EMPTY: Final = frozenset(
    ("the", "and", "for", "with", "from", "that", "this", "have", "has", "had", "are", "was", "were", "will", "not")
) | frozenset(("its", "his", "her", "their", "is", "a", "an", "of", "in", "on", "at", "to"))
_CHOSEN: Final = frozenset({"password", "passcode", "passphrase", "passwords", "login"})
_CODES: Final = frozenset({"pin", "code", "codes", "key", "combination", "iban", "token"})
_NUMBERED: Final = frozenset({"account", "card", "number", "licence", "license"})
"""Of these a number of a few digits may as well be an amount, or the house in a street."""
_MIN_WORD_CHARACTERS: Final = 3
_MIN_SECRET_CHARACTERS: Final = 4
_MIN_DIGITS: Final = 6
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
"""A number that means something else in most places, also where somebody chose it as a code."""

_LOOKED_THROUGH: Final[tuple[tuple[str, str, Subject, str, str, str], ...]] = (
    ("alicia_messages", "contents", "message", "id", "conversation_id", "message_role = 'assistant'"),
    ("alicia_reasoning_steps", "content", "reasoning", "message_id", "conversation_id", "1"),
    ("alicia_semantic_pins", "content", "pin", "source_message_id", "session_id", "1"),
    ("alicia_conversation_summaries", "summary", "summary", "''", "session_id", "1"),
    ("alicia_memory_used", "content", "memory_use", "''", "conversation_id", "memory_type = 'conversation_summary'"),
)
"""Table, column, subject, answer, conversation and condition."""
_JSON: Final = EXPLAINING_COLUMNS | {
    ("alicia_tool_uses", "tool_arguments"),
    ("alicia_tool_uses", "tool_result"),
    ("alicia_conversations", "preferences"),
}
"""Columns that hold JSON."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgottenFact:
    """What is known of the value of a forgotten memory."""

    memory_id: str
    value: frozenset[str]
    """Its words, in small letters."""
    about: frozenset[str]
    """Words that say what it is the value of."""
    secrets: tuple[str, ...] = ()
    """What of it can mean nothing else wherever it stands, as it was written."""


def fact_of(memory_id: str, content: str, told: Mapping[str, Any], *, instead_of: str = "") -> ForgottenFact | None:
    """Return the fact of a memory or of a version of it; None where it has no value that could be recognised.

    Args:
        memory_id: The memory.
        content: What it said.
        told: Its `meta`, or the metadata of its trace: the value and the attribute.
        instead_of: What it says now; an earlier version has no value of its own, but says something else.
    """
    own = _words(content)
    value = _words(str(told.get("value") or "")) or (own - _words(instead_of) if instead_of else frozenset())
    value = frozenset(word for word in value - _EMPTY if len(word) >= _MIN_WORD_CHARACTERS or word.isdigit())
    if not any(len(word) >= _MIN_WORD_CHARACTERS for word in value):
        return None
    about = (own | _words(str(told.get("attribute") or ""))) - value - _EMPTY | _ADDRESSING
    return ForgottenFact(memory_id=memory_id, value=value, about=about, secrets=tuple(_secrets(content, value)))


def gives_value(fact: ForgottenFact, sentence: str, *, used: bool) -> bool:
    """Return whether a sentence gives the value; `used` says whether its answer was made from the memory."""
    words = _words(sentence)
    return fact.value <= words and (used or not fact.about.isdisjoint(words))


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text as they stand in it."""
    for found in _SENTENCE.finditer(text):
        if found[0].strip():
            yield found[0].strip()


def secret_pattern(secret: str) -> re.Pattern[str]:
    """Return what finds a secret where it stands alone, whatever its capitals."""
    return re.compile(rf"(?<![^\W_]){re.escape(secret)}(?![^\W_])", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text))


def _secrets(content: str, value: frozenset[str]) -> Iterator[str]:
    named = _words(content)
    if named.isdisjoint(_CHOSEN | _CODES | _NUMBERED):
        return
    digits = 0 if not named.isdisjoint(_CHOSEN) else 1 if not named.isdisjoint(_CODES) else _MIN_DIGITS
    for token in _TOKEN.findall(content):
        bare = token.strip(".'’")
        words = _words(bare)
        if len(bare) < _MIN_SECRET_CHARACTERS or not words or not words <= value or _YEAR.fullmatch(bare):
            continue
        if sum(letter.isdigit() for letter in bare) >= digits:
            yield bare


@dataclass(frozen=True, kw_only=True, slots=True)
class Trace:
    """A trace of a forgotten memory, as far as it tells what that said."""

    memory_id: str
    message_id: str
    conversation_id: str
    content: str
    told: Mapping[str, Any]
    action: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A sentence that gives the value, and where it stands."""

    table: str
    column: str
    subject: Subject
    row_id: str
    message_id: str
    """The answer that it belongs to; empty for none."""
    conversation_id: str
    text: str


def facts_of(found: Iterable[MemoryRecord], traces: Iterable[Trace]) -> list[ForgottenFact]:
    """Return what memories state and stated, as far as it has a value; the traces tell it where they are not here."""
    facts: list[ForgottenFact | None] = []
    for memory in found:
        facts.append(fact_of(memory.id, memory.content, memory.meta))
        history = memory.meta.get("history")
        for version in history if isinstance(history, list) else []:
            before = str(version.get("content") or "") if isinstance(version, Mapping) else ""
            facts.append(fact_of(memory.id, before, {}, instead_of=memory.content))
    facts += [fact_of(trace.memory_id, trace.content, trace.told) for trace in traces]
    return list(dict.fromkeys(fact for fact in facts if fact is not None))


def pieces_of(
    conn: Connection,
    reach: str,
    facts: Sequence[ForgottenFact],
    traces: Sequence[Trace],
    told_in: Mapping[str, set[str]],
) -> list[Piece]:
    """Return the sentences within reach that give a value.

    `told_in` has the conversations in which each memory is said to have been stated. An imported one may name any.
    """
    pieces: list[Piece] = []
    for fact in facts:
        own = [trace for trace in traces if trace.memory_id == fact.memory_id]
        places = {trace.conversation_id for trace in own} | told_in.get(fact.memory_id, set())
        answers = _answers_of(conn, {trace.message_id for trace in own})
        pieces += [
            piece
            for piece in _sentences_in(conn, _within(conn, reach, places), fact)
            if gives_value(fact, piece.text, used=piece.message_id in answers)
        ]
    return pieces


def _within(conn: Connection, reach: str, places: set[str]) -> set[str]:
    own = f" AND user_id {reach}" if reach else ""
    query = f"SELECT id FROM alicia_conversations WHERE id IN (SELECT value FROM json_each(?)){own}"
    return set(conn.exec_driver_sql(query, (to_json_text(sorted(places)),)).scalars())


def _answers_of(conn: Connection, named: set[str]) -> set[str]:
    rows = conn.exec_driver_sql(
        "WITH named AS (SELECT value FROM json_each(?)) SELECT id FROM alicia_messages "
        "WHERE message_role = 'assistant' AND (id IN named OR previous_id IN named)",
        (to_json_text(sorted(named)),),
    )
    return set(rows.scalars())


def _sentences_in(conn: Connection, places: set[str], fact: ForgottenFact) -> Iterator[Piece]:
    """Yield the sentences of conversations in texts that hold a word of the value."""
    word = max(fact.value, key=len)
    like = f"%{word}%" if word.isascii() else "%"  # LIKE knows capitals of ASCII only
    wanted = (to_json_text(sorted(places)), like)
    for table, column, subject, answer, place, condition in _LOOKED_THROUGH:
        rows = conn.exec_driver_sql(
            f"SELECT id, {answer}, {place}, {column} FROM {table} "
            f"WHERE {place} IN (SELECT value FROM json_each(?)) AND {condition} AND {column} LIKE ?",
            wanted,
        ).all()
        for row_id, message_id, conversation_id, text in rows:
            for sentence in sentences_of(text):
                yield Piece(
                    table=table,
                    column=column,
                    subject=subject,
                    row_id=row_id,
                    message_id=message_id or "",
                    conversation_id=conversation_id,
                    text=sentence,
                )


def clear_pieces(conn: Connection, pieces: Sequence[Piece]) -> None:
    """Remove sentences where they stand, and in the stanzas and streamed sentences of their answers."""
    for piece in pieces:
        query = f"SELECT {piece.column} FROM {piece.table} WHERE id = ?"
        left = str(conn.exec_driver_sql(query, (piece.row_id,)).scalar_one()).replace(piece.text, "")
        _write(conn, piece.table, piece.column, piece.row_id, left)
        note(conn, piece.subject, piece.conversation_id, piece.row_id)
        _clear_streamed(conn, piece)
        _clear_stanzas(conn, piece)


def _clear_streamed(conn: Connection, piece: Piece) -> None:
    rows = conn.exec_driver_sql(
        "SELECT id, text FROM alicia_sentences WHERE message_id = ? AND instr(text, ?) > 0",
        (piece.message_id, piece.text),
    ).all()
    for row_id, text in rows:
        _write(conn, "alicia_sentences", "text", row_id, text.replace(piece.text, ""))
        note(conn, "sentence", piece.conversation_id, row_id)


def _clear_stanzas(conn: Connection, piece: Piece) -> None:
    spaces = " " * len(piece.text.encode("utf-8", "replace"))

    def change(said: str) -> str:
        return said.replace(piece.text, spaces)

    for table, key in (("journal", "seq"), ("outbox", "pk")):
        named = "turn_ref IN (?1, ?2) OR content_id IN (?1, ?2)" if table == "journal" else "content_id IN (?1, ?2)"
        query = f"SELECT {key}, raw FROM {table} WHERE raw IS NOT NULL AND ({named})"
        rows = conn.exec_driver_sql(query, (piece.message_id, piece.row_id)).all()
        _rewrite_stanzas(conn, table, rows, change)


def _rewrite_stanzas(conn: Connection, table: str, rows: Sequence[Row[Any]], change: Callable[[str], str]) -> None:
    key = "seq" if table == "journal" else "pk"
    for number, raw in rows:
        left = rewritten(raw, change)
        if left != raw:
            conn.exec_driver_sql(f"UPDATE {table} SET raw = ? WHERE {key} = ?", (left, number))
            if table == "journal":
                note(conn, "journal_edit", None, "")


def clear_secrets(conn: Connection, reach: str, facts: Sequence[ForgottenFact], at: datetime) -> None:
    """Remove secrets from every text, title and stanza within reach, where they stand alone; files go as a whole."""
    for secret in dict.fromkeys(secret for fact in facts for secret in fact.secrets):
        _clear_secret(conn, reach, secret, at)


def _clear_secret(conn: Connection, reach: str, secret: str, at: datetime) -> None:
    pattern = secret_pattern(secret)
    forms = list(dict.fromkeys((secret, secret.lower(), secret.upper(), secret.capitalize())))
    for name, column, subject in TEXTS:
        key = "seq" if name in NUMBERED else "id"
        place = "conversation_id" if name in WITH_CONVERSATION else "id" if name == "alicia_conversations" else "NULL"
        for row_id, said, where in rows_holding(conn, reach, f"{key}, {column}, {place}", (name, column), forms):
            left = _without((name, column), said, pattern)
            if left != said:
                _write(conn, name, column, row_id, left, key=key)
                note(conn, subject, where, str(row_id))
    _clear_titles(conn, reach, forms, pattern)
    raws = [form.encode() for form in forms]

    def change(said: str) -> str:
        return pattern.sub(lambda found: " " * len(found[0].encode()), said)

    for table, key in (("journal", "seq"), ("outbox", "pk")):
        rows = rows_holding(conn, reach, f"{key}, raw", (table, "raw"), raws)
        _rewrite_stanzas(conn, table, rows, change)
    attachments.forget_words(conn, reach, forms, at, alone=pattern)
    answer_prompts.forget_words(conn, reach, forms, at, alone=pattern)
    drafts.forget_words(conn, reach, forms, alone=pattern)


def _without(place: tuple[str, str], said: str, pattern: re.Pattern[str]) -> str:
    """Return a text without a secret, and JSON as JSON: there a number that is the secret becomes null."""
    try:
        value = json.loads(said) if place in _JSON else said
    except ValueError:  # some values of `alicia_meta` are text
        value = said
    left = _cleared(value, pattern)
    if left == value:
        return said
    return left if value is said else to_json_text(left)


def _cleared(value: Any, pattern: re.Pattern[str]) -> Any:
    match value:
        case str():
            return pattern.sub("", value)
        case list():
            return [_cleared(one, pattern) for one in value]
        case dict():
            return {pattern.sub("", key): _cleared(one, pattern) for key, one in value.items()}
        case int() | float() if pattern.fullmatch(str(value)):
            return None
        case _:
            return value


def _clear_titles(conn: Connection, reach: str, forms: Sequence[str], pattern: re.Pattern[str]) -> None:
    own = f" AND user_id {reach}" if reach else ""
    either = " OR ".join(["instr(title, ?) > 0"] * len(forms))
    query = f"SELECT id, title FROM alicia_conversations WHERE ({either}){own}"
    for conversation_id, title in conn.exec_driver_sql(query, tuple(forms)).all():
        left = (pattern.sub("", title), conversation_id)
        conn.exec_driver_sql("UPDATE alicia_conversations SET title = ? WHERE id = ?", left)
        note(conn, "conversation", conversation_id, conversation_id)


def _write(conn: Connection, table: str, column: str, row_id: object, text: str, *, key: str = "id") -> None:
    left = "" if not text.strip(MARKS) else text.strip()
    conn.exec_driver_sql(f"UPDATE {table} SET {column} = ?{WITH_SOUND.get(table, '')} WHERE {key} = ?", (left, row_id))
