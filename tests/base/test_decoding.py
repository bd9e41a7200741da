"""Nothing that others wrote makes the decoders recurse, and what is wrong with it is one kind of error."""

import json
import tomllib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.decoding import MAX_DEPTH, decode_json, decode_toml, nests_deeper

DEEP = 100_000


class Kind(msgspec.Struct):
    name: str = ""
    free: dict[str, object] = {}


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    "text",
    [
        nested(DEEP),
        "[" * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        '[{"a":' * DEEP,
        f'{{"unknown": {nested(DEEP)}}}',
        f'{{"free": {{"a": {nested(DEEP)}}}}}',
        f'{{"name": {nested(DEEP)}}}',
        nested(MAX_DEPTH + 1),
    ],
)
@pytest.mark.parametrize("kind", [Any, Kind, dict[str, msgspec.Raw]])
def test_what_nests_too_deep_is_an_error_of_its_text(text, kind):
    for data in (text, text.encode()):
        with pytest.raises(msgspec.DecodeError):
            decode_json(data, kind)


@pytest.mark.parametrize("data", [b"\xff", b'"\xff"', "\ud800", b"", b"9" * 5_000, b'{"name": 3}', b"NaN"])
def test_what_is_no_json_of_that_kind_is_the_same_error(data):
    with pytest.raises(msgspec.DecodeError):
        decode_json(data, Kind)


def test_as_deep_as_is_allowed_is_read():
    assert decode_json(nested(MAX_DEPTH)) == json.loads(nested(MAX_DEPTH))
    assert decode_json(b'{"name": "x", "free": {"a": [[1]]}}', Kind) == Kind(name="x", free={"a": [[1]]})
    with pytest.raises(msgspec.DecodeError, match="deeper than 2 levels"):
        decode_json("[[[]]]", max_depth=2)


@given(st.recursive(st.text() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
@pytest.mark.slow
def test_nesting_is_measured_as_it_is_whatever_the_strings_hold(value):
    def depth(one: object) -> int:
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else None
        return 0 if inner is None else 1 + max(map(depth, inner), default=0)

    for ascii_only in (True, False):
        data = json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
        assert not nests_deeper(data, depth(value))
        assert depth(value) == 0 or nests_deeper(data, depth(value) - 1)


def test_brackets_in_strings_nest_nothing():
    assert decode_json(json.dumps(["[" * DEEP, '\\"[' * DEEP, "\\"])) is not None


def test_toml_that_nests_too_deep_is_an_error_of_its_text():
    with pytest.raises(tomllib.TOMLDecodeError):
        decode_toml(f"a = {nested(DEEP)}")
    with pytest.raises(tomllib.TOMLDecodeError, match="dots"):
        decode_toml(f"{'.'.join('a' * DEEP)} = 1")
    assert decode_toml("a = [[1]]") == {"a": [[1]]}
