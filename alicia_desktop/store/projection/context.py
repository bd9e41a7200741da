"""Describe a stanza that is projected, look up the messages and sentences it touches, and bound its values to columns.

What the database knows of what a batch names is looked up in one query a kind.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    Message,
    StartAnswer,
    Transcription,
    UserMessage,
)
from alicia_desktop.store.records import Direction
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text

MAX_META: Final = 200
"""Entries of one envelope's meta that become rows: a hostile one holds thousands. The journal has them all."""
_LARGEST: Final = 2**63 - 1
_YEAR_10000_MS: Final = 253_402_300_800_000
SNIPPET_CHARACTERS: Final = 500
"""Most of a memory that a trace keeps (docs/memory.md#what-is-stored)."""
Execute = Callable[..., Any]
"""`execute` of the driver's connection."""
_OWNERS: Final = (UserMessage, AssistantMessage, StartAnswer, Transcription)
"""What makes a message of its own id."""


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


def named_by(bodies: Iterable[Message]) -> tuple[list[str], list[str]]:
    """Return the ids that may be sentences, and those that may be messages."""
    owners: dict[str, None] = {}
    sentences: dict[str, None] = {}
    for body in bodies:
        if isinstance(body, AssistantSentence):
            sentences[body.previous_id] = None
            if body.id:
                sentences[body.id] = None
        elif isinstance(body, _OWNERS):
            owners[body.id] = None
    return list(sentences), [name for name in owners | sentences if name]


def known_messages(execute: Execute, names: list[str]) -> dict[str, KnownMessage | None]:
    """Return all names, each with what is known of that message, or None where it is not there."""
    rows = execute(
        "SELECT id, conversation_id, message_role, completion_status, stopped_at IS NOT NULL, "
        "sync_status = 'pending' AND local_id IS NULL, whole, "
        "sync_status <> 'synced' AND local_id IS NOT NULL, error_code IS NOT NULL FROM alicia_messages "
        "WHERE id IN (SELECT value FROM json_each(?))",
        (to_json_text(names),),
    )
    known: dict[str, KnownMessage | None] = dict.fromkeys(names)
    for name, conversation_id, role, status, stopped, pending, whole, rewritten, refused in rows:
        known[name] = KnownMessage(
            conversation_id=conversation_id,
            role=role,
            status=status,
            stopped=bool(stopped),
            pending=bool(pending),
            whole=bool(whole),
            rewritten=bool(rewritten),
            refused=bool(refused),
        )
    return known


def known_followed(execute: Execute, names: list[str]) -> dict[str, bool]:
    """Return all names, each with whether a message names it as what it follows."""
    rows = execute(
        "SELECT DISTINCT previous_id FROM alicia_messages WHERE previous_id IN (SELECT value FROM json_each(?))",
        (to_json_text(names),),
    )
    return dict.fromkeys(names, False) | {name: True for (name,) in rows}


def known_sentences(execute: Execute, names: list[str]) -> dict[str, tuple[str, int] | None]:
    """Return all names, each with the answer and number of that sentence, or None where it is not there."""
    rows = execute(
        "SELECT id, message_id, sentence_sequence_number FROM alicia_sentences "
        "WHERE id IN (SELECT value FROM json_each(?))",
        (to_json_text(names),),
    )
    return dict.fromkeys(names) | {name: (answer_id, sequence) for name, answer_id, sequence in rows}
