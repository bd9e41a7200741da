import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.heard_words import CLOSING_MS, heard_words

TEXT = "The library opens at nine, and closes at six."
DURATION_MS = 3_000


@pytest.mark.parametrize(
    ("spoken_ms", "heard"),
    [
        (0, ""),
        (60, ""),
        (700, "The library"),
        (1_600, "The library opens at nine,"),
        (2_500, "The library opens at nine, and closes at"),
        (DURATION_MS - CLOSING_MS, TEXT),
        (9_999, TEXT),
    ],
)
def test_whole_words_are_heard(spoken_ms, heard):
    assert heard_words(TEXT, spoken_ms=spoken_ms, duration_ms=DURATION_MS) == heard


def test_a_number_takes_as_long_as_its_name():
    said = heard_words("1984 is a book", spoken_ms=700, duration_ms=2_120)
    assert said == ""


def test_where_a_time_is_not_known_the_whole_sentence_counts():
    assert heard_words(TEXT, spoken_ms=None, duration_ms=DURATION_MS) == TEXT
    assert heard_words(TEXT, spoken_ms=300, duration_ms=None) == TEXT


@given(st.text(), st.integers(-10, 10_000), st.integers(0, 10_000))
def test_what_was_heard_is_a_beginning_and_grows(text, spoken_ms, duration_ms):
    heard = heard_words(text, spoken_ms=spoken_ms, duration_ms=duration_ms)
    assert text.startswith(heard)
    assert len(heard) <= len(heard_words(text, spoken_ms=spoken_ms + 100, duration_ms=duration_ms))
