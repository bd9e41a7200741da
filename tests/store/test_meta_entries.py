from sqlalchemy import Connection

from alicia_desktop.store.meta_entries import delete_meta, meta_value, set_meta, set_meta_once
from tests.store.wire import NOW, later, rows


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
