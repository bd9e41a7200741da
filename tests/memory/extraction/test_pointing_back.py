import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    (
        "My doctor recommended swimming, so I've been doing that every morning.",
        "User's doctor recommended swimming; User has been doing that every morning.",
    ),
    (
        "My uncle built our oven, and it gets lit every Friday.",
        "User's uncle built User's oven; it gets lit every Friday.",
    ),
    ("Find me a biscuit recipe without eggs, my nephew can't have them.", "User's nephew can't have eggs."),
    ("Could you suggest a soup without cream, my wife's intolerant?", "User's wife is intolerant to cream."),
    (
        "What's Lisbon like? Any tips for a week in Lisbon? We're flying there at Easter.",
        "User is flying to Lisbon at Easter.",
    ),
    ("Would a pillow help with migraines? I've had it since school.", "User has had migraines since school."),
]


@pytest.mark.parametrize(("text", "statement"), SAID, ids=[text for text, _ in SAID])
def test_what_points_back_is_told_with_what_it_means(text: str, statement: str):
    assert statement in [content for content, _ in kept(text)]


def test_what_points_at_an_answer_tells_nothing():
    assert not kept("Your last answer was long, and I see that every time.")
