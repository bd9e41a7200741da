"""The curve says what the retrieval does: its formula, from the last use on."""

from datetime import timedelta

import pytest

from alicia_desktop.memory.retrieval.selection import decayed_threshold
from alicia_desktop.view.memory_history import decay_view, then_and_now
from tests.view.records import START, after, memory, use


def test_the_place_on_the_curve_is_what_the_retrieval_asks_for() -> None:
    used = memory(importance=0.6, usage_frequency=3, last_referenced_at=START)
    view = decay_view(used, threshold=0.34, now=START + timedelta(days=120))
    assert view.now.days == 120
    assert view.now.threshold == pytest.approx(decayed_threshold(0.34, 120, importance=0.6, uses=3))
    assert view.words.startswith("Last used 4 months ago: threshold 0.")
    assert view.words.endswith("0.34 for a recently used one")


def test_the_curve_only_rises_and_goes_on_beyond_today() -> None:
    view = decay_view(memory(), threshold=0.34, now=START + timedelta(days=900))
    heights = [point.threshold for point in view.points]
    assert heights == sorted(heights)
    assert view.points[0].days == 0
    assert view.points[-1].days > view.now.days
    assert (view.least, view.most) == (heights[0], heights[-1])


def test_a_change_counts_as_use() -> None:
    changed = memory(last_referenced_at=START, updated_at=START + timedelta(days=90))
    assert decay_view(changed, threshold=0.34, now=START + timedelta(days=100)).now.days == 10


def test_a_pinned_memory_passes_whatever_it_scores() -> None:
    view = decay_view(memory(pinned=True), threshold=0.34, now=START)
    assert view.bypassed
    assert "pinned" in view.words


def test_a_clock_that_went_back_is_no_decay() -> None:
    assert decay_view(memory(), threshold=0.34, now=START - timedelta(days=3)).now.days == 0


def test_a_memory_is_shown_as_an_answer_had_it_beside_what_it_says_now() -> None:
    versions = [
        {"content": "Emma plays Bach.", "changed_at": after(-60).isoformat()},
        {"content": "Emma plays Clementi.", "changed_at": after(60).isoformat()},
        {"content": "Emma plays Satie.", "changed_at": after(90).isoformat()},
    ]
    changed = memory(content="Emma plays Mozart.", meta={"history": versions})
    found = then_and_now(changed, use(content="Emma plays Clementi.", created_at=START))
    assert found is not None
    assert (found.then, found.now) == ("Emma plays Clementi", "Emma plays Mozart")
    assert found.spoken.endswith("Emma plays Clementi, now Emma plays Mozart")
    told = then_and_now(memory(content="Emma plays Mozart."), use(content="Emma plays Bach.", created_at=START))
    assert told is not None
    assert told.then == "Emma plays Bach"


def test_a_memory_that_says_the_same_or_is_gone_shows_no_change() -> None:
    said = use(content="Emma plays", created_at=START)
    for record in (memory(content="Emma plays Mozart."), memory(content=""), None):
        assert then_and_now(record, said) is None
    assert then_and_now(memory(content="Emma plays Mozart."), use(content="")) is None
