"""A server that has forgotten something says so, and this computer has forgotten it before that is shown."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.memories import memories, memory_copies
from alicia_desktop.store.memories.memory_copies import MemoryChanges
from alicia_desktop.store.migration import migrate
from tests.store.wire import NOW, came, keep, later, row, rows, went

SAID = "My wifi password is otter-42."
WISH = "Forget that my wifi password is otter-42."
TOLD: dict[str, Any] = {
    "said": "My wifi password is otter-42",
    "spoken": "Your wifi password is otter-42.",
    "value": "otter 42",
    "tags": ["wifi", "otter"],
}
FORGOTTEN = came(
    wire.MemoryConfirmation(memory_id="amem_1", action="delete", success=True),
    -4,
    meta={"forgotten": {"question": "am_3", "left": ""}},
)


def _conversation() -> list[Any]:
    content = "User's wifi password is otter-42."
    return [
        went(wire.UserMessage(id="am_1", content=SAID), 1),
        came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", previous_id="am_1", content=content, action="stored",
                              metadata=TOLD), -1),
        came(wire.AssistantMessage(id="am_2", previous_id="am_1",
                                   content="I will remember that your wifi password is otter-42."), -2),
        went(wire.UserMessage(id="am_3", previous_id="am_2", content=WISH), 2),
    ]  # fmt: skip


def _everything(conn: Connection) -> Iterator[str]:
    for table in rows(conn, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        if not table["name"].endswith("_data"):  # the index of words: below, by its bytes
            for found in rows(conn, f"SELECT * FROM {table['name']}"):
                yield from (
                    value.decode("utf-8", "ignore") if isinstance(value, bytes) else str(value)
                    for value in found.values()
                )


@pytest.mark.parametrize("at_once", [True, False])
def test_not_a_byte_of_it_is_left_in_the_file(tmp_path: Path, *, at_once: bool):
    path = tmp_path / "client.db"
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW)
        entries = [*_conversation(), FORGOTTEN, went(wire.UserMessage(id="am_5", content="A weasel."), 3)]
        for some in [entries] if at_once else [[entry] for entry in entries]:
            with conn.begin():
                keep(conn, *some)
        driver = conn.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        left = path.read_bytes()
    engine.dispose()
    assert [word for word in (b"otter", b"Otter") if word in left] == []
    assert b"weasel" in left


@pytest.mark.parametrize("at_once", [True, False])
def test_what_the_server_forgot_is_forgotten_with_the_stanza_that_says_so(conn: Connection, *, at_once: bool):
    """The memory itself has not been copied yet: all that is here are a trace, what was said, and the wish."""
    entries = [*_conversation(), FORGOTTEN]
    for some in [entries] if at_once else [[entry] for entry in entries]:
        keep(conn, *some)
    assert [text for text in _everything(conn) if "otter" in text.lower()] == []
    assert row(conn, "alicia_messages", "am_3")["contents"] == ""
    assert row(conn, "alicia_memory", "amem_1")["deleted_at"] is not None


def test_a_plain_deletion_keeps_the_words(conn: Connection):
    keep(conn, *_conversation(), came(wire.MemoryConfirmation(memory_id="amem_1", action="delete", success=True), -4))
    assert row(conn, "alicia_messages", "am_1")["contents"] == SAID


def test_a_strangers_word_that_something_was_forgotten_counts_for_nothing(conn: Connection):
    keep(conn, *_conversation())
    keep(conn, went(wire.MemoryConfirmation(memory_id="amem_1", action="delete", success=True), 9,
                    meta={"forgotten": {}}))  # fmt: skip
    assert row(conn, "alicia_messages", "am_1")["contents"] == SAID


def test_what_is_left_of_the_wish_stays(conn: Connection):
    entry = came(
        wire.MemoryConfirmation(memory_id="amem_1", action="delete", success=True),
        -4,
        meta={"forgotten": {"question": "am_3", "left": "Thank you!"}},
    )
    *before, _ = _conversation()
    wish = went(wire.UserMessage(id="am_3", previous_id="am_2", content=f"Thank you! {WISH}"), 2)
    keep(conn, *before, wish, entry)
    assert row(conn, "alicia_messages", "am_3")["contents"] == "Thank you!"
    assert [text for text in _everything(conn) if "otter" in text.lower()] == []


def test_no_copy_that_was_on_its_way_brings_it_back(conn: Connection):
    keep(conn, *_conversation(), FORGOTTEN)
    made = memories.new_memory(memory_id="amem_1", content="User's wifi password is otter-42.", at=NOW, user_id="user")
    page = MemoryChanges(memories=[memory_copies.copy_of(made, None)], cursor="x-1")
    memory_copies.apply_changes(conn, page, server="", user_id="user", at=later(1))
    assert row(conn, "alicia_memory", "amem_1")["content"] == ""


def test_a_memory_that_is_not_here_yet_does_not_come_either(conn: Connection):
    keep(conn, went(wire.UserMessage(id="am_3", content="Forget my wifi password."), 1), FORGOTTEN)
    made = memories.new_memory(memory_id="amem_1", content="User's wifi password is otter-42.", at=NOW, user_id="user")
    page = MemoryChanges(memories=[memory_copies.copy_of(made, None)], cursor="x-1")
    memory_copies.apply_changes(conn, page, server="", user_id="user", at=later(1))
    assert [text for text in _everything(conn) if "otter" in text.lower()] == []


def test_a_confirmation_changes_no_message_of_another_conversation(conn: Connection):
    keep(conn, *_conversation())
    told = {"forgotten": {"question": "am_1", "left": ""}}
    gone = wire.MemoryConfirmation(memory_id="amem_9", action="delete", success=True)
    keep(conn, came(gone, -1, conversation="ac_2", meta=told))
    assert row(conn, "alicia_messages", "am_1")["contents"] == SAID


@pytest.mark.parametrize("by_stanza", [True, False])
def test_a_server_forgets_only_what_is_copied_from_it(conn: Connection, *, by_stanza: bool):
    """What is said on another server is none of its business, whatever it claims to remember."""
    keep(conn, *_conversation())
    conn.exec_driver_sql("UPDATE alicia_conversations SET server = 'https://a.example'")
    conn.exec_driver_sql(
        "INSERT INTO alicia_conversations(id, server, user_id, created_at, updated_at) "
        "SELECT 'ac_2', 'https://b.example', user_id, created_at, updated_at FROM alicia_conversations"
    )
    made = memories.new_memory(memory_id="amem_9", content=SAID, at=NOW, user_id="user")
    page = MemoryChanges(memories=[memory_copies.copy_of(made, None)], cursor="x-1")
    memory_copies.apply_changes(conn, page, server="https://b.example", user_id="user", at=NOW)
    keep(conn, went(wire.UserMessage(id="am_7", content=SAID), 3, conversation="ac_2"))
    if by_stanza:
        gone = wire.MemoryConfirmation(memory_id="amem_9", action="delete", success=True)
        keep(conn, came(gone, -1, conversation="ac_2", meta={"forgotten": {}}))
    else:
        copy = memory_copies.copy_of(dataclasses.replace(made, content="", deleted_at=later(1)), None)
        page = MemoryChanges(memories=[copy], cursor="x-2")
        memory_copies.apply_changes(conn, page, server="https://b.example", user_id="user", at=later(2))
    assert row(conn, "alicia_messages", "am_7")["contents"] == ""
    assert row(conn, "alicia_messages", "am_1")["contents"] == SAID
