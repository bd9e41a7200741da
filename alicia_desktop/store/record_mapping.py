"""Map records to tables: a record declares its fields once, and they are the table's columns of the same names.

    _COLUMNS = columns_of(MessageRecord, messages)
    found = [record_of(MessageRecord, row) for row in conn.execute(select(*_COLUMNS))]
    conn.execute(insert(messages).values(values_of(record)))

A column that no field names is not read (`pk`, sound, vectors). A field that no column has must have a default: its
query computes it (`last_line`). Whoever renames one of both learns it when the module is imported.
"""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import Row, Table
from sqlalchemy.sql.elements import ColumnElement

T = TypeVar("T")

_NOTHING: Final[Mapping[str, ColumnElement[Any]]] = {}


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
