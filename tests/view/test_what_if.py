"""A ranking that is tried, beside what an answer had: what came in, fell out and moved, and what would make it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.database import Database
from alicia_desktop.store.recording import record
from alicia_desktop.view.what_if import MAX_ROWS, UsedThen, WhatIfStart, read_what_if, what_if_view
from tests.store.wire import came, went

START = WhatIfStart(
    answer_id="am_2",
    question="What may Emma eat?",
    used=(UsedThen(id="a", content="Emma is allergic to walnuts."), UsedThen(id="b", content="Emma likes plums.")),
)


def one(memory_id, relevance, **values):
    return {"memoryId": memory_id, "content": f"About {memory_id}", "relevance": relevance, "reason": "", **values}


def missed(memory_id, relevance, reason, **values):
    return one(memory_id, relevance, reason=reason, rank=4, threshold=0.34, **values)


def told(used, lost=(), *, budget=2400, spent=100):
    numbers = {"threshold": 0.34, "budget": budget, "weights": {"words": 0.55, "beside": -0.5}}
    return {
        "state": "found",
        "tried": numbers,
        "defaults": numbers,
        "used": list(used),
        "retrieval": {"threshold": 0.34, "budget": {"tokens": budget, "used": spent}, "missed": list(lost)},
    }


def shown(used, lost=(), **values):
    return what_if_view(START, told(used, lost, **values))


def test_what_came_in_fell_out_and_moved_is_marked():
    view = shown([one("c", 0.9), one("a", 0.8)], [missed("d", 0.2, "below_threshold")])
    assert [(row.id, row.change, row.mark) for row in view.rows] == [
        ("c", "in", "came in"),
        ("a", "moved", "was 1"),
        ("b", "out", "fell out"),
        ("d", "missed", ""),
    ]
    assert view.summary == "2 memories used, 1 came in, 1 fell out, 1 moved"
    assert shown([one("a", 0.8), one("b", 0.7)]).summary == "2 memories used, as it was"


def test_a_ranking_that_is_too_long_says_how_much_of_it_is_listed():
    view = shown([one(f"m{number}", 0.9) for number in range(MAX_ROWS + 5)])
    assert len(view.rows) == MAX_ROWS
    assert view.summary.startswith("205 memories used, 205 came in")
    assert view.summary.endswith(f"; the first 200 of {MAX_ROWS + 7} are listed")


def test_one_that_fell_out_and_is_still_near_says_why():
    (row,) = [row for row in shown([one("a", 0.8)], [missed("b", 0.3, "below_threshold")]).rows if row.id == "b"]
    assert (row.change, row.detail) == ("out", "below the threshold: 0.30 < 0.34")


@pytest.mark.parametrize(
    ("lost", "words", "values"),
    [
        (missed("d", 0.298, "below_threshold"), "A threshold of 0.29 would let it in", {"threshold": 0.29}),
        (
            missed("d", 0.36, "decayed", decay={"days": 90, "factor": 1.2, "threshold": 0.408}),
            "A threshold of 0.29 would",
            {"threshold": 0.29},
        ),
        (missed("d", 0.5, "over_budget", tokens=50), "A token budget of 150 would let it in.", {"budget": 150}),
        (missed("d", 0.2, "below_threshold"), "is not enough: it is also far below", {}),
        (missed("d", 0.0, "below_threshold"), "no threshold would let it in", {}),
        (missed("d", 0.4, "far_below_best"), "a relevance of 0.24", {}),
        (missed("d", 0.2391, "far_below_best"), "a relevance of 0.240", {}),
        (missed("d", 0.4, "not_read"), "the model has no room for it", {}),
        (missed("d", 0.4, "failure_answer"), "No weight, threshold or budget would change that", {}),
    ],
)
def test_what_would_have_made_it_is_a_sentence(lost, words, values):
    row = shown([one("a", 0.4)], [lost]).rows[-1]
    assert words in row.would
    assert row.values == values


def test_a_weight_that_would_do_it_as_well_is_named():
    lost = missed("d", 0.3, "below_threshold", parts={"words": {"value": 0.5, "weight": 0.55}})
    lost["decay"] = {"days": 0, "factor": 1.0, "threshold": 0.34}
    assert "so would about 0.64 as the weight of words" in shown([one("a", 0.4)], [lost]).rows[-1].would


def test_the_numbers_to_change_are_the_servers():
    controls = shown([]).controls
    assert [(one.name, one.value, one.least, one.most) for one in controls] == [
        ("threshold", 0.34, 0.0, 1.0),
        ("budget", 2400, 0.0, 6000),
        ("words", 0.55, 0.0, 1.0),
        ("beside", -0.5, -1.0, 0.0),
    ]


def test_the_call_names_only_what_is_changed():
    start = WhatIfStart(answer_id="am_2", question="", exclude=("x",))
    assert start.body({}) == {"exclude": ("x",), "include": ()}
    body = start.body({"threshold": 0.2, "budget": 99.6, "words": 0.1})
    assert body == {"exclude": ("x",), "include": (), "threshold": 0.2, "budget": 100, "weights": {"words": 0.1}}


def test_a_private_conversation_says_that_nothing_is_searched():
    assert (
        what_if_view(START, {"state": "not_searched"}).problem == "No memories are searched in a private conversation."
    )


NAMED = ("used", "retrieval", "missed", "defaults", "tried", "weights", "threshold", "budget", "memoryId", "relevance")
KEYS = (*NAMED, "reason", "decay", "factor", "rank", "parts", "value", "tokens")
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6))
def test_whatever_a_server_tells_is_a_view(values):
    what_if_view(START, {**values, "state": "found"})


def trace(memory_id, metadata):
    return wire.MemoryTrace(
        id=f"amu_{memory_id}", previous_id="am_1", memory_id=memory_id, action="retrieved", metadata=metadata
    )


async def test_it_begins_with_what_the_answer_had(tmp_path):
    sent = {"retrieval": {"missed": [missed("x", 0.2, "excluded")], "budget": {"tokens": 2400, "used": 9}}}
    first = {"positionInResults": 1} | sent
    entries = [
        went(wire.UserMessage(id="am_1", content="What may Emma eat?"), 1),
        came(wire.StartAnswer(id="am_2", previous_id="am_1"), -1),
        came(trace("b", {"positionInResults": 2}), -2),
        came(trace("a", first), -3),
    ]
    database = await Database.open(tmp_path / "client.db", clock=SystemClock())
    await database.write(record, entries)
    start = await database.read(read_what_if, "am_2")
    assert start is not None
    assert ([one.id for one in start.used], start.exclude, start.problem) == (["a", "b"], ("x",), "")
    assert await database.read(read_what_if, "am_none") is None
    await database.close()
