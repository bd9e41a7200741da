import pytest

from tests.memory.extraction.test_score import kept


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My sister moved to Porto.", True),
        ("My brother is good at chess.", True),
        ("My ex has remarried.", True),
        ("My son is on the sofa.", False),
        ("My daughter is tired.", False),
        ("My wife says hello.", False),
    ],
)
def test_what_is_said_of_somebody_is_kept_where_it_lasts(text: str, told: bool):
    assert bool(kept(text)) is told
