import pytest

from alicia_desktop.memory.own_name import asks_own_name, introduced_name, names_another, tells_own_name


@pytest.mark.parametrize("question", ["What am I called?", "what's my name", "Do you know my full name?", "Who am I?"])
def test_a_question_for_the_own_name_is_known(question):
    assert asks_own_name(question)


@pytest.mark.parametrize(
    ("content", "own", "another"),
    [
        ("User is called Bea.", True, False),
        ("User's nickname is Dodo.", False, False),
        ("User's full name is Beatriz Sol.", True, False),
        ("User's dog is called Rex.", False, True),
        ("User has two children named Alex and Jordan.", False, True),
        ("User's dog's name is Rex.", False, True),
        ("User lives in Leeds.", False, False),
    ],
)
def test_a_memory_names_the_person_or_another_or_nobody(content, own, another):
    assert (tells_own_name(content), names_another(content)) == (own, another)


@pytest.mark.parametrize(
    ("said", "name"),
    [("I'm Daniel.", "Daniel"), ("User is Zoë.", "Zoë"), ("I'm German.", None), ("I'm late.", None)],
)
def test_who_says_who_they_are_gives_a_name_and_who_says_what_they_are_does_not(said: str, name: str | None):
    assert introduced_name(said) == name


def test_a_question_for_the_own_name_may_lack_its_apostrophe():
    assert asks_own_name("whats my name")
    assert asks_own_name("what's my name?")
