from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.routing import (
    CATEGORIES,
    KEYWORD_WEIGHT,
    MAX_RAW_SCORE,
    SEMANTIC_WEIGHT,
    TOPIC_WEIGHT,
    Route,
    route_query,
    subject_category,
)

TODAY = date(2026, 11, 18)


def routed(query: str) -> Route:
    return route_query(analyse(query, today=TODAY))


@pytest.mark.parametrize(
    ("query", "category"),
    [
        ("What are my kids' names?", "relationships_social"),
        ("What did I tell you about my son?", "relationships_social"),
        ("Who is my wife?", "relationships_social"),
        ("I feel so anxious and sad today", "mental_emotional"),
        ("Which medicine am I allergic to?", "health_wellness"),
        ("Who is my boss at the office?", "work_career"),
        ("How much debt do I owe?", "money_income_debt"),
        ("What am I saving for in my budget?", "money_spending_goals"),
        ("Which exam am I preparing for?", "goals_active_current"),
        ("What are my dreams for someday?", "goals_future_dreams"),
        ("Which laptop and keyboard do I use?", "tools_tech_workflow"),
        ("When do I usually wake up in the morning?", "daily_routines_habits"),
        ("What is my favourite book?", "personal_life_interests"),
    ],
)
def test_the_right_category_comes_first(query: str, category: str):
    assert routed(query).primary == category


def test_all_eleven_have_a_score():
    scores = routed("What are my kids' names?").scores
    assert tuple(scores) == CATEGORIES
    assert all(0 <= score <= 1 for score in scores.values())


@pytest.mark.parametrize("word", ["kids", "kid's", "children", "child", "son", "daughter", "daughters", "sons"])
def test_forms_and_synonyms_lead_the_same_way(word: str):
    assert routed(f"What about my {word}?").primary == "relationships_social"


def test_the_seeds_weights():
    assert (SEMANTIC_WEIGHT, KEYWORD_WEIGHT, TOPIC_WEIGHT) == (8.0, 0.3, 3.0)
    one_word, personal = routed("Do loans matter?").scores, routed("Do my loans matter?").scores
    assert one_word["money_income_debt"] == pytest.approx(
        (SEMANTIC_WEIGHT * 0.7 + TOPIC_WEIGHT + KEYWORD_WEIGHT) / MAX_RAW_SCORE, abs=0.001
    )
    assert personal["money_income_debt"] == pytest.approx(
        (SEMANTIC_WEIGHT + TOPIC_WEIGHT + KEYWORD_WEIGHT) / MAX_RAW_SCORE, abs=0.001
    )
    assert one_word["money_spending_goals"] == pytest.approx(
        (SEMANTIC_WEIGHT * 0.7 + TOPIC_WEIGHT) / MAX_RAW_SCORE, abs=0.001
    )


def test_what_speaks_of_nothing_is_routed_nowhere_and_hides_nothing():
    way = routed("xyzzy")
    assert way.routed == ()
    assert way.primary == "personal_life_interests"
    assert way.widened() == way


def test_related_categories_join_with_half_the_score():
    way = routed("What are my kids' names?").widened()
    assert way.related == ("personal_life_interests", "mental_emotional")
    assert way.scores["mental_emotional"] == pytest.approx(way.scores["relationships_social"] / 2)
    assert way.primary == "relationships_social"


@pytest.mark.parametrize(
    ("query", "related"),
    [
        ("What are my kids' names?", ["personal_life_interests", "mental_emotional"]),
        ("Who is my boss at the office?", ["goals_active_current"]),
        ("Which medicine am I allergic to?", ["mental_emotional"]),
    ],
)
def test_each_category_has_the_related_ones_of_the_document(query: str, related: list[str]):
    assert set(routed(query).widened().related) >= set(related)


@given(st.text(max_size=300))
def test_any_query_is_routed(query: str):
    way = routed(query)
    assert set(way.routed) <= set(CATEGORIES)
    assert all(0 <= score <= 1 for score in way.widened().scores.values())


@pytest.mark.parametrize(
    ("subject", "category"),
    [
        ("my health", "health_wellness"),
        ("our family", "relationships_social"),
        ("my work", "work_career"),
        ("my wife", None),
        ("my old job", None),
        ("rainbows", None),
        ("", None),
    ],
)
def test_a_subject_may_be_a_whole_category(subject: str, category: str | None) -> None:
    assert subject_category(subject, today=TODAY) == category
