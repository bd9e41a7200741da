"""A deleted conversation can be restored for 30 days, and then nothing of it is left but that it was."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversation_file, conversations, messages, recently_deleted
from alicia_desktop.store.schema import sync_heads
from alicia_desktop.store.sync import pending_changes, sync_conflicts, sync_records, sync_state
from tests.store.conversations.test_private import SECRET, fill, written
from tests.store.wire import CONVERSATION, NOW, keep, later, turn

HOME = Account(server="https://home")
MONTH = timedelta(days=30)


def deleted(conn: Connection, since=NOW - timedelta(days=1)) -> list[str]:
    return [record.id for record in conversations.deleted_since(conn, account=HOME, since=since)]


@pytest.fixture
def gone(conn: Connection) -> Connection:
    """A conversation of a server that was deleted here, and that the server has as it was."""
    fill(conn)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, server="https://home")
    conn.execute(insert(sync_heads).values(about=CONVERSATION, title=SECRET, status="active", fetched="1"))
    conversations.delete(conn, CONVERSATION, later(1))
    return conn


def test_it_is_listed_for_thirty_days_and_comes_back_whole(gone: Connection):
    assert deleted(gone) == [CONVERSATION]
    assert deleted(gone, since=later(1)) == []
    before = messages.of_conversation(gone, CONVERSATION)
    assert recently_deleted.restore(gone, CONVERSATION, later(2)).status == "active"
    assert [record.id for record in conversations.listed(gone, account=HOME)] == [CONVERSATION]
    assert messages.of_conversation(gone, CONVERSATION) == before
    assert deleted(gone) == []


def test_nothing_is_left_when_it_is_purged_but_that_it_was(gone: Connection):
    counters = conversations.get(gone, CONVERSATION)
    found = sync_records.Disagreement(kind="title", base=SECRET, mine=SECRET, theirs=SECRET, reason="")
    sync_conflicts.add_conflict(gone, CONVERSATION, found, NOW)
    recently_deleted.purge(gone, CONVERSATION, later(2))
    assert SECRET not in written(gone)
    assert deleted(gone) == []
    kept = conversations.get(gone, CONVERSATION)
    assert kept is not None
    assert counters is not None
    assert (kept.status, kept.last_client_stanza_id) == ("deleted", counters.last_client_stanza_id)
    with pytest.raises(WorldError, match="permanently deleted"):
        recently_deleted.restore(gone, CONVERSATION, later(3))


def test_what_is_not_deleted_is_not_purged(conn: Connection):
    fill(conn)
    recently_deleted.purge(conn, CONVERSATION, later(1))
    assert SECRET in written(conn)


def test_it_expires_after_thirty_days_and_a_private_one_with_its_undo(gone: Connection):
    conversations.create(gone, at=NOW, conversation_id="ac_p", private=True)
    conversations.delete(gone, "ac_p", later(1))
    assert deleted(gone) == [CONVERSATION], "a private one is in no list"
    day = later(1) + MONTH
    assert recently_deleted.expired(gone, later(9), private_until=later(0)) == []
    assert recently_deleted.expired(gone, later(9), private_until=later(1)) == ["ac_p"]
    recently_deleted.purge(gone, "ac_p", later(9))
    assert recently_deleted.expired(gone, day, private_until=NOW) == [CONVERSATION]
    recently_deleted.purge(gone, CONVERSATION, day)
    assert recently_deleted.expired(gone, day, private_until=NOW) == []


def test_its_server_hears_of_it_when_both_have_deleted_it(gone: Connection):
    recently_deleted.purge(gone, CONVERSATION, later(2))
    assert pending_changes.pending_purges(gone, account=HOME) == [], "it has not deleted it yet"
    sync_state.agree(gone, CONVERSATION, status="deleted")
    assert pending_changes.pending_purges(gone, account=HOME) == [CONVERSATION]
    pending_changes.settle_purge(gone, CONVERSATION)
    assert pending_changes.pending_purges(gone, account=HOME) == []


def test_what_another_device_restores_is_fetched_anew(gone: Connection):
    recently_deleted.purge(gone, CONVERSATION, later(2))
    conversations.undelete(gone, CONVERSATION, later(3))
    known = sync_state.local_conversations(gone, HOME, undoable_since=later(4))[CONVERSATION]
    assert (known.purged, known.status) == (False, "active")
    assert known.head is not None
    assert known.head.fetched is None


def test_a_server_that_cannot_restore_is_not_told_while_it_can_be_restored_here(gone: Connection):
    def waits() -> bool:
        return sync_state.local_conversations(gone, HOME, undoable_since=later(4))[CONVERSATION].waits

    assert not waits()
    accounts.remember_profile(gone, CONVERSATION, "deployed", NOW)
    assert waits()
    recently_deleted.purge(gone, CONVERSATION, later(2))
    assert not waits()


@pytest.mark.parametrize(("choice", "status", "title"), [("mine", "deleted", ""), ("theirs", "active", "Ebb")])
def test_a_purged_one_that_somebody_went_on_with_is_decided_without_its_title(gone: Connection, choice, status, title):
    recently_deleted.purge(gone, CONVERSATION, later(2))
    found = sync_records.Disagreement(kind="deletion", base="active", mine="", theirs="Ebb", reason="")
    sync_conflicts.add_conflict(gone, CONVERSATION, found, later(3))
    (conflict,) = sync_conflicts.waiting(gone, HOME)
    sync_conflicts.resolve(gone, conflict.id, choice, later(4), meta={})
    record = conversations.get(gone, CONVERSATION)
    assert record is not None
    assert (record.status, record.title) == (status, title)


def test_an_export_can_be_imported_after_it_was_purged(conn: Connection):
    keep(conn, *turn())
    parsed = conversation_file.parse_conversation(conversation_file.export_conversation(conn, CONVERSATION))
    conversations.delete(conn, CONVERSATION, later(1))
    recently_deleted.purge(conn, CONVERSATION, later(2))
    assert conversation_file.import_conversation(conn, parsed).conversation_id == CONVERSATION
    assert not conversations.is_purged(conn, CONVERSATION)
