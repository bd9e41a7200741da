"""Both names of a message and when it was synced, on either side, however it came."""

from collections.abc import Callable
from datetime import datetime

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.recording import JournalEntry
from alicia_desktop.store.server import sync_serving
from alicia_desktop.store.sync import history, pending_changes
from alicia_desktop.store.sync.history import HistoryMessage
from tests.store.wire import NOW, came, keep, later, turn, went

Names = tuple[str | None, str | None, datetime | None]


def names(conn: Connection, message_id: str) -> Names:
    """Return `local_id`, `server_id` and `synced_at` of a message."""
    known = messages.get(conn, message_id)
    assert known is not None
    return known.local_id, known.server_id, known.synced_at


@pytest.fixture
def canonical(conn: Connection) -> None:
    """A server that has shown itself to keep our ids."""
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    accounts.remember_profile(conn, "ac_1", "canonical", NOW)


@pytest.mark.usefixtures("canonical")
def test_a_question_of_ours_gets_them_when_it_is_synced(conn: Connection):
    keep(conn, turn()[0])
    assert names(conn, "am_q1") == (None, None, None)
    keep(conn, came(wire.Acknowledgement(acknowledged_message_id="am_q1")))
    assert names(conn, "am_q1") == ("am_q1", "am_q1", NOW)


@pytest.mark.usefixtures("canonical")
def test_also_where_question_and_receipt_are_one_transaction(conn: Connection):
    keep(conn, turn()[0], came(wire.Acknowledgement(acknowledged_message_id="am_q1")))
    assert names(conn, "am_q1") == ("am_q1", "am_q1", NOW)


def test_a_server_that_may_call_it_otherwise_is_not_said_to_call_it_so(conn: Connection):
    keep(conn, turn()[0], came(wire.Acknowledgement(acknowledged_message_id="am_q1")))
    assert names(conn, "am_q1") == ("am_q1", None, NOW)


def test_on_the_server_a_message_by_the_room_has_the_clients_name_and_its_own(conn: Connection):
    keep(conn, came(wire.UserMessage(id="am_1", content="Hello"), 1))
    assert names(conn, "am_1") == ("am_1", "am_1", NOW)


def test_on_the_server_a_message_by_sync_has_the_clients_name_and_its_own(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    offered = [
        sync_serving.DeviceMessage(local_id="local_1", role="user", contents="x", previous_id=None, created_at=None),
        sync_serving.DeviceMessage(
            local_id="local_2", role="assistant", contents="x", previous_id=None, created_at=None
        ),
    ]
    sync_serving.accept_messages(conn, "ac_1", offered, later(60))
    assert [names(conn, one.local_id) for one in offered] == [
        ("local_1", "local_1", later(60)),
        ("local_2", "local_2", later(60)),
    ]
    counts, last = sync_serving.counts(conn, "ac_1")
    assert (counts, last) == ({"synced": 2}, later(60))


@pytest.mark.parametrize("side", [came, went], ids=["client", "server"])
@pytest.mark.parametrize(
    "body",
    [
        wire.StartAnswer(id="am_2", previous_id="am_1"),
        wire.AssistantSentence(previous_id="am_2", sequence=1, text="Yes."),
        wire.AssistantMessage(id="am_2", previous_id="am_1", content="Yes."),
        wire.UserMessage(id="am_2", content="Spoken"),
        wire.Transcription(id="am_2", text="Spoken", final=True),
    ],
    ids=lambda body: type(body).__name__,
)
def test_what_the_server_made_has_the_servers_name_on_both_sides(
    conn: Connection, side: Callable[[wire.Message, int], JournalEntry], body: wire.Message
):
    keep(conn, side(body, -3))
    assert names(conn, "am_2") == (None, "am_2", NOW)


def test_a_message_of_the_history_has_the_servers_name(conn: Connection):
    keep(conn, turn()[0])
    said = [
        HistoryMessage(id="am_q1", previous_id=None, role="user", contents="When is the recital?", created_at=NOW),
        HistoryMessage(id="am_a9", previous_id="am_q1", role="assistant", contents="On Friday.", created_at=NOW),
    ]
    history.merge_history(conn, "ac_1", said, at=later(60))
    assert names(conn, "am_a9") == (None, "am_a9", later(60))


def test_what_went_by_sync_has_both(conn: Connection):
    keep(conn, turn()[0])
    known = messages.get(conn, "am_q1")
    assert known is not None
    assert pending_changes.settle(conn, "am_q1", known.contents, "srv_7", later(60))
    assert names(conn, "am_q1") == ("am_q1", "srv_7", later(60))


def test_what_says_something_else_syncs_it_anew_and_changes_no_name(conn: Connection):
    keep(conn, turn()[0], came(wire.Acknowledgement(acknowledged_message_id="am_q1")))
    conn.exec_driver_sql("UPDATE alicia_messages SET server_id = 'srv_7', synced_at = NULL")
    keep(conn, came(wire.UserMessage(id="am_q1", content="When is it?"), -8))
    assert names(conn, "am_q1") == ("am_q1", "srv_7", NOW)
