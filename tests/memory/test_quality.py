import pytest

from alicia_desktop.memory.quality import fact_density, is_failure, is_pure_question


@pytest.mark.parametrize(
    "text",
    [
        "I don't have any information about your kids.",
        "There is no specific mention of that.",
        "I don’t have access to your calendar.",
        "As an AI, I cannot know.",
        "I'm unable to find anything.",
    ],
)
def test_failures_are_known(text: str):
    assert is_failure(text)


@pytest.mark.parametrize(
    "text", ["I don't have any pets.", "I'm unable to digest milk.", "I don't know anyone in Rome."]
)
def test_what_people_lack_is_no_failure(text: str):
    assert not is_failure(text)


def test_a_question_that_tells_is_no_pure_one():
    assert is_pure_question("Do you remember my kids' names?")
    assert is_pure_question("Caroline: How are you?")
    assert not is_pure_question("Do you remember, I have two kids named Alex and Jordan")


def test_facts_stand_above_plain_talk():
    assert fact_density("I have two children named Alex and Jordan.") > fact_density(
        "that was really quite nice of them all"
    )
    assert 0 <= fact_density("x" * 10_000) <= 1


@pytest.mark.parametrize(
    ("fact", "plain"),
    [
        ("and then Alex Miller came by", "and then somebody came by in"),
        ("he is 8 years old by now", "he is still so young by now"),
        ("I have a house with a garden", "a house that has a garden, so"),
        ("My wife is called Ada.", "My boss is called Ada, too."),
        ("User's spouse has two cats.", "User's brother has two cats."),
    ],
    ids=["names", "numbers", "first hand", "wife", "spouse"],
)
def test_names_numbers_and_what_is_told_first_hand_each_count(fact: str, plain: str):
    assert fact_density(fact) > fact_density(plain)
