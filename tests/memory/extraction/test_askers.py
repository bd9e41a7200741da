import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    (
        "Which pieces suit a beginner on the cello who's already 60, i.e. me?",
        ["User is a beginner on the cello.", "User is 60 years old."],
    ),
    ("Would a distance course be mad at 66?", ["User is 66 years old."]),
    ("Is it too late to start ballet at 41?", ["User is 41 years old."]),
    ("Is it cold at 20?", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_a_question_tells_of_who_asks_it(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
