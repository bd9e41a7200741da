import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.segmentation import sentences_of, strip_openers


def test_sentences_end_at_their_marks_and_not_at_abbreviations():
    assert sentences_of("I saw Dr. Who at 6 p.m. today. Really! Did you?") == [
        "I saw Dr. Who at 6 p.m. today.",
        "Really!",
        "Did you?",
    ]


@pytest.mark.parametrize(
    "sentence",
    ["My locker is no. 12.", "I am J. R. Smith.", "Prof. Dr. Mary J. Blige lives here.", "It is approx. 5 km."],
)
def test_a_short_form_ends_no_sentence(sentence: str):
    assert sentences_of(sentence) == [sentence]


def test_what_is_numbered_in_a_line_is_told_apart():
    told = "Two things: 1) what is the time, 2) remember that I park in bay 41"
    assert sentences_of(told) == ["Two things:", "what is the time,", "remember that I park in bay 41"]
    assert sentences_of("Room (2) is ours.") == ["Room (2) is ours."]


@pytest.mark.parametrize("text", ["I said no. He left.", "I live in block B. My wife works."])
def test_a_word_that_looks_like_a_short_form_ends_one(text: str):
    assert len(sentences_of(text)) == 2


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("Well, by the way, I have a dog.", "I have a dog."),
        ("I just wanted to tell you that I have a dog.", "I have a dog."),
        ("You know that I hate peas", "I hate peas"),
        ("Kidding aside, I hate peas", "I hate peas"),
        ("I want to tell my boss", "I want to tell my boss"),
    ],
)
def test_words_that_only_open_fall_away(sentence: str, rest: str):
    assert strip_openers(sentence) == rest


@given(st.text(max_size=300))
def test_no_word_is_invented(text: str):
    assert "".join("".join(sentences_of(text)).split()) == "".join(text.split())
