"""Bytes that nobody should send: envelopes of every type, bent by a seed in ways that know how MessagePack is made.

Half of the mutations change values before they are packed (wrong kinds, huge maps, deep nesting, odd numbers), half
change bytes afterwards (flips, cuts, lengths that lie, texts that are not UTF-8, keys said twice). An envelope is
mostly bent once, so that most of it is still good and gets far into the program.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import msgpack

DATA: Final = Path(__file__).parent.parent / "data"
CONVERSATION: Final = "ac_V1StGXR8_Z5jdHi6B-myT"
"""The conversation of the golden stanzas."""
ODD_NUMBERS: Final = (0, -1, 1, 2**31, -(2**31), 2**53 + 1, 2**63 - 1, -(2**63), 2**64 - 1, 1e308, -0.0)
NO_NUMBERS: Final = (float("nan"), float("inf"), float("-inf"))
TEXTS: Final = (
    "",
    "\0",
    "a\0b",
    "\u202e",
    "🏳️‍🌈" * 50,
    "x" * 5_000,
    "ß" * 300,
    "%s{0}<b>&",
    "'; --",
    " \n" * 200,
    "\u0301" * 999,
)
LENGTH_BOMBS: Final = (
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xdb\x7f\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
)
NOT_UTF8: Final = (b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xf0\x28\x8c\x28", b"\x80")

Place = tuple[Any, Any]
"""A list or map, and the index or key of something in it."""


def golden() -> list[bytes]:
    """Return the stanzas of every type as we write them, and as a deployed server was recorded to."""
    ours = [entry["hex"] for entry in json.loads((DATA / "golden_stanzas.json").read_text(encoding="utf-8"))]
    lines = (DATA / "golden_deployed.jsonl").read_text(encoding="utf-8").splitlines()
    return [bytes.fromhex(text) for text in [*ours, *(json.loads(line)["hex"] for line in lines)]]


class Mutations:
    """Envelopes from one seed, one after the other."""

    def __init__(self, random: Random, stanzas: list[bytes]) -> None:
        self._random = random
        self._stanzas = stanzas

    def next(self) -> bytes:
        """Return the next packet: seldom a good one, mostly one that is bent once, sometimes more often."""
        random = self._random
        data = random.choice(self._stanzas)
        for _ in range(random.choice((0, 1, 1, 1, 1, 2, 2, 3))):
            data = self._bent(data)
        return data

    def _bent(self, data: bytes) -> bytes:
        if self._random.random() < 0.6 and (value := _unpacked(data)) is not None:
            self._random.choice(_VALUE_MUTATIONS)(self._random, value)
            return _packed(value)
        return self._random.choice(_BYTE_MUTATIONS)(self._random, data)


def _unpacked(data: bytes) -> dict[Any, Any] | None:
    """Return the map that the bytes are, or None where an earlier mutation has made them something else."""
    try:
        value = msgpack.unpackb(data, strict_map_key=False, unicode_errors="surrogateescape")
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException):  # TypeError: a list as a key
        return None
    return value if isinstance(value, dict) and value else None


def _packed(value: Any) -> bytes:
    return bytes(msgpack.packb(value, unicode_errors="surrogateescape"))


# --- values, before they are packed ---


def _places(value: Any) -> list[Place]:
    """Return every place of a value, as far as 8 levels down."""
    found: list[Place] = []
    waiting = [(value, 0)]
    while waiting:
        holder, depth = waiting.pop()
        for key, inner in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            found.append((holder, key))
            if isinstance(inner, dict | list) and inner and depth < 8:
                waiting.append((inner, depth + 1))
    return found


def _put(random: Random, envelope: dict[Any, Any], value: Any) -> None:
    holder, key = random.choice(_places(envelope))
    holder[key] = value


def _wrong_kind(random: Random, envelope: dict[Any, Any]) -> None:
    kinds: tuple[Any, ...] = (None, True, 7, -3.5, "text", b"bytes", [], {}, [1, "a", None], {"a": [1]}, [[]], {"": ""})
    _put(random, envelope, random.choice(kinds))


def _odd_number(random: Random, envelope: dict[Any, Any]) -> None:
    _put(random, envelope, random.choice((*ODD_NUMBERS, *NO_NUMBERS)))


def _odd_text(random: Random, envelope: dict[Any, Any]) -> None:
    _put(random, envelope, random.choice(TEXTS))


def _gone(random: Random, envelope: dict[Any, Any]) -> None:
    holder, key = random.choice(_places(envelope))
    del holder[key]


def _other_type(random: Random, envelope: dict[Any, Any]) -> None:
    envelope["type"] = random.choice((random.randrange(0, 40), random.randrange(-(2**31), 2**31)))


def _other_number(random: Random, envelope: dict[Any, Any]) -> None:
    envelope["stanzaId"] = random.choice((-random.randrange(1, 3_000), *ODD_NUMBERS))


def _own_id(random: Random, envelope: dict[Any, Any]) -> None:
    """A few ids, so that stanzas speak of each other: as their own, what they follow, or what they are about."""
    body = envelope.get("body")
    if isinstance(body, dict):
        names = [name for name in body if isinstance(name, str) and name.lower().endswith("id")] or ["id"]
        body[random.choice(names)] = f"am_{random.randrange(12)}"


def _deep(random: Random, envelope: dict[Any, Any]) -> None:
    value: Any = 0
    for _ in range(random.choice((5, 28, 31, 40, 400))):
        value = [value] if random.random() < 0.5 else {"k": value}
    _put(random, envelope, value)


def _huge_map(random: Random, envelope: dict[Any, Any]) -> None:
    count = random.choice((100, 100, 100, 100, 100, 100, 1_000, 5_000))
    _put(random, envelope, {f"k{number}": number for number in range(count)})


def _huge_list(random: Random, envelope: dict[Any, Any]) -> None:
    _put(random, envelope, [random.choice(("", 0, None, -1.5))] * random.choice((300, 300, 300, 300, 3_000, 20_000)))


def _many_of_it(random: Random, envelope: dict[Any, Any]) -> None:
    holder, key = random.choice(_places(envelope))
    if not isinstance(holder[key], dict | list):
        holder[key] = [holder[key]] * random.choice((2, 50))


def _odd_key(random: Random, envelope: dict[Any, Any]) -> None:
    holder, _ = random.choice(_places(envelope))
    if isinstance(holder, dict):
        holder[random.choice((1, -1, b"id", "", "\0", "x" * 2_000, None, True, 1.5))] = "value"


def _extension(random: Random, envelope: dict[Any, Any]) -> None:
    times = (msgpack.Timestamp(0), msgpack.Timestamp(2**33, 999_999_999), msgpack.Timestamp(-(2**62), 1))
    extensions = [msgpack.ExtType(random.randrange(128), random.randbytes(size)) for size in (0, 1, 16, 300)]
    _put(random, envelope, random.choice((*times, *extensions)))


_VALUE_MUTATIONS: Final[tuple[Callable[[Random, dict[Any, Any]], None], ...]] = (
    _wrong_kind,
    _wrong_kind,
    _odd_number,
    _odd_text,
    _gone,
    _other_type,
    _other_number,
    _own_id,
    _own_id,
    _deep,
    _huge_map,
    _huge_list,
    _many_of_it,
    _odd_key,
    _extension,
)


# --- bytes ---


def _flipped(random: Random, data: bytes) -> bytes:
    flipped = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        if flipped:
            flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
    return bytes(flipped)


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _insert(random: Random, data: bytes, content: bytes) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + content + data[place + random.choice((0, len(content))) :]


def _bombed(random: Random, data: bytes) -> bytes:
    return _insert(random, data, random.choice(LENGTH_BOMBS))


def _not_utf8(random: Random, data: bytes) -> bytes:
    return _insert(random, data, random.choice(NOT_UTF8))


def _noise(random: Random, data: bytes) -> bytes:
    return _insert(random, data, random.randbytes(random.choice((1, 4, 64))))


def _spliced(random: Random, data: bytes) -> bytes:
    place, other = random.randrange(len(data) + 1), random.randrange(len(data) + 1)
    return data[:place] + data[other:]


def _repeated_keys(_: Random, data: bytes) -> bytes:
    """All keys of the envelope twice: its small map's count doubled, its content said twice."""
    if data and 0x80 < data[0] <= 0x87:
        return bytes([0x80 + 2 * (data[0] - 0x80)]) + data[1:] * 2
    return data * 2


_BYTE_MUTATIONS: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    _flipped,
    _flipped,
    _cut,
    _bombed,
    _not_utf8,
    _noise,
    _spliced,
    _repeated_keys,
)
