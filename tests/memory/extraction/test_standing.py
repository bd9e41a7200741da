import pytest

from alicia_desktop.memory.extraction.standing import standing


@pytest.mark.parametrize(
    ("order", "wish"),
    [
        ("Give me weights in grams", "I want you to give me weights in grams"),
        ("don't suggest the gym", "I want you not to suggest the gym"),
        ("stop suggesting things for me and her", "I want you to stop suggesting things for me and her"),
        (
            "when I send you a photo, describe what is in it",
            "I want you to describe what is in it when I send you a photo",
        ),
        ("you correct always my mistakes", "I want you correct always my mistakes"),
    ],
)
def test_an_order_that_names_a_manner_holds_for_all_answers(order: str, wish: str):
    assert standing(order, asks=True) == wish


@pytest.mark.parametrize(
    "order",
    [
        "Give me a recipe",
        "Don't use commas in this sentence",
        "Write a letter to my boss",
        "don't say that",
        "Tell me a joke",
    ],
)
def test_an_order_for_one_answer_does_not(order: str):
    assert not standing(order, asks=True)


def test_what_anything_suggested_must_be_holds_for_all_answers_unless_it_is_asked():
    assert standing("any activity must work with chalk", asks=False) == "any activity must work with chalk"
    assert not standing("Any from the seventies I should see", asks=True)
