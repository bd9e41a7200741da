"""Who is older follows from the ages that memories tell, and from no others."""

from datetime import date

import pytest

from alicia_desktop.memory.comparisons import compare_ages
from tests.memory.test_answers import imported

TODAY = date(2026, 11, 23)
BROTHERS = ("Alex is 31.", "Jordan is 28.")


def compared(question, *contents):
    found = compare_ages(question, [imported(one) for one in contents], TODAY)
    return None if found is None else found.sentence


@pytest.mark.parametrize(
    ("question", "contents", "answer"),
    [
        ("who is older, Alex or Jordan?", BROTHERS, "Alex is older."),
        ("Who's younger, Alex or Jordan", BROTHERS, "Jordan is younger."),
        ("who's the youngest?", (*BROTHERS, "Ida is six."), "Ida is the youngest."),
        ("who is the oldest of Alex and Jordan?", (*BROTHERS, "Ida is 60."), "Alex is the oldest."),
        (
            "Who is older, Zoe or Max?",
            ("Zoe was born on 3 May 2019.", "Max was born on 12 August 2021."),
            "Zoe is older.",
        ),
        ("who is older, Mia or Tom?", ("Mia is eight months old.", "Tom is 1."), "Tom is older."),
        (
            "who is older, my brother or my sister?",
            ("User's brother is 30.", "User's sister is 35."),
            "Your sister is older.",
        ),
        ("who is older, Alex or Jordan?", ("Alex is 31.", "Jordan is 31."), "They are the same age."),
        ("who is the youngest?", ("Mia is 12.", "Tom is 9 and baby Leo is 8 months old."), "Leo is the youngest."),
        ("is Alex older than Jordan?", BROTHERS, "Yes, Alex is older."),
        ("is Alex younger than Jordan?", BROTHERS, "No, Jordan is younger."),
    ],
)
def test_ages_that_are_told_are_compared(question, contents, answer):
    assert compared(question, *contents) == answer


@pytest.mark.parametrize(
    ("question", "contents"),
    [
        ("who is older, Alex or Ben?", BROTHERS),
        ("who is older, Alex or Jordan?", ("Alex is 31.", "Jordan lives in York.")),
        ("who lives in York?", BROTHERS),
        ("who is the youngest?", ("Alex is 31.",)),
        ("who is taller, Alex or Jordan?", BROTHERS),
    ],
)
def test_nobody_is_compared_whose_age_is_not_known(question, contents):
    assert compared(question, *contents) is None
