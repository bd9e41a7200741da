"""Each part of a relevance by itself; `test_scoring` has their sum."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from alicia_desktop.memory.dates import DateHint
from alicia_desktop.memory.retrieval import score_features
from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.calibration import DEFAULT_SHAPE, CosineScale
from alicia_desktop.memory.retrieval.needs import Needed, QuestionNeed, vocabularies
from alicia_desktop.memory.retrieval.routing import CATEGORIES
from alicia_desktop.memory.retrieval.vectors import Cosines
from tests.memory.retrieval.test_catalogue import catalogue, entry
from tests.memory.retrieval.test_scoring import hit

TODAY = date(2026, 11, 18)
ALONE = replace(DEFAULT_SHAPE, before=0.0, before_that=0.0, after=0.0, meaning_after=0.0)


def test_all_the_words_are_worth_more_than_some_of_them_and_none_nothing():
    columns = catalogue(*(entry(number, f"User likes thing {number}.") for number in range(1, 4))).columns()
    words, overlap = score_features.word_parts([hit(0, 1), hit(0)], columns, ALONE)
    assert words[0] > words[1] > words[2] == 0
    assert overlap[0] == pytest.approx(2 / columns.length[0])
    assert float(words.max()) <= score_features.MAX_WORDS_SCORE


def test_no_words_and_no_memories_are_no_error():
    columns = catalogue(entry(1, "User likes jazz.")).columns()
    assert [part.tolist() for part in score_features.word_parts([], columns, ALONE)] == [[0.0], [0.0]]
    assert all(len(part) == 0 for part in score_features.word_parts([hit()], catalogue().columns(), ALONE))


def test_a_word_that_counts_for_another_counts_less():
    columns = catalogue(entry(1, "User's child sings."), entry(2, "User's kid sings.")).columns()
    found = replace(hit(0), other=np.array([1], np.int64))
    words, _ = score_features.word_parts([found], columns, ALONE)
    assert 0 < words[1] < words[0]


def test_meaning_lies_between_what_has_nothing_in_common_and_what_says_the_same():
    columns = catalogue(*(entry(number, f"User likes thing {number}.") for number in range(1, 5))).columns()
    scale = CosineScale(unrelated=0.5, floor=0.4, ceiling=0.9)
    cosines = np.array([0.3, 0.65, 0.95], np.float32)
    meaning, known = score_features.meaning_part(
        Cosines(keys=np.arange(3), values=cosines, scale=scale), columns, ALONE
    )
    assert meaning.tolist() == pytest.approx([0.0, 0.5, 1.0, 0.0])
    assert known.tolist() == [True, True, True, False]


def test_a_category_counts_as_the_query_was_routed_and_one_of_ones_own_not_at_all():
    work = entry(1, "User works.")._replace(category="work_career")
    own = entry(2, "User sails.")._replace(category="boats")
    columns = catalogue(work, own).columns()
    assert score_features.category_part({CATEGORIES[3]: 0.7}, columns).tolist() == pytest.approx([0.7, 0.0])


def test_whoever_is_named_is_found_by_any_word_of_the_name():
    made = catalogue(entry(1, "Caroline: hi"), entry(2, "Bob: hi"))
    analysis = analyse("What did Caroline Smith say?", today=TODAY)
    assert score_features.named_part(analysis, made).tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("hint", "near"),
    [
        (DateHint(month=11, year=2026), [1.0, 0.5, 0.0]),
        (DateHint(month=11), [1.0, 0.5, 1.0]),
        (DateHint(month=11, day=17, year=2026), [1.0, 0.0, 0.0]),
        (DateHint(month=11, day=28, year=2026), [0.3, 1.0, 0.0]),
    ],
)
def test_people_tell_of_a_day_on_it_or_soon_after(hint: DateHint, near: list[float]):
    days = ("2026-11-18", "2026-12-03", "2025-11-18")
    columns = catalogue(*(entry(number, f"Thing {number}.", day=day) for number, day in enumerate(days, 1))).columns()
    assert score_features.dated_part([hint], columns).tolist() == pytest.approx(near)


def test_use_and_age_have_their_bounds():
    columns = catalogue(
        entry(1, "Never.")._replace(usage_frequency=0),
        entry(2, "Often.")._replace(usage_frequency=500),
        entry(3, "Old.", day="2025-11-18"),
        entry(4, "Tomorrow's.", day="2026-11-19"),
    ).columns()
    assert score_features.use_part(columns).tolist()[:2] == pytest.approx([0.0, 1.0])
    recency = score_features.recency_part(columns, today=TODAY.toordinal())
    assert recency.tolist() == pytest.approx([1.0, 1.0, np.exp(-1), 1.0], abs=0.01)


def test_a_fact_about_something_else_is_no_answer():
    columns = catalogue(entry(1, "User's sister is Ada."), entry(2, "User's dog is Rex.")).columns()
    told = score_features.facts_part(columns, np.array([1.0, 0.0], np.float32))
    assert told[0] > 0 == told[1]


def test_what_is_needed_and_what_is_beside_it_are_parts_of_statements_only():
    columns = catalogue(
        entry(1, "User likes figs."),
        entry(2, "User met figs."),
        entry(3, "Ann: I like figs."),
        entry(4, "Do you like figs?"),
        entry(5, "User has no vector."),
    ).columns()
    by_vector = np.array([9, -9, 9, 9], np.float32)
    parts_of_none = {name: np.zeros(5, np.float32) for name in ("words", "meaning", "linked")}
    none = np.zeros(len(vocabularies()[0].rarity), np.float32)
    question = QuestionNeed(direction=np.zeros(1, np.float32), word_values=none, bias=0.0, per_word=0.0, per_cosine=0.0)
    cosines = Cosines(
        keys=np.arange(4),
        values=np.zeros(4, np.float32),
        scale=CosineScale(unrelated=0.0, floor=0.0, ceiling=1.0),
        needed=Needed(by_vector=by_vector, question=question),
    )
    parts = score_features.needed_parts(cosines, columns, parts_of_none)
    assert (parts["needed"] > 0.9).tolist() == [True, False, False, False, False]
    assert (parts["beside"] > 0.9).tolist() == [False, True, False, False, False]
    assert float(max(parts["needed"][1:].max(), parts["beside"][2:].max())) == 0
    assert score_features.needed_parts(replace(cosines, needed=None), columns, {}) == {}
    linked = score_features.needed_parts(cosines, columns, {**parts_of_none, "linked": np.ones(5, np.float32)})
    assert float(linked["beside"].max()) == 0
    near = {**parts_of_none, "meaning": np.full(5, 0.65, np.float32)}
    assert float(score_features.needed_parts(cosines, columns, near)["beside"].max()) > 0.9
    assert float(score_features.needed_parts(cosines, columns, near, looked_up=np.zeros(5, bool))["beside"].max()) == 0
    asked = np.array([False, True, False, False, False])
    assert float(score_features.needed_parts(cosines, columns, parts_of_none, looked_up=asked)["beside"].max()) == 0
    sharing = {**near, "words": np.full(5, 0.5, np.float32)}
    assert (
        float(score_features.needed_parts(cosines, columns, sharing, looked_up=np.zeros(5, bool))["beside"].max()) > 0.5
    )
