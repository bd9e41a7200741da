from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.context.context_parts import (
    MAX_DROPPED,
    MAX_SNIPPET_CHARACTERS,
    ContextExplanation,
    ContextPart,
    ContextPiece,
)


def piece(name: str, tokens: int, *, relevance: float | None = None) -> ContextPiece:
    return ContextPiece(id=name, kind="manual", content=name * 200, tokens=tokens, importance=0.5, relevance=relevance)


def test_what_does_not_fit_is_skipped_and_the_next_is_tried():
    shelf = ContextPart("pins", [piece("a", 5), piece("b", 9), piece("c", 4)])
    shelf.fill(10)
    report = shelf.report()
    assert ([one.id for one in report.kept], report.tokens) == (["a", "c"], 9)
    assert [(one.piece.id, one.reason) for one in report.dropped] == [("b", "over_budget")]
    shelf.fill(9)
    assert list(shelf.kept) == ["a", "c", "b"]


def test_no_more_than_the_most_and_the_cap():
    shelf = ContextPart("pins", [piece(name, 2) for name in "abcd"], max_pieces=3, max_tokens=4)
    shelf.fill(100)
    assert (list(shelf.kept), shelf.tokens) == (["a", "b"], 4)
    full = ContextPart("pins", [piece(name, 2) for name in "ab"], max_pieces=1)
    full.fill(100)
    assert full.report().dropped[0].reason == "over_limit"


def test_what_is_barred_gives_its_room_back_and_keeps_its_own_reason():
    shelf = ContextPart("memories", [piece("a", 2), piece("b", 3)])
    shelf.fill(10)
    shelf.drop("a", "in_messages")
    shelf.drop_all("facts_alone")
    assert (shelf.kept, shelf.tokens, shelf.possible_tokens) == ({}, 0, 0)
    assert [one.reason for one in shelf.report().dropped] == ["in_messages", "facts_alone"]


def test_older_ones_are_counted_and_only_the_first_dropped_are_named():
    shelf = ContextPart("messages", [piece(f"m{number}", 2) for number in range(MAX_DROPPED + 5)])
    shelf.count_older(7, 70)
    report = shelf.report()
    assert (len(report.dropped), report.dropped_count) == (MAX_DROPPED, MAX_DROPPED + 12)
    assert report.dropped_tokens == 2 * (MAX_DROPPED + 5) + 70


def test_an_explanation_as_json_names_every_part_and_cuts_long_words():
    shelf = ContextPart("memories", [piece("a", 2, relevance=0.5), piece("b", 2)])
    shelf.fill(3)
    told = ContextExplanation(query="?", budget=3, total_tokens=2, private=False, parts=(shelf.report(),))
    (part,) = told.to_dict()["parts"]
    assert (part["kept"][0]["relevance"], "relevance" in part["dropped"][0]) == (0.5, False)
    assert len(part["kept"][0]["content"]) == MAX_SNIPPET_CHARACTERS
    assert told.counts() == {
        "budget": 3, "tokens": 2, "parts": {"memories": {"tokens": 2, "kept": 1, "dropped": 1}},
    }  # fmt: skip
    assert told.part("memories").tokens == 2


@given(st.lists(st.integers(0, 50), max_size=20), st.lists(st.integers(-5, 120), max_size=4))
def test_no_shelf_holds_more_than_the_room_it_got(tokens: list[int], rooms: list[int]):
    shelf = ContextPart("messages", [piece(str(number), count) for number, count in enumerate(tokens)])
    for room in rooms:
        before = shelf.tokens
        shelf.fill(room)
        assert shelf.tokens - before <= max(0, room)
    assert shelf.tokens == sum(one.tokens for one in shelf.kept.values())
