from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.memories import memories, memory_actions, memory_pages
from alicia_desktop.store.memories.memory_pages import MAX_USES
from alicia_desktop.store.records import MemoryRecord
from tests.store.wire import NOW, came, keep, turn


def made(memory_id: str = "a", content: str = "User likes jazz.", **more: Any) -> MemoryRecord:
    return replace(memories.new_memory(memory_id=memory_id, content=content, at=NOW, user_id="user"), **more)


def test_there_is_no_page_of_nothing(conn: Connection):
    assert memory_pages.memory_page(conn, "a") is None


def test_a_page_has_history_uses_and_links(conn: Connection):
    memories.insert_memories(conn, [made("a"), made("b", reference_to="a"), made("c", reference_to="a")])
    memories.insert_memories(conn, [made("d", reference_to="c")])
    keep(conn, *turn(), *(_trace(f"amu_{number}", "c", number) for number in range(MAX_USES + 2)))
    page = memory_pages.memory_page(conn, "c")
    assert page is not None
    assert [one.id for one in page.links_to] == ["a"]
    assert [one.id for one in page.links_from] == ["d"]
    assert len(page.uses) == MAX_USES
    assert page.uses[0].id == f"amu_{MAX_USES + 1}"
    assert (page.history, page.unsent) == ((), False)


def _trace(name: str, memory_id: str, number: int):
    return came(wire.MemoryTrace(id=name, memory_id=memory_id, previous_id="am_q1", content="x"), -100 - number)


def test_links_to_what_is_deleted_are_not_shown(conn: Connection):
    memories.insert_memories(conn, [made("a"), made("b", reference_to="a")])
    memories.soft_delete_memories(conn, ["a"], NOW)
    page = memory_pages.memory_page(conn, "b")
    assert page is not None
    assert page.links_to == ()


def test_history_is_read_as_storing_and_as_people_write_it_and_never_breaks():
    history = [
        {"content": "one", "until": "2026-01-01T00:00:00+00:00", "reason": "told_again", "message_id": "am_1"},
        {"content": "two", "category": "work_career", "changed_at": "2026-01-02T00:00:00", "reason": "edited"},
        {"content": "three", "changed_at": "yesterday"},
        "no entry",
    ]
    first, second, third = memory_actions.history_of(replace(made(), meta={"history": history}))
    assert (first.content, first.changed_at, first.message_id) == ("one", NOW, "am_1")
    assert (second.category, second.changed_at) == ("work_career", datetime(2026, 1, 2, tzinfo=UTC))
    assert (third.changed_at, third.reason, third.category) == (None, "", None)
    assert memory_actions.history_of(replace(made(), meta={"history": "none"})) == ()
