import json

from alicia_desktop.memory.retrieval.catalogue import NO_NEIGHBOUR, Catalogue
from alicia_desktop.store.memories.memory_search import IndexEntry


def entry(pk: int, content: str, *, day: str = "2026-11-18", chat: str | None = None, **meta: str) -> IndexEntry:
    return IndexEntry(
        pk=pk,
        id=f"m{pk}",
        content=content,
        created_at=f"{day}T12:00:00.000000+00:00",
        importance=0.5,
        usage_frequency=0,
        pinned=False,
        source_type="import",
        source_chat_id=chat,
        meta=json.dumps(meta),
    )


def catalogue(*entries: IndexEntry) -> Catalogue:
    made = Catalogue()
    made.put(entries)
    return made


def test_turns_of_one_day_stand_beside_each_other():
    columns = catalogue(entry(1, "Ann: hi"), entry(2, "Bob: hello"), entry(3, "Ann: bye", day="2026-11-19")).columns()
    assert columns.previous.tolist() == [NO_NEIGHBOUR, 0, NO_NEIGHBOUR]
    assert columns.following.tolist() == [1, NO_NEIGHBOUR, NO_NEIGHBOUR]


def test_statements_and_turns_of_another_source_stand_alone():
    columns = catalogue(entry(1, "Ann: hi"), entry(2, "User likes jazz."), entry(3, "Bob: hi", chat="ac_1")).columns()
    assert set(columns.previous.tolist()) == {NO_NEIGHBOUR}


def test_speakers_and_subjects_are_found_by_name():
    made = catalogue(entry(1, "Ann: hi"), entry(2, "User's dog Rex barks.", name="Rex", about="dog rex"), entry(3, "x"))
    assert made.named("ann").tolist() == [0]
    assert made.named("Rex").tolist() == [1]
    assert made.named("nobody").tolist() == []


def test_whom_a_statement_is_about():
    made = catalogue(entry(1, "a", about="user"), entry(2, "b", about="boss maria"), entry(3, "Ann: c"))
    same, other = made.about(frozenset({"user"}))
    assert same.tolist() == [True, False, False]
    assert other.tolist() == [False, True, False]


def test_a_changed_and_a_dropped_memory():
    made = catalogue(entry(1, "Ann: hi"), entry(2, "Bob: hello"))
    made.put([entry(2, "User likes jazz.")])
    assert made.columns().previous.tolist() == [NO_NEIGHBOUR, NO_NEIGHBOUR]
    made.drop(["m1", "unknown"])
    assert [made.id_at(0), made.position_of("m2"), made.position_of("m1")] == ["m2", 0, None]
    assert made.columns().pk.tolist() == [2]


def test_positions_say_which_are_here():
    columns = catalogue(entry(2, "a"), entry(5, "b")).columns()
    places, here = columns.positions([5, 3, 9])
    assert here.tolist() == [True, False, False]
    assert places[0] == 1
    assert not Catalogue().columns().positions([1])[1].any()


def test_a_statement_that_has_the_user_in_it_is_about_the_user_too():
    made = catalogue(
        entry(1, "Mondays are User's day off.", about="mondays"),
        entry(2, "User's boss likes jazz.", about="boss"),
    )
    own, others = made.about({"user"})
    assert own.tolist() == [True, False]
    assert others.tolist() == [False, True]
