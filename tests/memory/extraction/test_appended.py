import pytest

from alicia_desktop.memory.extraction.appended import apart

SAID = [
    (
        "I teach Year 4 in Luton, thirty-one kids, no projector",
        ["I teach Year 4 in Luton", "I have thirty-one kids", "I have no projector"],
    ),
    ("My wife is expecting, due in January", ["My wife is expecting", "My wife is due in January"]),
    (
        "I am Ann Lee, seventy years of age, formerly of the bench",
        ["I am Ann Lee", "I am seventy years of age", "I was formerly of the bench"],
    ),
    ("I don't drink, seven years sober in May", ["I don't drink", "I am seven years sober in May"]),
    (
        "I am opening a studio on Duke Street, lease starts 1 May",
        ["I am opening a studio on Duke Street", "lease starts 1 May"],
    ),
    ("my aunt is eighty-three, lives on her own", ["my aunt is eighty-three", "my aunt lives on her own"]),
]


@pytest.mark.parametrize(("text", "clauses"), SAID)
def test_what_hangs_on_behind_a_comma_is_told_by_itself(text: str, clauses: list[str]):
    assert apart(text) == clauses


@pytest.mark.parametrize(
    "text",
    [
        "I am paying off the car, 240 a month",
        "I bought two shirts, three ties",
        "I cycle to work, 14 kilometres each way",
        "I like apples, pears and plums",
        "I have a tutor, every Saturday",
    ],
)
def test_what_says_nothing_alone_stays_where_it_is(text: str):
    assert apart(text) == [text]
