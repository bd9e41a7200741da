"""Users of a server: what is stored of a token, whose a name is, and what goes with a user who is deleted."""

import pytest
from sqlalchemy import Connection, select

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.memories import memories
from alicia_desktop.store.schema import metadata
from alicia_desktop.store.server import users
from tests.store.server.test_foreign_ids import state_of, story
from tests.store.wire import NOW, later


def test_a_token_is_stored_as_a_digest_only(conn: Connection):
    token = users.add(conn, "anna", NOW).token
    (row,) = users.listed(conn)
    assert (row.name, row.token_digest, row.created_at) == ("anna", users.digest_of(token), NOW)
    assert token not in str(conn.exec_driver_sql("SELECT * FROM users").all())
    assert len(token) >= 43


def test_two_users_have_two_tokens_and_one_has_only_one(conn: Connection):
    first, second = users.add(conn, "anna", NOW).token, users.add(conn, "ben", NOW).token
    assert first != second
    with pytest.raises(WorldError, match="anna has a token already") as refused:
        users.add(conn, "anna", NOW)
    assert refused.value.code == "user_exists"


def test_who_is_removed_and_added_again_has_another_token_and_the_same_data(conn: Connection):
    first = users.add(conn, "anna", NOW).token
    conversations.create(conn, at=NOW, conversation_id="ac_1", user_id="anna")
    users.remove(conn, "anna", later(1))
    (row,) = users.listed(conn)
    assert (row.token_digest, row.updated_at) == (None, later(1))
    assert accounts.is_registered(conn, "anna")
    second = users.add(conn, "anna", later(2)).token
    assert second != first
    assert [one.token_digest for one in users.listed(conn)] == [users.digest_of(second)]
    assert conversations.get(conn, "ac_1") is not None


def test_who_is_not_there_cannot_be_removed_or_deleted(conn: Connection):
    for act in (lambda: users.remove(conn, "anna", NOW), lambda: users.delete(conn, "anna")):
        with pytest.raises(WorldError, match="no user 'anna'") as refused:
            act()
        assert refused.value.code == "not_found"
    users.add(conn, "anna", NOW)
    users.remove(conn, "anna", NOW)
    with pytest.raises(WorldError):
        users.remove(conn, "anna", NOW)


@pytest.mark.parametrize(
    "name", ["", " anna", "anna ", "a\nb", "a\x1b[0m", "a\u202eb", "x" * 65, "e\u0301", "user", "anonymous"]
)
def test_what_is_no_name_is_a_sentence(conn: Connection, name: str):
    with pytest.raises(WorldError) as refused:
        users.add(conn, name, NOW)
    assert refused.value.code == "bad_request"
    assert refused.value.sentence.endswith(".")
    assert users.listed(conn) == []


@pytest.mark.parametrize("name", ["anna", "Anna Żuk", "李雷", "anna@home", "O'Neil"])
def test_names_of_people_are_names(conn: Connection, name: str):
    assert users.add(conn, name, NOW).token


def test_a_users_name_is_nobodys_alias_and_what_has_no_name_is_not_theirs(conn: Connection):
    """Both came about while one token did for everybody."""
    accounts.sign_in(conn, "anna", NOW, guests=("guest-7",))
    accounts.sign_in(conn, "kim", NOW, guests=("anna",))
    added = users.add(conn, "anna", NOW)
    assert added.names == {"anna", "kim"}
    assert accounts.names_of(conn, "anna") == ("anna", "guest-7")
    assert accounts.names_of(conn, "kim") == ("kim", "user", "anonymous")


def test_neither_by_signing_in_again_nor_as_a_guest_does_anybody_find_more(conn: Connection):
    users.add(conn, "anna", NOW)
    assert not accounts.sign_in(conn, "anna", NOW, guests=("guest-7", "ben"))
    assert accounts.sign_in(conn, "kim", NOW, guests=("anna",))
    assert accounts.names_of(conn, "anna") == ("anna",)
    assert accounts.names_of(conn, "kim") == ("kim", "user", "anonymous")


def test_under_which_names_somebody_may_store(conn: Connection):
    assert "whoever" in accounts.may_own(conn, "kim")
    users.add(conn, "anna", NOW)
    assert "whoever" in accounts.may_own(conn, "kim")
    assert "anna" not in accounts.may_own(conn, "kim")
    assert "anna" in accounts.may_own(conn, "anna")
    assert "whoever" not in accounts.may_own(conn, "anna")


def test_a_user_is_deleted_with_all_of_theirs_and_nothing_of_others(conn: Connection):
    users.add(conn, "anna", NOW)
    users.add(conn, "ben", NOW)
    annas, bens = story(conn, "anna"), story(conn, "ben")
    before = state_of(conn, "ben", bens)
    users.delete(conn, "anna")
    assert state_of(conn, "anna", annas) == []
    assert state_of(conn, "ben", bens) == before
    assert [one.name for one in users.listed(conn)] == ["ben"]
    left = {table.name: conn.execute(select(table)).all() for table in metadata.sorted_tables}
    assert "anna" not in str(left)


def test_one_who_was_removed_can_still_be_deleted(conn: Connection):
    users.add(conn, "anna", NOW)
    memories.insert_memories(conn, [memories.new_memory(memory_id="m1", content="Tea.", at=NOW, user_id="anna")])
    users.remove(conn, "anna", NOW)
    users.delete(conn, "anna")
    assert memories.get_memory(conn, "m1") is None
    assert not accounts.is_registered(conn, "anna")
