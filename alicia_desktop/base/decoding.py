"""JSON and TOML that others wrote: decoded with bounded nesting, and with one kind of error.

    decode_json(b'{"id": "ac_1"}', Conversation)   →  Conversation(id="ac_1")
    decode_json(b"[" * 100_000)                    →  raises DecodeError

The decoders themselves recurse until the interpreter stops them with a `RecursionError`, which no caller expects, and
what they read just before that is too deep for whatever walks it later. So the nesting is measured on the text, before
any value exists.
"""

import tomllib
from itertools import accumulate
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")
MAX_DEPTH: Final = 64
"""Objects and lists inside one another; twice as many as the wire allows, because an export wraps what came over it."""
MAX_DOTS: Final = 1_000
"""In a line of TOML: reading a name of many parts takes the square of their number, a minute for 60,000."""
_OTHERS: Final = bytes(set(range(256)) - set(b"[]{}"))
_STEPS: Final = tuple(1 if byte in b"[{" else -1 for byte in range(256))
_CHUNK: Final = 4096


@overload
def decode_json(data: bytes | str, kind: type[T], *, max_depth: int = MAX_DEPTH) -> T: ...
@overload
def decode_json(data: bytes | str, kind: Any = Any, *, max_depth: int = MAX_DEPTH) -> Any: ...
def decode_json(data: bytes | str, kind: Any = Any, *, max_depth: int = MAX_DEPTH) -> Any:
    """Decode JSON as `kind`.

    Raises:
        DecodeError: it is no JSON, not of that kind, not UTF-8, or nests deeper than `max_depth`; a ValueError as well.
    """
    import msgspec  # noqa: PLC0415 - the window reads TOML and is painted before this is loaded

    try:
        raw = data.encode() if isinstance(data, str) else data
        if not nests_deeper(raw, max_depth):
            return msgspec.json.decode(raw, type=kind)
    except UnicodeError as error:
        raise msgspec.DecodeError(str(error)) from error
    raise msgspec.DecodeError(f"The JSON nests deeper than {max_depth} levels")


def decode_toml(text: str) -> dict[str, Any]:
    """Decode TOML.

    Raises:
        TOMLDecodeError: it is no TOML, or nests too deep; a ValueError as well.
    """
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise tomllib.TOMLDecodeError(f"A line has more than {MAX_DOTS:,} dots")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise tomllib.TOMLDecodeError("It nests too deep") from error


def nests_deeper(data: bytes, limit: int) -> bool:
    """Whether JSON opens more than `limit` objects and lists inside one another."""
    if data.count(b"[") + data.count(b"{") <= limit:
        return False
    unescaped = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside_strings = b"".join(unescaped.split(b'"')[::2])
    brackets = outside_strings.translate(None, _OTHERS)
    depth = 0
    for start in range(0, len(brackets), _CHUNK):
        depths = list(accumulate(map(_STEPS.__getitem__, brackets[start : start + _CHUNK]), initial=depth))
        if max(depths) > limit:
            return True
        depth = depths[-1]
    return False
