import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.server.answer_lines import LONGEST, SentenceSplitter, split


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Hi there. Really? Yes!", ["Hi there. ", "Really? ", "Yes!"]),
        ("I met Dr. Smith at 3.5 p.m. today.", ["I met Dr. Smith at 3.5 p.m. today."]),
        ("J. K. Rowling wrote it. I read it.", ["J. K. Rowling wrote it. ", "I read it."]),
        ("So do I. And you?", ["So do I. ", "And you?"]),
        ("1. One\n2. Two", ["1. One\n", "2. Two"]),
        ("Look:\n\n```py\na. B\n```\nDone. Yes.", ["Look:\n\n", "```py\na. B\n```\nDone. ", "Yes."]),
        ("", [""]),
    ],
)
def test_where_sentences_end(text, sentences):
    assert split(text) == sentences


def test_a_sentence_comes_as_soon_as_something_follows_it():
    splitter = SentenceSplitter()
    assert splitter.push("One. ") == []
    assert splitter.push("T") == ["One. "]
    assert splitter.flush() == "T"


def test_endless_text_is_cut_at_a_space():
    sentences = split("word " * 500)
    assert all(len(sentence) <= LONGEST for sentence in sentences[:-1])
    assert len(sentences) > 3


@given(st.lists(st.text(alphabet="aB1 .!?\n`-", max_size=12), max_size=20))
def test_nothing_is_lost_or_added_however_it_is_cut_into_pieces(pieces):
    splitter = SentenceSplitter()
    sentences = [sentence for piece in pieces for sentence in splitter.push(piece)]
    assert "".join([*sentences, splitter.flush()]) == "".join(pieces)
    assert all(sentence.strip() for sentence in sentences)
