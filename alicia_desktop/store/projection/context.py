"""A stanza on its way to the tables, and what must be known of the messages that it touches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store.records import Direction

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
