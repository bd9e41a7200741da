"""A name stands for what somebody is to the person, where memories tell it of one."""

import pytest

from alicia_desktop.memory.aliases import by_relation


@pytest.mark.parametrize(
    ("question", "contents", "reworded"),
    [
        ("How old is Whiskers?", ["User has a cat called Whiskers."], "How old is my cat?"),
        ("Where does Robert live?", ["User's son's name is Robert."], "Where does my son live?"),
        ("When is Anna's birthday?", ["User's wife Anna works at the hospital."], "When is my wife's birthday?"),
        ("Is Rex ill?", ["Rex is User's dog."], "Is my dog ill?"),
        ("Where does Tom live?", ["User's son Tom plays chess.", "User's son Max is nine."], None),
        ("Where does Tom live?", ["User's son Max is nine."], None),
        ("Where do I live?", ["User's son Max is nine."], None),
    ],
)
def test_who_is_named_is_asked_for_as_what_they_are(question, contents, reworded):
    assert by_relation(question, contents) == reworded
