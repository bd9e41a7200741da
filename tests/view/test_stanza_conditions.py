"""What a cell and a field say as a filter, and where a filter found something."""

import pytest

from alicia_desktop.filtering.expression import Mistake, text_of
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.protocol.scanner import FieldSpan, field_spans
from alicia_desktop.view.stanza_conditions import (
    cell_condition,
    chosen_types,
    field_condition,
    field_path,
    hits_in,
    text_hits,
    with_types,
)
from alicia_desktop.view.stanzas import StanzaRow

ROW = StanzaRow(
    id="42", number=42, time="12:30:05.250", delta="0.204", direction="in", stanza="−7", type="MemoryTrace",
    size="1,234", summary="retrieved “Emma”", badges=("out of order",),
)  # fmt: skip
TRACE = MemoryTrace(
    id="amu_1", memory_id="am_1", content="Emma and walnuts", confidence=0.5, metadata={"tags": ["Emma", "nuts"]}
)
RAW = encode(Stanza(stanza_id=-7, conversation_id="ac_1", body=TRACE))


def read(typed: str):
    found = parse(typed, STANZAS)
    assert not isinstance(found, Mistake), found
    return found


def spans(span: FieldSpan):
    yield span
    for child in span.children:
        yield from spans(child)


@pytest.mark.parametrize(
    ("cell", "typed"),
    [
        ("number", "number:42"),
        ("time", "at:12:30:05"),
        ("delta", "gap>=204ms"),
        ("direction", "dir:in"),
        ("stanza", "stanza:-7"),
        ("type", "type:MemoryTrace"),
        ("size", "size:1234"),
        ("summary", "is:out-of-order"),
    ],
)
def test_each_cell_is_a_condition(cell, typed: str):
    condition = cell_condition(ROW, cell)
    assert condition is not None
    assert text_of(condition) == typed
    assert read(typed) == condition


def test_each_plain_field_is_a_condition_that_finds_its_own_stanza():
    root = field_spans(RAW)
    assert root is not None
    said = {}
    for span in spans(root):
        if span.path and (condition := field_condition(span, str(span.path[0]))) is not None:
            said[field_path(span.path)] = text_of(condition)
            assert read(text_of(condition)) == condition
    assert said["body.confidence"] == "body.confidence:0.5"
    assert said["body.metadata.tags[1]"] == "body.metadata.tags[1]:nuts"
    assert said["stanzaId"] == "stanza:-7"
    assert said["type"] == "type:14"
    assert "body" not in said


def test_what_was_found_is_where_it_is_in_the_bytes():
    found = [
        RAW[start:end]
        for start, end in hits_in(read("/wal(nut)s/ -Emma body.metadata.tags:nuts"), RAW, field_spans(RAW))
    ]
    assert found == [b"walnuts", b"\xa4nuts"]
    assert hits_in(read("body.confidence>0.9 type:MemoryTrace"), RAW, field_spans(RAW)) == ()


def test_what_was_found_is_where_it_is_in_a_line_of_text():
    line = "é “Emma” and EMMA"
    assert [line[start:end] for start, end in text_hits(read("emma -and"), line)] == ["Emma", "EMMA"]


@pytest.mark.parametrize(
    ("typed", "names", "written"),
    [
        ("", ["A"], "type:A"),
        ("", ["A", "B"], "type:A OR type:B"),
        ("nuts", ["A", "B"], '(type:A OR type:B) "nuts"'),
        ("type:MemoryTrace", [], ""),
        ("(type:UserMessage OR type:14) nuts", ["UserMessage"], 'type:UserMessage "nuts"'),
        ("-type:MemoryTrace", ["A"], "type:A -type:MemoryTrace"),
        ("type:MemoryTrace OR nuts", ["A"], 'type:A (type:MemoryTrace OR "nuts")'),
    ],
)
def test_types_are_chosen_within_what_else_a_filter_says(typed, names, written) -> None:
    assert text_of(with_types(read(typed), names)) == written


def test_types_by_number_are_those_by_name() -> None:
    assert chosen_types(read("(type:UserMessage OR type:14 OR type:99) nuts")) == ("UserMessage", "MemoryTrace", "99")
    assert chosen_types(read("type~Memory nuts")) == ()
