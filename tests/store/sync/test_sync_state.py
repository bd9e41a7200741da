"""What a plan is told of a conversation here."""

from sqlalchemy import Connection

from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.sync import sync_state
from alicia_desktop.store.sync.sync_records import RemoteConversation
from tests.store.wire import CONVERSATION, NOW, keep, later, went


def _is_default(conn: Connection) -> bool:
    known = sync_state.local_conversations(conn, Account(), undoable_since=later(9))
    return known[CONVERSATION].has_default_title


def test_a_title_is_a_default_until_somebody_chooses_one_or_the_server_agrees(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION)
    keep(conn, went(UserMessage(id="am_q1", content="How high is the tide?")))
    assert not _is_default(conn), "it has none"
    conversations.rename(conn, CONVERSATION, "How high is the tide?", NOW)
    assert _is_default(conn)
    conversations.rename(conn, CONVERSATION, "Tides", NOW)
    assert not _is_default(conn)
    conversations.rename(conn, CONVERSATION, "How high is the tide?", NOW)
    remote = RemoteConversation(id=CONVERSATION, title="How high is the tide?", status="active", version="1")
    sync_state.appear(conn, [remote], account=Account(), at=NOW)
    assert not _is_default(conn), "both have agreed on it"


def test_what_follows_a_greeting_is_a_default_title_too(conn: Connection):
    keep(conn, went(UserMessage(id="am_q1", content="Hello!")), went(UserMessage(id="am_q2", content="Is it high?"), 2))
    conversations.rename(conn, CONVERSATION, "Is it high?", NOW)
    assert _is_default(conn)
