"""Read and insert what a capture holds beside rows of its tables: the sound that is kept, and marks with their notes.

    for line in sound_lines(conn, "ac_1"): ...       # of a whole conversation
    for line in mark_lines(conn, chosen): ...        # of the chosen stanzas
    insert_sounds(conn, lines)                       # into the rows that the sounds belong to
    insert_marks(conn, lines)                        # of stanzas that are there

Lines come from anybody: what belongs to nothing of the capture is refused.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from sqlalchemy import Connection, Table, func, select
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.conversations.conversation_file import LARGEST
from alicia_desktop.store.schema import audio, journal, messages, sentences, stanza_marks
from alicia_desktop.store.schema.columns import storable
from alicia_desktop.store.stanza_marks import MAX_NOTE_CHARACTERS

T = TypeVar("T")
MAX_SOUND_BYTES: Final = 11 << 20
"""Of one sound: two minutes of PCM, and as base64 a line of the file. Larger ones are left out."""
SOUNDS: Final = "sounds"
MARKS: Final = "marks"
_TABLES: Final[dict[str, Table]] = {"alicia_sentences": sentences, "alicia_audio": audio}


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


def _bad(reason: str) -> WorldError:
    return WorldError(sentence=f"The file cannot be read: {reason}.", code="bad_file")
