import re

import pytest
from sqlalchemy import Connection, inspect
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from alicia_desktop.store import schema

SEEDS = {
    # what was specified for the database, its traces and the memory, under our names
    "alicia_conversations": "id user_id livekit_room_name title status preferences last_client_stanza_id "
    "last_server_stanza_id created_at updated_at deleted_at",
    "alicia_messages": "id conversation_id sequence_number previous_id message_role contents local_id server_id "
    "sync_status synced_at completion_status created_at updated_at deleted_at importance_score token_usage model_id",
    "alicia_sentences": "id message_id sentence_sequence_number text audio_type audio_format duration_ms "
    "audio_bytesize "
    "audio_data meta completion_status created_at updated_at deleted_at",
    "alicia_memory": "id content embeddings embeddings_info importance confidence user_rating created_by source_type "
    "source_info tags pinned archived created_at updated_at deleted_at "
    "user_id topic summary category subcategory kind sentiment reference_to reference_links guest_session_id "
    "source_chat_id token_count usage_frequency last_referenced_at meta",
    "alicia_memory_used": "id conversation_id message_id memory_id query_prompt query_prompt_meta similarity_score "
    "meta "
    "position_in_results created_at updated_at deleted_at memory_type action content confidence",
    "alicia_user_conversation_commentaries": "id content conversation_id message_id created_by meta created_at "
    "updated_at deleted_at",
    "alicia_tool_uses": "id message_id tool_name tool_arguments tool_result status error_message sequence_number "
    "completed_at created_at updated_at deleted_at conversation_id",
    "alicia_audio": "id message_id audio_type audio_format audio_data duration_ms transcription livekit_track_sid "
    "transcription_meta created_at updated_at deleted_at",
    "alicia_meta": "id ref key value created_at updated_at deleted_at",
    "alicia_conversation_summaries": "id session_id summary message_count start_message_id end_message_id "
    "importance_score created_at",
    "alicia_semantic_pins": "id session_id content source_message_id importance_score pin_type created_at",
    "alicia_reasoning_steps": "id conversation_id message_id content sequence_number total_steps",
    "alicia_feedback": "id conversation_id message_id target_type target_id vote quick_feedback note aggregates",
    "user_aliases": "user_id alias created_at",
    "journal": "direction stanza_id type name conversation_id raw meta problems at received_at",
    "outbox": "conversation_id stanza_id raw attempts error created_at",
}

STATUSES = {
    ("alicia_conversations", "status"): "active archived deleted",
    ("alicia_messages", "message_role"): "user assistant system",
    ("alicia_messages", "sync_status"): "pending synced conflict",
    ("alicia_messages", "completion_status"): "pending streaming completed failed",
    ("alicia_sentences", "completion_status"): "pending streaming completed failed",
    ("alicia_sentences", "audio_type"): "input output",
    ("alicia_audio", "audio_type"): "input output",
    ("alicia_tool_uses", "status"): "pending running success error cancelled",
    ("alicia_memory", "kind"): "semantic hard hybrid",
    ("alicia_semantic_pins", "pin_type"): "manual auto code concept system",
}


@pytest.mark.parametrize("table", SEEDS)
def test_every_column_of_the_documents_is_there(conn: Connection, table: str):
    found = {column["name"] for column in inspect(conn).get_columns(table)}
    assert found.issuperset(SEEDS[table].split())


@pytest.mark.parametrize("column", STATUSES)
def test_every_status_of_the_documents_is_allowed_and_no_other(conn: Connection, column: tuple[str, str]):
    table, name = column
    script = conn.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).scalar_one()
    allowed = ", ".join(repr(status) for status in STATUSES[column].split())
    assert f"CHECK ({name} IN ({allowed}))" in script


def test_the_rowid_of_every_table_stays_when_it_is_rebuilt(conn: Connection):
    for table in schema.metadata.sorted_tables:
        (key,) = table.primary_key.columns
        assert key.name in {"pk", "seq", "revision"}
        assert str(key.type) == "INTEGER"


def test_the_migrations_make_exactly_the_schema(conn: Connection):
    made = {
        row.name: _plain(row.sql) for row in conn.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql <> ''")
    }
    dialect = sqlite.dialect()
    meant = {}
    for table in schema.metadata.sorted_tables:
        meant[table.name] = _plain(str(CreateTable(table).compile(dialect=dialect)))
        for index in table.indexes:
            meant[str(index.name)] = _plain(str(CreateIndex(index).compile(dialect=dialect)))
    assert {name: made.get(name) for name in meant} == meant
    own_tables = {name for name, sql in made.items() if sql.startswith("CREATE TABLE") and not _belongs_to_index(name)}
    assert own_tables == {table.name for table in schema.metadata.sorted_tables} | {"sqlite_sequence"}


def test_only_conversations_are_an_enforced_key():
    for table in schema.metadata.sorted_tables:
        for key in table.foreign_keys:
            assert key.target_fullname == "alicia_conversations.id"


def _plain(sql: str) -> str:
    return " ".join(sql.replace("(", " ( ").replace(")", " ) ").split()).replace("\t", " ")


def _belongs_to_index(name: str) -> bool:
    return re.match(r"alicia_\w+_(fts|trigram|vec)(_|$)", name) is not None
