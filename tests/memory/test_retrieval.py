from datetime import date

from sqlalchemy import Connection

from alicia_desktop.memory.analysis import analyse
from alicia_desktop.memory.catalogue import Catalogue
from alicia_desktop.memory.retrieval import gather, rank, source_of
from alicia_desktop.store import memories, memory_search
from tests.memory.conftest import NOW
from tests.store.conftest import conn

__all__ = ["conn"]
TODAY = date(2026, 11, 18)
USERS = ("user",)


def store(conn: Connection, *contents: str) -> Catalogue:
    rows = [
        memories.new_memory(memory_id=f"m{number}", content=content, at=NOW, user_id="user")
        for number, content in enumerate(contents)
    ]
    memories.insert_memories(conn, rows)
    catalogue = Catalogue()
    catalogue.put(memory_search.entries(conn, USERS))
    return catalogue


def ranked(
    conn: Connection, catalogue: Catalogue, query: str, *, threshold: float = 0.3
) -> list[tuple[str, str | None]]:
    analysis = analyse(query, today=TODAY)
    places = rank(analysis, catalogue, gather(conn, analysis), None, today=TODAY, limit=3, threshold=threshold)
    return [(place.id, place.cut) for place in places]


def test_word_forms_and_kinds_are_found(conn: Connection):
    catalogue = store(conn, "User's daughter plays chess.", "User painted a fence.", "User owns a boat.")
    assert ranked(conn, catalogue, "What are my kids playing?")[0] == ("m0", None)
    assert ranked(conn, catalogue, "What did I paint?")[0] == ("m1", None)


def test_scripts_without_spaces_are_found(conn: Connection):
    catalogue = store(conn, "我女儿叫小梅", "我喜欢喝茶")
    assert ranked(conn, catalogue, "女儿叫什么")[0][0] == "m0"
    assert ranked(conn, catalogue, "喝茶")[0][0] == "m1"


def test_what_is_far_below_the_best_only_distracts(conn: Connection):
    catalogue = store(conn, "User's locker code is 4417.", "User's door has a code.", "User is tall.")
    assert ranked(conn, catalogue, "What is my locker code?") == [
        ("m0", None),
        ("m1", "far_below_best"),
        ("m2", "below_threshold"),
    ]
    assert [cut for _, cut in ranked(conn, catalogue, "What is my locker code?", threshold=0.0)][:2] == [None, None]


def test_a_failure_answer_is_cut_as_one(conn: Connection):
    catalogue = store(conn, "I don't have any information about your kids.")
    assert ranked(conn, catalogue, "What are my kids' names?") == [("m0", "failure_answer")]


def test_nothing_is_looked_up_for_small_talk_or_in_an_empty_memory(conn: Connection):
    assert ranked(conn, store(conn, "User says hello."), "hello") == []
    assert ranked(conn, Catalogue(), "Where do I live?") == []


def test_a_source_is_one_word():
    plain = memories.new_memory(memory_id="a", content="x", at=NOW, user_id="user", source_type="import")
    told = memories.new_memory(memory_id="a", content="x", at=NOW, user_id="u", source_info={"conversation_id": "ac_1"})
    assert (source_of(plain), source_of(told)) == ("import", "conversation_ac_1")
