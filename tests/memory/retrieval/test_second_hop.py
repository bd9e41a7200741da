"""What is found names people and things, and what speaks of those is looked at as well."""

import pytest
from sqlalchemy import Connection

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.catalogue import Catalogue
from alicia_desktop.memory.retrieval.ranking import Ranking, rank_memories
from alicia_desktop.memory.retrieval.score_features import MAX_LINKED_MEMORIES
from alicia_desktop.memory.retrieval.selection import RetrievalOptions
from alicia_desktop.memory.retrieval.word_lookup import locate_hits, look_up_terms
from alicia_desktop.store.memories import memories, memory_search
from tests.memory.conftest import NOW
from tests.memory.retrieval.test_ranking import TODAY, store
from tests.store.conftest import conn

__all__ = ["conn"]
KIDS = ("I have two children named Alex and Jordan.", "Alex is 8 years old and Jordan is 5 years old.")
OTHERS = ("User's boss Maria likes jazz.", "User is deaf in one ear.", "User painted a fence.")


def rank(conn: Connection, catalogue: Catalogue, query: str) -> Ranking:
    analysis = analyse(query, today=TODAY)
    located = locate_hits(look_up_terms(conn, analysis), catalogue.columns())
    return rank_memories(analysis, catalogue, located, None, today=TODAY, options=RetrievalOptions())


def used(ranking: Ranking) -> list[str]:
    return [one.id for one in ranking.candidates if one.cut is None]


@pytest.mark.parametrize("query", ["What are my kids' names?", "How old are my kids?"])
def test_what_speaks_of_those_whom_a_memory_names_is_retrieved(conn: Connection, query: str):
    catalogue = store(conn, *KIDS, *OTHERS)
    assert used(rank(conn, catalogue, query)) == ["m0", "m1"]


def test_whom_a_memory_names_is_no_stranger(conn: Connection):
    about = {"m0": "user", "m1": "alex", "m2": "boss maria"}
    rows = [
        memories.new_memory(
            memory_id=f"m{at}", content=content, at=NOW, user_id="user", meta={"about": about[f"m{at}"]}
        )
        for at, content in enumerate((*KIDS, OTHERS[0]))
    ]
    memories.insert_memories(conn, rows)
    catalogue = Catalogue()
    catalogue.put(memory_search.entries(conn, ("user",)))
    assert used(rank(conn, catalogue, "What are my kids' names?")) == ["m0", "m1"]


def test_a_stranger_leads_nowhere_and_is_not_led_to_by_a_place(conn: Connection):
    """ "When is my birthday?" is not answered by a friend's, nor "Where do I live?" by who lives where I do not."""
    told = {
        "Nora's birthday is on 2 April.": "nora",
        "User's best friend is called Nora.": "best friend",
        "User doesn't live in Ghent.": "user",
        "Nora lives in Ghent.": "nora",
    }
    rows = [
        memories.new_memory(memory_id=f"m{at}", content=content, at=NOW, user_id="user", meta={"about": about})
        for at, (content, about) in enumerate(told.items())
    ]
    memories.insert_memories(conn, rows)
    catalogue = Catalogue()
    catalogue.put(memory_search.entries(conn, ("user",)))
    for question in ("When is my birthday?", "Where do I live?"):
        parts = [part for one in rank(conn, catalogue, question).candidates for part in one.parts]
        assert {part.value for part in parts if part.name == "linked"} == {0.0}


def test_a_stranger_loses_no_more_than_there_was(conn: Connection):
    """Or what is learned of a question's needs would have to make up for it first."""
    rows = [
        memories.new_memory(memory_id=f"m{at}", content=content, at=NOW, user_id="user", meta={"about": about})
        for at, (content, about) in enumerate(
            [("My daughter is eight.", "daughter"), ("Maria likes jazz.", "boss maria")]
        )
    ]
    memories.insert_memories(conn, rows)
    catalogue = Catalogue()
    catalogue.put(memory_search.entries(conn, ("user",)))
    (stranger,) = (one for one in rank(conn, catalogue, "How old is my daughter?").candidates if one.id == "m1")
    parts = {part.name: part.value * part.weight for part in stranger.parts}
    assert parts["stranger"] < 0
    assert sum(parts.values()) == pytest.approx(0, abs=1e-3)


def test_the_hop_is_a_part_of_the_score(conn: Connection):
    catalogue = store(conn, *KIDS, *OTHERS)
    ranking = rank(conn, catalogue, "What are my kids' names?")
    parts = {one.id: {part.name: part.value for part in one.parts} for one in ranking.candidates}
    relevance = {one.id: one.relevance for one in ranking.candidates}
    assert parts["m1"]["linked"] == pytest.approx(min(relevance["m0"], 1.0), abs=0.01)
    assert {parts[one]["linked"] for one in ("m0", "m2", "m3", "m4")} == {0.0}


def test_a_name_in_the_query_itself_needs_no_hop(conn: Connection):
    catalogue = store(conn, "User's boss Maria likes jazz.", "Maria has a red bicycle.", "User owns a boat.")
    ranking = rank(conn, catalogue, "What does my boss Maria like?")
    assert {part.value for one in ranking.candidates for part in one.parts if part.name == "linked"} == {0.0}


def test_who_is_in_everything_is_not_followed(conn: Connection):
    many = [f"Maria has seen film number {number}." for number in range(MAX_LINKED_MEMORIES)]
    catalogue = store(conn, "User's boss is called Maria.", *many)
    assert used(rank(conn, catalogue, "Who is my boss?")) == ["m0"]


def test_a_dialogue_has_neighbours_instead(conn: Connection):
    catalogue = store(conn, "Ann: My kids are called Alex and Jordan.", "Bob: I saw Alex at the pool.")
    ranking = rank(conn, catalogue, "What are Ann's kids called?")
    assert {part.value for one in ranking.candidates for part in one.parts if part.name == "linked"} == {0.0}
