from difflib import SequenceMatcher
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from alicia_desktop.view.word_diff import MAX_CHARACTERS, MAX_STEPS, word_diff

TEXT = some.lists(
    some.sampled_from(["Emma", "is", "allergic", "to", "nuts", ",", "\n", "שלום", "🎂"]), max_size=12
).map(" ".join)


def test_words_that_went_and_came() -> None:
    pieces = word_diff("Emma is allergic to nuts", "Emma is allergic to walnuts")
    assert [(piece.kind, piece.text) for piece in pieces] == [
        ("same", "Emma is allergic to "),
        ("removed", "nuts"),
        ("added", "walnuts"),
    ]


def test_what_differs_and_is_very_long_is_not_compared_word_by_word() -> None:
    pieces = word_diff("a " * MAX_CHARACTERS + "a", "b " * MAX_CHARACTERS + "b")
    assert [piece.kind for piece in pieces] == ["removed", "added"]


def test_one_word_of_a_very_long_text_is_found() -> None:
    before = "Emma plays, and so does Ben. " * 100_000
    pieces = word_diff(f"{before}She is allergic. {before}", f"{before}She was allergic. {before}")
    assert [(piece.kind, piece.text) for piece in pieces][1:3] == [("removed", "is"), ("added", "was")]


def test_texts_of_the_same_few_words_are_compared_in_a_bounded_number_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    original = SequenceMatcher.find_longest_match

    def counted(self: Any, alo: int, ahi: int, blo: int, bhi: int) -> Any:
        looked_at.append(sum(len(self.b2j.get(word, ())) for word in self.a[alo:ahi]))
        return original(self, alo, ahi, blo, bhi)

    monkeypatch.setattr(SequenceMatcher, "find_longest_match", counted)
    word_diff("x " + "a b " * 5_000 + "y", "z " + "b c a " * 3_000 + "w")
    word_diff("x " + "a b " * 300 + "y", "z " + "b c a " * 200 + "w")
    assert sum(looked_at) <= 2 * MAX_STEPS


@given(TEXT, TEXT)
def test_both_texts_are_in_the_pieces(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == after
