"""The name by which this client takes part in rooms, kept with its data.

Whoever joins a room under a name that is there already takes its place. So a client that was killed, and of which the
room has not noticed yet that it is gone, comes back as itself and not as a second device.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from alicia_desktop.base import ids
from alicia_desktop.store.schema.columns import to_utc_text

PREFIX: Final = "desktop_"
_REF, _KEY = "client", "participantId"
FORGET: Final = f"DELETE FROM alicia_meta WHERE ref = '{_REF}' AND key = '{_KEY}'"
"""After which the next call of `participant_id` makes another one."""


def participant_id(conn: Connection, at: datetime) -> str:
    """Return the participant id of this database, made at the first call."""
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) "
        "ON CONFLICT(ref, key) DO NOTHING",
        (ids.new_id(ids.META), _REF, _KEY, ids.new_id(PREFIX), to_utc_text(at)),
    )
    found = conn.exec_driver_sql("SELECT value FROM alicia_meta WHERE ref = ? AND key = ?", (_REF, _KEY)).scalar_one()
    return str(found)
