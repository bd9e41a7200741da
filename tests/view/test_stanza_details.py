"""Text and hex in the bytes of one stanza."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.stanza_details import MAX_FOUND, FieldNode, find_bytes, value_text

RAW = "Walnuts, wAlnuts, Äpfel and äpfel".encode() + b"\x00\xcb\x3f"


@pytest.mark.parametrize(
    ("wanted", "is_hex", "count"),
    [
        ("walnuts", False, 2),
        ("äpfel", False, 2),
        ("a.c", False, 0),
        ("", False, 0),
        ("  ", True, 0),
        ("00cb3f", True, 1),
        ("0xCB 3f", True, 1),
        ("cb:3f", True, 1),
        ("2c20", True, 2),
    ],
)
def test_each_is_found_where_it_stands(wanted, is_hex, count):
    found = find_bytes(RAW, wanted, is_hex=is_hex)
    assert (len(found.runs), found.is_wrong) == (count, False)


@pytest.mark.parametrize("wanted", ["c", "xyz", "0x", "cb 3", "ü0"])
def test_what_is_no_hex_is_said(wanted):
    assert find_bytes(RAW, wanted, is_hex=True).is_wrong


def test_too_many_are_cut_and_said():
    found = find_bytes(b"a" * (MAX_FOUND + 5), "a", is_hex=False)
    assert (len(found.runs), found.is_cut) == (MAX_FOUND, True)


@given(st.binary(max_size=60), st.text(max_size=4), st.booleans())
def test_runs_lie_within_the_bytes_one_after_the_other(raw, wanted, is_hex):
    end = 0
    for start, stop in find_bytes(raw, wanted, is_hex=is_hex).runs:
        assert end <= start < stop <= len(raw)
        end = stop


@pytest.mark.parametrize(
    ("packed", "text"),
    [
        (b"\xa5plums", "plums"),
        (b"\xc4\x02\xff\x01", "ff01"),
        (b"\xc3", "true"),
        (b"\x81\xa1a\x92\x01\xc0", '{\n  "a": [\n    1,\n    null\n  ]\n}'),
        (b"", ""),
    ],
)
def test_the_value_of_a_field_is_copied_whole(packed, text):
    node = FieldNode(name="a", value="", kind="", start=2, value_start=3, end=3 + len(packed))
    assert value_text(b"???" + packed + b"?", node) == text
