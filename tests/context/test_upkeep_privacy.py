"""What somebody wants kept to themselves is part of nothing that is made of a message."""

import pytest

from alicia_desktop.context.upkeep import all_without_private, without_private
from tests.context.said import said


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I have a dog. He is called Biscuit.", "I have a dog. He is called Biscuit."),
        ("Don't remember this: I hate my boss.", ""),
        ("I have a dog. Off the record, I hate my boss.", "I have a dog."),
        ("I hate my boss. Please don't save that.", ""),
    ],
)
def test_the_sentences_that_are_not_to_be_kept_are_left_out(text: str, kept: str):
    assert without_private(said(1, text)).text == kept


def test_only_the_person_can_ask_for_it():
    answer = said(2, "I will not keep that: this is private.", role="assistant")
    assert without_private(answer) is answer
    assert all_without_private([said(1, "This is private: I hate my boss."), answer]) == [answer]
