import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("I finished the second paragraph.", []),
    ("I'll try that tonight.", []),
    ("I just got home.", []),
    ("My coffee is getting cold.", []),
    ("I'm having lunch.", []),
    ("We sold the house.", ["User sold the house."]),
    ("I practise the cello.", ["User practises the cello."]),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_what_means_nothing_tomorrow_is_not_kept(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
