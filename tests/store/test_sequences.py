"""Random sequences of stanzas: replays change nothing, the order does not matter, and journal and tables agree."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Message
from alicia_desktop.store.recording import JournalEntry, record
from tests.store.plain import plain_database
from tests.store.wire import came, keep, rows, went
from tests.support.examples import examples

TABLES = (
    "alicia_messages",
    "alicia_sentences",
    "alicia_memory",
    "alicia_memory_used",
    "alicia_tool_uses",
    "alicia_reasoning_steps",
    "alicia_meta",
)
OF_THE_MOMENT = {"pk", "id", "created_at", "updated_at", "synced_at", "completed_at", "sequence_number", "started_at"}
"""Columns that tell when or in which order something was written, and ids that we make up ourselves."""

SETTLED = re.compile(r"\('(?:sync_status|local_id)', [^)]*\)")

numbers = st.integers(1, 3)


@st.composite
def turns(draw: st.DrawFn) -> list[JournalEntry]:
    """Stanzas of a few turns that do not contradict each other, each once."""
    entries: list[JournalEntry] = []
    for turn in range(1, draw(st.integers(1, 3)) + 1):
        question, answer = f"am_q{turn}", f"am_a{turn}"
        before = f"am_a{turn - 1}" if turn > 1 else None
        entries.append(went(wire.UserMessage(id=question, previous_id=before, content=f"Question {turn}"), turn))
        bodies: list[Message] = [wire.StartAnswer(id=answer, previous_id=question)]
        count = draw(numbers)
        bodies += [
            wire.AssistantSentence(
                id=f"ams_{turn}_{number}",
                previous_id=answer,
                sequence=number,
                text=f"Sentence {number}.",
                is_final=number == count,
            )
            for number in range(1, count + 1)
        ]
        bodies += draw(_extras(turn))
        entries += [came(body, -10 * turn - place, meta={f"n{turn}.{place}": "x"}) for place, body in enumerate(bodies)]
    return entries


@st.composite
def _extras(draw: st.DrawFn, turn: int) -> list[Message]:
    question, answer = f"am_q{turn}", f"am_a{turn}"
    possible: list[Message] = [
        wire.MemoryTrace(id=f"amu_{turn}", previous_id=question, memory_id="amem_1", content="x", confidence=0.5),
        wire.ToolUseRequest(id=f"atu_{turn}", message_id=question, tool_name="clock", execution="server"),
        wire.ToolUseResult(request_id=f"atu_{turn}", success=True, result={"hour": turn}),
        wire.ReasoningStep(id=f"ar_{turn}", previous_id=answer, content="Think.", step_index=1),
        wire.Acknowledgement(acknowledged_message_id=question),
    ]
    return draw(st.lists(st.sampled_from(possible), unique_by=id))


def _state(conn: Connection) -> dict[str, list[Any]]:
    def essence(row: dict[str, Any]) -> list[tuple[str, Any]]:
        return [(name, value) for name, value in row.items() if name not in OF_THE_MOMENT]

    return {name: sorted(map(repr, map(essence, rows(conn, f"SELECT * FROM {name}")))) for name in TABLES}


@given(data=st.data(), entries=turns())
@settings(max_examples=examples(40))
def test_the_order_of_stanzas_does_not_matter(data: st.DataObject, entries: list[JournalEntry]):
    question_first = entries[:1]
    shuffled = data.draw(st.permutations(entries[1:]))
    with plain_database() as straight, plain_database() as mixed:
        keep(straight, *entries)
        keep(mixed, *question_first, *shuffled)
        settled = _synced(mixed) | _synced(straight)
        assert _without_sync(_state(mixed)) == _without_sync(_state(straight))
        assert settled <= {"synced", "pending"}


def _synced(conn: Connection) -> set[str]:
    return {row["sync_status"] for row in rows(conn, "SELECT DISTINCT sync_status FROM alicia_messages")}


def _without_sync(state: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """A question that is journaled after its answer is not settled by it, because nothing names it any more.

    Its `local_id` comes with being settled.
    """
    return {name: [SETTLED.sub("", text) for text in found] for name, found in state.items()}


@given(data=st.data(), entries=turns())
@settings(max_examples=examples(40))
def test_a_replay_of_anything_in_any_batches_changes_nothing(data: st.DataObject, entries: list[JournalEntry]):
    replay = data.draw(st.lists(st.sampled_from(entries), max_size=20))
    cut = data.draw(st.integers(0, len(replay)))
    with plain_database() as conn:
        keep(conn, *entries)
        before = _state(conn)
        results = [*keep(conn, *replay[:cut]), *keep(conn, *replay[cut:])]
        assert _state(conn) == before
        known = [result for result in results if not isinstance(_body(result.entry), wire.Acknowledgement)]
        assert all(result.duplicate for result in known)


def _body(entry: JournalEntry) -> Message:
    assert isinstance(entry.content, Stanza)
    return entry.content.body


@given(entries=turns(), size=st.integers(1, 7))
@settings(max_examples=examples(25))
def test_one_by_one_or_many_together_is_the_same(entries: list[JournalEntry], size: int):
    with plain_database() as together, plain_database() as apart:
        keep(together, *entries)
        for start in range(0, len(entries), size):
            keep(apart, *entries[start : start + size])
        assert _state(apart) == _state(together)


def test_journal_and_tables_are_one_transaction(conn: Connection, monkeypatch: pytest.MonkeyPatch):
    from alicia_desktop.store.projection.batch import Batch

    keep(conn, came(wire.UserMessage(id="am_1", content="kept")))
    savepoint = conn.begin_nested()
    monkeypatch.setattr(Batch, "flush", lambda self: (_ for _ in ()).throw(OSError("no disk")))
    with pytest.raises(OSError, match="no disk"):
        record(conn, [came(wire.UserMessage(id="am_2", content="lost"), -2)])
    savepoint.rollback()
    assert [row["id"] for row in rows(conn, "SELECT id FROM alicia_messages")] == ["am_1"]
    assert [row["seq"] for row in rows(conn, "SELECT seq FROM journal")] == [1]
