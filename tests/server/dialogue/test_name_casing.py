"""Names typed small are read as names, and other words stay as they are."""

import pytest

from alicia_desktop.server.dialogue.name_casing import names_among, with_capitals


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("my kids are noah and ella", "my kids are Noah and Ella"),
        ("noah is 7 and ella is 4", "Noah is 7 and Ella is 4"),
        ("zoe was born on 3 may", "Zoe was born on 3 may"),
        ("my roommate jake is super loud", "my roommate Jake is super loud"),
        ("my son theo, 9, plays the trumpet", "my son Theo, 9, plays the trumpet"),
        ("her name is doris and she snores", "her name is Doris and she snores"),
        ("i've got two dogs, bruno and lotte", "i've got two dogs, Bruno and Lotte"),
        ("theo's lesson is mondays at 5", "Theo's lesson is mondays at 5"),
        ("our wifi is called funkytown", "our wifi is called Funkytown"),
    ],
)
def test_a_small_word_in_the_place_of_a_name_is_one(typed, read):
    assert with_capitals(typed) == read


@pytest.mark.parametrize(
    "typed",
    [
        "my dog snores",
        "my kids are lovely and loud",
        "my boss wants the report",
        "that's my dog's bed",
        "it's friday",
        "today's weather is fine",
        "my husband works a lot",
        "my mum says hi",
        "My sister is called ana",
    ],
)
def test_other_words_and_texts_with_capitals_of_their_own_stay_as_they_are(typed):
    assert with_capitals(typed[:1].lower() + typed[1:]).lower() == typed.lower()
    assert with_capitals(typed) in {typed, typed.replace("ana", "Ana")}


def test_who_was_named_before_is_known_wherever_they_stand():
    names = names_among(["my kids are noah and ella", "User has a friend called Rosa."])
    assert names == {"Noah", "Ella", "Rosa"}
    assert with_capitals("what is ella allergic to, and rosa?", names) == "what is Ella allergic to, and Rosa?"
    assert with_capitals("mail ella@example.org about the novella", names) == "mail ella@example.org about the novella"


def test_a_name_that_is_a_word_as_well_is_no_name_everywhere():
    assert with_capitals("i hope it will rain", names_among(["My sister is called Hope."])) == "i hope it will rain"
