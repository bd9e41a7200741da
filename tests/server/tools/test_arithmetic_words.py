"""Sums that are asked in words, and sentences with numbers that ask for none."""

import time

import pytest

from alicia_desktop.server.tools.arithmetic import evaluate, word_sum


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        ("split a bill of 80 with 20 % tip among 4", 24),
        ("Split a bill of £86.40 between five of us, with a ten percent tip on top.", 19.008),
        ("split 90 between 3", 30),
        ("divide 60 pounds between four people", 15),
        ("Share the bill of 45.50 euros by 5 please", 9.1),
        ("could you split $120 plus 15% tip between six people?", 23),
        ("What's a 15 percent tip on 48?", 7.2),
        ("how much is 20 % off 75", 60),
        ("what is 250 plus 19 % VAT", 297.5),
        ("what is half of 250", 125),
        ("a quarter of 60", 15),
        ("what is 3/4 of 96", 72),
        ("Add 7, 8 and 9", 24),
        ("sum these for me 12.99 4.50 4.50 23.15 and 8, oh and take off 10 for the voucher", 43.14),
        ("How much is 3 hours 45 minutes at £13.20 an hour", 49.5),
        ("two plus two", 4),
        ("what's two plus two?", 4),
        ("What is seven times eight?", 56),
        ("what is a hundred and twenty-five divided by five", 25),
        ("add 12 and 30", 42),
        ("take 37 from 100", 63),
        ("What is double 1,250?", 2500),
    ],
)
def test_a_sum_in_words_is_worked_out(asked, result):
    expression = word_sum(asked)
    assert expression is not None
    assert evaluate(expression) == pytest.approx(result)


@pytest.mark.parametrize(
    "text",
    [
        "Split the work between four of us",
        "I paid 80 with a 10 % tip",
        "My son is two and my daughter is four",
        "One of my two sisters lives in Rome",
        "I take half of 20 mg in the morning",
        "We were three times in Rome",
        "I add 12 and 30 all day long at work, it is dull",
        "Remember that the bill of 80 was split",
        "",
        "\ud800",
    ],
)
def test_what_only_names_numbers_asks_for_no_sum(text):
    assert word_sum(text) is None


@pytest.mark.parametrize("word", ["word ", "12 plus ", "1,000,", "20% of ", "a hundred and "])
def test_a_long_text_is_no_sum_and_takes_no_time(word: str) -> None:
    began = time.process_time()
    assert word_sum(word * (100_000 // len(word))) is None
    assert time.process_time() - began < 0.5
