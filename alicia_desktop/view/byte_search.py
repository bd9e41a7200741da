"""Find text or hex in the bytes of one stanza."""

import re
from dataclasses import dataclass
from typing import Final

MAX_FOUND: Final = 10_000
"""Places that are found; beyond, the count has a plus."""
_HEX: Final = re.compile(r"(?:0x)?([0-9a-fA-F][0-9a-fA-F\s:]*)\Z", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundBytes:
    """Where something stands."""

    runs: tuple[tuple[int, int], ...] = ()
    """First byte and the one after the last, ascending, none over another."""
    is_cut: bool = False
    """Whether there are more than these."""
    is_wrong: bool = False
    """Whether what is looked for is no hex."""


NOTHING: Final = FoundBytes()


def find_bytes(raw: bytes, wanted: str, *, is_hex: bool) -> FoundBytes:
    """Return where a text stands as UTF-8, without regard to case, or bytes that are given as hex."""
    if not wanted.strip():
        return NOTHING
    if is_hex:
        needle = _from_hex(wanted.strip())
        if needle is None:
            return FoundBytes(is_wrong=True)
        pattern = re.compile(re.escape(needle), re.DOTALL)
    else:
        forms = sorted({wanted, wanted.lower(), wanted.upper()}, key=len, reverse=True)
        either = b"|".join(re.escape(form.encode("utf-8", "replace")) for form in forms)
        pattern = re.compile(either, re.IGNORECASE)  # of letters outside of ASCII all small or all large
    runs = [found.span() for found, _ in zip(pattern.finditer(raw), range(MAX_FOUND + 1), strict=False)]
    return FoundBytes(runs=tuple(runs[:MAX_FOUND]), is_cut=len(runs) > MAX_FOUND)


def _from_hex(wanted: str) -> bytes | None:
    found = _HEX.match(wanted)
    digits = re.sub(r"[\s:]", "", found[1]) if found else ""
    return bytes.fromhex(digits) if digits and not len(digits) % 2 else None
