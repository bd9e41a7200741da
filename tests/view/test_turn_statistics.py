"""Phases over turns: median, 95th percentile, groups, and the turns that stand out."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.messages import AssistantSentence, StartAnswer, UserMessage
from alicia_desktop.store.conversations.turns import latest_answered
from alicia_desktop.view.turn_records import TurnRecords
from alicia_desktop.view.turn_statistics import (
    TOTAL,
    TurnComparison,
    TurnComparisonView,
    TurnSample,
    percentile,
    phase_groups,
    read_samples,
    turn_sample,
)
from tests.view.records import START, after, answer, bundle, message, sentence, tool


def sample(number, ms, **groups):
    return TurnSample(
        message_id=f"am_{number}",
        conversation_id="ac_1",
        title="Emma",
        asked=f"When is recital {number}?",
        at=START + timedelta(minutes=number),
        groups={"model": "qwen3", "transport": "LiveKit", "tool": "no tool", **groups},
        took_ms={"Tokens": ms},
    )


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60))
def test_percentiles_lie_between_the_shortest_and_the_longest_in_order(times):
    ordered = sorted(times)
    low, high = percentile(ordered, 50), percentile(ordered, 95)
    assert ordered[0] - 1e-6 <= low <= high + 1e-6 <= ordered[-1] + 1e-5


def test_the_median_is_what_half_of_the_turns_take():
    (group,) = phase_groups([sample(number, ms) for number, ms in enumerate((100, 300, 200), 1)])
    assert (group.phase, group.p50, group.p95, group.longest) == ("Tokens", "200 ms", "290 ms", "300 ms")
    assert [(point.number, point.ms) for point in group.points] == [(1, 100), (2, 300), (3, 200)]


def test_a_turn_far_above_the_others_stands_out_and_a_few_milliseconds_do_not():
    times = (100, 110, 105, 95, 900)
    (group,) = phase_groups([sample(number, ms) for number, ms in enumerate(times, 1)])
    assert [point.id for point in group.points if point.is_outlier] == ["am_5"]
    assert group.outliers == 1
    (close,) = phase_groups([sample(number, ms) for number, ms in enumerate((1, 1, 1, 1, 3), 1)])
    assert close.outliers == 0


def test_of_three_turns_none_stands_out():
    (group,) = phase_groups([sample(number, ms) for number, ms in enumerate((1, 1, 9_000), 1)])
    assert group.outliers == 0


@pytest.mark.parametrize("by", ["model", "transport", "tool"])
def test_turns_are_grouped_the_larger_group_first(by):
    samples = [sample(1, 10, **{by: "a"}), sample(2, 20, **{by: "b"}), sample(3, 30, **{by: "b"})]
    assert [(one.group, one.p50) for one in phase_groups(samples, by=by)] == [("b", "25 ms"), ("a", "10 ms")]


def test_turns_of_one_conversation_are_told_apart_by_their_questions():
    forgotten = replace(sample(3, 30), asked="")
    (group,) = phase_groups([sample(1, 10), sample(2, 20), forgotten])
    assert [point.asked for point in group.points] == ["When is recital 1?", "When is recital 2?", "Emma"]


def test_a_turn_tells_what_it_belongs_to():
    said = bundle(
        message=answer(),
        meta={"model": json.dumps({"name": "qwen3:4b", "provider": "127.0.0.1"})},
        sentences=[sentence(1, "391.", created_at=after(0.4))],
        tools=[tool(created_at=after(0.1), completed_at=after(0.3))],
    )
    meta = {"client.sent_at": START.isoformat(), "client.transport": "websocket"}
    turn = TurnRecords(
        question=message(), question_meta=meta, answer=said, answer_meta=said.meta, journal=(), number=1, count=1
    )
    found = turn_sample(turn, "Sums")
    assert found.asked == message().contents
    assert dict(found.groups) == {"model": "qwen3:4b", "transport": "WebSocket", "tool": "calculator"}
    assert found.took_ms[TOTAL] == pytest.approx(400)
    assert found.took_ms["Tool: calculator"] == pytest.approx(200)


ASKED = json.dumps({"tokens": 67, "parts": {"question": {"tokens": 7, "count": 1}}})
NOT_ASKED = json.dumps({"tokens": 0, "parts": {}})


@pytest.mark.parametrize(
    ("meta", "told"),
    [
        ({"answeredBy": "model", "prompt": ASKED}, "qwen3:4b"),
        ({"answeredBy": "extractive", "prompt": ASKED}, "qwen3:4b, then by rule"),
        ({"answeredBy": "extractive", "prompt": NOT_ASKED}, "no model, by rule"),
        ({"answeredBy": "tool", "prompt": NOT_ASKED}, "no model, by a tool"),
        ({"answeredBy": "extractive"}, "by rule"),
        ({}, "qwen3:4b"),
    ],
)
def test_an_answer_whose_words_are_not_the_models_is_told_apart_from_its_own(meta, told):
    meta = {"model": json.dumps({"name": "qwen3:4b"}), **meta}
    said = bundle(message=answer(), meta=meta, sentences=[sentence(1, "On Friday.")])
    turn = TurnRecords(
        question=message(), question_meta={}, answer=said, answer_meta=meta, journal=(), number=1, count=1
    )
    assert turn_sample(turn, "Emma").groups["model"] == told


async def ask(story, name, seconds, to="ac_1"):
    await story.sent(UserMessage(id=f"am_q{name}", content="When?"), to=to)
    await story.came(StartAnswer(id=f"am_a{name}", previous_id=f"am_q{name}"), to=to)
    await story.clock.advance(seconds)
    await story.came(AssistantSentence(previous_id=f"am_a{name}", sequence=1, text="On Friday.", is_final=True), to=to)


async def test_the_turns_of_a_conversation_or_of_all_are_read_and_those_that_last_are_not(story):
    await story.begin("ac_2", "Sums")
    await ask(story, "1", 0.2)
    await ask(story, "2", 0.4)
    await ask(story, "3", 0.6, to="ac_2")
    await story.sent(UserMessage(id="am_q4", content="Still waiting"))
    view = TurnComparisonView(database=story.database)
    told: list[TurnComparison] = []
    view.changed.connect(told.append)
    await view.read("ac_1")
    total = next(group for group in told[-1].groups if group.phase == TOTAL)
    assert (told[-1].turns, [point.id for point in total.points]) == (2, ["am_a1", "am_a2"])
    await view.read("")
    total = next(group for group in told[-1].groups if group.phase == TOTAL)
    assert [(point.conversation_id, point.title) for point in total.points][-1] == ("ac_2", "Sums")


async def test_a_conversation_that_is_deleted_beneath_it_has_no_turns(story):
    await ask(story, "1", 0.2)
    turns = await story.database.read(latest_answered, "ac_1", limit=10)
    gone = [("ac_gone", *turns[0][1:]), (turns[0][0], "Emma", "am_gone", "am_gone")]
    assert await story.database.read(read_samples, gone) == []


async def test_what_is_asked_for_later_is_shown(story):
    await ask(story, "1", 0.2)
    view = TurnComparisonView(database=story.database)
    told: list[TurnComparison] = []
    view.changed.connect(told.append)
    await view.read("ac_none")
    assert (told[-1].turns, told[-1].groups) == (0, ())
    view.group("model")
    assert told[-1].groups == ()
