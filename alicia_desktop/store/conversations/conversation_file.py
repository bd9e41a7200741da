"""Export a conversation as a JSON file, and import such a file: all of it or nothing.

Derived from the schema, so that a table that is added belongs to an export from its first day.

Raw SQL in `insert_rows`: a file's rows are as SQLite keeps them, which the types of the columns would write again.
"""

import base64
import binascii
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Boolean, Column, Connection, Float, Integer, LargeBinary, Table, Text, select, type_coerce
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.attachments import Attachment, odd_attachment
from alicia_desktop.protocol.conversation_settings import SETTINGS, check_settings
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import recently_deleted
from alicia_desktop.store.schema import (
    conversations,
    draft_files,
    drafts,
    memory,
    memory_used,
    messages,
    meta,
    metadata,
    sentences,
)
from alicia_desktop.store.schema.columns import Json, UtcDateTime, among, to_utc_text

Row = dict[str, Any]
"""By column, as SQLite keeps it: times and JSON are text. What is NULL is left out."""

MARKS: Final = ("conversation_id", "session_id")
"""Columns that say to which conversation a row belongs."""
KEYS: Final = frozenset({"pk", "seq"})
"""Numbers that mean something only within one database."""
ROWS_AT_ONCE: Final = 500
SOUND: Final = frozenset({"audio_data", "audio_bytesize"})
"""Kept on this computer for some days and no part of what was said: an export leaves it here."""

UNSENT: Final = (drafts, draft_files)
"""What is written and not sent yet is no message: an export leaves it here, too."""


@dataclass(kw_only=True, eq=False)
class BadFileError(WorldError):
    """A file that is not what it should be."""

    reason: str
    """What is wrong in it and where, as the end of a sentence."""


def tables() -> dict[str, Table]:
    """Return the tables that a conversation may have rows in, by name, in an order in which they can be filled."""
    marked = [table for table in metadata.sorted_tables if mark_of(table) is not None and table not in UNSENT]
    return {table.name: table for table in (conversations, memory, *marked, sentences, meta)}


def mark_of(table: Table) -> str | None:
    """Return the column that names the conversation, if there is one."""
    return next((name for name in MARKS if name in table.c), None)


def rows_of(conn: Connection, conversation_id: str) -> dict[str, list[Row]]:
    """Return the rows of a conversation by table, oldest first; a table without any is there and empty.

    Messages stand as in the conversation: answers may have come after the next question.
    """
    found: dict[str, list[Row]] = {}
    for name, table in tables().items():
        mark = mark_of(table)
        if mark is not None:
            found[name] = _select_rows(conn, table, table.c[mark] == conversation_id)
    found[conversations.name] = _select_rows(conn, conversations, conversations.c.id == conversation_id)
    said = _ids(found[messages.name])
    found[sentences.name] = _select_rows(conn, sentences, among(sentences.c.message_id, said))
    refs = [row_id for rows in found.values() for row_id in _ids(rows)]
    found[meta.name] = _select_rows(conn, meta, among(meta.c.ref, refs))
    used = [row["memory_id"] for row in found[memory_used.name]]
    mine = among(memory.c.id, used) | (memory.c.source_chat_id == conversation_id)
    found[memory.name] = _select_rows(conn, memory, mine)
    return found


def _select_rows(conn: Connection, table: Table, condition: ColumnElement[bool]) -> list[Row]:
    return list(select_rows(conn, table, condition, without=KEYS | SOUND))


def select_rows(
    conn: Connection, table: Table, condition: ColumnElement[bool], *, without: Collection[str]
) -> Iterator[Row]:
    """Yield the rows of a table, oldest first and messages as in their conversation, `without` these columns."""
    key = next(column for column in table.c if column.name in KEYS)
    columns = [
        type_coerce(column, Text).label(column.name) if isinstance(column.type, Json | UtcDateTime) else column
        for column in table.c
        if column.name not in without
    ]
    order = (messages.c.sequence_number, key) if table is messages else (key,)
    query = select(*columns).where(condition).order_by(*order)
    found = conn.execute(query, execution_options={"yield_per": ROWS_AT_ONCE}).mappings()
    for row in found:
        yield {name: value for name, value in row.items() if value is not None}


def _ids(rows: Sequence[Row]) -> list[str]:
    return [row["id"] for row in rows if "id" in row]


FORMAT: Final = "alicia-conversation"
VERSION: Final = 1
"""Of the file; a program that knows only older ones refuses it."""


def export_conversation(conn: Connection, conversation_id: str) -> bytes:
    """Return the conversation as UTF-8 JSON, indented.

    Raises:
        WorldError: there is no such conversation.
    """
    rows = rows_of(conn, conversation_id)
    if not rows[conversations.name]:
        sentence = translate("There is no conversation {conversation} here.").format(conversation=conversation_id)
        raise WorldError(sentence=sentence, code="no_conversation")
    known = tables()
    content = {
        "format": FORMAT,
        "version": VERSION,
        "conversation": conversation_id,
        "tables": {name: [readable_row(known[name], row) for row in found] for name, found in rows.items()},
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def readable_row(table: Table, row: Row) -> dict[str, Any]:
    """Return the row with its JSON as JSON, exactly as it is kept: numbers and the order of keys do not change."""
    return {
        name: msgspec.Raw(value.encode()) if isinstance(table.c[name].type, Json) else value
        for name, value in row.items()
    }


LARGEST: Final = 2**63
"""Beyond it SQLite has no whole numbers."""


class _File(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    version: int
    conversation: str
    tables: dict[str, list[dict[str, msgspec.Raw]]]


@dataclass(frozen=True, kw_only=True, slots=True)
class ParsedConversation:
    """What a file holds, checked."""

    conversation_id: str
    rows: Mapping[str, Sequence[Row]]


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportedConversation:
    """What came of an import."""

    conversation_id: str
    title: str
    server: str
    """Where the conversation lives; another server's is listed only while that server is chosen."""
    messages: int
    memories: int
    memories_known: int
    """Memories of the file that were here already, and stayed as they are here."""


def parse_conversation(content: bytes) -> ParsedConversation:
    """Read a file.

    Raises:
        WorldError: it is no export of a conversation; the sentence says what is wrong and where.
    """
    try:
        file = decode_json(content, _File)
    except msgspec.DecodeError as error:
        raise _bad(translate("it is no conversation exported as JSON: {error}").format(error=error)) from error
    if file.format != FORMAT:
        other = translate('its format is "{format}" and not "{expected}"')
        raise _bad(other.format(format=file.format, expected=FORMAT))
    if file.version > VERSION:
        newer = translate("it is of version {version}, and this program knows version {known}. Install a newer one")
        raise _bad(newer.format(version=file.version, known=VERSION))
    known = tables()
    unknown = sorted(set(file.tables) - set(known))
    if unknown:
        raise _bad(translate('there is no table "{table}"').format(table=unknown[0]))
    rows = {name: _parse_rows(table, file.tables.get(name, [])) for name, table in known.items()}
    _check_belonging(file.conversation, rows)
    return ParsedConversation(conversation_id=file.conversation, rows=rows)


def import_conversation(conn: Connection, parsed: ParsedConversation) -> ImportedConversation:
    """Insert the conversation.

    Raises:
        WorldError: it or a part of it is here already (`already_there`), or it contradicts itself; nothing is changed.
    """
    recently_deleted.clear_purged(conn, parsed.conversation_id)
    _check_free(conn, parsed)
    known = _existing_ids(conn, memory, parsed.rows[memory.name])
    fresh = [row for row in parsed.rows[memory.name] if row["id"] not in known]
    for name, table in tables().items():
        insert_rows(conn, table, fresh if table is memory else parsed.rows[name])
    _note_imported(conn, parsed.conversation_id, fresh)
    (head,) = parsed.rows[conversations.name]
    return ImportedConversation(
        conversation_id=parsed.conversation_id,
        title=head.get("title", ""),
        server=head.get("server", ""),
        messages=len(parsed.rows[messages.name]),
        memories=len(fresh),
        memories_known=len(known),
    )


def _parse_rows(table: Table, found: Sequence[Mapping[str, msgspec.Raw]]) -> list[Row]:
    return [parse_row(table, f"{table.name}[{number}]", row) for number, row in enumerate(found)]


def parse_row(table: Table, place: str, found: Mapping[str, msgspec.Raw]) -> Row:
    """Check a row of a file and return it as SQLite keeps it.

    Raises:
        WorldError: it has a column too many or too few, or a value of another kind; `place` says where.
    """
    columns = {column.name: column for column in table.c if column.name not in KEYS}
    for name in found:
        if name not in columns:
            raise _bad(f'{place} has a column "{name}", which there is not')
    for name, column in columns.items():
        if name not in found and not column.nullable and column.server_default is None:
            raise _bad(f"{place}.{name} is missing")
    return {name: _value(columns[name], f"{place}.{name}", value) for name, value in found.items()}


def _value(column: Column[Any], place: str, raw: msgspec.Raw) -> Any:
    """Return a value as SQLite keeps it."""
    try:
        value = decode_json(bytes(raw))
    except msgspec.DecodeError as error:  # a number of thousands of digits
        raise _bad(f"{place} cannot be read: {error}") from error
    if isinstance(column.type, Json):
        return msgspec.json.format(bytes(raw), indent=-1).decode()
    match column.type:
        case Boolean() if isinstance(value, bool):
            return value
        case Integer() if isinstance(value, int) and not isinstance(value, bool) and -LARGEST <= value < LARGEST:
            return value
        case Float() if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
        case LargeBinary() if isinstance(value, str):
            return _bytes(place, value)
        case UtcDateTime() if isinstance(value, str):
            return _moment(place, value)
        case Boolean() | Integer() | Float() | LargeBinary() | UtcDateTime():
            raise _bad(f"{place} is {_shown(value)}")
        case _ if isinstance(value, str):
            return value
        case _:
            raise _bad(f"{place} is {_shown(value)}, and no text")


def _bytes(place: str, value: str) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _bad(f"{place} is no base64") from error


def _moment(place: str, value: str) -> str:
    try:
        return to_utc_text(datetime.fromisoformat(value))
    except (ValueError, OverflowError) as error:
        raise _bad(f"{place} is {_shown(value)}, and no time with its zone") from error


def _check_belonging(conversation_id: str, rows: Mapping[str, Sequence[Row]]) -> None:
    """A file brings in one conversation, and touches no other."""
    heads = rows[conversations.name]
    if [head["id"] for head in heads] != [conversation_id]:
        raise _bad(f"{conversations.name} does not hold exactly the conversation {conversation_id}")
    if heads[0].get("private") or _says_private(heads[0]):
        raise _bad(translate("it was a private conversation, and of those nothing is kept"))
    _check_settings(heads[0])
    _check_files(rows["alicia_attachments"])
    for name, table in tables().items():
        mark = mark_of(table)
        for number, row in enumerate(rows[name] if mark is not None else ()):
            if row.get(mark or "") != conversation_id:
                raise _bad(f"{name}[{number}] belongs to another conversation")
    said = {row["id"] for row in rows[messages.name]}
    for name in ("alicia_sentences", "alicia_attachments"):
        for number, row in enumerate(rows[name]):
            if row["message_id"] not in said:
                raise _bad(f"{name}[{number}] belongs to no message of it")
    named = {row["id"] for found in rows.values() for row in found if "id" in row}
    for number, row in enumerate(rows["alicia_meta"]):
        if row["ref"] not in named:
            raise _bad(f"alicia_meta[{number}] belongs to nothing of it")


def _says_private(head: Row) -> bool:
    """Whether its server called it private, which `private.purge` obeys as well."""
    said = decode_json(head.get("preferences", "{}"))
    return isinstance(said, dict) and bool(said.get("private"))


def _check_settings(head: Row) -> None:
    """Its model, persona and temperature are within their bounds; nothing is cut to fit."""
    said = decode_json(head.get("preferences", "{}"))
    try:
        check_settings(said.get(SETTINGS) if isinstance(said, dict) else None)
    except WorldError as error:
        raise _bad(translate("its settings do not fit: {reason}").format(reason=error.sentence.rstrip("."))) from error


def _check_files(rows: Sequence[Row]) -> None:
    """Its files are such as messages can have; a message's place for a file is taken once, by a rule of the table."""
    for number, row in enumerate(rows):
        found = {name: row[name] for name in Attachment.__struct_fields__ if name in row}
        if said := odd_attachment(Attachment(**found)):
            raise _bad(f"alicia_attachments[{number}] {said}")


def _check_free(conn: Connection, parsed: ParsedConversation) -> None:
    for name, table in tables().items():
        if table is memory or "id" not in table.c:
            continue
        taken = _existing_ids(conn, table, parsed.rows[name])
        if taken and table is conversations:
            raise _there(translate("This conversation is here already, perhaps deleted or under another name"))
        if taken:
            there = translate("{table} has {id} already, in another conversation")
            raise _there(there.format(table=name, id=min(taken)))


def _existing_ids(conn: Connection, table: Table, rows: Sequence[Row]) -> set[str]:
    return set(conn.execute(select(table.c.id).where(among(table.c.id, [row["id"] for row in rows]))).scalars())


def insert_rows(conn: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows.

    Raises:
        WorldError: one breaks a rule of its table.
    """
    for number, row in enumerate(rows):
        columns, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" * len(row))
        statement = f"INSERT INTO {table.name}({columns}) VALUES ({marks})"
        try:
            conn.exec_driver_sql(statement, tuple(row.values()))
        except IntegrityError as error:
            raise _bad(f"{table.name}[{number}] breaks a rule of its table: {error.orig}") from error


def _note_imported(conn: Connection, conversation_id: str, fresh: Sequence[Row]) -> None:
    said = select(messages.c.id).where(messages.c.conversation_id == conversation_id)
    note(conn, "conversation", conversation_id, conversation_id)
    for message_id in conn.execute(said).scalars():
        note(conn, "message", conversation_id, message_id)
    for row in fresh:
        note(conn, "memory", None, row["id"])


def _shown(value: object) -> str:
    """Return the kind of a value; its words may be anybody's, and sentences are logged."""
    return {str: "a text", bool: "true or false", dict: "an object", list: "a list", type(None): "null"}.get(
        type(value), "a number"
    )


def _bad(reason: str) -> BadFileError:
    sentence = translate("The file cannot be imported: {reason}.").format(reason=reason)
    return BadFileError(sentence=sentence, code="bad_file", reason=reason)


def _there(reason: str) -> WorldError:
    return WorldError(sentence=translate("{reason}. Nothing was changed.").format(reason=reason), code="already_there")
