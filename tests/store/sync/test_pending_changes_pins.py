"""What a server has not heard of pins and archives stays written down until it has."""

from sqlalchemy import Connection

from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.sync import pending_changes
from tests.store.wire import NOW, later


def _owed(conn: Connection) -> list[tuple[str, bool, str]]:
    return [
        (record.id, record.pinned, record.status) for record in pending_changes.pending_pins(conn, account=Account())
    ]


def test_what_changed_is_owed_until_it_is_told(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    conversations.create(conn, at=NOW, conversation_id="ac_2", server="https://alicia.home")
    assert _owed(conn) == []
    pending_changes.set_pinned(conn, "ac_1", NOW, pinned=True)
    conversations.set_archived(conn, "ac_1", NOW, archived=True)
    pending_changes.set_pinned(conn, "ac_2", NOW, pinned=True)
    assert _owed(conn) == [("ac_1", True, "archived")]
    (told,) = pending_changes.pending_pins(conn, account=Account())
    pending_changes.settle_pin(conn, told)
    assert _owed(conn) == []
    assert [
        record.id for record in pending_changes.pending_pins(conn, account=Account(server="https://alicia.home"))
    ] == ["ac_2"]


def test_what_changed_again_while_it_was_told_stays_owed(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    pending_changes.set_pinned(conn, "ac_1", NOW, pinned=True)
    (told,) = pending_changes.pending_pins(conn, account=Account())
    pending_changes.set_pinned(conn, "ac_1", later(1), pinned=False)
    pending_changes.settle_pin(conn, told)
    assert _owed(conn) == [("ac_1", False, "active")]


def test_nothing_is_told_of_what_was_deleted(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    pending_changes.set_pinned(conn, "ac_1", NOW, pinned=True)
    conversations.delete(conn, "ac_1", NOW)
    assert _owed(conn) == []
