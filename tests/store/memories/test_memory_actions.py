from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.memories import memories, memory_actions, memory_search
from alicia_desktop.store.memories.memory_actions import MAX_HISTORY, DerivedColumns, Done, Occasion, Owner, history_of
from alicia_desktop.store.memories.memory_edits import MAX_CONTENT_CHARACTERS, Seen, digest
from alicia_desktop.store.records import MemoryRecord
from tests.store.plain import plain_database
from tests.store.wire import NOW, later
from tests.support.examples import examples

ANN = Owner(user_ids=("ann", "user"))
TEA = "User likes tea."


def act(conn: Connection, action: Any, *, seconds: float = 0, owner: Owner = ANN, **memory: Any) -> Done:
    occasion = Occasion(owner=owner, at=later(seconds), conversation_id="ac_1")
    return memory_actions.act(conn, MemoryAction(id="m1", action=action, memory=memory, timestamp=1), occasion)


def kept(conn: Connection, memory_id: str = "m1") -> MemoryRecord:
    found = memories.get_memory(conn, memory_id)
    assert found is not None
    return found


def test_all_that_can_be_said_of_a_new_memory_is_kept(conn: Connection):
    memories.insert_memories(conn, [memories.new_memory(memory_id="m0", content="Tea.", at=NOW, user_id="ann")])
    done = act(
        conn,
        "create",
        content=f"  {TEA} ",
        category="personal_life_interests",
        tags=["tea", "tea", " "],
        importance=1,
        pinned=True,
        archived=True,
        userRating=4,
        kind="hard",
        referenceTo="m0",
    )
    row = kept(conn)
    assert done.success
    assert (row.content, row.category, row.tags, row.importance) == (TEA, "personal_life_interests", ["tea"], 1.0)
    assert (row.pinned, row.archived, row.user_rating, row.kind, row.reference_to) == (True, True, 4, "hard", "m0")
    assert (row.user_id, row.created_by, row.source_type, row.source_chat_id) == ("ann", "ann", "user", "ac_1")
    assert kept(conn, "m0").reference_links == ["m1"]


def test_a_change_keeps_what_was_there(conn: Connection):
    act(conn, "create", content=TEA, category="a")
    assert act(conn, "update", seconds=5, content="User likes coffee.").success
    assert act(conn, "update", seconds=6, category="b").success
    first, second = history_of(kept(conn))
    assert (first.content, first.category, first.changed_at, first.reason) == (TEA, "a", later(5), "edited")
    assert (second.content, second.category) == ("User likes coffee.", "a")
    assert (kept(conn).category, kept(conn).updated_at) == ("b", later(6))


def test_other_words_take_away_vector_and_what_was_read_out_of_the_old_ones(conn: Connection):
    act(conn, "create", content=TEA)
    memories.replace_memory(conn, replace(kept(conn), meta={"statement": "user likes tea", "memory_type": "x"}))
    (row,) = memory_search.without_vectors(conn, encoder="e", version="1", limit=9)
    memory_search.write_vectors(conn, [(row, b"\0\0\x80?" * 1024)], encoder="e", version="1", width=1024, at=NOW)
    act(conn, "update", tags=["x"])
    assert (kept(conn).meta.get("statement"), kept(conn).embeddings_info is None) == ("user likes tea", False)
    reading = DerivedColumns(values={"category": "c", "tags": ["y"]}, meta={"statement": "new"})
    occasion = Occasion(owner=ANN, at=NOW, conversation_id="ac_1", reading=reading)
    body = MemoryAction(id="m1", action="update", memory={"content": "New.", "category": "mine"}, timestamp=1)
    memory_actions.act(conn, body, occasion)
    assert (kept(conn).meta["statement"], kept(conn).meta["memory_type"]) == ("new", "x")
    assert (kept(conn).category, kept(conn).tags, kept(conn).embeddings_info) == ("mine", ["y"], None)


def test_a_category_that_the_person_chose_stays_whatever_is_read_out_of_new_words(conn: Connection):
    act(conn, "create", content=TEA, category="a")
    read = Occasion(owner=ANN, at=later(5), conversation_id="ac_1", reading=DerivedColumns(values={"category": "b"}))

    def say(content: str) -> str | None:
        edit = MemoryAction(id="m1", action="update", memory={"content": content}, timestamp=1)
        memory_actions.act(conn, edit, read)
        return kept(conn).category

    assert say("User likes coffee.") == "b"
    act(conn, "update", seconds=6, category="c")
    assert say("User likes milk.") == "c"


def test_history_has_an_end(conn: Connection):
    for number in range(MAX_HISTORY + 5):
        act(conn, "create" if number == 0 else "update", content=f"Version {number}.")
    history = history_of(kept(conn))
    assert (len(history), history[-1].content) == (MAX_HISTORY, f"Version {MAX_HISTORY + 3}.")


def test_everything_but_forgetting_can_be_undone(conn: Connection):
    act(conn, "create", content=TEA)
    act(conn, "pin")
    assert kept(conn).pinned
    act(conn, "pin", pinned=False)
    act(conn, "archive")
    assert (kept(conn).pinned, kept(conn).archived) == (False, True)
    act(conn, "update", archived=False)
    act(conn, "delete")
    assert kept(conn).deleted_at is not None
    assert act(conn, "create").success
    assert (kept(conn).deleted_at, kept(conn).archived, kept(conn).content) == (None, False, TEA)


def test_what_is_forgotten_stays_forgotten(conn: Connection):
    act(conn, "create", content=TEA)
    assert act(conn, "delete", forget=True).success
    assert (kept(conn).content, kept(conn).deleted_at is None) == ("", False)
    refused = act(conn, "create")
    assert (refused.refusal, kept(conn).content) == ("forgotten", "")
    assert act(conn, "create", content="User likes milk.").success


def test_what_is_deleted_is_changed_by_nothing_but_undo(conn: Connection):
    act(conn, "create", content=TEA)
    act(conn, "delete")
    assert act(conn, "update", content="Other.").refusal == "deleted"
    assert act(conn, "pin").refusal == "deleted"
    assert act(conn, "delete").success


def test_what_is_not_there_or_somebody_elses_is_unknown(conn: Connection):
    assert act(conn, "update", content="x").refusal == "unknown"
    assert act(conn, "delete").success
    act(conn, "create", content=TEA)
    for action in ("create", "update", "delete", "pin"):
        assert act(conn, action, owner=Owner(user_ids=("bob",)), content="Mine now.").refusal == "unknown"
    assert kept(conn).content == TEA


@pytest.mark.parametrize(
    ("memory", "reason"),
    [
        ({}, "needs some text"),
        ({"content": " \n "}, "needs some text"),
        ({"content": 5}, "must be text"),
        ({"content": "x" * 1_000_000}, "this has 1,000,000"),
        ({"content": TEA, "importance": float("nan")}, "from 0 to 1"),
        ({"content": TEA, "importance": True}, "from 0 to 1"),
        ({"content": TEA, "userRating": 6}, "from 1 to 5"),
        ({"content": TEA, "userRating": 2.5}, "from 1 to 5"),
        ({"content": TEA, "kind": "soft"}, "one of semantic, hard, hybrid"),
        ({"content": TEA, "tags": "tea"}, "must be a list"),
        ({"content": TEA, "tags": [1]}, "must be a text"),
        ({"content": TEA, "pinned": "yes"}, "true or false"),
        ({"content": TEA, "category": "c" * 300}, "at most 200"),
    ],
)
def test_a_field_that_means_nothing_refuses_the_whole_action(conn: Connection, memory: dict[str, Any], reason: str):
    done = act(conn, "create", **memory)
    assert done.refusal == "unclear"
    assert reason in done.sentence
    assert memories.get_memory(conn, "m1") is None


@pytest.mark.parametrize(
    "content", ["أحب الشاي 🍵", "私は京都に住んでいます", "x" * MAX_CONTENT_CHARACTERS, "a\0b", "\ud83d half"]
)
def test_any_script_is_kept(conn: Connection, content: str):
    assert act(conn, "create", content=content).success
    assert kept(conn).content == content.encode("utf-8", "replace").decode()


def _edit(conn: Connection, content: str, seen: Seen, *, seconds: float = 0) -> Done:
    occasion = Occasion(owner=ANN, at=later(seconds), conversation_id="ac_1", seen=seen)
    body = MemoryAction(id="m1", action="update", memory={"content": content}, timestamp=1)
    return memory_actions.act(conn, body, occasion)


@pytest.mark.parametrize(
    "seen", [Seen(updated_at=NOW), Seen(digest=digest(TEA)), Seen(updated_at=NOW, digest=digest(TEA))]
)
def test_of_two_who_change_the_same_the_later_is_refused_and_nothing_is_lost(conn: Connection, seen: Seen):
    act(conn, "create", content=TEA)
    assert _edit(conn, "User likes coffee.", seen, seconds=1).success
    refused = _edit(conn, "User likes cocoa.", seen, seconds=2)
    assert (refused.refusal, refused.yours) == ("changed", "User likes cocoa.")
    assert refused.theirs is not None
    assert refused.theirs.content == "User likes coffee."
    assert "User likes coffee." in refused.sentence
    assert "User likes cocoa." in refused.sentence
    assert kept(conn).content == "User likes coffee."


@pytest.mark.parametrize("seen", [Seen(updated_at=NOW), Seen(digest=digest(TEA)), Seen()])
def test_a_change_that_does_not_touch_the_words_is_no_conflict(conn: Connection, seen: Seen):
    act(conn, "create", content=TEA)
    act(conn, "pin", seconds=1)
    assert _edit(conn, "User likes coffee.", seen, seconds=2).success


def test_both_writing_the_same_is_no_conflict(conn: Connection):
    act(conn, "create", content=TEA)
    for _ in range(2):
        assert _edit(conn, "User likes coffee.", Seen(updated_at=NOW, digest=digest(TEA)), seconds=1).success
    assert len(history_of(kept(conn))) == 1


FIELDS = st.dictionaries(
    st.sampled_from(("content", "category", "pinned", "tags", "importance", "userRating", "kind", "forget", "else")),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.lists(st.text(max_size=5)),
    max_size=4,
)


@settings(max_examples=examples(80))
@given(st.lists(st.tuples(st.sampled_from(("create", "update", "delete", "pin", "archive")), FIELDS), max_size=6))
def test_whatever_comes_is_done_whole_or_refused_with_a_reason(steps: list[tuple[str, dict[str, Any]]]):
    with plain_database() as conn:
        for action, memory in steps:
            before = memories.get_memory(conn, "m1")
            done = act(conn, action, **memory)
            assert done.success or (done.sentence and memories.get_memory(conn, "m1") == before)
