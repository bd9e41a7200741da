"""The files of messages: stored once with their bytes, outside the journal, and gone with what they belong to."""

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection

from alicia_desktop.protocol.attachments import MAX_TOTAL_BYTES, Attachment, digest_of, to_wire
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import attachments, conversations, private, recently_deleted
from alicia_desktop.store.conversations import messages as messages_of
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.sync import pending_changes
from tests.store.wire import NOW, came, keep, later, rows, stanza, went

PIXELS = b"\x89PNG\r\n" + bytes(range(256)) * 4


def file(name: str = "cat.png", data: bytes | None = PIXELS, media_type: str = "image/png") -> Attachment:
    digest = digest_of(PIXELS if data is None else data)
    return Attachment(name=name, media_type=media_type, size=len(data or PIXELS), digest=digest, data=data)


def question(*files: Attachment, message_id: str = "am_1", text: str = "What is this?") -> UserMessage:
    return UserMessage(id=message_id, content=text, attachments=to_wire(files))


def test_the_bytes_are_in_their_table_and_nowhere_else(conn: Connection):
    keep(conn, went(question(file(), file("b.txt", b"Jazz", "text/plain"))))
    (stored, text) = attachments.of_message(conn, "am_1", data=True)
    assert (stored.name, stored.data, stored.digest, text.data) == ("cat.png", PIXELS, digest_of(PIXELS), b"Jazz")
    for table, column in (("journal", "raw"), ("alicia_messages", "attachments")):
        (held,) = rows(conn, f"SELECT {column} AS held FROM {table}")
        assert PIXELS not in (held["held"] if isinstance(held["held"], bytes) else held["held"].encode())
    assert rows(conn, "SELECT size FROM journal")[0]["size"] > len(PIXELS)
    found = messages_of.get(conn, "am_1")
    assert found is not None
    assert [head["name"] for head in found.attachments or ()] == ["cat.png", "b.txt"]


def test_the_same_message_again_is_a_duplicate_with_its_bytes_or_without(conn: Connection):
    heads = question(msgspec.structs.replace(file(), data=None))
    recorded = keep(conn, went(question(file())), came(heads, -2), came(question(file()), -3))
    assert [one.duplicate for one in recorded] == [False, True, True]
    assert attachments.of_message(conn, "am_1", data=True)[0].data == PIXELS


def test_a_head_alone_is_missing_until_its_bytes_come_and_no_others_are_taken(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", server="https://home")
    keep(conn, came(question(file(data=None)), -2))
    account = Account(server="https://home")
    (wanted,) = attachments.missing(conn, account, limit=9, failed_before=NOW)
    assert (wanted.server_message_id, wanted.position) == ("am_1", 0)
    assert attachments.missing(conn, Account(), limit=9, failed_before=NOW) == []
    assert (
        attachments.missing(conn, Account(server="https://home", user_id="another"), limit=9, failed_before=NOW) == []
    )
    assert not attachments.add_data(conn, "am_1", 0, b"another", NOW)
    assert attachments.add_data(conn, "am_1", 0, PIXELS, NOW)
    assert attachments.missing(conn, account, limit=9, failed_before=NOW) == []
    assert attachments.data_of(conn, "ac_1", "am_1", 0) == ("image/png", PIXELS)
    assert attachments.data_of(conn, "ac_2", "am_1", 0) is None


def test_what_is_too_large_to_be_read_is_not_asked_for(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", server="https://home")
    sizes = (0, 1, MAX_TOTAL_BYTES, MAX_TOTAL_BYTES + 1)
    keep(conn, came(question(*(msgspec.structs.replace(file(data=None), size=size) for size in sizes)), -2))
    wanted = attachments.missing(conn, Account(server="https://home"), limit=9, failed_before=NOW)
    assert {one.position for one in wanted} == {1, 2}


def test_what_waits_to_be_sent_has_its_bytes_also_when_it_is_written_anew(conn: Connection):
    outbox.put(conn, stanza(question(file()), 1), at=NOW)
    assert pending_changes.rewrite(conn, "am_1", "And this?", later(1))
    (item,) = outbox.waiting(conn, "ac_1")
    assert sent_files(item.raw) == [PIXELS]


def sent_files(raw: bytes) -> list[Any]:
    content = decode(raw)
    assert isinstance(content, Stanza)
    assert isinstance(content.body, UserMessage)
    return [one["data"] for one in content.body.attachments or ()]


def test_nothing_of_a_file_is_left_after_its_conversation_was_deleted(conn: Connection, tmp_path: Path):
    keep(conn, went(question(file("secret name.png"))))
    conversations.delete(conn, "ac_1", later(1))
    assert attachments.prune_deleted(conn, later(1), later(2)) == 0, "it can be restored"
    recently_deleted.purge(conn, "ac_1", later(2))
    assert rows(conn, "SELECT * FROM alicia_attachments") == []


def test_nothing_of_a_file_is_left_after_its_message_was_deleted(conn: Connection):
    keep(conn, went(question(file("secret name.png"))))
    messages_of.delete(conn, "am_1", later(1))
    assert attachments.prune_deleted(conn, later(0), later(2)) == 0
    assert attachments.prune_deleted(conn, later(1), later(2)) == 1
    assert attachments.of_message(conn, "am_1") == []
    (left,) = rows(conn, "SELECT * FROM alicia_attachments")
    assert (left["data"], left["name"], left["digest"]) == (None, "", "")
    (message,) = rows(conn, "SELECT attachments FROM alicia_messages")
    assert message["attachments"] is None


def test_nothing_of_a_file_is_left_of_a_private_conversation(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", private=True)
    keep(conn, went(question(file())))
    private.purge(conn)
    assert rows(conn, "SELECT * FROM alicia_attachments") == []


def test_a_text_that_says_what_is_forgotten_goes_and_others_stay(conn: Connection):
    memory = memories.new_memory(memory_id="amem_1", content="Emma plays the tuba.", at=NOW, user_id="user")
    memories.insert_memories(conn, [memory])
    told = file("diary.txt", b"Monday. Emma plays the tuba. Rain.", "text/plain")
    outbox.put(conn, stanza(question(told, file("b.txt", b"Jazz", "text/plain")), 1), at=NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    assert [one.name for one in attachments.of_message(conn, "am_1")] == ["b.txt"]
    (item,) = outbox.waiting(conn, "ac_1")
    assert sent_files(item.raw) == [b"Jazz"]


def test_files_that_are_named_after_what_is_forgotten_go_too(conn: Connection):
    memory = memories.new_memory(memory_id="amem_1", content="Emma plays the tuba.", at=NOW, user_id="user")
    memories.insert_memories(conn, [memory])
    keep(conn, went(question(file("Emma plays the tuba.png"), file("Emma.png"))))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert [one.name for one in attachments.of_message(conn, "am_1")] == ["Emma.png"]
    (message,) = rows(conn, "SELECT attachments FROM alicia_messages")
    assert "tuba" not in message["attachments"]


def test_files_with_a_secret_that_is_forgotten_go_where_it_stands_alone(conn: Connection):
    meta = {"value": "4417", "attribute": "locker code"}
    memory = memories.new_memory(memory_id="amem_1", content="User's code is 4417.", at=NOW, user_id="user", meta=meta)
    memories.insert_memories(conn, [memory])
    files = (file("card.txt", b"Bank: 4417\n", "text/plain"), file("4417.png"), file("c.txt", b"14417", "text/plain"))
    outbox.put(conn, stanza(question(*files), 1), at=NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    assert [one.name for one in attachments.of_message(conn, "am_1")] == ["c.txt"]
    (item,) = outbox.waiting(conn, "ac_1")
    assert sent_files(item.raw) == [b"14417"]
