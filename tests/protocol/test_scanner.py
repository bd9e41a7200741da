"""Limits are counted on the bytes, before anything is built, and a fault says where it is."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.scanner import MAX_BYTES, MAX_DEPTH, MAX_NODES, Fault, Survey, survey
from tests.protocol.samples import ANYTHING


def fault(data: bytes) -> str:
    found = survey(data)
    assert isinstance(found, Fault)
    return found.reason


def count(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(count(key) + count(inner) for key, inner in value.items())
    return 1 + sum(map(count, value)) if isinstance(value, list) else 1


@given(ANYTHING)
def test_every_value_is_counted(value: object):
    found = survey(msgpack.packb(value))
    assert isinstance(found, Survey)
    assert found.nodes == count(value)


@given(ANYTHING, st.data())
def test_whatever_is_cut_is_a_fault(value: object, data: st.DataObject):
    packet = msgpack.packb(value)
    assert isinstance(survey(packet[: data.draw(st.integers(0, len(packet) - 1))]), Fault)


@given(st.binary(max_size=200))
def test_what_the_walk_accepts_is_one_whole_value(data: bytes):
    found = survey(data)
    try:
        msgpack.unpackb(data, strict_map_key=False, object_pairs_hook=list, unicode_errors="replace")
    except msgpack.ExtraData:
        assert isinstance(found, Fault)
    except ValueError:
        assert isinstance(found, Fault) or not found.plain  # extensions have rules of their own
    else:
        assert isinstance(found, Survey)


def test_plain_is_what_needs_no_special_reading():
    assert survey(msgpack.packb({"a": [1, 0.5, None, True, "x" * 300]})) == Survey(nodes=8, plain=True)
    assert survey(msgpack.packb(b"x")) == Survey(nodes=1, plain=False)
    assert survey(msgpack.packb(msgpack.ExtType(1, b"x"))) == Survey(nodes=1, plain=False)


def test_the_size_is_limited():
    assert isinstance(survey(b"\xc6" + (MAX_BYTES - 5).to_bytes(4, "big") + bytes(MAX_BYTES - 5)), Survey)
    assert "2 MiB" in fault(bytes(MAX_BYTES + 1))


def test_the_depth_is_limited():
    assert isinstance(survey(b"\x91" * MAX_DEPTH + b"\xc0"), Survey)
    assert "deeper than 32" in fault(b"\x91" * (MAX_DEPTH + 1) + b"\xc0")
    assert "deeper than 32" in fault(b"\x81\xa1a" * MAX_DEPTH + b"\x80")


def test_the_number_of_values_is_limited():
    full = b"\xdd" + (MAX_NODES - 1).to_bytes(4, "big")
    assert survey(full + b"\x01" * (MAX_NODES - 1)) == Survey(nodes=MAX_NODES, plain=True)
    assert "100,000 values" in fault(b"\xdd" + MAX_NODES.to_bytes(4, "big") + b"\x01" * MAX_NODES)


def test_values_beside_an_inner_list_are_counted_too():
    assert "100,000 values" in fault(msgpack.packb([[1] * 60_000, *[1] * 60_000]))


def test_what_is_announced_counts_before_it_is_there():
    assert "100,000 values" in fault(b"\xdd\xff\xff\xff\xff")
    assert "100,000 values" in fault(b"\xdf\x00\x00\xff\xff" + b"\x01" * 10)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "Empty."),
        (b"\xa5abc", "Ends inside a text at byte 4 of at least 6."),
        (b"\xcd\x01", "Ends inside a number at byte 2 of at least 3."),
        (b"\xc4\x05ab", "Ends inside bytes at byte 4 of at least 7."),
        (b"\xd6\x01", "Ends inside an extension at byte 2 of at least 6."),
        (b"\xdc\x00", "Ends inside a list at byte 2 of at least 3."),
        (b"\x82\x01\x02", "Ends inside a list or map at byte 3: values missing in it: 2."),
        (b"\x91\xc1", "Byte 0xc1 at 1 begins no value."),
        (b"\x01\x02\x03", "Bytes after its end at byte 1: 2."),
    ],
)
def test_a_fault_says_what_and_where(data: bytes, reason: str):
    assert fault(data) == reason


@given(st.lists(st.none() | st.integers(-40, 300) | st.floats() | st.text(max_size=40) | st.just({}), max_size=9))
def test_rows_of_short_values_are_counted_and_cut_as_single_ones(values: list[object]):
    packet = msgpack.packb([values * 40, {"a": values * 20}])
    assert survey(packet) == Survey(nodes=5 + 60 * len(values), plain=True)
    assert isinstance(survey(packet[:-1]), Fault)
    assert "Bytes after" in fault(packet + b"\xc0" * 100)


def test_empty_lists_are_no_way_around_the_depth():
    packet = b"\x91" * (MAX_DEPTH - 1) + b"\xdc\x00\xff" + b"\x90" * 255
    assert "Nested deeper" in fault(packet)
