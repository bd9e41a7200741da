from sqlalchemy import Connection

from alicia_desktop.memory.retrieval import ranking
from alicia_desktop.memory.retrieval.out_of_scope import OutOfScopeHit
from alicia_desktop.memory.retrieval.ranking import RankedCandidate
from alicia_desktop.memory.retrieval.selection import Decay
from alicia_desktop.store.memories import memories
from tests.memory.conftest import NOW
from tests.store.conftest import conn

__all__ = ["conn"]


def place(memory_id: str, relevance: float) -> RankedCandidate:
    return RankedCandidate(
        id=memory_id,
        relevance=relevance,
        similarity=None,
        parts=(),
        tokens=4,
        decay=Decay(days=0, factor=1.0, threshold=0.3),
        cut=None,
    )


def test_candidates_keep_their_order_and_a_memory_that_is_gone_leaves_no_gap(conn: Connection):
    made = [memories.new_memory(memory_id=name, content=name, at=NOW, user_id="user") for name in ("a", "b", "hers")]
    memories.insert_memories(conn, made)
    places = [place("b", 0.9), place("gone", 0.8), place("a", 0.7)]
    found, outside = ranking.load_candidates(
        conn, places, [OutOfScopeHit(pk=3, relevance=0.5)], user_ids=("somebody else",), developer=True
    )
    assert [(one.memory.id, one.rank, one.relevance) for one in found] == [("b", 1, 0.9), ("a", 2, 0.7)]
    assert [(one.id, one.memory) for one in outside] == [("hers", None)]
