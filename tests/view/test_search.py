"""Excerpts as a narrow list shows them, and how much was found."""

import pytest

from alicia_desktop.store.conversations.search import MARK_END, MARK_START
from alicia_desktop.view import search


@pytest.mark.parametrize(
    ("excerpt", "shown", "found"),
    [
        ("Buy [lemons]", "Buy lemons", ["lemons"]),
        ("Buy\n\n[lemons]  and [tea]", "Buy lemons and tea", ["lemons", "tea"]),
        ("It was a long time ago that we had [lemons]", "…time ago that we had lemons", ["lemons"]),
        ("Your sister Anna lives in [Lisbon].", "Your sister Anna lives in Lisbon.", ["Lisbon"]),
        ("Averyverylongwordindeedwithout[lemons]", "…lemons", ["lemons"]),
        ("nothing marked", "nothing marked", []),
        ("", "", []),
    ],
)
def test_an_excerpt_begins_shortly_before_its_first_find(excerpt: str, shown: str, found: list[str]):
    line, marks = search.marked(excerpt.replace("[", MARK_START).replace("]", MARK_END))
    assert line == shown
    assert [line[start:end] for start, end in marks] == found


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("green tea", "green tea"),
        ('"green tea" -milk', "green tea"),
        ("from:me tea", ""),
        ("in:title tea", ""),
        ("", ""),
    ],
)
def test_a_meaning_is_looked_for_in_words_alone(typed: str, words: str):
    assert search.query_words(typed) == words
