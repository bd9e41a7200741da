import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("Can I have sushi when I'm 20 weeks pregnant?", "User is 20 weeks pregnant."),
    ("Is it ok to run while breastfeeding?", "User is breastfeeding."),
    ("Our boys, Max (7) and Leo (4), share a room.", "Max is 7 years old."),
    ("Our boys, Max (7) and Leo (4), share a room.", "Leo is 4 years old."),
    ("Dinner for four of us, one coeliac (me).", "User is coeliac."),
    ("Could you write to Mr Banda, he's my son's piano teacher?", "Mr Banda is User's son's piano teacher."),
    ("I take home 2,400 and half of that goes on rent.", "Half of that goes on rent."),
]


@pytest.mark.parametrize(("text", "statement"), SAID)
def test_what_stands_beside_is_told_too(text: str, statement: str):
    assert statement in [content for content, _ in kept(text)]


@pytest.mark.parametrize("text", ["Why is it cold when I am done?", "Would you mind if I am late?"])
def test_a_question_about_the_moment_tells_nothing(text: str):
    assert not kept(text)
