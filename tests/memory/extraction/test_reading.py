"""Sentences whose parts are told apart, and frames that fall away; the modules of each kind have tests of their own."""

import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("My son (he's 11) has asthma.", ["User's son has asthma.", "User's son is 11."]),
    ("My boss told me I'm getting the promotion in July.", ["User is getting the promotion in July."]),
    ("You know I'm left-handed, right?", ["User is left-handed."]),
    ("You've got my name wrong, it's Maarten.", ["User's name is Maarten."]),
    ("Doc at the clinic says I got sleep apnea.", ["User has sleep apnea."]),
    ("Please call me Mrs. Abernathy, not Jean.", ["User wants to be called Mrs. Abernathy."]),
    (
        "We picked up a kitten and the kids have named her Toast.",
        ["User picked up a kitten.", "User's kitten is called Toast."],
    ),
    ("Wife: Noor. Kids: Sami (9), Huda (4).", ["User's wife is Noor.", "User's kids are Sami (9), Huda (4)."]),
    ("I live with four girls and one of them, Priya, is allergic to nuts.", None),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_a_turn_is_taken_apart(text: str, statements: list[str] | None):
    told = [content for content, _ in kept(text)]
    assert not any("ises" in one for one in told)
    assert statements is None or [one for one in told if one in statements] == statements
