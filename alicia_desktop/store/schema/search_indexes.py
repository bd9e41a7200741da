"""Rebuild the indexes that follow from the tables: words, trigrams and vectors.

Triggers of the schema (`migrations/`) keep them in step, so nobody writes to them. Full-text tables are external
content over views that name exactly the rows which the triggers keep.

Raw SQL, because full-text and vector tables are no tables to SQLAlchemy.
"""

from typing import Final

from sqlalchemy import Connection

from alicia_desktop.store.schema.memory_tables import ENCODER

MEMORY_WORDS: Final = "alicia_memory_fts"
"""FTS5, porter and unicode61, over content, topic, summary, tags and context of memories; its rowid is their `pk`."""
MEMORY_TRIGRAMS: Final = "alicia_memory_trigram"
"""The same columns as trigrams, for languages without spaces and for parts of words of three characters and more."""
MEMORY_VECTORS: Final = "alicia_memory_vec"
"""sqlite-vec's `vec0`, cosine, column `embedding`; its rowid is the memory's `pk`."""
MESSAGE_WORDS: Final = "alicia_messages_fts"
"""FTS5 over the contents of messages that are not being written any more."""
TOOL_WORDS: Final = "alicia_tool_uses_fts"
"""FTS5 over names of tools and the first 8,000 characters each of what they were asked and of what they gave; its rowid
is the `pk` of the tool use."""
NOTE_WORDS: Final = "alicia_commentaries_fts"
"""FTS5 over notes and remarks."""

_WORDS: Final = (MEMORY_WORDS, MEMORY_TRIGRAMS, MESSAGE_WORDS, TOOL_WORDS, NOTE_WORDS)

_REBUILDS: Final = (
    *(f"INSERT INTO {name}({name}) VALUES ('rebuild')" for name in _WORDS),
    f"DELETE FROM {MEMORY_VECTORS}",
    (
        f"INSERT INTO {MEMORY_VECTORS}(rowid, embedding) SELECT pk, embeddings FROM alicia_memory "
        "WHERE embeddings IS NOT NULL AND deleted_at IS NULL"
    ),
)

_LACKING: Final = (
    "SELECT count(*) > (SELECT count(*) FROM alicia_memory_fts_docsize) "
    "OR count(*) > (SELECT count(*) FROM alicia_memory_trigram_docsize) "
    f"OR (SELECT count(*) FROM alicia_memory WHERE deleted_at IS NULL AND {ENCODER} > '') "
    "> (SELECT count(*) FROM alicia_memory_vec_rowids) FROM alicia_memory WHERE deleted_at IS NULL"
)
"""In one statement, so that nothing is written between the counts."""


def lacking(conn: Connection) -> bool:
    """Return whether an index of memories has fewer of them than its table; what stands in it is not compared."""
    return bool(conn.exec_driver_sql(_LACKING).scalar_one())


def rebuild(conn: Connection) -> None:
    """Make every derived index again from the tables."""
    for statement in _REBUILDS:
        conn.exec_driver_sql(statement)
