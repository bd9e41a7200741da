import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("I want to publish a board game.", ["User wants to publish a board game."]),
    ("I'm thinking about retraining as an electrician.", ["User is thinking about retraining as an electrician."]),
    ("I hope to be a grandmother soon.", ["User hopes to be a grandmother soon."]),
    ("We're planning to adopt a boy.", ["User is planning to adopt a boy."]),
    ("I'm toying with the idea of selling the house.", ["User is toying with the idea of selling the house."]),
    ("I was hoping for an answer.", []),
    ("I want to know the time.", []),
    ("I want to change that.", []),
    ("I'd like to hear more.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_an_aim_is_kept_where_it_is_more_than_the_next_thing_to_do(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
