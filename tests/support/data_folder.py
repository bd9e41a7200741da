"""A data folder with something of everything that is kept, and what is in such a folder, to be compared."""

from contextlib import closing
from pathlib import Path

from sqlcipher3 import dbapi2

from alicia_desktop.config import Settings, VoiceSettings, save_settings
from alicia_desktop.paths import Paths
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations, sounds
from alicia_desktop.store.engine import reading_engine, writing_engine
from alicia_desktop.store.memories import memories
from alicia_desktop.store.migration import migrate
from tests.store.listed import LISTED
from tests.store.wire import CONVERSATION, NOW, keep, turn

Content = dict[str, list[tuple[object, ...]]]
"""The rows of each table, in order."""


def fill_folder(folder: Path, *, title: str = "Recital", server: bool = True) -> Paths:
    """Make a data folder: a conversation with sound, memories, settings; closed, with nothing beside the databases."""
    paths = Paths(folder=folder)
    paths.create()
    for path in (paths.client_database, *([paths.server_database] if server else [])):
        engine = writing_engine(path)
        with engine.connect() as conn:
            migrate(conn, path, now=NOW)
            with conn.begin():
                conversations.create(conn, at=NOW, conversation_id=CONVERSATION, title=title)
                keep(conn, *turn())
                sounds.store_sentence(
                    conn, "am_a1", 1, b"OggS" * 500, audio_format="opus_48000", duration_ms=900, at=NOW
                )
                memories.insert_memories(conn, LISTED)
                accounts.participant_id(conn, NOW)
        engine.dispose()
    save_settings(paths.settings, Settings(voice=VoiceSettings(keep_speech=True, input=title)), {})
    return paths


def content_of(path: Path) -> Content:
    """Return all rows of all tables, also of those behind indexes, but for the name in rooms."""
    engine = reading_engine(path)
    try:
        with engine.connect() as conn, conn.begin():
            names = conn.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1").scalars()
            found: Content = {
                name: sorted((tuple(row) for row in conn.exec_driver_sql(f'SELECT * FROM "{name}"')), key=repr)
                for name in names
            }
    finally:
        engine.dispose()
    found["alicia_meta"] = [row for row in found["alicia_meta"] if "participantId" not in row]
    return found


def everything_in(paths: Paths) -> dict[str, object]:
    """Return the contents of a data folder."""
    databases = [path for path in (paths.client_database, paths.server_database) if path.exists()]
    settings = {paths.settings.name: paths.settings.read_bytes()} if paths.settings.exists() else {}
    return {**{path.name: content_of(path) for path in databases}, **settings}


def is_whole(path: Path) -> bool:
    """Whether SQLite finds nothing wrong in a database."""
    with closing(dbapi2.connect(str(path))) as conn:
        return bool(conn.execute("PRAGMA quick_check").fetchone() == ("ok",))
