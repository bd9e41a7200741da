"""Memories of one user, and vectors of them that an encoder of no meaning might have made."""

from datetime import UTC, datetime

import numpy as np
from sqlalchemy import Connection

from alicia_desktop.store.memories import memories, memory_search

NOW = datetime(2026, 11, 18, tzinfo=UTC)
E, V = "e", "1"


def store(conn: Connection, *contents: str) -> None:
    """Store memories, with ids from `m0` on."""
    rows = [
        memories.new_memory(
            memory_id=f"m{number}",
            content=content,
            at=NOW,
            user_id="user",
            source_chat_id="ac_1",
            source_info={"message_id": f"am_{number // 2}"},
            meta={"statement": content.lower(), "subject": "user", "attribute": "likes"},
        )
        for number, content in enumerate(contents)
    ]
    memories.insert_memories(conn, rows)


def embed(conn: Connection, vectors: np.ndarray) -> None:
    """Give the first memories without a vector these, of 1,024 floats each."""
    rows = memory_search.without_vectors(conn, encoder=E, version=V, limit=len(vectors))
    pairs = [(row, vector.astype("<f4").tobytes()) for row, vector in zip(rows, vectors, strict=True)]
    memory_search.write_vectors(conn, pairs, encoder=E, version=V, width=1024, at=NOW)
