"""Every field of a packet is found at its own bytes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.messages import Message
from alicia_desktop.protocol.scanner import MAX_SPANS, FieldSpan, field_spans
from tests.protocol.samples import ANYTHING, SATURATED, stanza_of

RECORDED = Path(__file__).parent.parent / "data" / "golden_deployed.jsonl"


def every(span: FieldSpan) -> Iterator[FieldSpan]:
    yield span
    for child in span.children:
        yield from every(child)


def at(whole: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        whole = whole[step]
    return whole


def check(packet: bytes) -> None:
    whole = msgpack.unpackb(packet)
    tree = field_spans(packet)
    assert tree is not None
    assert (tree.start, tree.end) == (0, len(packet))
    for span in every(tree):
        value = msgpack.unpackb(packet[span.value_start : span.end])
        assert value == at(whole, span.path)
        if span.kind not in {"map", "list"}:
            assert span.value == value
        if span.value_start > span.start:
            assert msgpack.unpackb(packet[span.start : span.value_start]) == span.path[-1]


def test_every_field_of_the_recorded_packets_is_at_its_bytes():
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        check(bytes.fromhex(json.loads(line)["hex"]))


@pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
def test_every_field_of_every_type_is_at_its_bytes(body: Message):
    check(encode(stanza_of(body)))


@given(ANYTHING)
def test_every_field_of_any_value_is_at_its_bytes(value: object):
    check(msgpack.packb(value))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (5, "int"), (-5, "int"), (200, "uint8"), (-200, "int16"), (70_000, "uint32"), (-(2**40), "int64"),
        (2**64 - 1, "uint64"), (0.5, "float64"), (None, "nil"), (True, "bool"), (False, "bool"), ("x", "str"),
        (b"x", "bin"), ([], "list"), ({}, "map"),
    ],
)  # fmt: skip
def test_a_kind_is_told_with_its_width(value: object, kind: str):
    tree = field_spans(msgpack.packb(value))
    assert tree is not None
    assert tree.kind == kind
    assert tree.children or tree.value == (None if kind in {"list", "map"} else value)


def test_children_lie_one_after_the_other():
    tree = field_spans(msgpack.packb({"a": [1, 2], "b": "x"}))
    assert tree is not None
    assert [(span.path, span.start, span.value_start, span.end) for span in every(tree)] == [
        ((), 0, 0, 10),
        (("a",), 1, 3, 6),
        (("a", 0), 4, 4, 5),
        (("a", 1), 5, 5, 6),
        (("b",), 6, 8, 10),
    ]


def test_keys_that_are_no_text_are_shown_as_text():
    tree = field_spans(b"\x81\x07\xa1x")
    assert tree is not None
    assert tree.children[0].path == ("7",)


def test_a_cut_packet_is_shown_as_far_as_it_goes():
    packet = msgpack.packb({"type": 2, "body": {"id": "am_1", "content": "Hello there."}})
    tree = field_spans(packet[:-3])
    assert tree is not None
    assert [span.path for span in every(tree)] == [(), ("type",), ("body",), ("body", "id")]


def test_nothing_to_read_is_no_tree():
    assert field_spans(b"") is None
    assert field_spans(b"\xc1") is None


@given(st.binary(max_size=200))
def test_any_bytes_give_a_tree_within_them_or_none(data: bytes):
    tree = field_spans(data)
    for span in every(tree) if tree else ():
        assert 0 <= span.start <= span.value_start < span.end <= len(data)


@pytest.mark.parametrize("data", [b"\x91" * 2000, b"\xdd\x00\xff\xff\xff" + b"\x01" * 200_000])
def test_a_hostile_packet_is_walked_only_within_the_limits(data: bytes):
    tree = field_spans(data)
    assert tree is not None
    assert sum(1 for _ in every(tree)) <= 100_000


def test_a_packet_of_very_many_values_is_shown_as_far_as_anybody_reads():
    packet = msgpack.packb({"type": 31, "body": {"many": list(range(5_000))}})
    root = field_spans(packet)
    assert root is not None
    (many,) = root.children[1].children
    assert len(many.children) == pytest.approx(MAX_SPANS, abs=10)
    assert root.end == len(packet)
    assert len(many.children) + many.left == 5_000


def test_what_is_left_out_of_a_tree_is_counted_in_every_list_and_map_around():
    packet = msgpack.packb({"a": [list(range(900)), list(range(900)), 3], "b": {"c": 1}, "d": 2})
    root = field_spans(packet)
    assert root is not None
    (first,) = root.children
    assert (root.end, root.left, first.left) == (len(packet), 2, 1)
    whole = field_spans(packet, limit=100_000)
    assert whole is not None
    assert [span.left for span in every(whole)] == [0] * sum(1 for _ in every(whole))


def test_what_is_left_out_of_a_broken_packet_is_counted_as_far_as_it_can_be_read():
    root = field_spans(b"\xdd\x00\xff\xff\xff" + b"\x01" * 5_000)
    assert root is not None
    assert (len(root.children) + root.left, root.end) == (5_000, 5_005)
