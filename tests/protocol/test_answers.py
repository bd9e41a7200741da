"""One answer: its text, and what is missing in it."""

import pytest

from alicia_desktop.protocol.answers import Answer, says_less
from alicia_desktop.protocol.messages import AssistantSentence


def answer(texts: dict[int, str], *, whole: str | None = None, ended: bool = False, stopped: bool = False) -> Answer:
    sentences = {
        number: AssistantSentence(previous_id="a", sequence=number, text=text) for number, text in texts.items()
    }
    return Answer(id="a", sentences=sentences, whole=whole, ended=ended, stopped=stopped)


def test_sentences_are_joined_by_one_space_at_least():
    assert answer({1: "On Friday.", 2: "At six."}).text == "On Friday. At six."
    assert answer({1: "On Friday. ", 2: "At six."}).text == "On Friday. At six."
    assert answer({1: "Code:", 2: "\n```\nx\n```", 3: "", 4: "Done."}).text == "Code:\n```\nx\n``` Done."
    assert answer({}).text == ""


def test_the_whole_message_goes_before_the_sentences():
    assert answer({1: "On"}, whole="On Friday.").text == "On Friday."
    assert answer({3: "On"}, whole="On Friday.").missing == ()


def test_numbers_count_from_one_or_from_the_zero_that_came():
    assert answer({1: "a", 3: "c"}).missing == (2,)
    assert answer({2: "b"}).missing == (1,)
    assert answer({0: "a", 2: "c"}).missing == (1,)
    assert answer({}).missing == ()


def test_complete_is_ended_unstopped_and_without_a_hole():
    assert answer({1: "a"}, ended=True).complete
    assert not answer({1: "a"}).complete
    assert not answer({2: "b"}, ended=True).complete
    assert not answer({1: "a"}, ended=True, stopped=True).complete


@pytest.mark.parametrize(
    ("text", "less"), [("", True), ("  ", True), ("One.", True), ("One. \n Two.", False), ("One. Three.", False)]
)
def test_what_is_empty_or_a_beginning_says_less(text: str, less: bool) -> None:
    assert says_less(text, "One. Two.") is less
