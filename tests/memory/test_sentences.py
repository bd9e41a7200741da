import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.sentences import sentences_of, without_openers


def test_sentences_end_at_their_marks_and_not_at_abbreviations():
    assert sentences_of("I saw Dr. Who at 6 p.m. today. Really! Did you?") == [
        "I saw Dr. Who at 6 p.m. today.",
        "Really!",
        "Did you?",
    ]


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("Well, by the way, I have a dog.", "I have a dog."),
        ("I just wanted to tell you that I have a dog.", "I have a dog."),
        ("I want to tell my boss", "I want to tell my boss"),
    ],
)
def test_words_that_only_open_fall_away(sentence: str, rest: str):
    assert without_openers(sentence) == rest


@given(st.text(max_size=300))
def test_no_word_is_invented(text: str):
    assert "".join("".join(sentences_of(text)).split()) == "".join(text.split())
