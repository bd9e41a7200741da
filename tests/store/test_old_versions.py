"""What older versions left opens with this one, and every row, setting, waiting stanza and sound is there."""

import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlcipher3 import dbapi2

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.config import load_settings
from alicia_desktop.paths import Paths
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, feedback, sounds, tools, transcripts
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import reading_engine
from alicia_desktop.store.memories import memories
from alicia_desktop.store.migration import shipped_steps
from alicia_desktop.store.sync import sync_conflicts
from tests.support import old_schemas

DATA = Path(__file__).parents[1] / "data"
REPLACED = {
    # by version 2: kept by the database from then on
    ("alicia_memory", "reference_links"),
}
"""Columns that a migration makes anew."""
HERE = Account(user_id="lea")
RECITAL = "ac_NMGBJhre-H3fBDExHQtwD"
OPUS = (DATA / "speech" / "goforward_0_1_0.opus").read_bytes()

Content = dict[str, dict[object, Mapping[str, object]]]
"""Rows by table and primary key."""


def _content_of(path: Path) -> Content:
    """Return all rows of all tables but those behind indexes, read past the program."""
    conn = dbapi2.connect(path)
    conn.row_factory = dbapi2.Row
    tables = [
        name
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        if not any(mark in name for mark in ("_fts", "_trigram", "_vec", "sqlite_"))
    ]
    content: Content = {
        table: {row[0]: dict(zip(row.keys(), row, strict=True)) for row in conn.execute(f"SELECT * FROM {table}")}
        for table in tables
    }
    conn.close()
    return content


def _assert_kept(before: Content, after: Content) -> None:
    for table, rows in before.items():
        if table == "alicia_memory_changes":  # a migration counts as a change
            assert {row["memory_pk"] for row in rows.values()} <= {row["memory_pk"] for row in after[table].values()}
            continue
        for key, row in rows.items():
            kept = {name: value for name, value in row.items() if (table, name) not in REPLACED}
            assert {name: after[table][key][name] for name in kept} == kept


@pytest.mark.parametrize("packed", sorted((DATA / "schemas").glob("*.db.xz")), ids=lambda packed: packed.name)
async def test_a_database_of_every_schema_opens_with_every_row(tmp_path: Path, packed: Path):
    path = tmp_path / "client.db"
    old_schemas.unpack(packed, path)
    before = _content_of(path)
    database = await Database.open(path, clock=JumpingClock())
    assert database.notice == ""
    await database.close()
    assert sum(map(len, before.values())) > 5
    _assert_kept(before, _content_of(path))


def test_there_is_a_database_of_every_schema():
    for version in range(1, len(shipped_steps()) + 1):
        assert old_schemas.path_of(version).exists(), "make it: python -m tests.support.old_schemas"


@pytest.fixture
def old_folder(tmp_path: Path) -> Paths:
    """Return the data folder of version 0.1.0."""
    with tarfile.open(DATA / "0_1_0" / "data_folder.tar.xz") as archive:
        if hasattr(tarfile, "data_filter"):  # not in every 3.11, such as Debian 12's
            archive.extractall(tmp_path, filter="data")
        else:
            archive.extractall(tmp_path)
    return Paths(folder=tmp_path)


@pytest.mark.parametrize("name", ["client_database", "server_database"])
async def test_no_row_of_version_0_1_0_is_lost(old_folder: Paths, name: str):
    path: Path = getattr(old_folder, name)
    before = _content_of(path)
    database = await Database.open(path, clock=JumpingClock())
    assert database.notice == ""
    await database.close()
    assert len(before["journal"]) > 30
    _assert_kept(before, _content_of(path))
    with reading_engine(path).connect() as conn:
        assert conn.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"


def test_the_settings_of_version_0_1_0_hold(old_folder: Paths):
    settings = load_settings(old_folder.settings)
    assert (settings.server.user, settings.voice.keep_speech, settings.voice.threshold) == ("lea", True, 0.4)
    assert (settings.privacy.journal_days, settings.look.theme, settings.look.reduced_motion) == (90, "dark", True)
    assert settings.first_run_done


async def test_a_client_of_version_0_1_0_goes_on_where_it_was(old_folder: Paths):
    database = await Database.open(old_folder.client_database, clock=JumpingClock())
    try:
        await database.read(_check_conversations)
        await database.read(_check_waiting)
        await database.read(_check_sounds)
    finally:
        await database.close()


def _check_conversations(conn: Connection) -> None:
    recital, spoken = sorted(conversations.listed(conn, account=HERE), key=lambda record: record.created_at)
    assert (recital.id, recital.title, recital.pinned) == (RECITAL, "Lea's recital", True)
    assert [bundle.message.contents for bundle in transcripts.whole(conn, RECITAL)] == [
        "Hello. My sister Lea plays the cello.",
        "I will remember that your sister Lea plays the cello.",
        "When is the recital?",
        "The recital is held at the La Scala concert hall in Milan, Italy, on March 15th.",
    ]
    assert spoken.last_line == "Go forward 10 meters."
    (memory,) = memories.list_memories(conn, user_ids=("lea", "user"))
    assert memory.content == "User's sister Lea plays the cello."
    assert tools.decision_on(conn, RECITAL, "read_file") == "always"
    (conflict,) = sync_conflicts.waiting(conn, HERE)
    assert (conflict.kind, conflict.mine, conflict.theirs) == ("title", "Lea's recital", "Recital")


def _check_waiting(conn: Connection) -> None:
    answer = transcripts.whole(conn, RECITAL)[1].message.id
    vote = feedback.vote_on(conn, answer)
    assert vote is not None
    assert vote.vote == "up"
    (stanza,) = outbox.waiting(conn, RECITAL)
    assert (stanza.content_id, stanza.status) == (vote.id, "queued")
    assert outbox.count_failed(conn, HERE) == 1
    elsewhere = Account(server="http://127.0.0.1:9", user_id="lea")
    (begun,) = conversations.listed(conn, account=elsewhere)
    assert outbox.conversations_waiting(conn, elsewhere) == {begun.id: 1}


def _check_sounds(conn: Connection) -> None:
    said = [
        bundle.message.id
        for record in conversations.listed(conn, account=HERE)
        for bundle in transcripts.whole(conn, record.id)
    ]
    kept = [sound for message_id in said for sound in sounds.of_message(conn, message_id)]
    assert sorted((sound.sequence, sound.audio_format) for sound in kept) == [(0, "opus_48000"), (1, "opus_48000")]
    assert {sound.data for sound in kept} == {OPUS}
