"""A conversation's own settings are kept here, and owed to its server until it has heard of them."""

from datetime import datetime

from sqlalchemy import Connection

from alicia_desktop.protocol.conversation_settings import FEATURE, NO_SETTINGS, ConversationSettings, settings_in
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.sync import pending_changes, sync_state
from alicia_desktop.store.sync.sync_records import LocalConversation, RemoteConversation
from tests.store.wire import CONVERSATION, NOW, came, keep, later, went

PIRATE, POET = ConversationSettings(persona="You are a pirate."), ConversationSettings(persona="You are a poet.")
HOME = "https://alicia.home"


def _owed(conn: Connection) -> list[ConversationSettings]:
    return [settings_in(record.preferences) for record in pending_changes.pending_settings(conn, account=Account())]


def _here(conn: Connection, name: str = "ac_1", since: datetime = NOW) -> LocalConversation:
    return sync_state.local_conversations(conn, Account(), undoable_since=since)[name]


def _record(conn: Connection, name: str) -> ConversationRecord:
    record = conversations.get(conn, name)
    assert record is not None
    return record


def test_settings_are_owed_until_they_are_told_and_leave_other_preferences_alone(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", preferences={"language": "de"})
    assert (_owed(conn), _here(conn).settings_owed) == ([], False)
    pending_changes.set_settings(conn, "ac_1", NOW, PIRATE)
    assert (_here(conn).settings, _here(conn).settings_owed) == (PIRATE, True)
    (told,) = pending_changes.pending_settings(conn, account=Account())
    pending_changes.set_settings(conn, "ac_1", later(1), POET)
    pending_changes.settle_settings(conn, told)
    assert _owed(conn) == [POET], "they changed while they were told"
    pending_changes.settle_settings(conn, _record(conn, "ac_1"))
    assert (_owed(conn), _here(conn).settings_owed) == ([], False)
    pending_changes.set_settings(conn, "ac_1", later(2), NO_SETTINGS)
    assert _record(conn, "ac_1").preferences == {"language": "de"}


def test_a_conversation_of_another_device_appears_with_its_settings(conn: Connection):
    remote = RemoteConversation(id="ac_1", title="Tides", status="active", version="1", settings=PIRATE)
    sync_state.appear(conn, [remote], account=Account(), at=NOW)
    assert settings_in(_record(conn, "ac_1").preferences) == _here(conn).settings == PIRATE


def test_what_was_changed_here_meanwhile_is_not_overwritten_by_a_plan(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    seen = _here(conn)
    pending_changes.set_settings(conn, "ac_1", NOW, PIRATE)
    done = sync_state.apply(
        conn,
        seen,
        later(1),
        title=None,
        status=None,
        pinned=None,
        settings=POET,
        agree=None,
        disagreements=(),
        settled=frozenset(),
    )
    assert (done, _here(conn).settings) == (False, PIRATE)


def test_what_a_server_announces_is_known_of_its_other_conversations_too(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, server=HOME)
    conversations.create(conn, at=NOW, conversation_id="local_2", server=HOME)
    conversations.create(conn, at=NOW, conversation_id="ac_3")
    keep(conn, went(Configuration(conversation_id=CONVERSATION, features=("client_tools",)), 1))
    assert conversations.server_features(conn, _record(conn, CONVERSATION)) is None
    keep(conn, came(Configuration(conversation_id=CONVERSATION, features=("streaming", FEATURE)), -2))
    told = [conversations.server_features(conn, _record(conn, one)) for one in (CONVERSATION, "local_2", "ac_3")]
    announced = frozenset({"streaming", FEATURE})
    assert told == [announced, announced, None]
    keep(conn, came(Configuration(conversation_id=CONVERSATION, features=("streaming",)), -3))
    assert conversations.server_features(conn, _record(conn, "local_2")) == frozenset({"streaming"})
