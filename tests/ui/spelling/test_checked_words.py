import pytest

from alicia_desktop.ui.spelling.checked_words import (
    MAX_WORD_CHARACTERS,
    checked_words,
    ends_in_code,
    in_units,
    is_fence,
)


def words(text, **where):
    return [word.text for word in checked_words(text, **where)]


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("Run `mkdri -p` on wendsday", ["Run", "on", "wendsday"]),
        ("a `` code ` with `` mark and `unclosed codee", ["mark", "and"]),
        ("see https://alicia.home/pathh or www.exampel.org, mail anna@exampel.org", ["see", "or", "mail"]),
        ("at 18:30, 1.5kg, 3rd, x2 and 0xfeed", ["at", "and"]),
        ("~/.local/shaer or C:\\Temmp or a_variabel or f(x)=y", ["or", "or", "or"]),
        ("don’t, well-known, **boldd** _itallic_ (brackets) „Zitat“", [
            "don’t", "well", "known", "boldd", "itallic", "brackets", "Zitat",
        ]),
        ("NASA, iPhone, QTextEdit, I, a", []),
        ("End.Next file.txt <b>bold</b> #tagg &amp;", []),
        ("x" * (MAX_WORD_CHARACTERS + 1), []),
    ],
)  # fmt: skip
def test_code_addresses_numbers_and_names_of_programs_are_no_words(text, checked):
    assert words(text) == checked


def test_positions_are_those_of_qt_also_behind_an_emoji():
    (word,) = checked_words("🎹🎹 recitall")
    assert (word.start, word.end) == (5, 13)
    assert len(in_units("🎹a")) == 3


def test_only_what_can_be_seen_is_looked_at_and_no_half_of_a_word():
    text = "first secondd third"
    assert words(text, start=9, end=14) == ["secondd"]
    assert words("`first` secondd", start=3, end=8) == []
    assert words(text, start=0, end=0) == []


def test_a_block_of_code_goes_from_fence_to_fence():
    assert is_fence("```python")
    assert not is_fence("`code`")
    assert ends_in_code("Look:\n```\ncode")
    assert not ends_in_code("Look:\n```\ncode\n```\n")
