"""A condition that is switched on and off, in place of others of its key."""

import pytest

from alicia_desktop.filtering.expression import Condition, Mistake, text_of, toggled
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "turn:3"),
        ("turn:3", ""),
        ("turn:2", "turn:3"),
        ("type:14 turn:3 walnuts", "type:14 walnuts"),
        ("type:14 turn>2", "type:14 turn:3"),
        ("a OR b", "(a OR b) turn:3"),
        ("(a OR b) turn:3", "a OR b"),
        ("-turn:3", "-turn:3 turn:3"),
    ],
)
def test_a_turn_is_switched_on_and_off(before, after):
    read, expected = parse(before, STANZAS), parse(after, STANZAS)
    assert not isinstance(read, Mistake)
    assert not isinstance(expected, Mistake)
    switched = toggled(read, Condition(key="turn", operator=":", value=3))
    assert text_of(switched) == text_of(expected)
