import pytest

from alicia_desktop.memory.extraction.telegraphed import telegraphed

ROWS = [
    ("T2 diabetic, 54, Leeds.", ["I am T2 diabetic", "I am 54 years old", "I: Leeds"]),
    (
        "2 kids (6, 9), wife Ana, mortgage till 2041.",
        ["I have 2 kids (6, 9)", "my wife is Ana", "I: mortgage till 2041"],
    ),
    ("Nurse at a hospice, start 2 May", ["I am a nurse at a hospice", "I: start 2 May"]),
]


@pytest.mark.parametrize(("text", "facts"), ROWS, ids=[text for text, _ in ROWS])
def test_facts_in_a_row_are_told_one_by_one(text: str, facts: list[str]):
    assert telegraphed(text) == facts


@pytest.mark.parametrize("text", ["Apples, pears, plums", "I am 54, from Leeds", "Vegan, 30, or what?", "Leeds"])
def test_other_rows_are_none(text: str):
    assert not telegraphed(text)
