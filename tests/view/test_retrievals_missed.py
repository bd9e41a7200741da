"""Why a memory missed an answer: a sentence for each reason, with the numbers that were sent and no others."""

from typing import Any

import pytest

from alicia_desktop.view.retrievals import RetrievalContext, missed_row, reason_text

AROUND = RetrievalContext(threshold=0.34, best=0.91, tokens_left=40)
UNKNOWN = RetrievalContext(threshold=None, best=None, tokens_left=None)


@pytest.mark.parametrize(
    ("reason", "sent", "said"),
    [
        ("below_threshold", {"relevance": 0.28, "threshold": 0.34}, "below the threshold: 0.28 < 0.34"),
        ("below_threshold", {"relevance": 0.28}, "below the threshold: 0.28 < 0.34"),
        ("below_threshold", {"relevance": 0.3391}, "below the threshold: 0.339 < 0.340"),
        ("below_threshold", {"relevance": 0, "threshold": 0}, "nothing to do with the question"),
        (
            "decayed",
            {"relevance": 0.36, "threshold": 0.34, "decay": {"days": 425, "factor": 1.2, "threshold": 0.41}},
            "unused for 14 months: 0.36 < 0.41, 0.34 for a recently used one",
        ),
        (
            "decayed",
            {"relevance": 0.3, "decay": {"days": 12, "factor": 0.8}},
            "unused for 12 days: 0.30 < 0.34, worth 80% of a recently used one",
        ),
        ("over_budget", {"tokens": 120}, "over the token budget: 120 tokens, 40 left"),
        ("over_budget", {"tokens": 2310, "left": 7}, "over the token budget: 2,310 tokens, 7 left"),
        ("over_limit", {"limit": 5}, "over the limit of 5 per answer"),
        ("far_below_best", {"relevance": 0.4}, "far below the best match: 0.40 against 0.91"),
        ("failure_answer", {}, "only says that nothing is known"),
        ("wrong_user", {}, "belongs to another user"),
        ("archived", {}, "archived"),
        ("excluded", {}, "excluded at your request"),
        ("of_another_kind", {}, "of another kind"),
        ("", {}, "reason not sent"),
    ],
)
def test_a_reason_in_words(reason: str, sent: dict[str, Any], said: str) -> None:
    assert reason_text(reason, sent, AROUND) == said


@pytest.mark.parametrize(
    ("content", "said", "can_be_asked_with"),
    [("Words", "Words", True), ("", "Forgotten", False), ("   ", "Forgotten", False), (None, "not sent", True)],
)
def test_words_that_were_taken_out_are_told_from_those_that_never_came(content, said, can_be_asked_with) -> None:
    sent = {"memoryId": "amem_1", "reason": "archived"} | ({} if content is None else {"content": content})
    row = missed_row(sent, AROUND)
    assert (row.content, row.can_be_asked_with) == (said, can_be_asked_with)


@pytest.mark.parametrize("reason", ["below_threshold", "decayed", "over_budget", "over_limit", "far_below_best"])
def test_a_reason_without_numbers_has_none(reason: str) -> None:
    said = reason_text(reason, {}, UNKNOWN)
    assert said
    assert not any(letter.isdigit() for letter in said)


def test_somebody_elses_words_are_not_shown_and_cannot_be_asked_with() -> None:
    row = missed_row({"memoryId": "amem_9", "reason": "wrong_user", "relevance": 0.4}, AROUND)
    assert (row.content, row.can_be_asked_with) == ("Another user’s memory", False)


def test_a_row_has_all_that_was_sent() -> None:
    sent = {
        "memoryId": "amem_8",
        "content": "Emma does not\nlike marzipan",
        "category": "health_wellness",
        "relevance": 0.3,
        "rank": 7,
        "reason": "below_threshold",
        "parts": {"words": {"value": 0.5, "weight": 0.6}},
    }
    row = missed_row(sent, AROUND)
    assert (row.id, row.rank, row.content) == ("amem_8", "7", "Emma does not like marzipan")
    assert (row.category, row.score, row.meaning) == ("Health & wellness", "0.30", "relevance")
    assert [part.weighted for part in row.parts] == ["+0.30"]
    assert row.can_be_asked_with


def test_a_row_of_which_nothing_was_sent_says_so() -> None:
    row = missed_row({}, AROUND)
    assert (row.rank, row.content, row.score, row.meaning) == ("–", "not sent", "", "no score sent")
    assert not row.can_be_asked_with
