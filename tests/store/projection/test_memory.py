from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store import accounts
from alicia_desktop.store.recording import JournalEntry
from tests.store.wire import NOW, came, keep, row, turn


def trace_of_the_document(conn: Connection) -> dict[str, Any]:
    body = {"id": "amu_1", "messageId": "am_q1", "memoryId": "amem_1", "content": "x", "relevance": 0.92}
    envelope = {"conversationId": "ac_1", "stanzaId": -1, "type": 14, "body": body}
    content = decode(msgspec.msgpack.encode(envelope))
    assert isinstance(content, Stanza)
    keep(conn, JournalEntry(direction="in", content=content, at=NOW, raw=b""))
    return row(conn, "alicia_memory_used", "amu_1")


def test_the_relevance_of_the_document_is_the_similarity(conn: Connection):
    kept = trace_of_the_document(conn)
    assert (kept["confidence"], kept["similarity_score"]) == (0.92, 0.92)


def test_the_relevance_of_a_deployed_server_is_no_similarity(conn: Connection):
    keep(conn, *turn())
    accounts.remember_profile(conn, "ac_1", "deployed", NOW)
    kept = trace_of_the_document(conn)
    assert (kept["confidence"], kept["similarity_score"]) == (0.92, None)


@pytest.mark.parametrize(
    ("metadata", "similarity"),
    [
        ({"retrievalScore": 0.5, "scoreKind": "cosine", "scoreMeaning": "relevance"}, 0.5),
        ({"retrievalScore": -0.25}, -0.25),
        ({"retrievalScore": 0.5, "scoreKind": "relevance"}, None),
        ({"relevance": 0.5, "scoreMeaning": "relevance"}, None),
        ({"scoreMeaning": "importance"}, None),
        ({"retrievalScore": "high"}, None),
        ({"retrievalScore": 7.5}, None),
        (None, None),
    ],
)
def test_a_similarity_is_a_cosine_or_nothing(conn: Connection, metadata: dict[str, Any], similarity: float | None):
    keep(conn, came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", confidence=0.9, metadata=metadata)))
    kept = row(conn, "alicia_memory_used", "amu_1")
    assert (kept["confidence"], kept["similarity_score"]) == (0.9, similarity)
