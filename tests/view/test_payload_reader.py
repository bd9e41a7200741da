"""Maps from the wire: whatever stands in them, nothing raises and nothing is made up."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from alicia_desktop.view import payload_reader

ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text() | some.binary(),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def test_what_is_not_a_number_was_not_sent() -> None:
    values: dict[str, Any] = {"a": 1, "b": True, "c": "1", "d": float("nan"), "e": float("inf")}
    assert [payload_reader.get_number(values, name) for name in "abcdef"] == [1.0, None, None, None, None, None]


def test_lists_keep_what_is_of_the_kind() -> None:
    values = {"terms": ["a", 1, None, "b"], "missed": [{}, "x", {"a": 1}], "text": "abc"}
    assert payload_reader.get_texts(values, "terms") == ("a", "b")
    assert payload_reader.get_mappings(values, "missed") == ({}, {"a": 1})
    assert payload_reader.get_texts(values, "text") == ()


@given(ANYTHING)
def test_anything_can_be_asked(value: object) -> None:
    values = {"key": value}
    payload_reader.get_number(values, "key")
    assert isinstance(payload_reader.get_text(values, "key"), str)
    assert all(isinstance(text, str) for text in payload_reader.get_texts(values, "key"))
    found = (*payload_reader.get_mappings(values, "key"), payload_reader.get_mapping(values, "key"))
    assert all(hasattr(one, "items") for one in found)
