"""Declare the tables of memories, of their use, and of the names of users."""

from typing import Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from alicia_desktop.store.schema.columns import (
    EMPTY_LIST,
    EMPTY_OBJECT,
    EMPTY_TEXT,
    ZERO,
    Json,
    UtcDateTime,
    conversation,
    identity,
    metadata,
    moments,
    one_of,
)

VECTOR_DIMENSIONS: Final = 1024
"""Width of `alicia_memory.embeddings`; a narrower encoder is padded with zeros (docs/memory.md#embeddings)."""

STATEMENT: Final = "json_extract(meta, '$.statement')"
SUBJECT: Final = "json_extract(meta, '$.subject')"
ATTRIBUTE: Final = "json_extract(meta, '$.attribute')"
BEGINNING: Final = "substr(content, 1, 80)"
ENCODER: Final = "json_extract(embeddings_info, '$.encoder')"
ENCODER_VERSION: Final = "json_extract(embeddings_info, '$.version')"
"""Expressions that are indexed; a query has to say exactly this to be helped by them."""

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
    # how it is found, used and linked (docs/memory.md#what-is-stored)
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
    Column("usage_frequency", Integer, nullable=False, server_default=ZERO),
    Column("last_referenced_at", UtcDateTime),
    Column("meta", Json, nullable=False, server_default=EMPTY_OBJECT),
    # where it was told, and on which server
    Column("context", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("server", Text, nullable=False, server_default=EMPTY_TEXT),
    CheckConstraint(f"length(embeddings) = {4 * VECTOR_DIMENSIONS}"),
    CheckConstraint("importance BETWEEN 0 AND 1"),
    CheckConstraint("confidence BETWEEN 0 AND 1"),
    CheckConstraint("user_rating BETWEEN 1 AND 5"),
    one_of("kind", "semantic", "hard", "hybrid"),
    Index("alicia_memory_user", "user_id"),
    Index(
        "alicia_memory_listed",
        "user_id",
        "deleted_at",
        "archived",
        "pinned",
        "kind",
        "category",
        "source_type",
        "server",
        "tags",
        "created_at",
        "updated_at",
        "importance",
        "usage_frequency",
        "last_referenced_at",
        "token_count",
        "id",
    ),
    Index("alicia_memory_statement", text(STATEMENT)),
    Index("alicia_memory_fact", text(SUBJECT), text(ATTRIBUTE)),
    Index("alicia_memory_beginning", text(BEGINNING)),
    Index("alicia_memory_chat", "source_chat_id", sqlite_where=text("source_chat_id IS NOT NULL")),
    Index("alicia_memory_encoder", text(ENCODER), text(ENCODER_VERSION), sqlite_where=text("deleted_at IS NULL")),
    Index("alicia_memory_reference", "reference_to", sqlite_where=text("reference_to IS NOT NULL")),
)

memory_changes = Table(
    "alicia_memory_changes",
    metadata,
    Column("revision", Integer, primary_key=True),
    Column("memory_pk", Integer, nullable=False),
    UniqueConstraint("memory_pk"),
    sqlite_autoincrement=True,
)
"""Kept by triggers: the newest change of each memory under a number that only grows (`memory_changes`)."""

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
    # as the trace says it (docs/memory.md#what-is-stored)
    Column("memory_type", Text),
    Column("action", Text),
    Column("content", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("confidence", Float),
    Index("alicia_memory_used_conversation", "conversation_id"),
    Index("alicia_memory_used_message", "message_id"),
    Index("alicia_memory_used_memory", "memory_id"),
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
    one_of("pin_type", "manual", "auto", "code", "concept", "system"),
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

users = Table(
    "users",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token_digest", Text),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    UniqueConstraint("name"),
    UniqueConstraint("token_digest"),
)
"""Of a server that has several; empty in a client, which shares the schema. Without a digest: removed (`users`)."""

user_devices = Table(
    "user_devices",
    metadata,
    Column("pk", Integer, primary_key=True),
    Column("user_name", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token_digest", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("token_digest"),
    Index("user_devices_user", "user_name"),
)
"""Paired computers of a server's users and of its owner, each with a token of its own."""
