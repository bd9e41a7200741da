"""Filters of the Memory, Tools and Turn tabs, by their own keys."""

from typing import Any

import pytest

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import EVERYTHING, Expression, Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import FilterVocabulary
from alicia_desktop.view.references import Reference
from alicia_desktop.view.row_filters import (
    MEMORIES,
    STEPS,
    TOOLS,
    FilteredRows,
    step_fields,
    tool_fields,
    trace_fields,
)
from alicia_desktop.view.tools import ToolRow
from alicia_desktop.view.traces import TraceRow
from alicia_desktop.view.turns import ChainLine, ChainStep


def read(typed: str, vocabulary: FilterVocabulary) -> Expression:
    found = parse(typed, vocabulary)
    assert not isinstance(found, Mistake), found
    return found


def tool(row_id: str, name: str, **more) -> ToolRow:
    values = {
        "message_id": "am_1", "execution": "on the server", "state": "done", "orphan": False, "duration": "1 s",
        "parameters": "{}", "result": "391", "error": "", "time": "12:00:00.000", "took": 1_000_000, "at": 1_000_000,
    }  # fmt: skip
    return ToolRow(id=row_id, name=name, **{**values, **more})


def trace(row_id: str, **more) -> TraceRow:
    values = {
        "memory_id": "amem_1", "message_id": "am_1", "rank": "1", "action": "retrieved", "content": "Emma plays",
        "detail": "Retrieved", "score": "0.91", "meaning": "relevance", "fraction": 0.91,
    }  # fmt: skip
    return TraceRow(id=row_id, **{**values, **more})


TOOL_ROWS = (
    tool("t1", "calculator"),
    tool("t2", "clock", state="timed_out", took=None, error="timeout Late", execution="on this computer"),
    tool("t3", "result without a request", orphan=True, took=5_000),
)
TRACE_ROWS = (
    trace("amu_1", category="Relationships", pinned=True),
    trace("amu_2", score="0.40", rank="2", content="Walnuts"),
    trace("amu_3", action="stored", score="", rank="–"),
)
STEP_ROWS = (
    ChainStep(
        id="q",
        kind="question",
        title="Question",
        detail="typed",
        offset="",
        lines=(ChainLine(text="When?"),),
        reference=Reference(kind="message", id="q"),
    ),
    ChainStep(
        id="t", kind="tool", title="calculator", detail="done", offset="", reference=Reference(kind="tool", id="t")
    ),
)


def fitting(typed: str, vocabulary: FilterVocabulary, fields, rows) -> list[str]:
    source: Rows[Any] = Rows(lambda row: row.id)
    source.extend(rows)
    filtered: FilteredRows[Any] = FilteredRows(fields, source)
    filtered.filter(read(typed, vocabulary))
    return [row.id for row in filtered.rows]


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("tool:calculator", ["t1"]),
        ("-tool~c", ["t3"]),
        ("state:timed-out", ["t2"]),
        ("took>=1s", ["t1"]),
        ("is:orphan OR error~timeout", ["t2", "t3"]),
        ("where~computer", ["t2"]),
        ("at>1970 391", ["t1", "t2", "t3"]),
        ("/^calc/", ["t1"]),
        ("permission:x", []),
    ],
)
def test_tools_have_keys_of_their_own(typed: str, ids: list[str]):
    assert fitting(typed, TOOLS, tool_fields, TOOL_ROWS) == ids


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("score>0.5", ["amu_1"]),
        ("score<=0.4", ["amu_2"]),
        ("action:stored", ["amu_3"]),
        ("rank<3 -is:pinned", ["amu_2"]),
        ("category~relation", ["amu_1"]),
        ("trace:amu_2", ["amu_2"]),
        ("walnuts", ["amu_2"]),
    ],
)
def test_memories_have_keys_of_their_own(typed: str, ids: list[str]):
    assert fitting(typed, MEMORIES, trace_fields, TRACE_ROWS) == ids


@pytest.mark.parametrize(("typed", "ids"), [("step:tool", ["t"]), ("when", ["q"]), ("title:calculator", ["t"])])
def test_steps_of_a_turn_have_keys_of_their_own(typed: str, ids: list[str]):
    assert fitting(typed, STEPS, step_fields, STEP_ROWS) == ids


@pytest.mark.parametrize(
    ("typed", "vocabulary"), [("type:MemoryTrace", TOOLS), ("body.x:1", MEMORIES), ("score>x", MEMORIES)]
)
def test_keys_of_others_are_mistakes(typed: str, vocabulary: FilterVocabulary):
    assert isinstance(parse(typed, vocabulary), Mistake)


def test_filtered_rows_follow_their_list():
    source: Rows[ToolRow] = Rows(lambda row: row.id)
    filtered = FilteredRows(tool_fields, source)
    filtered.filter(read("state:done", TOOLS))
    source.extend(TOOL_ROWS)
    assert [row.id for row in filtered.rows] == ["t1", "t3"]
    source.put(tool("t2", "clock"))
    assert [row.id for row in filtered.rows] == ["t1", "t2", "t3"]
    filtered.filter(EVERYTHING)
    assert list(filtered.rows) == list(source)
    filtered.close()
    source.remove("t1")
    assert len(filtered.rows) == 3
