from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.conversation_settings import ConversationSettings
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.memories import forgetting, memories, memory_search
from alicia_desktop.store.migration import migrate
from tests.store.wire import NOW, came, keep, later, row, rows, stanza, went

CONTENT = 'User\'s sister is "Änne" Müller.'
SAID = 'My sister is "Änne" Müller'


def _told(conn: Connection, *, memory_id: str = "amem_1", content: str = CONTENT) -> None:
    """A memory as a conversation leaves it: told, stored, used, just missed by another answer, and edited."""
    history = [{"content": "User has a sister called Anne.", "until": NOW.isoformat(), "reason": "changed"}]
    meta = {"said": SAID, "history": history}
    memories.insert_memories(
        conn, [memories.new_memory(memory_id=memory_id, content=content, at=NOW, user_id="user", meta=meta)]
    )
    missed = {"query": "Who?", "missed": [{"memoryId": memory_id, "content": content}]}
    traced = wire.MemoryTrace(id="amu_1", memory_id=memory_id, content=content, metadata={"said": SAID})
    other = wire.MemoryTrace(id="amu_2", memory_id="amem_2", content="User likes jazz.", metadata={"retrieval": missed})
    change = wire.MemoryAction(id=memory_id, action="update", memory={"content": content}, timestamp=1)
    keep(
        conn,
        went(wire.UserMessage(id="am_1", content=f"{SAID}. She paints."), 1),
        came(traced, -1),
        came(other, -2),
        came(wire.AssistantMessage(id="am_2", previous_id="am_1", content=f"I know: {content}"), -3),
        came(wire.StartAnswer(id="am_3", previous_id="am_1"), -4, meta={"retrieval": missed}),
        went(change, 2),
    )


def _everything(conn: Connection) -> Iterator[tuple[str, str]]:
    for table in rows(conn, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        for found in rows(conn, f"SELECT * FROM {table['name']}"):
            for column, value in found.items():
                text = value.decode("utf-8", "ignore") if isinstance(value, bytes) else str(value)
                yield f"{table['name']}.{column}", text


def test_a_trace_keeps_what_its_number_means_and_nothing_that_was_said(conn: Connection):
    for name, meaning in (("amu_1", "relevance"), ("amu_2", "how well Emma fits")):
        told = {"scoreMeaning": meaning, "said": SAID}
        keep(conn, came(wire.MemoryTrace(id=name, memory_id="amem_1", content=CONTENT, metadata=told), -int(name[-1])))
    forgetting.forget(conn, ["amem_1"], later(1))
    kept = rows(conn, "SELECT id, meta FROM alicia_memory_used ORDER BY id")
    assert [row["meta"] for row in kept] == ['{"scoreMeaning":"relevance"}', "{}"]


def test_another_memory_of_the_same_sentence_no_longer_repeats_it(conn: Connection):
    heard = "I live in New York and I prefer Italian food."
    told = {"amem_1": ("User lives in New York.", "I live in New York"), "amem_2": ("User likes jazz.", "I like jazz")}
    for memory_id, (content, said) in told.items():
        meta = {"said": said, "heard": heard, "history": [{"content": "User hums.", "heard": heard}]}
        memories.insert_memories(
            conn, [memories.new_memory(memory_id=memory_id, content=content, at=NOW, user_id="user", meta=meta)]
        )
    forgetting.forget(conn, ["amem_1"], later(1))
    assert [place for place, text in _everything(conn) if "New York" in text] == []
    (kept,) = memories.get_memories(conn, ["amem_2"]).values()
    assert (kept.content, kept.meta["said"]) == ("User likes jazz.", "I like jazz")


def test_a_persona_loses_the_words_and_that_of_a_deleted_conversation_goes_whole(conn: Connection):
    _told(conn)
    conversations.create(conn, at=NOW, conversation_id="ac_2")
    conversations.create(conn, at=NOW, conversation_id="ac_3")
    for name in ("ac_1", "ac_2"):
        persona = f"You are a pirate. {SAID}."
        conversations.set_settings(conn, name, NOW, ConversationSettings(persona=persona, temperature=0.75))
    conversations.set_settings(conn, "ac_3", NOW, ConversationSettings(persona="You are a poet."))
    conversations.delete(conn, "ac_2", NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    kept = [conversations.get(conn, name) for name in ("ac_1", "ac_2", "ac_3")]
    assert [record.preferences if record else None for record in kept] == [
        {"settings": {"persona": "You are a pirate. .", "temperature": 0.75}},
        {},
        {"settings": {"persona": "You are a poet."}},
    ]


def test_not_a_word_of_it_is_left_anywhere(conn: Connection):
    _told(conn)
    forgetting.forget(conn, ["amem_1"], later(1))
    left = {place for place, text in _everything(conn) if "nne" in text and "data" not in place}
    assert {place for place in left if not place.startswith(("alicia_memory_fts", "alicia_memory_trigram"))} == set()
    assert memory_search.matching(conn, ["Müller"]) == []
    assert memory_search.containing(conn, "Müller") == []


def test_a_stanza_of_very_many_values_loses_the_words_also_behind_them(conn: Connection):
    _told(conn)
    explained = {"missed": [{"reason": 0} for _ in range(1_500)], "query": CONTENT, "matched": ["Müller"]}
    keep(conn, came(wire.StartAnswer(id="am_4", previous_id="am_1"), -5, meta={"retrieval": explained}))
    forgetting.forget(conn, ["amem_1"], later(1))
    (found,) = rows(conn, "SELECT raw FROM journal WHERE stanza_id = -5")
    assert "Müller".encode() not in found["raw"]


def test_the_rows_stay_and_what_else_was_said_stays_with_them(conn: Connection):
    _told(conn)
    forgetting.forget(conn, ["amem_1"], later(1))
    kept = row(conn, "alicia_memory", "amem_1")
    assert (kept["content"], kept["deleted_at"] is not None, kept["meta"]) == ("", True, "{}")
    assert row(conn, "alicia_memory_used", "amu_1")["content"] == ""
    assert row(conn, "alicia_memory_used", "amu_2")["content"] == "User likes jazz."
    assert row(conn, "alicia_messages", "am_1")["contents"] == ". She paints."
    assert row(conn, "alicia_messages", "am_2")["contents"] == "I know:"


def test_journal_bodies_are_still_stanzas(conn: Connection):
    _told(conn)
    forgetting.forget(conn, ["amem_1"], later(1))
    bodies = [decode(found["raw"]) for found in rows(conn, "SELECT raw FROM journal ORDER BY seq")]
    assert all(isinstance(body, Stanza) for body in bodies)
    first = bodies[1]
    assert isinstance(first, Stanza)
    assert isinstance(first.body, wire.MemoryTrace)
    assert (first.body.memory_id, first.body.content.strip()) == ("amem_1", "")


def test_the_single_words_of_it_leave_what_explains_it_and_nothing_else(conn: Connection):
    looked = {"query": f"{SAID}.", "analysis": {"keyTerms": ["sister", "müller", "jazz"]}, "Müller": 1}
    memories.insert_memories(
        conn,
        [
            memories.new_memory(
                memory_id="amem_1", content=CONTENT, at=NOW, user_id="user", tags=("kin",), meta={"said": SAID}
            )
        ],
    )
    tagged = {"tags": ["Müller", "kin", "jazz"], "category": "sister", "retrieval": looked, "queryPrompt": f"{SAID}."}
    keep(
        conn,
        went(wire.UserMessage(id="am_1", content="Sister Müller likes jazz."), 1),
        came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", content=CONTENT, metadata=tagged), -1),
        came(wire.MemoryTrace(id="amu_2", memory_id="amem_2", content="sister", metadata=tagged), -2),
        came(wire.StartAnswer(id="am_2", previous_id="am_1"), -3, meta={"retrieval": looked}),
        came(wire.MemoryTrace(id="amu_3", memory_id="amem_3", content="x", metadata={"tags": ["sister"]}), -4),
    )
    forgetting.forget(conn, ["amem_1"], later(1))
    sent = {found["content_id"]: decode(found["raw"]) for found in rows(conn, "SELECT content_id, raw FROM journal")}
    told: dict[str, Any] = {name: one.body for name, one in sent.items() if isinstance(one, Stanza)}
    for name in ("amu_1", "amu_2"):
        kept = told[name].metadata
        assert [tag.strip() for tag in kept["tags"]] == ["", "", "jazz"]
        assert [term.strip() for term in kept["retrieval"]["analysis"]["keyTerms"]] == ["", "", "jazz"]
        assert kept["retrieval"]["Müller"] == 1, "names of fields stay, or nothing could be read"
    assert (told["amu_2"].content, told["amu_3"].metadata) == ("sister", {"tags": ["sister"]})
    assert told["am_1"].content == "Sister Müller likes jazz."
    (use,) = rows(conn, "SELECT meta, query_prompt_meta FROM alicia_memory_used WHERE id = 'amu_2'")
    assert "müller" not in f"{use['meta']}{use['query_prompt_meta']}".lower().replace('"müller":', "")
    explained = rows(conn, "SELECT value FROM alicia_meta WHERE ref = 'am_2' AND key = 'retrieval'")
    assert [one for one in explained if "sister" in one["value"]] == []


def test_what_was_not_sent_yet_is_not_sent_any_more(conn: Connection):
    keep(conn, went(wire.UserMessage(id="am_1", content="Hello"), 1))
    change = wire.MemoryAction(id="amem_1", action="create", memory={"content": "User likes jazz."}, timestamp=1)
    outbox.put(conn, stanza(change, 2), at=NOW)
    forgetting.forget(conn, ["amem_1"], later(1))
    assert outbox.waiting(conn, "ac_1") == []


def test_a_short_memory_is_taken_out_only_where_it_is_named(conn: Connection):
    _told(conn, content="tea")
    keep(conn, went(wire.UserMessage(id="am_9", content="Two cups of tea."), 9))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert row(conn, "alicia_messages", "am_9")["contents"] == "Two cups of tea."
    (trace,) = rows(conn, "SELECT raw FROM journal WHERE content_id = 'amu_1'")
    assert b"tea" not in trace["raw"]


def test_other_forms_of_it_go_as_well_and_a_whole_message_leaves_nothing(conn: Connection):
    memories.insert_memories(
        conn, [memories.new_memory(memory_id="amem_1", content="User's dog is Rex.", at=NOW, user_id="user")]
    )
    keep(conn, went(wire.UserMessage(id="am_1", content="Hello"), 1))
    keep(conn, came(wire.AssistantMessage(id="am_2", previous_id="am_1", content="Your dog is Rex!"), -1))
    forgetting.forget(conn, ["amem_1"], later(1), also=["Your dog is Rex"])
    assert row(conn, "alicia_messages", "am_2")["contents"] == ""


def test_what_was_said_back_goes_in_the_forms_that_answers_give_it(conn: Connection):
    meta = {"spoken": "You are fond of tea."}
    memories.insert_memories(
        conn,
        [memories.new_memory(memory_id="amem_1", content="User is fond of tea.", at=NOW, user_id="user", meta=meta)],
    )
    for number, said in enumerate(("I will remember that you are fond of tea.", "You're fond of tea!", "Tea?"), 1):
        keep(conn, came(wire.AssistantMessage(id=f"am_{number}", content=said), -number))
    forgetting.forget(conn, ["amem_1"], later(1))
    left = [found["contents"] for found in rows(conn, "SELECT contents FROM alicia_messages ORDER BY pk")]
    assert left == ["I will remember that", "", "Tea?"]


def test_sentences_of_answers_that_had_it_go_where_they_give_its_value(conn: Connection):
    meta = {"value": "Rex"}
    memories.insert_memories(
        conn, [memories.new_memory(memory_id="amem_1", content="User's dog is Rex.", at=NOW, user_id="user", meta=meta)]
    )
    said = ("Rex needs a walk, I think.", "It is sunny.", "T. rexes are gone.")
    keep(
        conn,
        went(wire.UserMessage(id="am_1", content="And my dog?"), 1),
        came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", previous_id="am_1", content="x", action="retrieved"), -1),
        came(wire.StartAnswer(id="am_2", previous_id="am_1"), -2),
        *(
            came(
                wire.AssistantSentence(id=f"ams_{n}", previous_id="am_2", sequence=n, text=text, is_final=n == 3),
                -n - 2,
            )
            for n, text in enumerate(said, 1)
        ),
        came(wire.AssistantMessage(id="am_3", previous_id="am_9", content="Rex is Latin for king."), -6),
    )
    forgetting.forget(conn, ["amem_1"], later(1))
    assert [found["text"] for found in rows(conn, "SELECT text FROM alicia_sentences ORDER BY pk")][:3] == [
        "",
        *said[1:],
    ]
    answer = row(conn, "alicia_messages", "am_2")["contents"]
    assert ("Rex needs" in answer, said[1] in answer) == (False, True)
    assert row(conn, "alicia_messages", "am_3")["contents"] == "Rex is Latin for king."


def test_a_memory_that_was_linked_leaves_no_link(conn: Connection):
    target = memories.new_memory(memory_id="a", content="Somebody plays chess.", at=NOW, user_id="user")
    memories.insert_memories(conn, [target, replace(target, id="b", reference_to="a")])
    forgetting.forget(conn, ["b"], later(1))
    found = memories.get_memory(conn, "a")
    assert found is not None
    assert found.reference_links == []


def test_not_a_byte_of_it_is_left_in_the_file(tmp_path: Path):
    path = tmp_path / "client.db"
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW)
        with conn.begin():
            _told(conn)
        with conn.begin():
            assert "Änne".encode() in path.with_name("client.db-wal").read_bytes()
            forgetting.forget(conn, ["amem_1"], later(1))
        driver = conn.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        left = path.read_bytes()
    engine.dispose()
    assert [word for word in ("Änne", "Müller", "muller", "Anne.") if word.encode() in left] == []
    assert b"She paints" in left


def test_it_takes_one_look_at_a_table_however_many_words_there_are(conn: Connection):
    _told(conn)
    looks: list[str] = []
    event.listen(conn, "before_cursor_execute", lambda *call: looks.append(call[2]))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert sum("FROM journal" in look and "raw" in look for look in looks) == 1


@pytest.mark.parametrize(
    ("title", "left"),
    [
        ('My sister is "Änne" Müller', ""),
        ('Hello! My sister is "Än…', ""),
        ("User's sister is", ""),
        ("My sister", ""),
        ("Sisters", "Sisters"),
        ("My sister-in-law", "My sister-in-law"),
        ("", ""),
    ],
)
def test_a_conversation_named_after_it_loses_its_name(conn: Connection, title: str, left: str):
    _told(conn)
    conn.exec_driver_sql("UPDATE alicia_conversations SET title = ?", (title,))
    forgetting.forget(conn, ["amem_1"], later(1))
    assert rows(conn, "SELECT title FROM alicia_conversations") == [{"title": left}]
