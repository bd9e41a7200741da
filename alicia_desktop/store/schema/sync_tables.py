"""Tables of offline sync: what this computer and a server last agreed on, what they disagree on, and what was done.

Their columns name the conversation `about`, not `conversation_id`: they are about this copy and its server, and no part
of a conversation that is exported.
"""

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint, text

from alicia_desktop.store.schema.columns import (
    EMPTY_TEXT,
    UtcDateTime,
    conversation,
    identity,
    metadata,
    moments,
    one_of,
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
