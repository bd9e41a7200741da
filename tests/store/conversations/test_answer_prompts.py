"""What the model read: kept for a while, never of a private conversation, and emptied of what is forgotten."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import answer_prompts, conversations, private, recently_deleted
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.checkpointer import cut_log
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.migration import migrate
from tests.store.wire import CONVERSATION, NOW, came, keep, later, turn, went

SAID = 'My sister is "Änne"\nMüller'
CONTENT = 'User\'s sister is "Änne" Müller.'


def part(text: str | None, source: str = "message", ref: str = "") -> PromptPart:
    return PromptPart(source=source, role="user", tokens=3, text=text, ref=ref)


def prompt(*parts: PromptPart, answer: str = "am_a1", conversation: str = CONVERSATION, at=NOW) -> AnswerPrompt:
    return AnswerPrompt(id=answer, conversation_id=conversation, parts=parts, told={"firstTokenMs": 20}, created_at=at)


def texts(conn: Connection, answer: str = "am_a1") -> list[str | None] | None:
    found = answer_prompts.get(conn, answer)
    return None if found is None else [one.text for one in found.parts]


def remember(conn: Connection, content: str = CONTENT, **meta: str) -> None:
    told = {"said": SAID, **meta}
    new = memories.new_memory(memory_id="amem_1", content=content, at=NOW, user_id="user", meta=told)
    memories.insert_memories(conn, [new])


def test_it_is_given_back_as_it_was_and_written_anew(conn: Connection):
    keep(conn, *turn())
    whole = prompt(part("Be kind.", "instructions"), part("Tom lives in Oslo.", "memory", "amem_1"))
    assert answer_prompts.keep(conn, whole, NOW)
    assert answer_prompts.get(conn, "am_a1") == whole
    answer_prompts.keep(conn, prompt(part("Be brief.")), later(1))
    assert texts(conn) == ["Be brief."]
    assert answer_prompts.get(conn, "am_a2") is None


def test_a_private_conversation_keeps_none_and_takes_along_what_it_has(conn: Connection):
    keep(conn, *turn())
    answer_prompts.keep(conn, prompt(part("Be kind.")), NOW)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    private.purge_conversation(conn, CONVERSATION)
    assert answer_prompts.get(conn, "am_a1") is None
    assert not answer_prompts.keep(conn, prompt(part("Be kind.")), NOW)
    assert answer_prompts.get(conn, "am_a1") is None


def test_it_goes_with_a_deleted_conversation_and_after_thirty_days(conn: Connection):
    keep(conn, *turn())
    answer_prompts.keep(conn, prompt(part("Be kind.")), NOW)
    conversations.create(conn, at=NOW, conversation_id="ac_2")
    answer_prompts.keep(conn, prompt(part("Be kind."), answer="am_b1", conversation="ac_2"), NOW)
    assert answer_prompts.prune(conn, NOW + timedelta(days=30)) == 0
    conversations.delete(conn, "ac_2", NOW)
    assert answer_prompts.get(conn, "am_b1") is not None, "it can be restored"
    recently_deleted.purge(conn, "ac_2", NOW)
    assert answer_prompts.get(conn, "am_b1") is None
    assert texts(conn) == ["Be kind."]
    assert answer_prompts.prune(conn, NOW + timedelta(days=31)) == 1
    assert texts(conn) is None


def test_only_the_newest_of_a_conversation_are_kept(conn: Connection):
    keep(conn, *turn())
    for number in range(answer_prompts.MAX_OF_CONVERSATION + 2):
        answer_prompts.keep(conn, prompt(part("Hi."), answer=f"am_{number}", at=later(number)), later(number))
    assert [texts(conn, f"am_{number}") for number in range(3)] == [None, None, ["Hi."]]


def test_what_is_too_long_is_left_out_whole_never_cut(conn: Connection):
    keep(conn, *turn())
    long = "a" * answer_prompts.MAX_CHARACTERS
    answer_prompts.keep(conn, prompt(part("Be kind."), part(long), part("Why?")), NOW)
    assert texts(conn) == ["Be kind.", None, "Why?"]


STANDS = {
    "as a memory, in other words": part("Änne is the sister of the user.", "memory", "amem_1"),
    "as a message": part(f"{SAID}."),
    "as a quotation": part('- "My sister is \\"Änne\\"\\nMüller."', "pin"),
    "in one line": part('You said: My sister is "Änne" Müller. Who is she?', "markup"),
    "as the question that told it": part("She is my sister.", "question", "am_q1"),
}


@pytest.mark.parametrize("stands", STANDS.values(), ids=STANDS)
def test_what_is_forgotten_empties_the_whole_prompt(conn: Connection, stands: PromptPart):
    keep(conn, *turn())
    remember(conn)
    keep(conn, came(wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", action="stored"), -40))
    answer_prompts.keep(conn, prompt(part("Be kind.", "instructions"), stands), NOW)
    answer_prompts.keep(conn, prompt(part("I like jazz."), answer="am_other"), NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    found = answer_prompts.get(conn, "am_a1")
    assert found is not None
    assert (found.emptied, [one.text for one in found.parts]) == (True, [None, None])
    assert [one.tokens for one in found.parts] == [3, 3]
    assert texts(conn, "am_other") == ["I like jazz."]


def test_what_was_forgotten_while_the_model_read_it_does_not_come_back(conn: Connection):
    keep(conn, *turn())
    remember(conn)
    holds = prompt(part(f"{SAID}."), at=later(1))
    forgetting.forget(conn, ["amem_1"], later(2))
    answer_prompts.keep(conn, holds, later(3))
    assert texts(conn) == [None]
    answer_prompts.keep(conn, prompt(part(f"{SAID}."), at=later(4)), later(4))
    assert texts(conn) == [None], "an emptied one stays so"


def test_a_secret_empties_it_too(conn: Connection):
    keep(conn, *turn())
    remember(conn, "User's pin is 4711.", value="4711", attribute="pin", said="My pin is 4711.")
    answer_prompts.keep(conn, prompt(part("Type 4711 there.")), NOW)
    answer_prompts.keep(conn, prompt(part("Order 1471100."), answer="am_other"), NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    assert texts(conn) == [None]
    assert texts(conn, "am_other") == ["Order 1471100."]


def test_prompts_with_files_go_where_a_memory_was_told_beside_them(conn: Connection):
    keep(conn, *turn())
    remember(conn)
    keep(conn, came(wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", action="stored"), -40))
    answer_prompts.keep(conn, prompt(part("A scan of a letter.", "file"), answer="am_other"), NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    assert texts(conn, "am_other") == [None]


def test_no_byte_of_it_is_left_in_the_file(tmp_path: Path):
    path = tmp_path / "canary.db"
    canary = "the canary sings at Vesuvius"
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW)
        with conn.begin():
            keep(conn, went(wire.UserMessage(id="am_1", content="Hello."), 1))
            remember(conn, f"User said that {canary}.", said=canary)
            whole = prompt(part(f"1. (other, 0.90) {canary}"), part("x" * 9_000), part(canary))
            answer_prompts.keep(conn, whole, NOW)
        with conn.begin():
            assert b"Vesuvius" in path.with_name("canary.db-wal").read_bytes()
            forgetting.forget(conn, ["amem_1"], later(1))
        cut_log(conn)
    engine.dispose()
    left = b"".join(one.read_bytes() for one in tmp_path.glob("canary.db*"))
    assert b"Vesuvius" not in left
