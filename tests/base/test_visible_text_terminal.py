"""Nothing reaches a terminal that it would obey, and JSON stays what it is."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.visible_text import escape_controls, escape_json

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]52;c;ZXZpbA==\x07", r"\x1b]52;c;ZXZpbA==\x07"),
        ("\x9b2J\x9d0;title\x9c", r"\x9b2J\x9d0;title\x9c"),
        ("a\rb\x08c\x7f\x85", r"a\rb\x08c\x7f\x85"),
        ("a\n\tb", "a\n\tb"),
        (BIDI[6:9], r"\u202d\u202e\u2066"),
        ("a\u2028b\u2029\ud800", r"a\u2028b\u2029\ud800"),
        ("Grüße 🙂‍↕️ שלום नमस्ते \\x1b", "Grüße 🙂‍↕️ שלום नमस्ते \\x1b"),
    ],
)
def test_what_controls_a_terminal_is_written_as_its_escape(text, shown):
    assert escape_controls(text) == shown


def test_on_one_line_line_ends_are_controls_too():
    assert escape_controls("a\n\tb", keep="\t") == "a\\n\tb"


@given(st.text(st.characters(exclude_categories=())))
def test_no_control_is_left_whatever_the_text(text):
    for shown in (escape_controls(text, keep=""), escape_json(text).replace("\n", "")):
        assert not [one for one in shown if unicodedata.category(one) in {"Cc", "Cs", "Zl", "Zp"} or one in BIDI]


@given(st.recursive(st.text(st.characters(exclude_categories=())), lambda inner: st.dictionaries(st.text(), inner)))
def test_json_means_the_same(value):
    for indent in (None, 1):
        assert json.loads(escape_json(json.dumps(value, ensure_ascii=False, indent=indent))) == value
