import pytest

from tests.memory.extraction.test_score import kept

SAID = [
    ("Moved here in May.", ["User moved here in May."]),
    (
        "Sold the flat, bought a narrowboat, quit the job.",
        ["User sold the flat.", "User bought a narrowboat.", "User quit the job."],
    ),
    ("Never learned to swim.", ["User never learned to swim."]),
    ("Saving for a campervan.", ["User is saving for a campervan."]),
    ("Type one diabetic here.", ["User is a type one diabetic."]),
    ("Big Tolkien nerd.", ["User is a big Tolkien nerd."]),
    ("Age 52.", ["User is 52 years old."]),
    ("Can't do dairy.", ["User can't do dairy."]),
    ("No kids, no pets.", ["User has no kids.", "User has no pets."]),
    ("Married to a pilot.", ["User is married to a pilot."]),
    ("Left school at sixteen.", ["User left school at sixteen."]),
    ("Used to live in Rome.", ["User used to live in Rome."]),
    ("Born in Lagos.", ["User was born in Lagos."]),
    ("Reading glasses are on the desk.", []),
    ("Looking forward to it.", []),
    ("Left is better.", []),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_who_leaves_i_out_is_understood(text: str, statements: list[str]):
    assert [content for content, _ in kept(text)] == statements
