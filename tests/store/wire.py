"""Stanzas and entries for the store's tests, in as few words as they can be said."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, Message, StartAnswer, UserMessage
from alicia_desktop.store.recording import JournalEntry, Recorded, record

NOW = datetime(2026, 1, 1, tzinfo=UTC)
CONVERSATION = "ac_1"


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def stanza(
    body: Message, number: int, *, meta: Mapping[str, Any] | None = None, conversation: str = CONVERSATION
) -> Stanza:
    return Stanza(stanza_id=number, conversation_id=conversation, body=body, meta=meta or {})


def came(body: Message, number: int = -1, **options: Any) -> JournalEntry:
    """An entry that the server sent to us."""
    content = stanza(body, number, **options)
    return JournalEntry(direction="in", content=content, at=NOW, raw=encode(content))


def went(body: Message, number: int = 1, **options: Any) -> JournalEntry:
    """An entry that we sent."""
    content = stanza(body, number, **options)
    return JournalEntry(direction="out", content=content, at=NOW, raw=encode(content))


def turn(name: str = "1", *, sentences: Sequence[str] = ("It is on Friday.", "At six.")) -> list[JournalEntry]:
    """A question and its streamed answer: `am_q1`, `am_a1`, `ams_1_1`…"""
    question, answer = f"am_q{name}", f"am_a{name}"
    bodies: list[Message] = [StartAnswer(id=answer, previous_id=question)]
    bodies += [
        AssistantSentence(
            id=f"ams_{name}_{number}",
            previous_id=answer,
            sequence=number,
            text=text,
            is_final=number == len(sentences),
        )
        for number, text in enumerate(sentences, start=1)
    ]
    ours = went(UserMessage(id=question, content="When is the recital?"))
    return [ours, *(came(body, -number) for number, body in enumerate(bodies, start=1))]


def keep(conn: Connection, *entries: JournalEntry) -> list[Recorded]:
    return record(conn, entries)


def rows(conn: Connection, query: str, *values: Any) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in conn.exec_driver_sql(query, values)]


def row(conn: Connection, table: str, row_id: str) -> dict[str, Any]:
    (found,) = rows(conn, f"SELECT * FROM {table} WHERE id = ?", row_id)
    return found
