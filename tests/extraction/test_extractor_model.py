from collections.abc import Sequence

import pytest

from alicia_desktop.extraction.extractor import ModelExtractor, parse_lines, readable_text, verify_statements
from tests.extraction.reader import extract, learned, turn


class WrittenLines:
    """A model that writes these lines of every turn."""

    def __init__(self, *lines: str) -> None:
        self._lines = lines

    async def statements(self, said: str) -> Sequence[str]:
        """Return them."""
        return self._lines


def kept(text: str, *lines: str) -> list[str]:
    told = turn(text)
    return verify_statements(lines, readable_text(told), extract(told))


async def test_what_the_turn_bears_out_is_kept_and_says_that_a_model_found_it():
    told = turn("Forty years at the same factory, and now they close it.")
    model = WrittenLines("I have worked at the same factory for forty years")
    (statement,) = (await ModelExtractor(model, learned=learned()).extract(told)).statements
    assert statement.content == "User has worked at the same factory for forty years."
    assert statement.extracted_by == "model"


@pytest.mark.parametrize(
    "line",
    [
        "My brother Tom lives in Oslo",
        "I have a dog called Rex",
        "I am 40 years old",
        "Do I have a brother?",
        "The sky is blue",
    ],
)
def test_nothing_is_kept_that_the_person_did_not_say(line: str):
    assert kept("My brother is a chef, and it rains in Oslo all day.", line) == []


def test_what_the_rules_have_found_is_not_kept_twice():
    assert kept("My brother Tom lives in Oslo.", "My brother Tom lives in Oslo", "Tom lives in Oslo") == []


def test_a_model_reads_nothing_private():
    assert readable_text(turn("I'm a nurse. Off the record: I drink.")) == "I'm a nurse."
    assert kept("I'm a nurse. Off the record: I drink too much.", "I drink too much") == []


def test_lists_and_none_are_understood():
    assert parse_lines("- I am a nurse\n2. I live in Rome\n\nNONE") == ["I am a nurse", "I live in Rome"]
