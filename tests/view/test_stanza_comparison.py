"""Two stanzas side by side: what differs, and nothing else."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryTrace, Message, ToolUseResult
from alicia_desktop.view.stanza_comparison import ComparedStanza, compare_stanzas, read_comparison
from tests.view.conftest import Story
from tests.view.records import journaled

TRACE = MemoryTrace(id="amu_1", memory_id="amem_1", content="Emma is allergic to walnuts", confidence=0.91)
OTHER = MemoryTrace(id="amu_1", memory_id="amem_1", content="Emma is allergic to peanuts", action="retrieved")


def record_of(body: Message, *, seq: int = 7, **given: Any) -> Any:
    raw = encode(Stanza(stanza_id=-7, conversation_id="ac_1", body=body))
    return journaled(type(body).__name__, type=body.TYPE, raw=raw, size=len(raw), stanza_id=-7, seq=seq, **given)


def bytes_that_differ(side: ComparedStanza) -> list[bytes]:
    return [side.raw[start:end] for start, end in side.differing]


def test_each_field_is_the_same_changed_or_only_in_one() -> None:
    found = compare_stanzas(record_of(TRACE, seq=3), record_of(OTHER, seq=4))
    kinds = {field.path: field.kind for field in found.fields}
    assert {path: kind for path, kind in kinds.items() if kind != "same"} == {
        "body.content": "changed",
        "body.confidence": "first",
        "body.action": "second",
    }
    assert found.differences == 3
    (content,) = (field for field in found.fields if field.path == "body.content")
    assert (content.first, content.second) == ('"Emma is allergic to walnuts"', '"Emma is allergic to peanuts"')
    assert found.first.title.startswith("3 · MemoryTrace · ")
    assert found.note == ""


def test_only_the_bytes_that_differ_are_marked() -> None:
    found = compare_stanzas(record_of(TRACE), record_of(OTHER))
    first, second = bytes_that_differ(found.first), bytes_that_differ(found.second)
    assert b"wal" in first
    assert b"pea" in second
    assert any(b"confidence" in run for run in first)
    assert any(b"action" in run for run in second)
    assert compare_stanzas(record_of(TRACE), record_of(TRACE)).first.differing == ()


def test_what_is_no_stanza_is_compared_byte_by_byte() -> None:
    one, other = (
        journaled("Malformed", type=None, raw=raw, size=len(raw), stanza_id=None, malformed=True)
        for raw in (b"\xc1abcXdef", b"\xc1abcYYdef")
    )
    found = compare_stanzas(one, other)
    assert (found.fields, bytes_that_differ(found.first), bytes_that_differ(found.second)) == ((), [b"X"], [b"YY"])


def test_what_cannot_be_compared_is_said() -> None:
    gone = replace(record_of(TRACE), raw=None)
    assert "deleted at your request" in compare_stanzas(gone, record_of(OTHER)).note
    cut = replace(record_of(TRACE), size=99_999)
    assert "bytes that are stored" in compare_stanzas(record_of(OTHER), cut).note
    many = record_of(ToolUseResult(request_id="a", success=True, result=list(range(3_000))))
    assert "first 2,000 values" in compare_stanzas(many, record_of(OTHER)).note


@given(st.binary(max_size=80), st.binary(max_size=80))
def test_runs_lie_within_the_bytes_and_are_none_where_all_is_the_same(one: bytes, other: bytes) -> None:
    records = [journaled("Malformed", type=None, raw=raw, size=len(raw), malformed=True) for raw in (one, other)]
    found = compare_stanzas(*records)
    for side in (found.first, found.second):
        assert all(0 <= start < end <= len(side.raw) for start, end in side.differing)
    if one == other:
        assert (found.differences, found.first.differing, found.second.differing) == (0, (), ())


async def test_two_of_the_journal_are_compared_while_they_are_there(story: Story) -> None:
    await story.came(TRACE, OTHER)
    found = await story.database.read(read_comparison, 1, 2)
    assert found is not None
    assert found.differences >= 3
    assert await story.database.read(read_comparison, 1, 99) is None
