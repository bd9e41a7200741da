import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("Aubergine is the one vegetable I refuse to eat.", ["Aubergine is the one vegetable User refuses to eat."]),
    ("Sundays are for the allotment.", ["Sundays are for the allotment."]),
    ("The car I drive is a company car.", ["The car User drives is a company car."]),
    ("Music is what keeps me going.", ["Music is what keeps User going."]),
    ("None of us eats pork.", ["None of us eats pork."]),
    ("It takes me an hour to get to work.", ["It takes User an hour to get to work."]),
    ("Wool makes me itch.", ["Wool makes User itch."]),
    ("The only income is mine.", ["The only income is User's."]),
    ("He's my second husband.", ["He is User's second husband."]),
    ("Our garden faces north and the soil is heavy clay.", ["User's garden faces north.", "The soil is heavy clay."]),
    ("Modern art is overrated, in my view.", []),
    ("That is what I meant.", []),
    ("People keep asking me that.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_what_is_said_of_things_and_days_is_kept_where_it_is_of_the_person(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
