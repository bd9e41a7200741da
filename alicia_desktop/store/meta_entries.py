"""Read and write entries of `alicia_meta`: a text under a key, for anything that has an id.

    set_meta(conn, conversation_id, "shelf_untold", "1", at)
    meta_value(conn, conversation_id, "shelf_untold")  # "1", or None
    delete_meta(conn, conversation_id, "shelf_untold")

What stanzas bring is written by `projection`; what the program notes for itself, by the modules that need it: under
names that no stanza can write to (`accounts.is_own_ref`), or beside what stanzas bring, under keys of its own
(`key_as_sent`).
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import Insert, insert

from alicia_desktop.base import ids
from alicia_desktop.store.schema import meta

SENT: Final = "sent."
"""Begins the key under which a sender's entry is kept that is called as one of the program's own."""
SERVER_FEATURES: Final = "serverFeatures"
"""Key of a conversation's entry: what its server announced at the last handshake, a list as JSON."""
SERVER_INFO: Final = "serverInfo"
"""Key of a conversation's entry: the last ServerInfo of its server, as JSON."""
_OWN_KEYS: Final = frozenset({"missingSettled", SERVER_FEATURES, SERVER_INFO, "sessionStats"})
_OWN_PREFIXES: Final = ("client.", "outcome.")
_OWN_SUFFIX: Final = "_untold"


def is_own_key(key: str) -> bool:
    """Whether the program keeps entries of its own under this key, which no sender may write."""
    return key in _OWN_KEYS or key.startswith(_OWN_PREFIXES) or key.endswith(_OWN_SUFFIX)


def key_as_sent(key: str) -> str:
    """Return the key under which a sender's entry is kept: its own, unless the program has entries under it."""
    return f"{SENT}{key}" if is_own_key(key) else key


def meta_value(conn: Connection, ref: str, key: str) -> str | None:
    """Return the value of an entry, or None where there is none."""
    return conn.execute(select(meta.c.value).where(meta.c.ref == ref, meta.c.key == key)).scalar()


def set_meta(conn: Connection, ref: str, key: str, value: str, at: datetime) -> None:
    """Write an entry, or give it another value."""
    statement = _insert(ref, key, value, at)
    settled = {"value": statement.excluded.value, "updated_at": statement.excluded.updated_at}
    conn.execute(statement.on_conflict_do_update(index_elements=["ref", "key"], set_=settled))


def set_meta_once(conn: Connection, ref: str, key: str, value: str, at: datetime) -> None:
    """Write an entry, unless it is there."""
    conn.execute(_insert(ref, key, value, at).on_conflict_do_nothing(index_elements=["ref", "key"]))


def delete_meta(conn: Connection, ref: str, key: str) -> None:
    """Delete an entry, where it is there."""
    conn.execute(delete(meta).where(meta.c.ref == ref, meta.c.key == key))


def _insert(ref: str, key: str, value: str, at: datetime) -> Insert:
    return insert(meta).values(id=ids.new_id(ids.META), ref=ref, key=key, value=value, created_at=at, updated_at=at)
