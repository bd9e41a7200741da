"""At the end of a private conversation's life nothing of it is left but that it was."""

from pathlib import Path

from sqlalchemy import Connection, select

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, private, summaries
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate
from alicia_desktop.store.schema import metadata
from alicia_desktop.store.sync import pending_changes
from tests.store.wire import CONVERSATION, NOW, came, keep, later, turn, went

SECRET = "violet"


def story(conversation):
    """One of everything that can hold a word."""
    yield from turn(sentences=(f"It is {SECRET}.",))
    yield came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", previous_id="am_q1", content="A memory."), -9)
    yield came(wire.ToolUseRequest(id="atu_1", tool_name=SECRET, execution="server"), -10, meta={"why": SECRET})
    yield came(wire.ReasoningStep(id="ar_1", previous_id="am_a1", content=SECRET, step_index=1), -11)
    yield came(wire.Transcription(id="am_t", text=SECRET, final=True), -12, meta={"why": SECRET})
    yield came(wire.Transcription(id="am_i", text=SECRET, final=False), -13, meta={"why": SECRET})
    yield came(
        wire.AssistantSentence(id="ams_s", previous_id="am_a1", sequence=9, text=SECRET), -14, meta={"why": SECRET}
    )
    file = {"name": f"{SECRET}.txt", "mediaType": "text/plain", "data": SECRET.encode()}
    yield went(wire.UserMessage(id="am_f", previous_id="am_a1", content="Read this", attachments=(file,)), 7)
    yield came(wire.Commentary(id="c1", target_id="am_a1", content=SECRET), -13)


def written(conn: Connection) -> str:
    return " ".join(str(tuple(row)) for table in metadata.sorted_tables for row in conn.execute(select(table)).all())


def fill(conn: Connection) -> None:
    keep(conn, *story(CONVERSATION))
    conversations.rename(conn, CONVERSATION, SECRET, NOW)
    settings = {"settings": {"persona": SECRET}}
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, preferences=settings)
    summaries.add_pin(
        conn,
        session_id=CONVERSATION,
        content=SECRET,
        pin_type="manual",
        importance_score=0.5,
        source_message_id=None,
        at=NOW,
    )
    summaries.add_summary(
        conn,
        session_id=CONVERSATION,
        summary=SECRET,
        message_count=1,
        start_message_id="am_q1",
        end_message_id="am_a1",
        importance_score=0.5,
        at=NOW,
    )


def test_every_row_of_it_goes_and_that_it_exists_stays(conn: Connection):
    fill(conn)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    assert SECRET in written(conn)
    assert private.purge(conn) > 10
    assert SECRET not in written(conn)
    assert "am_q1" not in written(conn)
    kept = conversations.get(conn, CONVERSATION)
    assert kept is not None
    assert (kept.title, kept.private, kept.last_server_stanza_id) == ("", True, 0)
    assert private.purge(conn) == 0


def test_a_wish_in_the_preferences_counts_and_other_conversations_stay_whole(conn: Connection):
    fill(conn)
    before = written(conn)
    conversations.create(conn, at=NOW, conversation_id="ac_2", preferences={"private": True})
    assert private.ids(conn) == ["ac_2"]
    private.purge(conn)
    assert SECRET in written(conn)
    assert len(written(conn)) > len(before)


def test_in_a_client_it_ends_as_a_deleted_conversation_that_its_server_hears_of(conn: Connection):
    fill(conn)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    conversations.create(conn, at=NOW, conversation_id="local_1", title=SECRET, private=True)
    conversations.create(conn, at=NOW, conversation_id="ac_open", title="Groceries")
    for _ in range(2):  # a run that was killed before it could tell ends it once more
        private.end(conn, later(1))
        assert SECRET not in written(conn)
        assert [record.id for record in conversations.listed(conn)] == ["ac_open"]
        assert pending_changes.pending_deletions(conn, account=Account(), until=later(2)) == [CONVERSATION]
    pending_changes.settle_deletion(conn, CONVERSATION)
    private.end(conn, later(3))
    assert pending_changes.pending_deletions(conn, account=Account(), until=later(4)) == []


def test_one_that_was_deleted_before_is_emptied_all_the_same(conn: Connection):
    fill(conn)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    pending_changes.delete_and_note(conn, CONVERSATION, NOW)
    private.end(conn, later(1))
    assert SECRET not in written(conn)
    assert pending_changes.pending_deletions(conn, account=Account(), until=later(2)) == [CONVERSATION]


def test_the_file_keeps_no_word_on_pages_that_became_free(tmp_path: Path):
    path = tmp_path / "client.db"
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW)
        with conn.begin():
            for number in range(200):
                words = f"{SECRET} {number} " * 40
                keep(conn, came(wire.UserMessage(id=f"am_{number}", content=words), -number - 1))
                file = {"name": f"{SECRET}.txt", "mediaType": "text/plain", "data": words.encode()}
                keep(conn, went(wire.UserMessage(id=f"am_f{number}", content="", attachments=(file,)), number + 1))
            conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
        with conn.begin():
            private.end(conn, later(1))
            assert conn.exec_driver_sql("PRAGMA secure_delete").scalar_one() == 2
    engine.dispose()
    assert SECRET.encode() not in path.read_bytes()
