import unicodedata

import hypothesis.strategies as st
import pytest
from hypothesis import given

from alicia_desktop.ui.untrusted.layout_cost import (
    CELL_COST,
    LINE_COST,
    MAX_MARKS,
    affordable,
    layout_cost,
    limit_marks,
)

ACUTE = "\N{COMBINING ACUTE ACCENT}"
LETTERS = st.text(alphabet=f"ab |*`[\n!:é漢\U0001f469{ACUTE}\N{ZERO WIDTH JOINER}")


def test_the_cost_of_a_text_is_the_sum_of_what_its_letters_cost():
    assert layout_cost("plain") == 5
    assert layout_cost("|\n") == CELL_COST + LINE_COST
    assert layout_cost("a\n", plain=True) == 1 + LINE_COST
    assert layout_cost("[", plain=True) > 5 * layout_cost("a"), "the font looks at what stands beside it"
    assert layout_cost("漢") > 10 * layout_cost("a"), "for many letters a font has to be looked for"


@given(LETTERS, st.integers(0, 5), st.integers(1, 400), st.booleans())
def test_what_is_affordable_costs_no_more_and_nothing_more_is_affordable(text, start, most, plain):
    if start >= len(text):
        return
    end = affordable(text, start, most, plain=plain)
    assert start < end <= len(text)
    assert layout_cost(text[start:end], plain=plain) <= most or end == start + 1
    if end < len(text) and not unicodedata.combining(text[end]):
        rest = end
        while rest < len(text) and unicodedata.combining(text[rest]):
            rest += 1
        next_letter = end + 1
        while next_letter < len(text) and unicodedata.combining(text[next_letter]):
            next_letter += 1
        assert layout_cost(text[start:next_letter], plain=plain) > most


@pytest.mark.parametrize("length", [511, 512, 513, 100_000])
def test_a_long_text_is_affordable_to_the_letter(length):
    assert affordable("x" * 200_000, 3, length) == 3 + length
    assert affordable("x" * 100, 0, length) == 100


def test_a_mark_stays_with_its_letter():
    text = f"abc{ACUTE}{ACUTE}d"
    costs = [layout_cost(text[:end]) for end in range(len(text) + 1)]
    assert affordable(text, 0, costs[4]) == 2
    assert affordable(text, 0, costs[5]) == 5


@given(LETTERS)
def test_writing_stays_as_it_is_and_no_letter_is_buried_under_marks(text):
    limited = limit_marks(text * 5)
    run = 0
    for letter in limited:
        run = run + 1 if unicodedata.category(letter) in {"Mn", "Me", "Cf"} else 0
        assert run <= MAX_MARKS
    kept = [letter for letter in limited if unicodedata.category(letter) not in {"Mn", "Me", "Cf"}]
    assert kept == [letter for letter in text * 5 if unicodedata.category(letter) not in {"Mn", "Me", "Cf"}]


def test_marks_that_people_write_with_stay():
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    for text in ("naïve café", "สวัสดี ที่นี่", "क्षत्रिय", family * 9, f"e{ACUTE * MAX_MARKS}"):
        assert limit_marks(text) == text
    assert limit_marks(f"e{ACUTE * 10_000}x") == f"e{ACUTE * MAX_MARKS}x"
