import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("Lukas and I broke up.", ["Lukas and User broke up."]),
    ("I feed the hens before work.", ["User feeds the hens before work."]),
    ("Our lad catches eels with his uncle.", ["User's lad catches eels with his uncle."]),
    ("I need something under 500 euros.", ["User needs something under 500 euros."]),
    ("I can be reached at the shop on weekdays.", ["User can be reached at the shop on weekdays."]),
    ("My brother-in-law lent us his trailer.", ["User's brother-in-law lent us his trailer."]),
    ("I need a title.", []),
    ("I went for a walk.", []),
    ("We should hurry up.", []),
    ("I read your essay.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_a_clause_of_the_person_is_kept_for_what_it_is_about(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
