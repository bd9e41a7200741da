"""What says where a thing is, and what only looks like it."""

import pytest

from alicia_desktop.memory.places import thing_placed


@pytest.mark.parametrize(
    ("statement", "thing"),
    [
        ("The stopcock is under the stairs.", "stopcock"),
        ("User's keys are on the hook by the door right now.", "keys"),
        ("my sister's car is in the garage", "sister's car"),
        ("the spare key is kept with my neighbour", "spare key"),
        ("the meeting is in the kitchen", None),
        ("my son is on the sofa", None),
        ("my head is in the clouds", None),
        ("the concert is on the 5th", None),
        ("my flight is in the morning", None),
        ("my phone is at two percent", None),
        ("the light is on", None),
    ],
)
def test_the_thing_of_which_a_statement_says_where_it_is(statement, thing):
    assert thing_placed(statement) == thing
