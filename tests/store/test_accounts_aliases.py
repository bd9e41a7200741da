from sqlalchemy import Connection

from alicia_desktop.store import accounts
from alicia_desktop.store.changes import Change, noted
from alicia_desktop.store.memories import memories
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


def test_signing_in_twice_is_no_news_and_the_nameless_stay_nameless(conn: Connection):
    assert accounts.sign_in(conn, "ann", NOW)
    assert not accounts.sign_in(conn, "ann", NOW)
    assert not accounts.sign_in(conn, "user", NOW, guests=("guest-7",))
    assert accounts.names_of(conn, "user") == ("user",)


def test_two_people_who_sign_in_here_are_never_merged(conn: Connection):
    accounts.sign_in(conn, "ann", NOW)
    accounts.sign_in(conn, "bob", NOW)
    assert "bob" not in accounts.names_of(conn, "ann")
    assert "ann" not in accounts.names_of(conn, "bob")
