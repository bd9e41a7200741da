"""Describe a stanza that is projected and the messages it touches, and bound its values to what columns can hold."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store.records import Direction
from alicia_desktop.store.schema.columns import to_utc_text

MAX_META: Final = 200
"""Entries of one envelope's meta that become rows: a hostile one holds thousands. The journal has them all."""


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """One stanza to be projected; a `msgspec.Struct`, because each stanza makes one."""

    stanza: Stanza
    conversation_id: str
    direction: Direction
    at: datetime

    @property
    def from_server(self) -> bool:
        """Whether the server made it; its stanza ids are negative, or 0 for what has no place in the order."""
        return self.stanza.stanza_id <= 0


@dataclass(kw_only=True, slots=True)
class KnownMessage:
    """What projecting has to know of a message that is in the database."""

    conversation_id: str
    role: str
    status: str
    stopped: bool
    pending: bool
    """Not yet known to have reached the server."""
    whole: bool
    rewritten: bool = False
    """It got other words here after it may have left: only sync settles it, what the server says of it does not."""
    refused: bool = False
    """An error of the server's has ended it."""


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
