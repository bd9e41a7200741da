import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("My eyesight is getting worse.", ["User's eyesight is getting worse."]),
    ("My skin is really dry.", ["User's skin is really dry."]),
    ("My bike got stolen in March.", ["User's bike got stolen in March."]),
    ("My left ear rings constantly.", ["User's left ear rings constantly."]),
    ("My biggest fear is losing my sight.", ["User's biggest fear is losing User's sight."]),
    ("My fingers are cold.", []),
    ("My phone is at two percent.", []),
    ("Our lesson today was long.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_of_things_and_the_body_what_lasts_is_kept(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
