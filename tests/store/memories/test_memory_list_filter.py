from datetime import timedelta

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.store.memories import memories, memory_list
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder, OrderBy
from tests.store.conftest import NOW
from tests.store.listed import LISTED, listed
from tests.support.examples import examples

CHOICES = [
    ("text, all words", MemoryFilter(text="emma piano"), {"recital"}),
    ("text, the last word begun", MemoryFilter(text="emma pian"), {"recital"}),
    ("text, in a tag", MemoryFilter(text="allergy"), {"walnuts"}),
    ("text without spaces", MemoryFilter(text="京都"), {"kyoto"}),
    ("text without spaces, three signs", MemoryFilter(text="京都が"), {"kyoto"}),
    ("category", MemoryFilter(category="health_wellness"), {"walnuts"}),
    ("no category", MemoryFilter(category=""), {"kyoto", "guest"}),
    ("tag", MemoryFilter(tag="Emma"), {"recital", "walnuts"}),
    ("kind", MemoryFilter(kind="hard"), {"walnuts"}),
    ("source", MemoryFilter(source="import"), {"kyoto"}),
    ("pinned", MemoryFilter(pinned=True), {"walnuts"}),
    ("not pinned", MemoryFilter(pinned=False, user_ids=("user",)), {"recital", "kyoto"}),
    ("archived", MemoryFilter(archived=True), {"old"}),
    ("archived or not", MemoryFilter(archived=None, user_ids=("user",)), {"recital", "walnuts", "kyoto", "old"}),
    ("after", MemoryFilter(after=NOW - timedelta(days=1)), {"recital", "guest"}),
    ("before", MemoryFilter(before=NOW - timedelta(days=1)), {"walnuts", "kyoto"}),
    ("one person under two names", MemoryFilter(user_ids=("user", "guest")), {"recital", "walnuts", "kyoto", "guest"}),
]


@pytest.mark.parametrize(("wanted", "found"), [choice[1:] for choice in CHOICES], ids=[choice[0] for choice in CHOICES])
def test_only_what_is_asked_for_is_listed(conn: Connection, wanted: MemoryFilter, found: set[str]):
    memories.insert_memories(conn, LISTED)
    assert set(listed(conn, wanted)) == found
    assert memory_list.count(conn, wanted) == len(found)


@pytest.mark.parametrize(
    ("by", "first"),
    [("created", "recital"), ("importance", "walnuts"), ("uses", "kyoto"), ("used", "kyoto"), ("category", "recital")],
)
def test_the_most_stands_first_and_the_other_way_round_last(conn: Connection, by: OrderBy, first: str):
    memories.insert_memories(conn, LISTED)
    wanted = MemoryFilter(user_ids=("user",))
    assert listed(conn, wanted, MemoryOrder(by=by))[0] == first
    assert listed(conn, wanted, MemoryOrder(by=by, descending=False))[-1] == first


@given(text=st.text(max_size=12), tag=st.text(max_size=6))
@example(text="0\0\u3040", tag="")
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_typed_is_looked_for_and_no_part_of_the_query(conn: Connection, text: str, tag: str):
    memories.insert_memories(conn, LISTED)
    assert set(listed(conn, MemoryFilter(text=text, archived=None))) <= {memory.id for memory in LISTED}
    assert set(listed(conn, MemoryFilter(tag=tag))) <= {memory.id for memory in LISTED}
