"""Read what a capture holds, one row at a time, and insert it into a database that holds nothing else.

A capture has the journal's rows as they are, and of the whole conversation also those of `TABLES`, without sounds,
files and vectors. One that holds only some of the stanzas has no more than they say: what the tables hold of it is
projected from them when it is opened (`project_stanzas`), so that nothing else of the conversation is in the file.
Beside rows there are members: the sound that is kept, and marks with their notes.

    for line in sound_lines(conn, "ac_1"): ...       # of a whole conversation
    for line in mark_lines(conn, chosen): ...        # of the chosen stanzas
    insert_sounds(conn, lines)                       # into the rows that the sounds belong to
    insert_marks(conn, lines)                        # of stanzas that are there

Lines come from anybody: what belongs to nothing of the capture is refused.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from sqlalchemy import Connection, Table, func, select, union_all
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.protocol.codec import decode
from alicia_desktop.store.conversations.conversation_file import (
    LARGEST,
    BadFileError,
    Row,
    insert_rows,
    mark_of,
    parse_row,
    readable_row,
    select_rows,
)
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.schema import (
    answer_prompts,
    attachments,
    audio,
    commentaries,
    conversations,
    feedback,
    journal,
    memory,
    memory_used,
    messages,
    meta,
    reasoning_steps,
    sentences,
    stanza_marks,
    tool_uses,
)
from alicia_desktop.store.schema.columns import among, storable
from alicia_desktop.store.stanza_marks import MAX_NOTE_CHARACTERS

TABLES: Final = {
    table.name: table
    for table in (
        memory, messages, sentences, attachments, commentaries, tool_uses, reasoning_steps, audio, feedback,
        memory_used, answer_prompts, meta,
    )
}  # fmt: skip
"""What the inspector shows beside the journal, in an order in which it can be inserted."""
HEAD: Final = conversations.name
STANZAS: Final = journal.name
_LEFT_OUT: Final = frozenset({"pk", "audio_data", "audio_bytesize", "data", "embeddings", "embeddings_info"})
MAX_BATCH_ROWS: Final = 500
MAX_BATCH_BYTES: Final = 8 << 20
"""Of texts and bytes: a file of 10 MB can hold rows of 2 GB."""
_SEQ: Final = "seq"

T = TypeVar("T")
MAX_SOUND_BYTES: Final = 11 << 20
"""Of one sound: two minutes of PCM, and as base64 a line of the file. Larger ones are left out."""
SOUNDS: Final = "sounds"
MARKS: Final = "marks"
_TABLES: Final[dict[str, Table]] = {"alicia_sentences": sentences, "alicia_audio": audio}


def head_row(conn: Connection, conversation_id: str) -> Row:
    """Return the conversation's own row.

    Raises:
        WorldError: there is no such conversation.
    """
    found = next(select_rows(conn, conversations, conversations.c.id == conversation_id, without=_LEFT_OUT), None)
    if found is None:
        raise WorldError(
            sentence=translate("There is no conversation {conversation} here.").format(conversation=conversation_id),
            code="no_conversation",
        )
    return found


def count_stanzas(conn: Connection, chosen: ColumnElement[bool]) -> int:
    """Return how many stanzas are chosen."""
    number: int = conn.execute(select(func.count()).select_from(journal).where(chosen)).scalar_one()
    return number


def chosen_stanzas(
    conn: Connection, conversation_id: str, *, expression: Expression = EVERYTHING, seqs: Sequence[int] | None = None
) -> ColumnElement[bool]:
    """Return the condition of the stanzas of a conversation that fit a filter, or that have these numbers."""
    chosen: ColumnElement[bool] = journal.c.conversation_id == conversation_id
    if seqs is not None:
        chosen &= among(journal.c.seq, seqs)
    if expression != EVERYTHING:
        from alicia_desktop.store.journal_search import condition  # noqa: PLC0415 - brings numpy

        chosen &= condition(conn, expression)
    return chosen


def stanza_rows(conn: Connection, chosen: ColumnElement[bool]) -> Iterator[Row]:
    """Yield the chosen stanzas in the order of the journal, with their numbers and bytes."""
    return select_rows(conn, journal, chosen, without=())


def table_rows(conn: Connection, name: str, conversation_id: str) -> Iterator[Row]:
    """Yield the rows of one of `TABLES` that belong to a conversation."""
    return select_rows(conn, TABLES[name], _belonging(name, conversation_id), without=_LEFT_OUT)


def _belonging(name: str, conversation_id: str) -> ColumnElement[bool]:
    table = TABLES[name]
    if table is memory:
        used = select(memory_used.c.memory_id).where(memory_used.c.conversation_id == conversation_id)
        return memory.c.id.in_(used) | (memory.c.source_chat_id == conversation_id)
    said = select(messages.c.id).where(messages.c.conversation_id == conversation_id)
    if table is sentences:
        return sentences.c.message_id.in_(said)
    if table is meta:
        marked = [other for other in TABLES.values() if mark_of(other)]
        owned = [select(other.c.id).where(other.c[mark_of(other) or ""] == conversation_id) for other in marked]
        spoken = select(sentences.c.id).where(sentences.c.message_id.in_(said))
        return meta.c.ref.in_(union_all(*owned, spoken)) | (meta.c.ref == conversation_id)
    belonging: ColumnElement[bool] = table.c[mark_of(table) or ""] == conversation_id
    return belonging


def to_line(name: str, row: Row) -> bytes:
    """Return a row as one line of JSON; bytes are base64."""
    return msgspec.json.encode(readable_row(_table(name), row)) + b"\n"


def parse_line(name: str, number: int, line: bytes) -> Row:
    """Read a row of a table, the head or the journal.

    Raises:
        WorldError: it is none; the sentence says what is wrong and where.
    """
    try:
        found: dict[str, msgspec.Raw] = decode_json(line, dict[str, msgspec.Raw])
    except msgspec.DecodeError as error:
        raise _bad(f"{name}[{number}] is no row: {error}") from error
    kept = {} if name != STANZAS else {_SEQ: _seq_of(number, found.pop(_SEQ, None))}
    return {**kept, **parse_row(_table(name), f"{name}[{number}]", found)}


def _table(name: str) -> Any:
    return {**TABLES, HEAD: conversations, STANZAS: journal}[name]


def _seq_of(number: int, raw: msgspec.Raw | None) -> int:
    try:
        seq = decode_json(bytes(raw or b"null"))
    except msgspec.DecodeError as error:
        raise _bad(f"{STANZAS}[{number}].{_SEQ} cannot be read") from error
    if not isinstance(seq, int) or isinstance(seq, bool) or not 0 < seq < LARGEST - 1:
        raise _bad(f"{STANZAS}[{number}].{_SEQ} is no number of a stanza")
    return seq


def _bad(reason: str) -> BadFileError:
    sentence = translate("The file cannot be read: {reason}.").format(reason=reason)
    return BadFileError(sentence=sentence, code="bad_file", reason=reason)


def insert(conn: Connection, name: str, rows: Iterator[Row], conversation_id: str) -> None:
    """Insert rows.

    Raises:
        WorldError: one breaks a rule of its table, or belongs to another conversation.
    """
    table = _table(name)
    mark = mark_of(table)
    for batch in batches(rows):
        if mark is not None and any(row.get(mark) != conversation_id for row in batch):
            raise _bad(f"a row of {name} belongs to another conversation")
        insert_rows(conn, table, batch)


def project_stanzas(conn: Connection, rows: Iterator[Row]) -> None:
    """Project stanzas into the tables, as when they crossed the wire; the journal stays empty."""
    for batch in batches(rows):
        record(conn, [_entry_of(row) for row in batch if row.get("raw")])
    conn.execute(journal.delete())


def batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield rows together, as many as may be in memory at once."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in row.values() if isinstance(value, str | bytes))
        if len(batch) >= MAX_BATCH_ROWS or size >= MAX_BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _entry_of(row: Mapping[str, Any]) -> JournalEntry:
    return JournalEntry(
        direction=row["direction"],
        content=decode(row["raw"]),
        raw=row["raw"],
        at=datetime.fromisoformat(row["at"]),
        received_at=datetime.fromisoformat(row["received_at"]),
        conversation_id=row["conversation_id"],
        out_of_order=row.get("out_of_order", False),
        after_stop=row.get("after_stop", False),
        sender=row.get("sender", ""),
        stranger=row.get("stranger", False),
    )


class CapturedSound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sound of a sentence, or of a message of the user's."""

    table: Literal["alicia_sentences", "alicia_audio"]
    id: str
    """Of the row that it belongs to, which also says its format."""
    data: bytes
    """Base64 in the file."""


class CapturedMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mark on a stanza."""

    seq: int
    note: str = ""
    created_at: Annotated[datetime, msgspec.Meta(tz=True)]


def sounds_size(conn: Connection, conversation_id: str) -> int:
    """Return how many bytes of sound a capture of the conversation would hold."""
    sizes = (
        select(func.coalesce(func.sum(func.length(table.c.audio_data)), 0)).where(_kept(table, conversation_id))
        for table in _TABLES.values()
    )
    return sum(int(conn.execute(size).scalar_one()) for size in sizes)


def sound_lines(conn: Connection, conversation_id: str) -> Iterator[bytes]:
    """Yield the kept sounds of a conversation, one at a time."""
    for name, table in _TABLES.items():
        ids = conn.execute(select(table.c.id).where(_kept(table, conversation_id)).order_by(table.c.pk)).scalars().all()
        for sound_id in ids:
            data = conn.execute(select(table.c.audio_data).where(table.c.id == sound_id)).scalar()
            sound = {"table": name, "id": sound_id, "data": data or b""}
            yield msgspec.json.encode(sound) + b"\n"


def mark_lines(
    conn: Connection, chosen: ColumnElement[bool], redact: Callable[[int, str], str] | None = None
) -> Iterator[bytes]:
    """Yield the marks of the chosen stanzas; `redact` is given number and note, and returns what is told of it."""
    marks = select(stanza_marks).join(journal, journal.c.seq == stanza_marks.c.seq).where(chosen)
    for row in conn.execute(marks.order_by(stanza_marks.c.seq)):
        note = row.note if redact is None else redact(row.seq, row.note)
        yield msgspec.json.encode(CapturedMark(seq=row.seq, note=note, created_at=row.created_at)) + b"\n"


def chosen_among(conn: Connection, chosen: ColumnElement[bool], seqs: Iterable[int]) -> tuple[int, ...]:
    """Return those of some stanzas that are chosen, ascending."""
    found = select(journal.c.seq).where(chosen, journal.c.seq.in_(list(seqs))).order_by(journal.c.seq)
    return tuple(conn.execute(found).scalars())


def insert_sounds(conn: Connection, lines: Iterable[bytes]) -> None:
    """Put sounds into the rows that they belong to.

    Raises:
        WorldError: one is none, or belongs to no row.
    """
    for number, line in enumerate(lines):
        sound = parse_member(line, CapturedSound, f"{SOUNDS}[{number}]")
        if not 0 < len(sound.data) <= MAX_SOUND_BYTES:
            raise _bad(f"{SOUNDS}[{number}] is no sound of a size that is kept")
        table = _TABLES[sound.table]
        values = {"audio_data": sound.data, **({"audio_bytesize": len(sound.data)} if table is sentences else {})}
        if conn.execute(table.update().where(table.c.id == sound.id).values(values)).rowcount != 1:
            raise _bad(f"{SOUNDS}[{number}] belongs to nothing of it")


def insert_marks(conn: Connection, lines: Iterable[bytes]) -> None:
    """Insert marks.

    Raises:
        WorldError: one is none, there are two on a stanza, or there is no such stanza.
    """
    marked: set[int] = set()
    for number, line in enumerate(lines):
        mark = parse_member(line, CapturedMark, f"{MARKS}[{number}]")
        there = 0 < mark.seq < LARGEST and conn.execute(select(journal.c.seq).where(journal.c.seq == mark.seq)).scalar()
        if not there or mark.seq in marked:
            raise _bad(f"{MARKS}[{number}] belongs to no stanza of it")
        marked.add(mark.seq)
        note = storable(mark.note)[:MAX_NOTE_CHARACTERS]
        conn.execute(stanza_marks.insert().values(seq=mark.seq, note=note, created_at=mark.created_at))


def _kept(table: Table, conversation_id: str) -> ColumnElement[bool]:
    said = select(messages.c.id).where(messages.c.conversation_id == conversation_id)
    own = table.c.message_id.in_(said) if table is sentences else table.c.conversation_id == conversation_id
    return table.c.audio_data.is_not(None) & func.length(table.c.audio_data).between(1, MAX_SOUND_BYTES) & own


def parse_member(line: bytes, kind: type[T], place: str) -> T:
    """Read a line of sounds or marks; `place` is for the sentence.

    Raises:
        WorldError: it is none.
    """
    try:
        return decode_json(line, kind)
    except (msgspec.DecodeError, ValueError) as error:
        raise _bad(f"{place} cannot be read: {error}") from error
