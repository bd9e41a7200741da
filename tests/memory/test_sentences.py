import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.sentences import clauses_of, sentences_of, telling_part, without_openers


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


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("My favourite color is green, what's yours?", "My favourite color is green"),
        ("I have a recital tomorrow, can you remind me?", "I have a recital tomorrow"),
        ("I told you about Emma, right?", "I told you about Emma"),
        ("When is Emma's recital?", ""),
        ("I live here.", "I live here."),
    ],
)
def test_what_is_told_before_a_question(sentence: str, told: str):
    assert telling_part(sentence) == told


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("I live in Porto and work as a nurse", ["I live in Porto", "I work as a nurse"]),
        ("My wife loves sushi but I hate it", ["My wife loves sushi", "I hate it"]),
        ("I like salt and pepper", ["I like salt and pepper"]),
        ("When I eat nuts, I get sick", ["When I eat nuts, I get sick"]),
        ("Alex is 8 and Jordan is 5", ["Alex is 8", "Jordan is 5"]),
    ],
)
def test_clauses_have_a_subject_each(sentence: str, clauses: list[str]):
    assert clauses_of(sentence) == clauses


@given(st.text(max_size=300))
def test_no_word_is_invented(text: str):
    assert "".join("".join(sentences_of(text)).split()) == "".join(text.split())
