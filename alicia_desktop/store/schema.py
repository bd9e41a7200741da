"""All tables as SQLAlchemy Core knows them: the ten of the database document, those of the seeds, journal and outbox.

The columns of the seeds keep the seeds' names (MEMORY.md §1 lists the few that differ). Only `conversation_id` is an
enforced foreign key, because traces name memories that never came and a replay comes newest first (DESIGN.md §6). A
database is made by `migrations/`, never from here; a test holds the two equal. Full-text and vector tables are in
`derived`.
"""

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from alicia_desktop.store.columns import (
    EMPTY_LIST,
    EMPTY_OBJECT,
    Json,
    UtcDateTime,
    conversation,
    identity,
    moments,
)

VECTOR_DIMENSIONS: Final = 1024
"""Width of `alicia_memory.embeddings`; a narrower encoder is padded with zeros (MEMORY.md §1)."""

metadata = MetaData()

_EMPTY = text("''")
_ZERO = text("0")


def _one_of(column: str, *values: str) -> CheckConstraint:
    return CheckConstraint(f"{column} IN ({', '.join(repr(value) for value in values)})")


def _completion() -> tuple[Column[str], CheckConstraint]:
    return (
        Column("completion_status", Text, nullable=False),
        _one_of("completion_status", "pending", "streaming", "completed", "failed"),
    )


def _sync(default: str) -> tuple[Column[str], CheckConstraint]:
    return (
        Column("sync_status", Text, nullable=False, server_default=text(f"'{default}'")),
        _one_of("sync_status", "pending", "synced", "conflict"),
    )


conversations = Table(
    "alicia_conversations",
    metadata,
    *identity(),
    Column("user_id", Text, nullable=False),
    Column("livekit_room_name", Text),
    Column("title", Text, nullable=False, server_default=_EMPTY),
    Column("status", Text, nullable=False, server_default=text("'active'")),
    Column("preferences", Json, nullable=False, server_default=EMPTY_OBJECT),
    Column("last_client_stanza_id", Integer, nullable=False, server_default=_ZERO),
    Column("last_server_stanza_id", Integer, nullable=False, server_default=_ZERO),
    *moments(),
    # beyond the document
    Column("server", Text, nullable=False, server_default=_EMPTY),
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("last_opened_at", UtcDateTime),
    _one_of("status", "active", "archived", "deleted"),
)

messages = Table(
    "alicia_messages",
    metadata,
    *identity(),
    conversation(),
    Column("sequence_number", Integer, nullable=False),
    Column("previous_id", Text),
    Column("message_role", Text, nullable=False),
    Column("contents", Text, nullable=False, server_default=_EMPTY),
    Column("local_id", Text),
    Column("server_id", Text),
    *_sync("synced"),
    Column("synced_at", UtcDateTime),
    *_completion(),
    *moments(),
    # MessageWithImportance of the memory seed
    Column("importance_score", Float),
    Column("token_usage", Integer),
    Column("model_id", Text),
    # beyond the document
    Column("attachments", Json),
    Column("answer_type", Text),
    Column("planned_sentence_count", Integer),
    Column("stopped_at", UtcDateTime),
    Column("stop_type", Text),
    Column("stop_reason", Text),
    Column("spoken_sequence", Integer),
    Column("spoken_ms", Integer),
    Column("superseded_at", UtcDateTime),
    Column("superseded_by", Text),
    Column("error_code", Integer),
    Column("error_message", Text),
    Column("whole", Boolean, nullable=False, server_default=false()),
    _one_of("message_role", "user", "assistant", "system"),
    Index("alicia_messages_in_order", "conversation_id", "sequence_number"),
    Index("alicia_messages_previous", "previous_id"),
    Index("alicia_messages_local", "local_id", sqlite_where=text("local_id IS NOT NULL")),
    Index("alicia_messages_server", "server_id", sqlite_where=text("server_id IS NOT NULL")),
    Index(
        "alicia_messages_superseded",
        "conversation_id",
        sqlite_where=text("superseded_at IS NOT NULL AND superseded_by IS NULL"),
    ),
    Index(
        "alicia_messages_open",
        "conversation_id",
        sqlite_where=text("completion_status = 'streaming'"),
    ),
)

sentences = Table(
    "alicia_sentences",
    metadata,
    *identity(),
    Column("message_id", Text, nullable=False),
    Column("sentence_sequence_number", Integer, nullable=False),
    Column("text", Text, nullable=False, server_default=_EMPTY),
    Column("audio_type", Text),
    Column("audio_format", Text),
    Column("duration_ms", Integer),
    Column("audio_bytesize", Integer),
    Column("audio_data", LargeBinary),
    Column("meta", Json, nullable=False, server_default=EMPTY_OBJECT),
    *_completion(),
    *moments(),
    _one_of("audio_type", "input", "output"),
    UniqueConstraint("message_id", "sentence_sequence_number"),
)

memory = Table(
    "alicia_memory",
    metadata,
    *identity(),
    Column("content", Text, nullable=False),
    Column("embeddings", LargeBinary),
    Column("embeddings_info", Json),
    Column("importance", Float, nullable=False, server_default=text("0.5")),
    Column("confidence", Float, nullable=False, server_default=text("1.0")),
    Column("user_rating", Integer),
    Column("created_by", Text),
    Column("source_type", Text),
    Column("source_info", Json, nullable=False, server_default=EMPTY_OBJECT),
    Column("tags", Json, nullable=False, server_default=EMPTY_LIST),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("archived", Boolean, nullable=False, server_default=false()),
    *moments(),
    # the other memory seeds (MEMORY.md §1)
    Column("user_id", Text, nullable=False, server_default=text("'user'")),
    Column("topic", Text),
    Column("summary", Text),
    Column("category", Text),
    Column("subcategory", Text),
    Column("kind", Text, nullable=False, server_default=text("'semantic'")),
    Column("sentiment", Text),
    Column("reference_to", Text),
    Column("reference_links", Json, nullable=False, server_default=EMPTY_LIST),
    Column("guest_session_id", Text),
    Column("source_chat_id", Text),
    Column("token_count", Integer),
    Column("usage_frequency", Integer, nullable=False, server_default=_ZERO),
    Column("last_referenced_at", UtcDateTime),
    Column("meta", Json, nullable=False, server_default=EMPTY_OBJECT),
    # beyond the seeds
    Column("context", Text, nullable=False, server_default=_EMPTY),
    CheckConstraint(f"length(embeddings) = {4 * VECTOR_DIMENSIONS}"),
    CheckConstraint("importance BETWEEN 0 AND 1"),
    CheckConstraint("confidence BETWEEN 0 AND 1"),
    CheckConstraint("user_rating BETWEEN 1 AND 5"),
    _one_of("kind", "semantic", "hard", "hybrid"),
    Index("alicia_memory_user", "user_id"),
)

memory_used = Table(
    "alicia_memory_used",
    metadata,
    *identity(),
    conversation(),
    Column("message_id", Text),
    Column("memory_id", Text, nullable=False),
    Column("query_prompt", Text),
    Column("query_prompt_meta", Json),
    Column("similarity_score", Float),
    Column("meta", Json, nullable=False, server_default=EMPTY_OBJECT),
    Column("position_in_results", Integer),
    *moments(),
    # the columns of the trace's own seed
    Column("memory_type", Text),
    Column("action", Text),
    Column("content", Text, nullable=False, server_default=_EMPTY),
    Column("confidence", Float),
    Index("alicia_memory_used_conversation", "conversation_id"),
    Index("alicia_memory_used_message", "message_id"),
    Index("alicia_memory_used_memory", "memory_id"),
)

commentaries = Table(
    "alicia_user_conversation_commentaries",
    metadata,
    *identity(),
    Column("content", Text, nullable=False, server_default=_EMPTY),
    conversation(),
    Column("message_id", Text),
    Column("created_by", Text),
    Column("meta", Json, nullable=False, server_default=EMPTY_OBJECT),
    *moments(),
    # beyond the document
    *_sync("synced"),
    Index("alicia_commentaries_conversation", "conversation_id"),
)

tool_uses = Table(
    "alicia_tool_uses",
    metadata,
    *identity(),
    Column("message_id", Text),
    Column("tool_name", Text, nullable=False, server_default=_EMPTY),
    Column("tool_arguments", Json, nullable=False, server_default=EMPTY_OBJECT),
    Column("tool_result", Json),
    Column("status", Text, nullable=False, server_default=text("'pending'")),
    Column("error_message", Text),
    Column("sequence_number", Integer, nullable=False, server_default=_ZERO),
    Column("completed_at", UtcDateTime),
    *moments(),
    # beyond the document, which itself queries by the conversation
    conversation(),
    Column("execution", Text),
    Column("timeout_ms", Integer),
    Column("started_at", UtcDateTime),
    Column("error_code", Text),
    _one_of("status", "pending", "running", "success", "error", "cancelled"),
    Index("alicia_tool_uses_conversation", "conversation_id"),
    Index("alicia_tool_uses_message", "message_id"),
)

audio = Table(
    "alicia_audio",
    metadata,
    *identity(),
    Column("message_id", Text),
    Column("audio_type", Text, nullable=False),
    Column("audio_format", Text),
    Column("audio_data", LargeBinary),
    Column("duration_ms", Integer),
    Column("transcription", Text),
    Column("livekit_track_sid", Text),
    Column("transcription_meta", Json, nullable=False, server_default=EMPTY_OBJECT),
    *moments(),
    # beyond the document
    conversation(),
    Column("transcription_id", Text, unique=True),
    Column("chunk_sequence", Integer),
    _one_of("audio_type", "input", "output"),
    UniqueConstraint("conversation_id", "livekit_track_sid", "chunk_sequence"),
    Index("alicia_audio_message", "message_id"),
)

meta = Table(
    "alicia_meta",
    metadata,
    *identity(),
    Column("ref", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("value", Text, nullable=False),
    *moments(),
    UniqueConstraint("ref", "key"),
)

reasoning_steps = Table(
    "alicia_reasoning_steps",
    metadata,
    *identity(),
    conversation(),
    Column("message_id", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("sequence_number", Integer, nullable=False),
    Column("total_steps", Integer),
    *moments(),
    Index("alicia_reasoning_steps_message", "message_id", "sequence_number"),
)

feedback = Table(
    "alicia_feedback",
    metadata,
    *identity(),
    conversation(),
    Column("message_id", Text, nullable=False),
    Column("target_type", Text, nullable=False),
    Column("target_id", Text, nullable=False),
    Column("vote", Text, nullable=False),
    Column("quick_feedback", Text),
    Column("note", Text),
    Column("aggregates", Json, nullable=False, server_default=EMPTY_OBJECT),
    *_sync("pending"),
    *moments(),
    _one_of("target_type", "message", "tool_use", "memory", "reasoning"),
    _one_of("vote", "up", "down", "critical", "remove"),
    Index("alicia_feedback_target", "target_id"),
)

summaries = Table(
    "alicia_conversation_summaries",
    metadata,
    *identity(),
    conversation("session_id"),
    Column("summary", Text, nullable=False),
    Column("message_count", Integer, nullable=False),
    Column("start_message_id", Text, nullable=False),
    Column("end_message_id", Text, nullable=False),
    Column("importance_score", Float, nullable=False),
    *moments(),
    Index("alicia_conversation_summaries_session", "session_id"),
)

pins = Table(
    "alicia_semantic_pins",
    metadata,
    *identity(),
    conversation("session_id"),
    Column("content", Text, nullable=False),
    Column("source_message_id", Text),
    Column("importance_score", Float, nullable=False, server_default=text("0.5")),
    Column("pin_type", Text, nullable=False),
    *moments(),
    _one_of("pin_type", "manual", "auto", "code", "concept", "system"),
    Index("alicia_semantic_pins_session", "session_id"),
)

user_aliases = Table(
    "user_aliases",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("alias", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("user_id", "alias"),
)

journal = Table(
    "journal",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("direction", Text, nullable=False),
    Column("stanza_id", Integer),
    Column("type", Integer),
    Column("name", Text, nullable=False),
    Column("conversation_id", Text),
    Column("content_id", Text),
    Column("content_key", Text),
    Column("turn_ref", Text),
    Column("raw", LargeBinary),
    Column("size", Integer, nullable=False),
    Column("meta", Json),
    Column("duplicate", Boolean, nullable=False, server_default=false()),
    Column("out_of_order", Boolean, nullable=False, server_default=false()),
    Column("after_stop", Boolean, nullable=False, server_default=false()),
    Column("unknown", Boolean, nullable=False, server_default=false()),
    Column("malformed", Boolean, nullable=False, server_default=false()),
    Column("problems", Json),
    Column("at", UtcDateTime, nullable=False),
    Column("received_at", UtcDateTime, nullable=False),
    _one_of("direction", "in", "out"),
    Index("journal_conversation", "conversation_id", "seq"),
    Index("journal_client_stanza", "conversation_id", "stanza_id", sqlite_where=text("stanza_id > 0")),
    Index("journal_content_key", "content_key", sqlite_where=text("content_key IS NOT NULL")),
    Index("journal_content_id", "content_id", sqlite_where=text("content_id IS NOT NULL")),
    Index("journal_turn_ref", "turn_ref", sqlite_where=text("turn_ref IS NOT NULL")),
    sqlite_autoincrement=True,
)

outbox = Table(
    "outbox",
    metadata,
    Column("pk", Integer, primary_key=True),
    conversation(),
    Column("stanza_id", Integer, nullable=False),
    Column("type", Integer, nullable=False),
    Column("content_id", Text),
    Column("raw", LargeBinary, nullable=False),
    Column("status", Text, nullable=False, server_default=text("'queued'")),
    Column("attempts", Integer, nullable=False, server_default=_ZERO),
    Column("last_attempt_at", UtcDateTime),
    Column("error", Text),
    Column("created_at", UtcDateTime, nullable=False),
    _one_of("status", "queued", "sent", "failed"),
    UniqueConstraint("conversation_id", "stanza_id"),
    Index("outbox_content", "content_id"),
    sqlite_autoincrement=True,
)
