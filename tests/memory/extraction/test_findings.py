import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("Got my results back: it's coeliac disease.", ["User has coeliac disease."]),
    ("The doctor thinks it might be gout.", ["User may have gout."]),
    ("Since I lost my job I sleep badly.", ["User lost User's job.", "User sleeps badly."]),
    (
        "I was in the navy before I became a teacher.",
        ["User became a teacher.", "User was in the navy before User became a teacher."],
    ),
    ("The test says it's fine.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_what_a_doctor_finds_and_what_went_before_are_told(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
