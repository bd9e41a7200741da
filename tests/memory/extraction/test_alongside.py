import pytest

from tests.memory.extraction.test_score import kept


def told(text: str) -> list[str]:
    return [content for content, _ in kept(text)]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (
            "We had an offer accepted on the house. Our wedding is on 12 March.",
            "User had an offer accepted on the house.",
        ),
        ("I'm a nurse. Cardiac ward.", "User: Cardiac ward."),
    ],
)
def test_beside_what_is_told_more_is_kept(text: str, statement: str):
    assert statement in told(text)


@pytest.mark.parametrize(
    "text", ["We had an offer accepted on the house.", "Cardiac ward.", "The wind is brutal up there."]
)
def test_alone_it_is_not(text: str):
    assert not told(text)


def test_nor_is_what_names_nothing_or_is_of_the_hour():
    assert told("I'm a nurse. It was quite something. The bus is late today.") == ["User is a nurse."]


def test_what_is_to_be_remembered_after_all_is_kept_and_what_was_told_in_confidence_is_not():
    turn = (
        "Between us, and keep this out of your notes: Rosa is pregnant. But you can remember that Rosa is vegetarian."
    )
    assert told(turn) == ["Rosa is vegetarian."]
