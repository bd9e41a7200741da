"""What is offered while a filter is typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.filtering.completion import completions, fields_of, gather
from alicia_desktop.filtering.vocabulary import STANZAS

OCCURRING = gather(
    [
        *fields_of(
            "body", {"confidence": 0.5, "metadata": {"tags": ["Emma", "on Friday"], "odd key": True}, "data": b"x"}
        ),
        *fields_of("body", {"connection": {"status": "good"}, "confidence": 0.75, "text": "x" * 300, "content": ""}),
    ]
) | {"tool": ["calculator", "clock"]}


def offered(typed: str) -> tuple[str, ...]:
    """What is offered at `|`, as the whole filter that it makes."""
    cursor = typed.index("|")
    text = typed.replace("|", "")
    found = completions(text, cursor, STANZAS, OCCURRING)
    return tuple(f"{text[: found.start]}{item.text}{text[found.end :]}" for item in found.items)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("|", "type:"),
        ("ty|", "type:"),
        ("dir:in -si|", "dir:in -size>"),
        ("(tr|", "(trace:"),
        ("type:mem|", "type:MemoryTrace"),
        ("type:Trace|", "type:MemoryTrace"),
        ("type:mem|oryX dir:in", "type:MemoryTrace dir:in"),
        ("is:d|", "is:duplicate"),
        ("tool:c|", "tool:calculator"),
        ("bod|", "body."),
        ("body.con|", "body.confidence"),
        ("body.cont|", "body.content"),
        ("body.tags|", "body.metadata.tags"),
        ("body.metadata.t|", "body.metadata.tags"),
        ("body.confidence:|", "body.confidence:0.5"),
        ("body.metadata.tags:on|", 'body.metadata.tags:"on Friday"'),
        ('body.metadata."odd key":t|', 'body.metadata."odd key":true'),
        ("size>|", None),
        ('"type:|"', None),
    ],
)
def test_what_is_likely_is_offered(typed: str, first: str | None):
    assert offered(typed)[:1] == (() if first is None else (first,))


def test_the_shortest_path_is_offered_first():
    assert offered("body.con|") == ("body.confidence", "body.content", "body.connection.status")


@given(st.text(max_size=20), st.integers(0, 20))
def test_something_is_offered_anywhere_and_replaces_what_is_there(typed: str, cursor: int):
    found = completions(typed, min(cursor, len(typed)), STANZAS, OCCURRING)
    assert 0 <= found.start <= found.end <= len(typed)
