"""Traces: a number never stands without its meaning, and nothing is shown that was not sent."""

import pytest

from alicia_desktop.view.trace_details import _reasons
from alicia_desktop.view.traces import chip_row, score_parts, trace_rows
from tests.view.records import memory, use


def test_the_meaning_of_a_number_comes_from_the_stanza() -> None:
    assert chip_row(use(confidence=0.914)).meaning == "confidence"
    named = chip_row(use(confidence=0.914, meta={"scoreMeaning": "relevance"}))
    assert (named.score, named.meaning) == ("0.91", "relevance")


def test_a_similarity_is_shown_as_one_and_only_where_it_was_sent() -> None:
    importance = use(confidence=0.6, similarity_score=0.88)  # both came: the one live, the other when it was repeated
    assert (chip_row(importance).score, chip_row(importance).meaning) == ("0.88", "similarity")
    assert trace_rows([importance], {})[0].score == "0.88"
    assert chip_row(use(confidence=0.6)).meaning == "confidence"


def test_a_score_that_was_not_sent_is_not_made_up() -> None:
    chip = chip_row(use(confidence=None))
    assert (chip.score, chip.meaning) == ("", "no score sent")
    assert trace_rows([use(confidence=None)], {})[0].fraction is None


def test_an_action_that_was_not_sent_is_not_made_up() -> None:
    assert chip_row(use(action=None)).action == "unknown"
    assert trace_rows([use(action=None)], {})[0].detail == "Action not sent"


def test_only_what_was_retrieved_has_a_rank() -> None:
    rows = trace_rows(
        [use(id="s", action="stored"), use(id="a", confidence=0.4), use(id="b", confidence=0.9)],
        {"amem_1": memory(category="relationships_social", pinned=True)},
    )
    assert [(row.id, row.rank) for row in rows] == [("b", "1"), ("a", "2"), ("s", "–")]
    assert rows[0].detail == "Retrieved · Relationships · pinned"


@pytest.mark.parametrize("now", [True, False])
@pytest.mark.parametrize("then", [True, False])
def test_what_counts_is_whether_it_was_pinned_when_it_was_used(then: bool, now: bool) -> None:
    used = use(confidence=0.2, meta={"pinned": then, "threshold": 0.34})
    record = memory(pinned=now)
    assert ("pinned" in trace_rows([used], {"amem_1": record})[0].detail) is then
    reason = "Pinned, so no threshold applies" if then else "0.20 is below the threshold of 0.34"
    assert _reasons(used, record)[0] == reason


def test_a_reason_is_not_guessed_from_what_is_pinned_now() -> None:
    assert _reasons(use(confidence=0.2), memory(pinned=True)) == ()


def test_the_rank_is_that_among_all_that_were_looked_at_where_it_was_sent() -> None:
    pinned = use(id="a", confidence=0.1, meta={"rank": 5.0})
    assert [row.rank for row in trace_rows([pinned, use(id="b", confidence=0.9)], {})] == ["1", "5"]


def test_an_update_says_what_was_before() -> None:
    row = trace_rows([use(action="updated", meta={"before": "Emma is allergic to nuts"})], {})[0]
    assert row.detail == "Updated · was: Emma is allergic to nuts"


def test_score_parts_are_shown_as_sent_or_not_at_all() -> None:
    assert score_parts({}) == ()
    sent = {"vector": {"value": 0.8, "weight": 0.4}, "age": {"value": 0.9, "weight": -0.1}}
    parts = score_parts({"scoreParts": sent})
    assert [(part.name, part.value, part.weighted) for part in parts] == [
        ("Vector", "0.80", "+0.32"),
        ("Age", "0.90", "\N{MINUS SIGN}0.09"),
    ]
    assert score_parts({"scoreParts": {"words": 0.4}})[0].weighted == "not sent"
