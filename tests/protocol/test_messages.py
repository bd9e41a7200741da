"""The text of an answer."""

import pytest

from alicia_desktop.protocol.messages import join_sentences, says_less


def test_sentences_are_joined_by_one_space_at_least():
    assert join_sentences(["On Friday.", "At six."]) == "On Friday. At six."
    assert join_sentences(["On Friday. ", "At six."]) == "On Friday. At six."
    assert join_sentences(["Code:", "\n```\nx\n```", "", "Done."]) == "Code:\n```\nx\n``` Done."
    assert join_sentences([]) == ""


@pytest.mark.parametrize(
    ("text", "less"), [("", True), ("  ", True), ("One.", True), ("One. \n Two.", False), ("One. Three.", False)]
)
def test_what_is_empty_or_a_beginning_says_less(text: str, less: bool) -> None:
    assert says_less(text, "One. Two.") is less
