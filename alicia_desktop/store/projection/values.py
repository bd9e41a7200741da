"""Values from the wire as columns can hold them: hostile numbers and times are bounded, never an error."""

import math
from datetime import UTC, datetime
from typing import Any, Final

from alicia_desktop.store.schema.columns import to_utc_text

_LARGEST: Final = 2**63 - 1
_YEAR_10000_MS: Final = 253_402_300_800_000
SNIPPET_CHARACTERS: Final = 500
"""Most of a memory that a trace keeps (docs/memory.md#what-is-stored)."""


def whole_number(value: Any) -> int | None:
    """Return an integer that SQLite can hold, or None where the value is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return None
    return int(max(-_LARGEST, min(_LARGEST, value)))


def number(value: Any) -> float | None:
    """Return a float, or None where the value is no number."""
    return None if isinstance(value, bool) or not isinstance(value, int | float) else float(value)


def text(value: Any) -> str | None:
    """Return the value where it is text that says something, else None."""
    return value if isinstance(value, str) and value else None


def moment(milliseconds: int | None, otherwise: str) -> str:
    """Return epoch milliseconds as stored text, or `otherwise` where they are missing or make no sense."""
    if milliseconds is None or not 0 < milliseconds < _YEAR_10000_MS:
        return otherwise
    return to_utc_text(datetime.fromtimestamp(milliseconds / 1000, UTC))
