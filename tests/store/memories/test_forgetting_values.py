"""Forgetting reaches what others made of a memory: answers that gave its value, concept pins, later summaries."""

import json
from typing import Any

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store.conversations import summaries
from alicia_desktop.store.memories import forgetting, memories
from tests.store.wire import NOW, came, keep, later, row, rows, went


def _remember(conn: Connection, content: str, **meta: Any) -> None:
    made = memories.new_memory(
        memory_id="amem_1", content=content, at=NOW, user_id="user", source_chat_id="ac_1", meta=meta
    )
    memories.insert_memories(conn, [made])


def _wifi(conn: Connection) -> None:
    _remember(conn, "User's wifi password is otter-42.", value="otter 42", attribute="wifi password")


def _dog(conn: Connection) -> None:
    _remember(conn, "User's dog is called Rex.", value="rex", attribute="has dog named")


def _used(question: str) -> Any:
    return came(wire.MemoryTrace(id=f"amu_{question}", memory_id="amem_1", previous_id=question, content="x"), -1)


def _asked(name: str, text: str = "?") -> Any:
    return went(wire.UserMessage(id=name, content=text), int(name.split("_")[1]))


def _answer(name: str, question: str, text: str) -> Any:
    number = -int(name.split("_")[1])
    return came(wire.AssistantMessage(id=name, previous_id=question, content=text), number)


def _body(conn: Connection, name: str) -> Any:
    (found,) = rows(conn, "SELECT raw FROM journal WHERE content_id = ?", name)
    content = decode(found["raw"])
    assert isinstance(content, Stanza)
    return content.body


@pytest.mark.parametrize("given", ["It is otter-42, as you told me.", "otter-42.", "Otter-42!"])
def test_an_answer_that_came_whole_loses_the_sentence_that_gave_the_value(conn: Connection, given: str):
    _wifi(conn)
    keep(conn, _asked("am_1"), _used("am_1"), _answer("am_2", "am_1", f"Gladly. {given} Anything else?"))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_2")["contents"].split() == ["Gladly.", "Anything", "else?"]
    assert _body(conn, "am_2").content.split() == ["Gladly.", "Anything", "else?"]


@pytest.mark.parametrize("given", ["Rex.", "Rex!"])
def test_a_short_sentence_goes_as_well_and_only_there(conn: Connection, given: str):
    _dog(conn)
    keep(
        conn,
        _asked("am_1"),
        _used("am_1"),
        came(wire.StartAnswer(id="am_2", previous_id="am_1"), -2),
        came(wire.AssistantSentence(id="ams_1", previous_id="am_2", sequence=1, text=given, is_final=True), -3),
        _answer("am_5", "am_4", f"Of dinosaurs I like {given}"),
    )
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_2")["contents"] == ""
    assert row(conn, "alicia_sentences", "ams_1")["text"] == ""
    assert _body(conn, "ams_1").text.strip() == ""
    assert row(conn, "alicia_messages", "am_5")["contents"] == f"Of dinosaurs I like {given}"


def test_an_answer_without_a_trace_loses_it_where_it_says_what_it_is(conn: Connection):
    _dog(conn)
    keep(conn, _asked("am_1"), _answer("am_2", "am_1", "Walk your Rex first. Then rest."))
    keep(conn, _asked("am_3"), _answer("am_4", "am_3", "Rex is Latin for king."))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_2")["contents"] == "Then rest."
    assert row(conn, "alicia_messages", "am_4")["contents"] == "Rex is Latin for king."


def test_a_secret_goes_wherever_it_stands_alone(conn: Connection):
    _remember(conn, "User's locker code is 4417.", value="4417", attribute="locker code")
    keep(
        conn,
        _asked("am_1", "Is 4417 a prime number?"),
        _answer("am_2", "am_1", "No: 4417 is 7 times 631; 14417 is one."),
        went(wire.ToolUseResult(request_id="atu_1", success=True, result={"asked": "4417 prime?"}), 9),
    )
    conn.exec_driver_sql("UPDATE alicia_conversations SET title = 'Is 4417 a prime'")
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_1")["contents"] == "Is  a prime number?"
    assert row(conn, "alicia_messages", "am_2")["contents"] == "No:  is 7 times 631; 14417 is one."
    assert _body(conn, "am_1").content.split() == ["Is", "a", "prime", "number?"]
    assert "4417 prime" not in rows(conn, "SELECT tool_result FROM alicia_tool_uses")[0]["tool_result"]
    assert rows(conn, "SELECT title FROM alicia_conversations") == [{"title": "Is  a prime"}]
    raws = [found["raw"] for found in rows(conn, "SELECT raw FROM journal")]
    assert all(isinstance(decode(raw), Stanza) for raw in raws)
    assert not any(b"4417 " in raw and b"14417" not in raw for raw in raws)


def test_a_concept_pin_that_gave_it_goes_and_others_stay(conn: Connection):
    _dog(conn)
    keep(conn, _asked("am_1"), _answer("am_2", "am_1", "Hello."))
    for content in ("Rex: Rex is your dog, a terrier.", "Latin: In Latin rex means king."):
        summaries.add_pin(
            conn,
            session_id="ac_1",
            content=content,
            pin_type="concept",
            importance_score=0.6,
            source_message_id="am_2",
            at=NOW,
        )
    forgetting.forget(conn, ["amem_1"], later(1))
    assert [one.content for one in summaries.pins_of(conn, "ac_1")] == ["Latin: In Latin rex means king."]


def test_a_later_summary_in_words_of_its_own_loses_the_sentence_and_so_do_its_traces(conn: Connection):
    _dog(conn)
    text = "The user has a dog, Rex. They also spoke of the weather."
    keep(conn, _asked("am_1"), _answer("am_2", "am_1", "Hello."))
    made = summaries.add_summary(
        conn,
        session_id="ac_1",
        summary=text,
        message_count=2,
        start_message_id="am_1",
        end_message_id="am_2",
        importance_score=0.5,
        at=later(60),
    )
    traced = wire.MemoryTrace(
        id="amu_s", memory_id=made.id, memory_type="conversation_summary", previous_id="am_1", content=text
    )
    keep(conn, came(traced, -9))
    forgetting.forget(conn, ["amem_1"], later(61))
    (left,) = summaries.summaries_of(conn, "ac_1")
    assert left.summary == "They also spoke of the weather."
    assert row(conn, "alicia_memory_used", "amu_s")["content"] == "They also spoke of the weather."
    assert "Rex" not in _body(conn, "amu_s").content


def test_the_value_of_an_earlier_version_goes_as_well(conn: Connection):
    past = {"content": "User lives in Oslo.", "said": "I live in Oslo", "conversation_id": "ac_1"}
    _remember(conn, "User lives in Rome.", value="rome", attribute="home", history=[past])
    keep(conn, _asked("am_1"), _used("am_1"), _answer("am_2", "am_1", "Oslo! That is north."))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_2")["contents"] == "That is north."


def test_here_the_traces_tell_it_where_the_memory_was_not_copied(conn: Connection):
    told = {"value": "otter 42", "said": "My wifi password is otter-42"}
    content = "User's wifi password is otter-42."
    stored = wire.MemoryTrace(id="amu_1", memory_id="amem_1", previous_id="am_1", content=content, metadata=told)
    keep(conn, _asked("am_1"), came(stored, -1), _asked("am_3"), _answer("am_4", "am_3", "You said: otter-42."))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert "otter" not in row(conn, "alicia_messages", "am_4")["contents"]


def test_json_stays_json_where_a_secret_is_a_number(conn: Connection):
    _remember(conn, "User's locker code is 4417.", value="4417", attribute="locker code")
    result = {"asked": "4417?", "numbers": [4417, 14417, True], "left": None}
    keep(conn, _asked("am_1"), went(wire.ToolUseResult(request_id="atu_1", success=True, result=result), 9))
    forgetting.forget(conn, ["amem_1"], later(1))
    (found,) = rows(conn, "SELECT tool_result FROM alicia_tool_uses")
    assert json.loads(found["tool_result"]) == {"asked": "?", "numbers": [None, 14417, True], "left": None}


def test_what_only_has_a_secret_within_it_keeps_its_sound(conn: Connection):
    _remember(conn, "User's locker code is 4417.", value="4417", attribute="locker code")
    sentence = wire.AssistantSentence(id="ams_1", previous_id="am_2", sequence=1, text=" 14417 is one.", is_final=True)
    keep(conn, _asked("am_1"), came(wire.StartAnswer(id="am_2", previous_id="am_1"), -2), came(sentence, -3))
    conn.exec_driver_sql("UPDATE alicia_sentences SET audio_data = x'00'")
    forgetting.forget(conn, ["amem_1"], later(1))
    found = row(conn, "alicia_sentences", "ams_1")
    assert (found["text"], found["audio_data"]) == (" 14417 is one.", b"\0")


def test_a_year_stays_where_it_is_one_though_it_is_a_code_as_well(conn: Connection):
    _remember(conn, "User's door code is 1984.", value="1984", attribute="door code")
    keep(conn, _asked("am_1", "I was born in 1984."), _used("am_1"), _answer("am_2", "am_1", "Your code is 1984. Bye."))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_1")["contents"] == "I was born in 1984."
    assert row(conn, "alicia_messages", "am_2")["contents"] == "Bye."


def test_a_memory_that_names_somebody_elses_conversation_takes_nothing_there(conn: Connection):
    """An import says itself where a memory is from."""
    _dog(conn)
    keep(conn, _asked("am_1"), _answer("am_2", "am_1", "Walk your Rex first."))
    conn.exec_driver_sql("INSERT INTO users(name, created_at, updated_at) VALUES ('ben', '2026-01-01', '2026-01-01')")
    conn.exec_driver_sql("UPDATE alicia_conversations SET user_id = 'ben'")
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_2")["contents"] == "Walk your Rex first."
