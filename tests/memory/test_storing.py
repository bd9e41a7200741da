from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection

from alicia_desktop.memory.statements import Turn
from alicia_desktop.memory.storing import MAX_HISTORY, StoredChange, apply_corrections, store_statements
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.memories import memories, memory_actions
from alicia_desktop.store.memories.memory_actions import Occasion, Owner
from tests.extraction.reader import extract
from tests.store.conftest import conn

__all__ = ["conn"]
NOW = datetime(2026, 11, 18, tzinfo=UTC)


def tell(conn: Connection, text: str, *, message: str = "am_1", user: str = "user") -> list[StoredChange]:
    turn = Turn(conversation_id="ac_1", message_id=message, text=text, said_at=NOW)
    return store_statements(conn, extract(turn).statements, turn, user_ids=(user,), now=NOW)


def test_the_row_has_what_the_seeds_ask_for(conn: Connection):
    (change,) = tell(conn, "My daughter Emma has a piano recital on Friday.")
    row = memories.get_memory(conn, change.memory.id)
    assert row is not None
    assert row.id.startswith("amem_")
    assert (row.kind, row.sentiment, row.topic, row.source_chat_id) == ("semantic", "neutral", "emma", "ac_1")
    assert row.token_count == 13
    assert row.meta["dates"] == {"on friday": "2026-11-20"}
    assert change.memory_type == "long_term_note"
    assert change.metadata()["source"] == "conversation_ac_1"


def test_a_code_is_hard_and_a_long_statement_with_one_is_both(conn: Connection):
    (short,) = tell(conn, "Remember that my locker code is 4417.")
    (long,) = tell(
        conn,
        "Remember that my bike lock code is 9032 for the black bicycle on the fence behind the mill near the river.",
    )
    assert (short.memory.kind, short.memory.summary) == ("hard", None)
    assert (long.memory.kind, bool(long.memory.summary)) == ("hybrid", True)


def test_one_turn_can_store_and_update(conn: Connection):
    tell(conn, "I live in Porto.")
    changes = tell(conn, "I moved to Rome and I have a cat.")
    assert [(change.action, change.memory.content) for change in changes] == [
        ("updated", "User moved to Rome."),
        ("stored", "User has a cat."),
    ]
    assert changes[0].metadata()["before"] == "User lives in Porto."


def test_what_was_imported_word_for_word_is_known(conn: Connection):
    memories.insert_memories(
        conn, [memories.new_memory(memory_id="a", content="User lives in Porto.", at=NOW, user_id="user")]
    )
    (change,) = tell(conn, "I live in Porto.")
    assert (change.action, change.memory.id) == ("updated", "a")


def test_a_category_that_the_person_chose_stays_when_it_is_told_again(conn: Connection):
    (told,) = tell(conn, "My locker code is 4417.")
    selected = MemoryAction(id=told.memory.id, action="update", memory={"category": "goals_future_dreams"}, timestamp=1)
    memory_actions.act(conn, selected, Occasion(owner=Owner(user_ids=("user",)), at=NOW, conversation_id="ac_1"))
    (again,) = tell(conn, "My locker code is 4417.")
    assert (again.action, again.memory.category) == ("updated", "goals_future_dreams")


def test_somebody_elses_memory_is_left_alone(conn: Connection):
    tell(conn, "I live in Porto.", user="bob")
    (change,) = tell(conn, "I live in Rome.", user="ann")
    assert change.action == "stored"


@pytest.mark.slow
def test_history_is_bounded(conn: Connection):
    ages = [tell(conn, f"I am {number} years old.")[0].memory for number in range(MAX_HISTORY + 10)]
    assert len(ages[-1].meta["history"]) == MAX_HISTORY
    assert ages[-1].importance == 1.0


def correct(conn: Connection, text: str) -> list[StoredChange]:
    turn = Turn(conversation_id="ac_1", message_id="am_2", text=text, said_at=NOW)
    return apply_corrections(conn, extract(turn).corrections, turn, user_ids=("user",), now=NOW)


def test_a_correction_replaces_the_wrong_words_where_they_were_told(conn: Connection):
    (told,) = tell(conn, "I'm getting married in June in Porto.")
    (change,) = correct(conn, "no I mean the wedding is in July, not June")
    assert (change.action, change.reason, change.memory.id) == ("updated", "changed", told.memory.id)
    assert change.memory.content == "User is getting married in July in Porto."
    assert change.before == "User is getting married in June in Porto."
    assert change.memory.meta["spoken"] == "You are getting married in July in Porto."
    assert change.memory.meta["heard"] == "no I mean the wedding is in July, not June"


def test_a_correction_of_nothing_known_changes_nothing(conn: Connection):
    tell(conn, "I'm getting married in June in Porto.")
    assert correct(conn, "It is in Rome, not Naples.") == []
