"""What is handed to the journal, and what it answers.

`Recorded` is a `msgspec.Struct` where the house has dataclasses: one is made of every stanza, in a tenth of the time.
"""

from dataclasses import dataclass
from datetime import datetime

import msgspec

from alicia_desktop.protocol.envelope import Inbound
from alicia_desktop.store.records import Direction


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalEntry:
    """One stanza that crossed the wire, or is about to."""

    direction: Direction
    content: Inbound
    at: datetime
    raw: bytes = b""
    """The bytes on the wire; where they are not at hand they are made from a `Stanza`."""
    received_at: datetime | None = None
    """When it came or was made, to the microsecond; `at` where it is not told."""
    conversation_id: str | None = None
    """The conversation on this computer, where the envelope names none: the Configuration that asks for a new one."""
    out_of_order: bool = False
    after_stop: bool = False
    """The session knows it to be too late: journaled only."""
    sender: str = ""
    """Identity of the participant who sent it; empty for ours, and where nobody knows."""
    stranger: bool = False
    """It does not count (`protocol.registry`): journaled only, and as nothing but bytes."""
    refusal: str = ""
    """Of a stranger: why what its sender may say does not count here, as a sentence."""


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an entry."""

    seq: int
    """Its place in the journal."""
    entry: JournalEntry
    conversation_id: str | None
    turn_ref: str | None
    """The message, question or answer, that it belongs to."""
    applied: bool
    """Whether it changed, or would have changed, the tables: it is no duplicate, not late, and was understood."""
    duplicate: bool = False
    out_of_order: bool = False
    after_stop: bool = False
    stranger: bool = False
    problems: tuple[str, ...] = ()
