from dataclasses import replace

from sqlalchemy import Connection

from alicia_desktop.store import accounts
from alicia_desktop.store.changes import Change, noted
from alicia_desktop.store.memories import memories
from alicia_desktop.store.server import users
from tests.store.wire import NOW


def test_a_person_is_all_the_names_they_had_and_nobody_else(conn: Connection):
    assert accounts.add_alias(conn, "ann", "guest-1", NOW)
    assert not accounts.add_alias(conn, "ann", "guest-1", NOW)
    assert not accounts.add_alias(conn, "ann", "ann", NOW)
    assert not accounts.add_alias(conn, "ann", "", NOW)
    assert accounts.names_of(conn, "ann") == ("ann", "guest-1")
    assert accounts.names_of(conn, "guest-1") == ("guest-1",)
    assert accounts.names_of(conn, "bob") == ("bob",)


def test_what_was_stored_before_signing_in_is_found_after_it(conn: Connection):
    stored = ("user", "anonymous", "guest-7", "ann", "bob")
    memories.insert_memories(
        conn, [memories.new_memory(memory_id=one, content=f"From {one}.", at=NOW, user_id=one) for one in stored]
    )
    assert accounts.sign_in(conn, "ann", NOW, guests=("guest-7",))
    assert Change("alias", None, "ann") in noted(conn)
    found = memories.list_memories(conn, user_ids=accounts.names_of(conn, "ann"))
    assert {row.id for row in found} == {"ann", "user", "anonymous", "guest-7"}


def test_signing_in_twice_is_no_news_and_no_guest_becomes_nameless(conn: Connection):
    assert accounts.sign_in(conn, "ann", NOW)
    assert not accounts.sign_in(conn, "ann", NOW)
    accounts.sign_in(conn, "user", NOW, guests=("guest-7",))
    assert "guest-7" not in accounts.names_of(conn, "user")


def test_anonymous_memories_are_found_before_signing_in_on_a_server_of_one_person(conn: Connection):
    """`user_id IN ('user', 'anonymous')`, and the same after signing in."""
    stored = ("user", "anonymous", "bob")
    memories.insert_memories(
        conn, [memories.new_memory(memory_id=one, content=f"From {one}.", at=NOW, user_id=one) for one in stored]
    )
    for name in ("user", "anonymous", "ann"):
        assert accounts.sign_in(conn, name, NOW)
        found = memories.list_memories(conn, user_ids=accounts.names_of(conn, name))
        assert {row.id for row in found} == {"user", "anonymous"}
    assert not accounts.sign_in(conn, "user", NOW)
    assert accounts.names_of(conn, "user") == ("user", "anonymous")


def test_on_a_server_of_several_anonymous_memories_are_whose_alias_it_is(conn: Connection):
    users.add(conn, "anna", NOW)
    assert not accounts.sign_in(conn, "user", NOW)
    assert accounts.names_of(conn, "user") == ("user",)
    assert accounts.names_of(conn, "anna") == ("anna",)
    accounts.add_alias(conn, "user", "anonymous", NOW)
    assert accounts.names_of(conn, "user") == ("user", "anonymous")


def test_who_had_them_keeps_anonymous_memories_when_others_come(conn: Connection):
    accounts.sign_in(conn, "user", NOW)
    users.add(conn, "anna", NOW)
    assert accounts.names_of(conn, "user") == ("user", "anonymous")
    assert accounts.names_of(conn, "anna") == ("anna",)


def test_a_memory_names_the_guest_session_that_it_came_from_once_that_is_known(conn: Connection):
    rows = [
        memories.new_memory(memory_id=owner, content=f"From {owner}.", at=NOW, user_id=owner)
        for owner in ("guest-7", "guest-8", "ann")
    ]
    memories.insert_memories(conn, [*rows, replace(rows[0], id="older", guest_session_id="guest-1")])
    accounts.sign_in(conn, "ann", NOW, guests=("guest-7",))
    kept = memories.get_memories(conn, ["guest-7", "guest-8", "ann", "older"])
    assert {name: one.guest_session_id for name, one in kept.items()} == {
        "guest-7": "guest-7", "guest-8": None, "ann": None, "older": "guest-1",
    }  # fmt: skip
    assert Change("memory", None, "guest-7") in noted(conn)


def test_two_people_who_sign_in_here_are_never_merged(conn: Connection):
    accounts.sign_in(conn, "ann", NOW)
    accounts.sign_in(conn, "bob", NOW)
    assert "bob" not in accounts.names_of(conn, "ann")
    assert "ann" not in accounts.names_of(conn, "bob")
