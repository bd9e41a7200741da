"""What says when something is, and what only names a day."""

import pytest

from alicia_desktop.memory.appointments import tells_when


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("bin day is thursday", True),
        ("parents' evening is on the 3rd of December at 6pm", True),
        ("Theo's lesson is mondays at 5", True),
        ("my alarm is at 6:30", True),
        ("The plumber is coming at 2pm tomorrow", True),
        ("my mum is coming over on Friday", True),
        ("the museum is open on Mondays", False),
        ("today is monday", False),
        ("it is monday", False),
        ("Christmas is on the 25th", False),
        ("my brother is 31", False),
        ("my son is at school", False),
        ("the museum closes on Mondays", False),
        ("the weather is nice on Mondays", False),
    ],
)
def test_the_day_of_a_thing_is_told(statement, told):
    assert tells_when(statement) is told
