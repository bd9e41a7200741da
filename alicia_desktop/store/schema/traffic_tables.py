"""Declare the tables of what crosses the wire: journal, outbox, drafts, and what offline sync agreed on."""

from sqlalchemy import Boolean, Column, Index, Integer, LargeBinary, Table, Text, UniqueConstraint, false, text

from alicia_desktop.store.schema.columns import (
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
    Column("sender", Text),
    Column("stranger", Boolean, nullable=False, server_default=false()),
    one_of("direction", "in", "out"),
    Index("journal_conversation", "conversation_id", "seq"),
    Index("journal_client_stanza", "conversation_id", "stanza_id", sqlite_where=text("stanza_id > 0")),
    Index("journal_content_key", "content_key", sqlite_where=text("content_key IS NOT NULL")),
    Index("journal_content_id", "content_id", sqlite_where=text("content_id IS NOT NULL")),
    Index("journal_turn_ref", "turn_ref", sqlite_where=text("turn_ref IS NOT NULL")),
    sqlite_autoincrement=True,
)

stanza_marks = Table(
    "stanza_marks",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("note", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("created_at", UtcDateTime, nullable=False),
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
    Column("attempts", Integer, nullable=False, server_default=ZERO),
    Column("last_attempt_at", UtcDateTime),
    Column("error", Text),
    Column("created_at", UtcDateTime, nullable=False),
    one_of("status", "queued", "sent", "failed"),
    UniqueConstraint("conversation_id", "stanza_id"),
    Index("outbox_content", "content_id"),
    sqlite_autoincrement=True,
)

drafts = Table(
    "drafts",
    metadata,
    Column("seq", Integer, primary_key=True),
    conversation(),
    Column("text", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("long_text", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("cursor", Integer, nullable=False, server_default=ZERO),
    Column("updated_at", UtcDateTime, nullable=False),
    Index("drafts_conversation", "conversation_id"),
)

draft_files = Table(
    "draft_files",
    metadata,
    Column("seq", Integer, primary_key=True),
    conversation(),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("width", Integer),
    Column("height", Integer),
    Column("note", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("data", LargeBinary, nullable=False),
    Index("draft_files_conversation", "conversation_id"),
)

sync_heads = Table(
    "sync_heads",
    metadata,
    Column("pk", Integer, primary_key=True),
    conversation("about"),
    Column("title", Text),
    Column("status", Text, nullable=False, server_default=text("'active'")),
    Column("fetched", Text),
    UniqueConstraint("about"),
)

sync_conflicts = Table(
    "sync_conflicts",
    metadata,
    *identity(),
    conversation("about"),
    Column("kind", Text, nullable=False),
    Column("message_id", Text),
    Column("base", Text),
    Column("mine", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("theirs", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("reason", Text, nullable=False, server_default=EMPTY_TEXT),
    Column("resolution", Text),
    *moments(),
    one_of("kind", "message", "title", "status", "deletion"),
    Index("sync_conflicts_open", "about", sqlite_where=text("resolution IS NULL")),
)

sync_log = Table(
    "sync_log",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("server", Text, nullable=False),
    Column("about", Text),
    Column("what", Text, nullable=False),
    Column("why", Text, nullable=False, server_default=EMPTY_TEXT),
)
