"""Walking from mark to mark."""

import pytest

from alicia_desktop.filtering.expression import Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.view.stanza_marks import changed_marks, is_about_marks, neighbour_mark

NOTES = {3: "", 7: "slow", 20: ""}


@pytest.mark.parametrize(
    ("here", "step", "found", "there"),
    [
        ("", 1, None, "3"),
        ("", -1, None, "20"),
        ("3", 1, None, "7"),
        ("5", 1, None, "7"),
        ("20", 1, None, "3"),
        ("3", -1, None, "20"),
        ("8", -1, None, "7"),
        ("3", 1, [1, 3, 20], "20"),
        ("3", 1, [1, 2], ""),
    ],
)
def test_the_next_mark(here, step, found, there):
    assert neighbour_mark(NOTES, here, step, found) == there


def test_without_marks_there_is_no_next_one():
    assert neighbour_mark({}, "3", 1, None) == ""


def test_a_change_is_a_mark_more_or_less_or_another_note():
    assert changed_marks(NOTES, {3: "odd", 7: "slow", 21: ""}) == {3, 20, 21}


@pytest.mark.parametrize(
    ("typed", "is_about"), [("is:marked", True), ("-note~slow a", True), ("is:unknown marked", False)]
)
def test_a_filter_by_marks_is_known(typed, is_about):
    expression = parse(typed, STANZAS)
    assert not isinstance(expression, Mistake)
    assert is_about_marks(expression) is is_about
