import pytest

from alicia_desktop.memory.vocabulary import english, number_of


def test_a_whole_finds_its_kinds_and_not_the_other_way_round_twice():
    others = english().others
    assert "son" in others["kids"]
    assert "kids" in others["son"]
    assert "daughter" not in others["son"]


def test_everything_is_in_lower_case():
    language = english()
    words = {*language.stop_words, *language.others, *language.topics, *language.positive, *language.negative}
    assert all(word == word.lower() for word in words)


@pytest.mark.parametrize(
    ("word", "number"),
    [("7", 7), ("zero", 0), ("Twelve", 12), ("nineteen", 19), ("forty", 40), ("twenty-one", 21), ("ninety-nine", 99)],
)
def test_a_number_is_read_in_digits_and_in_words(word, number):
    assert number_of(word) == number


@pytest.mark.parametrize("word", ["canteen", "twenty-twelve", "one-two", "", "dozen"])
def test_what_only_looks_like_a_number_is_none(word):
    assert number_of(word) is None
