"""Declare the kinds of column: time that is always UTC, JSON, and the columns that every table has.

Times are text of fixed width, so that they sort and can be read by people and by SQLite's own date functions.
"""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import CheckConstraint, Column, Dialect, ForeignKey, Integer, MetaData, Text, text
from sqlalchemy.types import TypeDecorator

EMPTY_OBJECT: Final = text("'{}'")
EMPTY_LIST: Final = text("'[]'")
EMPTY_TEXT: Final = text("''")
ZERO: Final = text("0")

metadata: Final = MetaData()


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
