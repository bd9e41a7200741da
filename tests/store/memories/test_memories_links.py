"""`reference_to` and `reference_links` say the same thing from both ends, whatever is done to either."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.store.changes import Change, noted
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord
from tests.store.plain import plain_database
from tests.store.wire import NOW
from tests.support.examples import examples

NAMES = ("a", "b", "c", "d")


def made(name: str, reference_to: str | None = None, *, links: tuple[str, ...] = ()) -> MemoryRecord:
    memory = memories.new_memory(memory_id=name, content=name, at=NOW, user_id="user", reference_to=reference_to)
    return replace(memory, reference_links=list(links))


def links(conn: Connection, name: str) -> list[str]:
    found = memories.get_memory(conn, name)
    assert found is not None
    return list(found.reference_links)


def point(conn: Connection, name: str, target: str | None) -> None:
    found = memories.get_memory(conn, name)
    assert found is not None
    memories.replace_memory(conn, replace(found, reference_to=target))


def test_the_target_knows_who_refers_to_it_in_whatever_order_they_come(conn: Connection):
    memories.insert_memories(conn, [made("b", "a"), made("a"), made("c", "a")])
    assert links(conn, "a") == ["b", "c"]
    assert Change("memory", None, "a") in noted(conn)


def test_links_follow_updates_deletion_and_undo(conn: Connection):
    memories.insert_memories(conn, [made("a"), made("b"), made("c", "a")])
    point(conn, "c", "b")
    assert (links(conn, "a"), links(conn, "b")) == ([], ["c"])
    memories.soft_delete_memories(conn, ["c"], NOW)
    assert links(conn, "b") == []
    memories.restore_memories(conn, ["c"], NOW)
    assert links(conn, "b") == ["c"]
    point(conn, "c", None)
    assert links(conn, "b") == []


def test_addresses_among_the_links_stay(conn: Connection):
    memories.insert_memories(conn, [made("a", links=("https://example.org", "b")), made("b", "a")])
    assert links(conn, "a") == ["b", "https://example.org"]
    memories.soft_delete_memories(conn, ["b"], NOW)
    assert links(conn, "a") == ["https://example.org"]


def test_cycles_and_links_to_oneself_are_harmless(conn: Connection):
    memories.insert_memories(conn, [made("a", "b"), made("b", "a"), made("c", "c")])
    assert (links(conn, "a"), links(conn, "b"), links(conn, "c")) == (["b"], ["a"], [])
    memories.soft_delete_memories(conn, ["a", "b", "c"], NOW)
    assert (links(conn, "a"), links(conn, "b")) == ([], [])


STEPS = st.lists(
    st.tuples(st.sampled_from(("add", "point", "delete", "restore")), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    max_size=12,
)


@settings(max_examples=examples(60))
@given(STEPS)
def test_both_ends_always_agree(steps: list[tuple[str, str, str]]):
    with plain_database() as conn:
        for step, name, target in steps:
            known = memories.get_memory(conn, name) is not None
            if step == "add":
                memories.insert_memories(conn, [made(name, target)])
            elif step == "point" and known:
                point(conn, name, target)
            elif step == "delete":
                memories.soft_delete_memories(conn, [name], NOW)
            elif step == "restore":
                memories.restore_memories(conn, [name], NOW)
        rows = memories.get_memories(conn, NAMES)
        for name, row in rows.items():
            meant = {one.id for one in rows.values() if one.reference_to == name and one.deleted_at is None}
            assert set(row.reference_links) == meant - {name}
