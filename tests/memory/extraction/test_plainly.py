import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    (
        "My cousin Rory, the one who's a welder in Belfast, plays darts.",
        ["User's cousin Rory is a welder in Belfast.", "User's cousin Rory plays darts."],
    ),
    ("Good news: I've passed my theory test.", ["User has passed User's theory test."]),
    ("The two of us live in Ghent.", ["User lives in Ghent."]),
    ("So the plan is to move to Turin next spring.", ["User's plan is to move to Turin next spring."]),
    (
        "The boat's called Sea Pie and we sail her on Sundays.",
        ["User's boat is called Sea Pie.", "User sails her on Sundays."],
    ),
    (
        "My daughter Beatrice starts school in May but everybody calls her Bea.",
        ["User's daughter Beatrice starts school in May.", "Beatrice is called Bea."],
    ),
    ("Two sugars, that's how I drink my tea.", ["User drinks User's tea, namely Two sugars."]),
    ("Both kids vegetarian, by the way.", ["Both User's kids are vegetarian."]),
    ("The woman I'm seeing works at the zoo.", ["User's girlfriend works at the zoo."]),
    ("Window seat, always.", ["User always prefers Window seat."]),
    ("The deadline is called off.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_what_is_one_of_several_or_said_by_all_is_read_as_a_plain_clause(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
