import json

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.session import ledger
from alicia_desktop.store import journal
from alicia_desktop.store.meta_entries import delete_meta, key_as_sent, meta_value, set_meta, set_meta_once
from alicia_desktop.store.records import NOTICE
from alicia_desktop.store.server.server_queries import outcome_key
from alicia_desktop.store.sync.pending_changes import DELETION_KEY, PIN_KEY
from tests.store.wire import NOW, came, keep, later, rows

OWN_KEYS = [
    *("serverInfo", "sessionStats", journal.SETTLED_KEY, DELETION_KEY, PIN_KEY, NOTICE),
    *(ledger.SENT_AT, ledger.SPEECH_STARTED_AT, ledger.SPEECH_ENDED_AT, ledger.SOUND_STARTED_AT, ledger.SOUND_ENDED_AT),
    ledger.TRANSPORT,
    outcome_key(wire.MemoryAction(id="amem_1", action="create", timestamp=1)),
]


def test_an_entry_is_written_changed_and_deleted(conn: Connection):
    assert meta_value(conn, "ac_1", "colour") is None
    set_meta(conn, "ac_1", "colour", "red", NOW)
    set_meta(conn, "ac_1", "colour", "blue", later(1))
    set_meta(conn, "ac_2", "colour", "green", NOW)
    assert meta_value(conn, "ac_1", "colour") == "blue"
    (entry,) = rows(conn, "SELECT created_at < updated_at AS later FROM alicia_meta WHERE ref = 'ac_1'")
    assert entry["later"]
    delete_meta(conn, "ac_1", "colour")
    assert (meta_value(conn, "ac_1", "colour"), meta_value(conn, "ac_2", "colour")) == (None, "green")


def test_what_is_set_once_stays(conn: Connection):
    set_meta_once(conn, "client", "name", "first", NOW)
    set_meta_once(conn, "client", "name", "second", later(1))
    assert meta_value(conn, "client", "name") == "first"


@pytest.mark.parametrize("key", OWN_KEYS)
def test_a_senders_entry_is_kept_apart_from_the_programs_own(conn: Connection, key: str):
    set_meta(conn, "am_1", key, "ours", NOW)
    keep(conn, came(wire.UserMessage(id="am_1", content="x"), -1, meta={key: "theirs", "source": "keyboard"}))
    assert (meta_value(conn, "am_1", key), meta_value(conn, "am_1", f"sent.{key}")) == ("ours", "theirs")
    assert meta_value(conn, "am_1", "source") == "keyboard"


def test_what_a_server_says_of_itself_is_not_what_a_configuration_has_among_its_meta(conn: Connection):
    keep(conn, came(wire.ServerInfo(model={"name": "small"}), -1))
    keep(conn, came(wire.Configuration(conversation_id="ac_1"), -2, meta={"serverInfo": "theirs"}))
    assert json.loads(meta_value(conn, "ac_1", "serverInfo") or "")["model"] == {"name": "small"}


def test_any_other_key_is_kept_as_it_was_sent():
    assert [key_as_sent(key) for key in ("model", "clientVersion", "sent.model")] == [
        "model",
        "clientVersion",
        "sent.model",
    ]
