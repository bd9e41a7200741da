"""Drafts are stored by conversation, replaced, deleted with it, and leave exports alone."""

from sqlalchemy import Connection

from alicia_desktop.protocol.attachments import Attachment, digest_of
from alicia_desktop.store.conversations import conversations, drafts, recently_deleted
from alicia_desktop.store.conversations.conversation_file import export_conversation
from alicia_desktop.store.conversations.drafts import ConversationDraft, DraftFile
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.sync import history
from tests.store.wire import NOW, later, rows

LISBON = "Clara lives in Lisbon"


def file(name="notes.txt", data=b"Jazz"):
    head = Attachment(name=name, media_type="text/plain", size=len(data), digest=digest_of(data), data=data)
    return DraftFile(attachment=head, note="4 B")


def test_a_draft_comes_back_as_it_was_and_an_empty_one_deletes_it(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    draft = ConversationDraft(text="Dear 漢", long_text="x" * 20, cursor=3, files=(file(), file("b.txt")))
    assert drafts.keep(conn, "ac_1", draft, NOW)
    assert drafts.get(conn, "ac_1") == draft
    longer = ConversationDraft(text="Dear 漢字", cursor=7)
    assert drafts.keep(conn, "ac_1", longer, later(1), files_too=False)
    assert [one.attachment.name for one in drafts.get(conn, "ac_1").files] == ["notes.txt", "b.txt"]
    assert drafts.keep(conn, "ac_1", longer, later(1))
    assert drafts.get(conn, "ac_1") == longer
    assert drafts.keep(conn, "ac_1", ConversationDraft(text=" \n"), later(2))
    assert rows(conn, "SELECT * FROM drafts") == rows(conn, "SELECT * FROM draft_files") == []


def test_none_is_written_of_a_private_conversation_or_where_there_is_none(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", private=True)
    conversations.create(conn, at=NOW, conversation_id="ac_2", preferences={"private": True})
    for place in ("ac_1", "ac_2", "ac_3"):
        assert not drafts.keep(conn, place, ConversationDraft(text="Hush"), NOW)
    assert rows(conn, "SELECT * FROM drafts") == []


def test_it_follows_its_conversation_to_the_servers_id(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="local_1")
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    draft = ConversationDraft(text="Dear Emma", files=(file(),))
    drafts.keep(conn, "local_1", draft, NOW)
    history.adopt(conn, "local_1", "ac_1")
    assert drafts.get(conn, "ac_1") == draft


def test_it_goes_with_a_deleted_conversation_and_is_in_no_export(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    drafts.keep(conn, "ac_1", ConversationDraft(text="Dear Emma", files=(file(),)), NOW)
    assert b"Emma" not in export_conversation(conn, "ac_1")
    conversations.delete(conn, "ac_1", later(5))
    assert drafts.get(conn, "ac_1") == ConversationDraft(text="Dear Emma", files=(file(),)), "it can be restored"
    recently_deleted.purge(conn, "ac_1", later(6))
    assert drafts.get(conn, "ac_1").empty
    assert rows(conn, "SELECT * FROM draft_files") == []


def test_what_is_forgotten_leaves_text_and_files(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1")
    memory = memories.new_memory(memory_id="amem_1", content=LISBON, at=NOW, user_id="user")
    memories.insert_memories(conn, [memory])
    files = (file(), file("b.txt", f"{LISBON} now".encode()))
    drafts.keep(
        conn, "ac_1", ConversationDraft(text=f"I say {LISBON} now", long_text=f"Also {LISBON}", files=files), NOW
    )
    forgetting.forget(conn, ["amem_1"], later(1))
    left = drafts.get(conn, "ac_1")
    assert "Lisbon" not in left.text + left.long_text
    assert left.text.startswith("I say")
    assert [one.attachment.name for one in left.files] == ["notes.txt"]
