import pytest

from alicia_desktop.memory.retrieval.routing import CATEGORIES, category_of
from alicia_desktop.memory.vocabulary import english


def test_the_eleven_categories_have_their_words():
    assert len(CATEGORIES) == 11
    assert tuple(english().categories) == CATEGORIES


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("What did I tell you about my son?", "relationships_social"),
        ("User is allergic to penicillin.", "health_wellness"),
        ("User's boss wants a project meeting.", "work_career"),
        ("User owes a loan.", "money_income_debt"),
        ("User feels anxious.", "mental_emotional"),
        ("xyzzy", "personal_life_interests"),
    ],
)
def test_words_speak_for_a_category(text: str, category: str):
    assert category_of(text) == category
