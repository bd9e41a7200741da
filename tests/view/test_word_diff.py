from hypothesis import given
from hypothesis import strategies as some

from alicia_desktop.view.word_diff import MOST_WORDS, word_diff

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


def test_a_very_long_text_is_not_compared_word_by_word() -> None:
    pieces = word_diff("a " * (MOST_WORDS + 1), "b")
    assert [piece.kind for piece in pieces] == ["removed", "added"]


@given(TEXT, TEXT)
def test_both_texts_are_in_the_pieces(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == after
