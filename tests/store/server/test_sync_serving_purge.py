"""A server keeps what was deleted for 30 days, and a private conversation no longer than undo."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.server import sync_serving
from tests.store.conversations.test_private import SECRET, fill, written
from tests.store.wire import CONVERSATION, NOW, later


def test_a_deleted_conversation_is_gone_after_thirty_days_with_every_row(conn: Connection):
    fill(conn)
    conversations.delete(conn, CONVERSATION, NOW)
    sync_serving.purge_expired(conn, NOW + timedelta(days=29), private_until=later(9))
    assert SECRET in written(conn), "it can be restored"
    sync_serving.purge_expired(conn, NOW + timedelta(days=30), private_until=later(9))
    assert SECRET not in written(conn)
    assert conversations.get(conn, CONVERSATION) is None


def test_a_private_one_is_gone_when_undo_is_over(conn: Connection):
    fill(conn)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    conversations.delete(conn, CONVERSATION, NOW)
    sync_serving.purge_expired(conn, later(9), private_until=NOW)
    assert SECRET not in written(conn)


def test_what_is_there_is_not_purged(conn: Connection):
    fill(conn)
    sync_serving.purge_expired(conn, NOW + timedelta(days=99), private_until=later(9))
    with pytest.raises(WorldError, match="changed"):
        sync_serving.purge(conn, CONVERSATION)
    assert SECRET in written(conn)


def test_what_is_gone_meanwhile_is_not_found(conn: Connection):
    fill(conn)
    conversations.delete(conn, CONVERSATION, NOW)
    sync_serving.purge(conn, CONVERSATION)
    with pytest.raises(WorldError) as refused:
        sync_serving.change(conn, CONVERSATION, later(1), status="active")
    assert refused.value.code == "not_found"
