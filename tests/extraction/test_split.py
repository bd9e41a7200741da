import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.extraction.split import split_sentence


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("I live in Porto and work as a nurse", ["I live in Porto", "I work as a nurse"]),
        ("My wife loves sushi but I hate it", ["My wife loves sushi", "I hate it"]),
        ("I like salt and pepper", ["I like salt and pepper"]),
        ("When I eat nuts, I get sick", ["When I eat nuts, I get sick"]),
        ("Alex is 8 and Jordan is 5", ["Alex is 8", "Jordan is 5"]),
        ("since he left in May the kids are with me", ["he left in May", "the kids are with me"]),
    ],
)
def test_clauses_have_a_subject_each(sentence: str, told: list[str]):
    assert [piece.text for piece in split_sentence(sentence)] == told


def test_a_question_is_set_apart_from_what_is_told_before_it():
    told, asked = split_sentence("My favourite color is green, what is yours?")
    assert (told.text, told.asks, asked.asks) == ("My favourite color is green", False, True)


def test_a_question_about_a_thing_is_set_apart_too():
    told, asked = split_sentence("I take aspirin every morning, does coffee matter?")
    assert (told.asks, asked.text, asked.asks) == (False, "does coffee matter", True)


def test_an_order_behind_so_is_set_apart():
    told, asked = split_sentence("I have an old bike, so keep the route flat")
    assert (told.text, asked.asks) == ("I have an old bike", True)


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str):
    assert all(piece.text for piece in split_sentence(text))
