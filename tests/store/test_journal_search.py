"""Filters as SQL over the journal, and that they find what the columns in memory find."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, select, text

from alicia_desktop.filtering.columns import StanzaColumns
from alicia_desktop.filtering.expression import Expression, Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import FLAGS, STANZAS
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.registry import entry_of
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.conversations import turns
from alicia_desktop.store.journal_search import condition, read_headers, read_raws
from alicia_desktop.store.schema import journal
from tests.filtering.samples import expressions
from tests.protocol.samples import SATURATED
from tests.store.plain import plain_database
from tests.store.wire import NOW
from tests.support.examples import examples

ZONE = ZoneInfo("Europe/Berlin")
EPOCH = datetime(1970, 1, 2, tzinfo=UTC)
HERE, ELSEWHERE = "ac_1", "ac_2"


def _row(seq: int, **values) -> dict[str, Any]:
    body = SATURATED[values.pop("body", 1) % len(SATURATED)]
    raw = encode(Stanza(stanza_id=seq, conversation_id=HERE, body=body, meta={"tags": ["Emma", 3], "content": "é"}))
    return {
        "seq": seq, "direction": "in", "stanza_id": -seq, "type": body.TYPE, "name": entry_of(body).name,
        "conversation_id": HERE, "content_id": "amu_1", "turn_ref": None, "raw": raw, "size": len(raw),
        **dict.fromkeys((flag.replace("-", "_") for flag in FLAGS), 0), "received": NOW, **values,
    }  # fmt: skip


flags = st.fixed_dictionaries({flag.replace("-", "_"): st.sampled_from((0, 0, 0, 1)) for flag in FLAGS})
stanzas = st.builds(
    lambda flagged, **values: flagged | values,
    flags,
    body=st.integers(0, len(SATURATED) - 1),
    direction=st.sampled_from(("in", "out")),
    size=st.integers(0, 3_000),
    stanza_id=st.none() | st.integers(-40, 40),
    conversation_id=st.sampled_from((HERE, HERE, HERE, ELSEWHERE)),
    content_id=st.none() | st.sampled_from(("ID", "Emma", "calculator")),
    turn_ref=st.none() | st.sampled_from(("q1", "a1", "q2", "q3", "lost")),
    received=st.integers(0, 130 * 365 * 86_400_000_000).map(lambda at: EPOCH + timedelta(microseconds=at)),
)
forgotten = stanzas.map(lambda row: row | {"raw": None})
foreign = st.binary(max_size=8).flatmap(
    lambda raw: stanzas.map(lambda row: row | {"raw": raw, "name": "Malformed", "type": None})
)


def _insert(conn: Connection, rows: list[dict[str, Any]]) -> None:
    names = [name for name in _row(1) if name != "received"]
    values = ", ".join(f":{name}" for name in names)
    query = f"INSERT INTO journal({', '.join(names)}, at, received_at) VALUES ({values}, :moment, :moment)"
    for row in rows:
        moment = row.pop("received").isoformat(timespec="microseconds")
        conn.execute(text(query), {**row, "moment": moment})


def _told(conn: Connection) -> None:
    """Two turns, the first question once edited; a tool that was used."""
    said = [("q1", "user", None, None), ("a1", "assistant", "q1", None), ("q2", "user", "a1", NOW)]
    said.append(("q3", "user", "a1", None))
    for number, (name, role, before, gone) in enumerate(said):
        conn.exec_driver_sql(
            "INSERT INTO alicia_messages(id, conversation_id, sequence_number, previous_id, message_role, "
            "superseded_at, completion_status, sync_status, created_at, updated_at) "
            "VALUES (?, ?, ?, ?, ?, ?, 'completed', 'synced', ?, ?)",
            (name, HERE, number, before, role, gone and gone.isoformat(timespec="microseconds"), str(NOW), str(NOW)),
        )
    conn.exec_driver_sql(
        "INSERT INTO alicia_tool_uses(id, tool_name, conversation_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
        ("atu_G7uRd2pNz6HsYkA0vMcXe", "calculator", HERE, str(NOW), str(NOW)),
    )


@pytest.fixture(scope="module")
def told():
    with plain_database() as conn:
        for name in (HERE, ELSEWHERE):
            conn.exec_driver_sql(
                "INSERT INTO alicia_conversations(id, user_id, created_at, updated_at) VALUES (?, 'user', ?, ?)",
                (name, str(NOW), str(NOW)),
            )
        _told(conn)
        yield conn


def by_sql(conn: Connection, expression: Expression) -> list[int]:
    query = select(journal.c.seq).where(journal.c.conversation_id == HERE, condition(conn, expression, ZONE))
    return list(conn.execute(query.order_by(journal.c.seq)).scalars())


def in_memory(conn: Connection, expression: Expression, *, page: int = 5) -> list[int]:
    columns, last = StanzaColumns(zone=ZONE), 0
    while headers := read_headers(conn, HERE, after=last, limit=page):
        columns.extend(headers)
        last = headers[-1][0]
    columns.set_turns(turns.turn_numbers(conn, HERE))
    columns.set_marks(stanza_marks.marks_of(conn, HERE))
    found = columns.select(expression)
    rows = np.flatnonzero(found.open)
    fitting = columns.resolve(expression, rows, read_raws(conn, HERE, columns.seqs[rows].tolist()))
    sure = found.sure.copy()
    sure[rows[fitting]] = True
    seqs: list[int] = columns.seqs[sure].tolist()
    return seqs


def read(typed: str) -> Expression:
    found = parse(typed, STANZAS)
    assert not isinstance(found, Mistake), found
    return found


@settings(max_examples=examples(150))
@given(expressions, st.lists(stanzas | forgotten | foreign, max_size=12))
@example(read("gap>1s at<12:30 -is:stranger OR turn:2"), [])
@example(read('trace:"\x00"'), [{}])
def test_sql_and_memory_agree(told: Connection, expression: Expression, rows):
    with told.begin_nested() as savepoint:
        _insert(told, [_row(seq, **row) for seq, row in enumerate(rows, 1)])
        for seq, note in enumerate(("", "Emma", "calculator", None), 2):
            stanza_marks.mark(told, 2 * seq, NOW, note)
        assert by_sql(told, expression) == in_memory(told, expression)
        savepoint.rollback()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", list(range(1, 23))),
        ("type:MemoryTrace", [14]),
        ("type:14", [14]),
        ("type~tool", [6, 7]),
        ("body.confidence>0.9", [14]),
        ("body.confidence:0.90625", [14]),
        ("body.metadata.tags:allergy", [14]),
        ("body.metadata.tags[0]:allergy", []),
        ("body.parameters.deep.list[2]:true", [6]),
        ("body.success:true body.result.value>=391", [7]),
        ("body.content~/^emma.*walnuts$/", [14]),
        ("meta.tags>2 type:UserMessage", [2]),
        ('"walnuts"', [14]),
        ("WALNUTS", [14]),
        ("/wal(nut|l)s/", [14]),
        ("/(a+)+$/", []),
        ("tool:calculator", [6, 7]),
        ("trace:amu_1", [14]),
        ("turn:1", [1, 2]),
        ("turn:2", [3, 4]),
        ("turn>0 -turn:1", [3, 4]),
        ("number>=20", [20, 21, 22]),
        ("gap>1s", [11]),
        ("at:13:00", list(range(1, 11))),
        ("at:2026-01-01T13:00 number<3", [1, 2]),
        ("at>=14:00", list(range(11, 23))),
        ("dir:out OR is:after-stop", [5, 9]),
        ("is:marked", [3, 7]),
        ("is:marked -note~slow", [3]),
        ("note:SLOW", []),
        ('note:"Slow here"', [7]),
    ],
)
def test_each_key_finds_what_it_says(told: Connection, typed: str, found: list[int]):
    with told.begin_nested() as savepoint:
        rows = [_row(seq, body=seq - 1, received=datetime(2026, 1, 1, 12, tzinfo=UTC)) for seq in range(1, 23)]
        for row, ref in zip(rows, ("q1", "a1", "q2", "q3"), strict=False):
            row["turn_ref"] = ref
        for row in rows[10:]:
            row["received"] += timedelta(hours=1, microseconds=250)
        rows[4]["direction"], rows[8]["after_stop"] = "out", 1
        _insert(told, rows)
        stanza_marks.mark(told, 3, NOW)
        stanza_marks.mark(told, 7, NOW, "Slow here")
        assert by_sql(told, read(typed)) == in_memory(told, read(typed)) == found
        savepoint.rollback()


@pytest.mark.parametrize("sign", [" ", " OR "])
def test_as_many_conditions_as_fit_into_a_filter_are_looked_for(told: Connection, sign: str):
    expression = read(sign.join(["-zz"] * 1400))
    with told.begin_nested() as savepoint:
        _insert(told, [_row(1)])
        assert by_sql(told, expression) == in_memory(told, expression) == [1]
        savepoint.rollback()
