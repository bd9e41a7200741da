from datetime import date

from sqlalchemy import Connection

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.catalogue import Catalogue
from alicia_desktop.memory.retrieval.ranking import MAX_EXPLAINED, rank_memories
from alicia_desktop.memory.retrieval.search_filter import SearchFilter
from alicia_desktop.memory.retrieval.selection import RetrievalOptions
from alicia_desktop.memory.retrieval.word_lookup import locate_hits, look_up_terms
from alicia_desktop.store.memories import memories, memory_search
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
    terms = RetrievalOptions(limit=3, threshold=threshold)
    ranking = rank_memories(
        analysis,
        catalogue,
        locate_hits(look_up_terms(conn, analysis), catalogue.columns()),
        None,
        today=TODAY,
        options=terms,
    )
    return [(place.id, place.cut) for place in ranking.candidates]


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


def test_only_what_is_explained_is_named_and_pinned_memories_always(conn: Connection):
    catalogue = store(conn, *(f"User's locker code number {number} is 4417." for number in range(40)), "User is deaf.")
    conn.exec_driver_sql("UPDATE alicia_memory SET pinned = 1 WHERE id = 'm40'")
    catalogue.put(memory_search.entries(conn, USERS))
    found = ranked(conn, catalogue, "What is my locker code?")
    assert len(found) == 3 + MAX_EXPLAINED + 1
    assert found[-1] == ("m40", None)


def test_the_older_one_comes_first_on_a_tie(conn: Connection):
    catalogue = store(conn, *(["User likes jazz."] * 4))
    assert [memory_id for memory_id, _ in ranked(conn, catalogue, "Do I like jazz?")] == ["m0", "m1", "m2", "m3"]


def test_a_filter_leaves_no_other_candidate(conn: Connection):
    catalogue = store(conn, "User likes jazz.", "User likes tea.")
    analysis = analyse("Do I like jazz?", today=TODAY)
    hits = locate_hits(look_up_terms(conn, analysis), catalogue.columns())
    filters = SearchFilter(categories=["work_career"])
    known = filters.matching_pks(conn)
    ranking = rank_memories(
        analysis, catalogue, hits, None, today=TODAY, options=RetrievalOptions(), filters=filters, known=known
    )
    assert ranking.candidates == ()


def test_the_token_budget_is_the_limit_and_twelve_children_come_twelve_times(conn: Connection):
    names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo", "Ida", "Jon", "Kim", "Leo")
    catalogue = store(conn, *(f"User's child is called {name}." for name in names), "User owns a boat.")
    analysis = analyse("What are my children's names?", today=TODAY)
    located = locate_hits(look_up_terms(conn, analysis), catalogue.columns())

    def used(options: RetrievalOptions) -> int:
        ranking = rank_memories(analysis, catalogue, located, None, today=TODAY, options=options)
        return sum(one.cut is None for one in ranking.candidates)

    assert used(RetrievalOptions()) == len(names)
    assert used(RetrievalOptions(budget=40)) < len(names)
