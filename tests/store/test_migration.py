from pathlib import Path

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import KEPT_COPIES, backups_folder, migrate, shipped_steps
from tests.store.wire import later
from tests.support import old_schemas

MORE = (
    "ALTER TABLE alicia_messages ADD COLUMN mood TEXT;",
    "CREATE TRIGGER one AFTER INSERT ON outbox BEGIN DELETE FROM outbox; SELECT 1; END;\nCREATE TABLE two (a TEXT);",
    "CREATE TABLE three (a TEXT);",
    "CREATE TABLE four (a TEXT);",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "client.db"


def _migrate(path: Path, *, extra: int = 0, seconds: float = 0, steps: tuple[str, ...] | None = None) -> int:
    engine = writing_engine(path)
    try:
        with engine.connect() as conn:
            return migrate(conn, path, now=later(seconds), steps=steps or (*shipped_steps(), *MORE[:extra]))
    finally:
        engine.dispose()


def _ask(path: Path, query: str) -> object:
    engine = writing_engine(path)
    with engine.connect() as conn, conn.begin():
        result = conn.exec_driver_sql(query)
        answer = result.scalar() if result.returns_rows else None
    engine.dispose()
    return answer


def test_a_new_database_gets_the_newest_version_and_no_copy(path: Path):
    assert _migrate(path) == len(shipped_steps())
    assert not backups_folder(path).exists()
    assert _migrate(path) == len(shipped_steps())


def test_each_step_is_walked_and_what_was_kept_stays(path: Path):
    _migrate(path)
    _ask(path, "INSERT INTO user_aliases(user_id, alias, created_at) VALUES ('a', 'b', 'now') RETURNING pk")
    assert _migrate(path, extra=2) == len(shipped_steps()) + 2
    assert _ask(path, "SELECT alias FROM user_aliases") == "b"
    assert _ask(path, "SELECT count(*) FROM sqlite_master WHERE name IN ('one', 'two')") == 2


def test_the_last_three_copies_are_kept_and_hold_what_was_there(path: Path):
    for count in range(len(MORE) + 1):
        _migrate(path, extra=count, seconds=count)
    copies = sorted(backups_folder(path).iterdir())
    assert len(copies) == KEPT_COPIES
    assert _ask(copies[-1], "PRAGMA user_version") == len(shipped_steps()) + 3


def test_a_step_that_fails_leaves_the_version_before_it(path: Path):
    _migrate(path)
    with pytest.raises(Exception, match="no such table"):
        _migrate(path, steps=(*shipped_steps(), "CREATE TABLE half (a TEXT);\nDROP TABLE nowhere;"))
    assert _ask(path, "PRAGMA user_version") == len(shipped_steps())
    assert _ask(path, "SELECT count(*) FROM sqlite_master WHERE name = 'half'") == 0


def test_a_newer_database_is_refused_untouched(path: Path):
    _migrate(path, extra=1)
    before = path.read_bytes()
    with pytest.raises(WorldError, match="newer version of Alicia Desktop") as refusal:
        _migrate(path)
    assert refusal.value.code == "database_newer"
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused(path: Path):
    _ask(path, "CREATE TABLE recipes (a TEXT)")
    with pytest.raises(WorldError, match="another program") as refusal:
        _migrate(path)
    assert refusal.value.code == "database_foreign"


@pytest.mark.parametrize("old", sorted(old_schemas.FOLDER.glob("*.db.xz")), ids=lambda old: old.name)
def test_every_old_schema_is_walked_to_the_newest(path: Path, old: Path):
    old_schemas.unpack(old, path)
    assert _migrate(path) == len(shipped_steps())
    assert _ask(path, "SELECT contents FROM alicia_messages WHERE id = 'am_a1'") == "It is on Friday. At six."
    assert _ask(path, "SELECT count(*) FROM journal WHERE conversation_id = 'ac_1'") == 4


def test_memories_of_version_1_get_their_links_and_count_as_changed(path: Path):
    _migrate(path, steps=shipped_steps()[:1])
    insert = "INSERT INTO alicia_memory(id, content, reference_to, reference_links, created_at, updated_at) VALUES"
    _ask(path, f"{insert} ('b', 'A summary.', 'a', '[\"a\"]', 'now', 'now'), ('a', 'Whole.', NULL, '[]', 'now', 'now')")
    _migrate(path)
    assert _ask(path, "SELECT reference_links FROM alicia_memory WHERE id = 'a'") == '["b"]'
    assert _ask(path, "SELECT reference_links FROM alicia_memory WHERE id = 'b'") == "[]"
    assert _ask(path, "SELECT group_concat(memory_pk) FROM alicia_memory_changes") == "1,2"
    assert _ask(path, "SELECT server FROM alicia_memory WHERE id = 'a'") == ""


def test_long_texts_of_tools_of_version_6_are_indexed_anew(path: Path):
    _migrate(path, steps=shipped_steps()[:6])
    _ask(path, "INSERT INTO alicia_conversations(id, user_id, created_at, updated_at) VALUES ('c', 'u', 'now', 'now')")
    long = "recital " + "and so on " * 1_000 + "finale"
    insert = "INSERT INTO alicia_tool_uses(id, conversation_id, tool_result, created_at, updated_at) VALUES"
    _ask(path, f"{insert} ('a', 'c', '{long}', 'now', 'now')")
    _migrate(path)
    found = "SELECT count(*) FROM alicia_tool_uses_fts WHERE alicia_tool_uses_fts MATCH"
    assert [_ask(path, f"{found} '{word}'") for word in ("recital", "finale")] == [1, 0]
    _ask(path, "DELETE FROM alicia_tool_uses")
    _ask(path, "INSERT INTO alicia_tool_uses_fts(alicia_tool_uses_fts, rank) VALUES ('integrity-check', 1)")
    assert _ask(path, f"{found} 'recital'") == 0


def _spoilt(path: Path, *more: str) -> None:
    """Make a database of version 7 as the program of then left it, with `more` statements."""
    _migrate(path, steps=shipped_steps()[:7])
    script = (Path(__file__).parent / "data" / "spoilt-v7.sql").read_text(encoding="utf-8")
    for statement in (*script.removesuffix("\n").split(";\n"), *more):
        _ask(path, statement)
    _migrate(path)


def test_a_server_that_another_client_made_canonical_is_deployed_again(path: Path):
    _spoilt(path)
    assert _ask(path, "SELECT value FROM alicia_meta WHERE key = 'profile'") == "deployed"
    assert _ask(path, "SELECT group_concat(seq) FROM journal WHERE stranger") == "3"


def test_messages_that_never_left_are_pending_again_and_go_out_under_their_old_ids(path: Path):
    _spoilt(path)
    assert _ask(path, "SELECT group_concat(sync_status) FROM alicia_messages WHERE synced_at IS NULL") == (
        "pending,pending"
    )
    waiting = "SELECT group_concat(stanza_id || content_id || status || attempts) FROM outbox"
    assert _ask(path, waiting) == "2am_1queued1,3am_2queued1"
    same = "SELECT count(*) FROM outbox JOIN journal USING (conversation_id, stanza_id) WHERE journal.raw = outbox.raw"
    assert _ask(path, same) == 2


_ANSWERED = (
    "INSERT INTO alicia_messages(id, conversation_id, sequence_number, previous_id, message_role, contents, "
    "completion_status, created_at, updated_at) "
    "SELECT 'a' || id, conversation_id, 9, id, 'assistant', 'Yes.', 'completed', 'now', 'now' FROM alicia_messages"
)


@pytest.mark.parametrize(
    "proof",
    [
        "UPDATE alicia_messages SET server_id = 'am_server' || pk",
        _ANSWERED,
        "UPDATE alicia_messages SET superseded_at = 'now'",
        "UPDATE alicia_messages SET deleted_at = 'now'",
    ],
    ids=["named by the server", "answered", "superseded", "deleted"],
)
def test_messages_that_the_server_has_or_that_are_gone_stay_as_they_are(path: Path, proof: str):
    _spoilt(path, proof)
    assert _ask(path, "SELECT count(*) FROM alicia_messages WHERE sync_status = 'pending'") == 0
    assert _ask(path, "SELECT count(*) FROM outbox") == 0


_GREETED = (
    "INSERT INTO journal(direction, stanza_id, type, name, conversation_id, size, at, received_at) "
    "VALUES ('in', -2, 12, 'Configuration', 'ac_deployed', 0, 'now', 'now')"
)


def test_a_server_that_answered_as_the_contract_asks_stays_canonical(path: Path):
    _spoilt(path, _GREETED)
    assert _ask(path, "SELECT value FROM alicia_meta WHERE key = 'profile'") == "canonical"
    assert _ask(path, "SELECT count(*) FROM outbox") == 0


def test_a_profile_that_nothing_shows_is_learned_anew(path: Path):
    _spoilt(path, "DELETE FROM journal WHERE stanza_id = 0")
    assert _ask(path, "SELECT count(*) FROM alicia_meta WHERE key = 'profile'") == 0
    assert _ask(path, "SELECT count(*) FROM outbox") == 0


def test_what_clients_sent_to_a_server_is_no_strangers(path: Path):
    _spoilt(path, "UPDATE journal SET stanza_id = -stanza_id, direction = iif(direction = 'in', 'out', 'in')")
    assert _ask(path, "SELECT count(*) FROM journal WHERE stranger") == 0
