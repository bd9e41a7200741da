from sqlalchemy import Connection

from alicia_desktop.store.accounts import participant_id
from tests.store.wire import NOW, later, rows


def test_a_database_has_one_participant_id_for_good(conn: Connection):
    made = participant_id(conn, NOW)
    assert made.startswith("desktop_")
    assert participant_id(conn, later(9)) == made
    assert len(rows(conn, "SELECT 1 FROM alicia_meta WHERE value = ?", made)) == 1
