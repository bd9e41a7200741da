"""Which profile of the protocol the server of a conversation speaks, remembered for that server.

It stands in `alicia_meta`, where stanzas bring rows, too; `is_own_ref` keeps what the program notes there for itself
out of their reach.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from alicia_desktop.base import ids
from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.store.schema.columns import to_utc_text

_OF_SERVER: Final = "server "
"""Behind it follows the server's address."""
_REF: Final = f"'{_OF_SERVER}' || (SELECT server FROM alicia_conversations WHERE id = ?1)"
FIND: Final = f"SELECT value FROM alicia_meta WHERE key = 'profile' AND ref = {_REF}"
"""Parameter: the conversation."""

_OWN_REFS: Final = frozenset({"client", "memory_feed", "memory_mirror"})


def is_own_ref(ref: str) -> bool:
    """Whether the program has notes of its own under this name: nothing that comes in writes or deletes any there."""
    return ref in _OWN_REFS or ref.startswith(_OF_SERVER)


def profile_of(conn: Connection, conversation_id: str) -> Profile:
    """Return the profile of the server that the conversation lives on."""
    row = conn.exec_driver_sql(FIND, (conversation_id,)).first()
    if row is None:
        return "unknown"
    return "deployed" if row[0] == "deployed" else "canonical"


def remember_profile(conn: Connection, conversation_id: str, profile: Profile, at: datetime) -> None:
    """Keep what a handshake has shown, for all conversations of that server."""
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) "
        f"SELECT ?2, {_REF}, 'profile', ?3, ?4, ?4 FROM alicia_conversations WHERE id = ?1 "
        "ON CONFLICT(ref, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        (conversation_id, ids.new_id(ids.META), profile, to_utc_text(at)),
    )
