"""Contract of what reads memories out of a finished turn: the turn, the statements it tells, and who reads them.

The implementations stand above this package (`alicia_desktop.extraction`); whoever composes a memory system hands one
of them in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from alicia_desktop.memory.facts import Fact
from alicia_desktop.memory.statement_metadata import Kind, MemoryType, Sentiment

ReadBy = Literal["rules", "model"]
"""What found a statement: the program's own reading ("rules", as it is called on the wire), or a language model."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A finished turn of the person."""

    conversation_id: str
    message_id: str
    text: str
    said_at: datetime
    """With the person's time zone where it is known: it decides what "tomorrow" means."""
    private: bool = False
    """Of a private conversation: nothing is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One thing worth keeping."""

    content: str
    """Of the user in the third person: "User's daughter Emma has a piano recital on Friday."."""
    said: str
    """The person's own clause."""
    fact: Fact
    memory_type: MemoryType
    category: str
    tags: tuple[str, ...]
    importance: float
    confidence: float
    sentiment: Sentiment
    token_count: int
    dates: Mapping[str, str] = field(default_factory=dict)
    """ISO day by the words that mean it, counted from the day of the turn."""
    asked_for: bool = False
    """The person said "remember that …"."""
    heard: str = ""
    """The sentence of the turn, letter by letter: what forgetting takes out of the message."""
    kind: Kind = "semantic"
    subcategory: str | None = None
    summary: str | None = None
    """Of a long statement its first words; None where the statement is short enough itself."""
    extracted_by: ReadBy = "rules"


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """What a turn asks of the memory."""

    statements: tuple[Statement, ...] = ()
    forget: tuple[str, ...] = ()
    """What to forget, in the person's words; an empty text is what was told last."""
    wishes: tuple[str, ...] = ()
    """The sentences that asked for it, letter by letter."""


class Extractor(Protocol):
    """Reads turns."""

    async def extract(self, turn: Turn) -> Extraction:
        """Return what a turn asks of the memory; the same turn is always read in the same way."""
        ...


class NoExtractor:
    """Reads nothing: for a memory that is only searched."""

    async def extract(self, turn: Turn) -> Extraction:  # noqa: ARG002 - the contract's
        """See `Extractor`."""
        return Extraction()
