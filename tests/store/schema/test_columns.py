from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from sqlalchemy import Boolean, Connection, Float, Integer, LargeBinary, Table, insert, select

from alicia_desktop.store import records, schema
from alicia_desktop.store.conversations.summaries import PinRecord, SummaryRecord
from alicia_desktop.store.conversations.tools import GrantRecord
from alicia_desktop.store.memories.memory_copies import MemoryCopy
from alicia_desktop.store.schema.columns import Json, UtcDateTime, columns_of, record_of, values_of
from alicia_desktop.store.server.users import UserRecord

TABLES: dict[type[Any], Table] = {
    records.ConversationRecord: schema.conversations,
    records.MessageRecord: schema.messages,
    records.SentenceRecord: schema.sentences,
    records.CommentaryRecord: schema.commentaries,
    records.ToolUseRecord: schema.tool_uses,
    records.AudioRecord: schema.audio,
    records.MetaRecord: schema.meta,
    records.ReasoningRecord: schema.reasoning_steps,
    records.FeedbackRecord: schema.feedback,
    records.MemoryRecord: schema.memory,
    records.MemoryUseRecord: schema.memory_used,
    records.JournalRecord: schema.journal,
    records.OutboxRecord: schema.outbox,
    SummaryRecord: schema.summaries,
    PinRecord: schema.pins,
    GrantRecord: schema.tool_grants,
    UserRecord: schema.users,
}
COMPUTED = {
    records.ConversationRecord: {"last_line", "last_line_at", "empty", "queued", "unsent", "conflict"},
    GrantRecord: {"title"},
}
"""Fields that a query computes, or joins from another table."""
UNREAD = {
    records.SentenceRecord: {"audio_data"},
    records.AudioRecord: {"audio_data"},
    records.MemoryRecord: {"embeddings"},
    records.JournalRecord: {"content_key"},
    GrantRecord: {"granted_in"},
}
"""Columns that no record has: sound, vectors and what only looks something up."""
HOLDS: dict[type, set[Any]] = {
    Json: {Mapping, Sequence, Any},
    UtcDateTime: {datetime},
    Boolean: {bool},
    Integer: {int},
    Float: {float},
    LargeBinary: {bytes},
}
NEVER_NONE = {(records.JournalRecord, "problems")}
"""Fields for which the query makes an empty list of NULL."""


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_the_fields_of_a_record_are_the_columns_of_its_table(kind: type[Any]):
    table = TABLES[kind]
    named = {field.name for field in fields(kind)}
    key = {column.name for column in table.primary_key} - named
    assert named - COMPUTED.get(kind, set()) == {column.name for column in table.c} - key - UNREAD.get(kind, set())


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_a_field_holds_what_its_column_gives(kind: type[Any]):
    hints = get_type_hints(kind)
    for field in fields(kind):
        if field.name in COMPUTED.get(kind, set()):
            continue
        column = TABLES[kind].c[field.name]
        allowed = get_args(hints[field.name]) if type(None) in get_args(hints[field.name]) else (hints[field.name],)
        if (kind, field.name) not in NEVER_NONE and hints[field.name] is not Any:
            assert (type(None) in allowed) == column.nullable, field.name
        assert {_plain(one) for one in allowed} - {type(None)} <= _python_types(column.type), field.name


def _plain(hint: Any) -> Any:
    if get_origin(hint) is Literal:
        return str
    return get_origin(hint) or hint


def _python_types(kind: object) -> set[Any]:
    return next((found for column, found in HOLDS.items() if isinstance(kind, column)), {str})


def test_every_record_of_the_store_is_in_the_list():
    made = {kind for name, kind in vars(records).items() if name.endswith("Record")}
    assert made <= set(TABLES)


def test_a_copy_of_a_memory_has_the_fields_of_its_record():
    record = {field.name: field.default for field in fields(records.MemoryRecord) if field.name != "server"}
    copy = set(MemoryCopy.__struct_fields__)
    assert copy == {*record, "embedding"}
    assert {name for name, default in record.items() if default is MISSING} >= {"id", "content", "user_id"}


def test_a_field_without_a_column_is_refused():
    @dataclass(frozen=True, kw_only=True)
    class Wrong:
        id: str
        colour: str

    with pytest.raises(TypeError, match="alicia_messages has no column for colour of Wrong"):
        columns_of(Wrong, schema.messages)


def test_what_is_inserted_is_what_is_read(conn: Connection):
    now = datetime(2026, 1, 1, tzinfo=UTC)
    made = records.MetaRecord(id="a", ref="b", key="c", value="d", created_at=now, updated_at=now, deleted_at=None)
    conn.execute(insert(schema.meta).values(values_of(made)))
    row = conn.execute(select(*columns_of(records.MetaRecord, schema.meta))).one()
    assert record_of(records.MetaRecord, row) == made
    assert record_of(records.MetaRecord, row, value="e").value == "e"
    assert "value" not in values_of(made, without={"value"})
