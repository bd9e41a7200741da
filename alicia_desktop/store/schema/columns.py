"""Declare the kinds of column, and map records to tables.

Time is always UTC: text of fixed width, so that it sorts and can be read by people and by SQLite's own date
functions. A record declares its fields once, and they are the table's columns of the same names:

    _COLUMNS = columns_of(MessageRecord, messages)
    found = [record_of(MessageRecord, row) for row in conn.execute(select(*_COLUMNS))]
    conn.execute(insert(messages).values(values_of(record)))

A column that no field names is not read (`pk`, sound, vectors). A field that no column has must have a default: its
query computes it (`last_line`). Whoever renames one of both learns it when the module is imported.
"""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    Row,
    Table,
    Text,
    func,
    select,
    text,
)
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import TypeDecorator

EMPTY_OBJECT: Final = text("'{}'")
EMPTY_LIST: Final = text("'[]'")
EMPTY_TEXT: Final = text("''")
ZERO: Final = text("0")

metadata: Final = MetaData()

T = TypeVar("T")

_NOTHING: Final[Mapping[str, ColumnElement[Any]]] = {}


def to_utc_text(moment: datetime) -> str:
    """Return `2026-01-01T00:00:00.000000+00:00`; a time without a zone is a bug and raises ValueError."""
    if moment.tzinfo is None:
        raise ValueError("a time without a zone cannot be stored")
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.isoformat(timespec="microseconds")


def to_json_text(value: Any) -> str:
    """Return compact JSON; bytes become base64 and what JSON does not know becomes its text."""
    return msgspec.json.encode(value, enc_hook=str).decode()


def storable(value: str) -> str:
    """Return text that can be stored; half a surrogate pair, as pasted text may hold, becomes a question mark."""
    return value if value.isascii() else value.encode("utf-8", "replace").decode()


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: refuses times without a zone, stores UTC, gives back UTC."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the text to store."""
        return None if value is None else to_utc_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the moment in UTC."""
        return None if value is None else datetime.fromisoformat(value)


class Json(TypeDecorator[Any]):
    """Any JSON value as text; None is stored as NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the text to store."""
        return None if value is None else to_json_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the decoded value."""
        return None if value is None else msgspec.json.decode(value)


def among(column: ColumnElement[Any], values: Collection[str | int]) -> ColumnElement[bool]:
    """Return `column IN values`, however many they are."""
    each = func.json_each(to_json_text(list(values))).table_valued("value")
    return column.in_(select(each.c.value))


def identity() -> list[Column[Any]]:
    """Return `pk`, the rowid on which full-text and vector tables hang, and `id`, the name on the wire."""
    return [Column("pk", Integer, primary_key=True), Column("id", Text, nullable=False, unique=True)]


def moments() -> list[Column[Any]]:
    """Return the three times that every table of content has."""
    return [
        Column("created_at", UtcDateTime, nullable=False),
        Column("updated_at", UtcDateTime, nullable=False),
        Column("deleted_at", UtcDateTime),
    ]


def conversation(name: str = "conversation_id") -> Column[Any]:
    """Return the one enforced foreign key; it follows when a conversation made offline gets the server's id."""
    return Column(name, Text, ForeignKey("alicia_conversations.id", onupdate="CASCADE"), nullable=False)


def one_of(column: str, *values: str) -> CheckConstraint:
    """Return the rule that a column holds one of these."""
    return CheckConstraint(f"{column} IN ({', '.join(repr(value) for value in values)})")


def completion() -> tuple[Column[str], CheckConstraint]:
    """Return how far a message or sentence is written."""
    return (
        Column("completion_status", Text, nullable=False),
        one_of("completion_status", "pending", "streaming", "completed", "failed"),
    )


def sync(default: str) -> tuple[Column[str], CheckConstraint]:
    """Return how far something of ours has come to the server."""
    return (
        Column("sync_status", Text, nullable=False, server_default=text(f"'{default}'")),
        one_of("sync_status", "pending", "synced", "conflict"),
    )


def columns_of(
    kind: type[Any], table: Table, instead: Mapping[str, ColumnElement[Any]] = _NOTHING
) -> list[ColumnElement[Any]]:
    """Return the columns of a table that a record has fields for, to be selected.

    Args:
        kind: a dataclass.
        table: what its rows are read from.
        instead: what to select in the place of single columns, by name.

    Raises:
        TypeError: a field is neither a column nor has a default.
    """
    known: Any = kind  # mypy holds no type for hashable, which `cache` asks for
    lacking = [name for name, is_required in _fields(known) if is_required and name not in table.c]
    if lacking:
        raise TypeError(f"{table.name} has no column for {', '.join(lacking)} of {kind.__name__}")
    return [instead.get(name, table.c[name]) for name, _ in _fields(known) if name in table.c]


def record_of(kind: type[T], row: Row[Any], **instead: Any) -> T:
    """Make a record from a row that has its columns, and perhaps others; `instead` goes before what the row has."""
    values = {**row._mapping, **instead}  # noqa: SLF001 - SQLAlchemy's public name for the row as a mapping
    known: Any = kind
    return kind(**{name: values[name] for name, _ in _fields(known) if name in values})


def values_of(record: object, *, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the values of a record by column, to be inserted or compared, but those `without`."""
    kind: Any = type(record)
    return {name: getattr(record, name) for name, _ in _fields(kind) if name not in without}


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, bool], ...]:
    """Return the names of a record's fields, each with whether it must be given."""
    return tuple((field.name, field.default is MISSING and field.default_factory is MISSING) for field in fields(kind))
