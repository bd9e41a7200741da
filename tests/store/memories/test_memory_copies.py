"""A server's memories and a client's copy of them: two databases, pages between them, and nothing else."""

import math
from array import array
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.memories import memories, memory_copies, memory_search
from alicia_desktop.store.memories.forgetting import forget
from alicia_desktop.store.memories.memory_copies import DROPPED_TOGETHER, MemoryChanges, copy_of
from alicia_desktop.store.records import MemoryRecord
from tests.store.plain import plain_database
from tests.store.wire import NOW, came, keep, later, rows, stanza
from tests.support.examples import examples

HOME = "https://home"


class Two:
    """A server's database and a client's."""

    def __init__(self, server: Connection, client: Connection) -> None:
        self.server, self.client = server, client
        memory_copies.require_origin(server, NOW)
        if conversations.get(client, "ac_1") is None:
            conversations.create(client, at=NOW, conversation_id="ac_1", user_id="ann", server=HOME)

    def page(self, *, limit: int = 500, user_id: str = "ann") -> MemoryChanges:
        place = memory_copies.cursor_of(self.client, server=HOME, user_id=user_id)
        names = accounts.names_of(self.server, user_id)
        told = memory_copies.changes_after(self.server, names, after=place.cursor, limit=limit)
        return msgspec.json.decode(msgspec.json.encode(told), type=MemoryChanges)

    def take(self, page: MemoryChanges, *, user_id: str = "ann") -> memory_copies.AppliedChanges:
        return memory_copies.apply_changes(self.client, page, server=HOME, user_id=user_id, at=later(1))

    def pull(self, *, limit: int = 500) -> int:
        """Copy all that changed; returns the number of pages."""
        for number in range(1, 1_000):
            page = self.page(limit=limit)
            if self.take(page).finished and not page.more:
                return number
        raise AssertionError("it never ends")

    def agree(self) -> None:
        """Every live memory of the server is on the client, to the last column, and no other."""
        there, here = ({row["id"]: row for row in rows(conn, _LIVE)} for conn in (self.server, self.client))
        assert {name: _shared(row) for name, row in here.items()} == {name: _shared(row) for name, row in there.items()}
        assert all(row["server"] == HOME for row in here.values())


_LIVE = "SELECT * FROM alicia_memory WHERE deleted_at IS NULL"


def _shared(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in {"pk", "server"}}


@pytest.fixture
def two() -> Iterator[Two]:
    with plain_database() as server, plain_database() as client:
        yield Two(server, client)


def made(name: str, content: str = "User likes tea.", *, user_id: str = "ann") -> MemoryRecord:
    memory = memories.new_memory(
        memory_id=name,
        content=content,
        at=NOW,
        user_id=user_id,
        tags=("tea",),
        source_info={"message_id": "am_1"},
        meta={"history": [{"content": "User likes milk."}]},
    )
    return replace(memory, topic="drinks", sentiment="positive", context="before", user_rating=5)


def embed(conn: Connection, *, encoder: str = "e") -> None:
    pending = memory_search.without_vectors(conn, encoder=encoder, version="1", limit=1_000)
    column = array("f", [0.5, 0.25, -1.0, *([0.0] * 1021)]).tobytes()
    memory_search.write_vectors(conn, [(one, column) for one in pending], encoder=encoder, version="1", width=3, at=NOW)


def test_every_column_and_the_vector_are_copied(two: Two):
    memories.insert_memories(two.server, [made("a"), replace(made("b"), reference_to="a")])
    memories.mark_used(two.server, ["a"], later(9))
    embed(two.server)
    assert two.page().memories[0].embedding == array("f", [0.5, 0.25, -1.0]).tobytes()
    two.pull()
    two.agree()
    assert memory_search.matching(two.client, ["tea"]) != []
    assert len(memory_search.vectors(two.client, encoder="e", version="1")) == 2


def test_what_did_not_change_is_not_told_again(two: Two):
    memories.insert_memories(two.server, [made("a"), made("b")])
    two.pull()
    assert (two.page().memories, two.page().fresh) == ([], False)
    memories.mark_used(two.server, ["b"], later(2))
    assert [one.id for one in two.page().memories] == ["b"]


def test_a_pull_that_breaks_off_goes_on_where_it_was(two: Two):
    memories.insert_memories(two.server, [made(f"m{number}") for number in range(10)])
    first = two.page(limit=4)
    assert (len(first.memories), first.more, first.left) == (4, True, 6)
    two.take(first)
    assert [one.id for one in two.page(limit=4).memories] == ["m4", "m5", "m6", "m7"]
    two.take(first)  # a page that comes twice changes nothing but the place
    assert two.pull(limit=4) == 2
    two.agree()


def test_deletions_are_copied_and_undone(two: Two):
    memories.insert_memories(two.server, [made("a"), made("b")])
    two.pull()
    memories.soft_delete_memories(two.server, ["a"], later(1))
    two.pull()
    two.agree()
    memories.restore_memories(two.server, ["a"], later(2))
    two.pull()
    two.agree()


def test_what_was_never_here_is_not_copied_to_be_deleted(two: Two):
    memories.insert_memories(two.server, [made("a"), made("b")])
    memories.soft_delete_memories(two.server, ["a"], NOW)
    two.pull()
    assert memories.get_memory(two.client, "a") is None


def test_the_words_of_what_was_forgotten_leave_this_computer_too(two: Two):
    memories.insert_memories(two.server, [made("a", "User's dog is called Rex.")])
    two.pull()
    trace = wire.MemoryTrace(id="amu_1", memory_id="a", content="User's dog is called Rex.")
    keep(two.client, came(trace, -1))
    forget(two.server, ["a"], later(1))
    two.pull()
    assert rows(two.client, "SELECT content FROM alicia_memory_used") == [{"content": ""}]
    assert rows(two.client, "SELECT count(*) AS n FROM journal WHERE instr(raw, CAST('Rex' AS BLOB)) > 0") == [{"n": 0}]
    assert memory_search.containing(two.client, "Rex") == []


def test_what_the_person_did_here_wins_until_it_is_confirmed(two: Two):
    memories.insert_memories(two.server, [made("a")])
    two.pull()
    change = MemoryAction(id="a", action="update", memory={"content": "User likes coffee."}, timestamp=1)
    outbox.put(two.client, stanza(change, 1), at=NOW)
    memories.mark_used(two.server, ["a"], later(1))
    two.pull()
    assert _content(two.client) == "User likes coffee."
    keep(two.client, came(wire.MemoryConfirmation(memory_id="a", action="update", success=False), -1))
    two.server.exec_driver_sql("UPDATE alicia_memory SET updated_at = updated_at WHERE id = 'a'")
    two.pull()
    two.agree()


def _content(conn: Connection) -> str:
    found = memories.get_memory(conn, "a")
    assert found is not None
    return found.content


def test_another_database_under_the_same_address_replaces_the_copy(two: Two):
    memories.insert_memories(two.server, [made("a"), made("b")])
    two.pull()
    memories.insert_memories(two.client, [replace(made("elsewhere"), server="https://other")])
    with plain_database() as other:
        memories.insert_memories(other, [made("b", "User likes wine."), made("c")])
        again = Two(other, two.client)
        assert again.page(limit=1).fresh
        assert again.pull(limit=1) == 2
        live = {row["id"]: row["content"] for row in rows(two.client, _LIVE)}
        assert live == {"b": "User likes wine.", "c": "User likes tea.", "elsewhere": "User likes tea."}


@pytest.mark.slow
def test_what_a_new_database_lacks_goes_piece_by_piece_and_also_after_an_end_in_between(two: Two):
    memories.insert_memories(two.server, [made(f"m{number}") for number in range(2 * DROPPED_TOGETHER + 10)])
    two.pull()
    with plain_database() as other:
        memories.insert_memories(other, [made("m0")])
        again = Two(other, two.client)
        first = again.take(again.page())
        assert (first.kept, first.deleted, first.finished) == (1, DROPPED_TOGETHER, False)
        memories.insert_memories(other, [made("m1"), made("m999")])
        second, third = again.take(again.page()), again.take(again.page())
        assert (second.deleted, second.finished, third.finished) == (DROPPED_TOGETHER, False, True)
        again.agree()
        assert again.take(again.page()) == memory_copies.AppliedChanges(kept=0, deleted=0)


def test_a_server_that_was_put_back_to_an_older_copy_replaces_what_came_later(two: Two):
    memories.insert_memories(two.server, [made("a")])
    two.pull()
    later_on = two.server.begin_nested()
    memories.insert_memories(two.server, [made("b"), made("c")])
    two.pull()
    later_on.rollback()
    assert two.page().fresh
    two.pull()
    two.agree()


def test_another_name_of_the_person_brings_what_was_stored_under_it(two: Two):
    memories.insert_memories(two.server, [made("a"), made("g", user_id="guest-7"), made("x", user_id="bob")])
    two.pull()
    accounts.sign_in(two.server, "ann", NOW, guests=("guest-7",))
    two.pull()
    names = accounts.names_of(two.client, "ann")
    assert "guest-7" in names
    assert {row.id for row in memories.list_memories(two.client, user_ids=names)} == {"a", "g"}


def test_who_signs_in_after_another_takes_no_copy_of_theirs_away(two: Two):
    memories.insert_memories(two.server, [made("a"), made("b", user_id="bob"), made("n", user_id="user")])
    for name in ("ann", "bob"):
        for conn in (two.server, two.client):
            accounts.sign_in(conn, name, NOW)
    two.pull()
    memories.soft_delete_memories(two.server, ["n"], NOW)
    assert two.take(two.page(user_id="bob"), user_id="bob") == memory_copies.AppliedChanges(kept=1, deleted=1)
    for name, left in (("ann", {"a"}), ("bob", {"b"})):
        found = memories.list_memories(two.client, user_ids=accounts.names_of(two.client, name))
        assert {row.id for row in found} == left


@pytest.mark.parametrize("cursor", ["", "x", "a-b-c", "-", "origin-12345678-999999999999999999999", "🍵"])
def test_a_cursor_that_means_nothing_begins_anew(two: Two, cursor: str):
    memories.insert_memories(two.server, [made("a")])
    told = memory_copies.changes_after(two.server, ("ann",), after=cursor, limit=10)
    assert (told.fresh, len(told.memories)) == (True, 1)


def test_a_vector_made_here_stays_while_the_words_stay(two: Two):
    memories.insert_memories(two.server, [made("a")])
    two.pull()
    embed(two.client, encoder="own")
    memories.mark_used(two.server, ["a"], later(1))
    two.pull()
    assert len(memory_search.vectors(two.client, encoder="own", version="1")) == 1
    memories.replace_memory(two.server, made("a", "User likes cocoa."))
    two.pull()
    assert memory_search.vectors(two.client, encoder="own", version="1") == []


def test_a_vector_of_no_known_width_is_left_out():
    assert copy_of(replace(made("a"), embeddings_info={"width": 5_000}), bytes(4096)).embedding is None
    assert copy_of(replace(made("a"), embeddings_info={}), bytes(4096)).embedding is None


@pytest.mark.parametrize(
    "vector", [b"", bytes(3), bytes(5_000), array("f", [1.0, math.nan]).tobytes(), array("f", [math.inf]).tobytes()]
)
def test_what_is_no_vector_is_left_out_and_the_words_are_kept(two: Two, vector: bytes):
    copy = msgspec.structs.replace(copy_of(made("a"), None), embedding=vector, embeddings_info={"width": 2})
    two.take(MemoryChanges(memories=[copy], cursor="x-1"))
    assert rows(two.client, "SELECT content, embeddings, embeddings_info FROM alicia_memory") == [
        {"content": "User likes tea.", "embeddings": None, "embeddings_info": None}
    ]


def test_links_follow_a_memory_that_was_deleted_before_it_was_told(two: Two):
    memories.insert_memories(two.server, [made("b"), replace(made("a"), reference_to="b")])
    memories.mark_used(two.server, ["a"], later(1))
    two.take(two.page(limit=1))
    assert rows(two.client, "SELECT id, reference_links AS ids FROM alicia_memory") == [{"id": "b", "ids": '["a"]'}]
    memories.soft_delete_memories(two.server, ["a"], later(1))
    two.pull()
    two.agree()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("add", "change", "delete", "restore", "use", "forget", "point", "pull", "page")),
        st.sampled_from(("a", "b", "c")),
        st.integers(0, 3),
    ),
    max_size=14,
)


@settings(max_examples=examples(50))
@given(STEPS)
@pytest.mark.slow
def test_whatever_happens_the_copy_agrees_after_a_pull(steps: list[tuple[str, str, int]]):
    with plain_database() as server, plain_database() as client:
        two = Two(server, client)
        for step, name, number in steps:
            _do(two, step, name, number)
        two.pull(limit=2)
        two.agree()


def _do(two: Two, step: str, name: str, number: int) -> None:
    found = memories.get_memory(two.server, name)
    if step == "pull":
        two.pull(limit=2)
    elif step == "page":
        two.take(two.page(limit=1))
    elif step == "add":
        memories.insert_memories(two.server, [made(name, f"Words {number} of {name}.")])
    elif found is None:
        return
    elif step == "change":
        memories.replace_memory(two.server, replace(found, content=f"Other words {number}.", updated_at=later(number)))
    elif step == "point":
        memories.replace_memory(two.server, replace(found, reference_to="abc"[number % 3]))
    elif step == "use":
        memories.mark_used(two.server, [name], later(number))
    else:
        ends = {"delete": memories.soft_delete_memories, "restore": memories.restore_memories, "forget": forget}
        ends[step](two.server, [name], later(number))
