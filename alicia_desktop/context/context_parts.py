"""The parts of a context: pieces with their tokens, which of them are kept, and why others are not.

The tokens are those of the line in the prompt, so what is counted is what is sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from alicia_desktop.context.api_types import message_of
from alicia_desktop.memory import answers, prompt_text
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.retrieval.result import Candidate
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord
from alicia_desktop.store.conversations.summaries import PinRecord, SummaryRecord

PartName = Literal["messages", "pins", "summaries", "memories"]
DropReason = Literal[
    "over_budget",
    "over_limit",
    "too_long",
    "in_messages",
    "not_needed",
    "stale",
    "far_below_best",
    "facts_alone",
    "gives_orders",
]
"""`over_budget` did not fit; `over_limit` there are enough of its kind; `too_long` for the model; `in_messages` stands
there already as a message; `not_needed` sums up what stands there whole; `stale` sums up what is not so any more;
`far_below_best` would only distract; `facts_alone` the model is so small that beside a fact it gets nothing;
`gives_orders` reads like instructions, which a small model follows although they are a quotation."""

MAX_SNIPPET_CHARACTERS: Final = 160
"""Characters of a piece in an explanation."""
MAX_DROPPED: Final = 20
"""Dropped pieces of a part that an explanation names; the others are only counted."""
MESSAGE_OVERHEAD_TOKENS: Final = 4
"""Tokens of the markup around one message of a chat."""
MAX_COUNTED_CHARACTERS: Final = 40_000
"""Characters up to which tokens are estimated; above, one a character is assumed, which fits no budget."""
_PIN_ORDER: Final = {"system": 0, "manual": 1, "code": 2, "concept": 3, "auto": 4}


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextPiece:
    """A message, pin, summary or memory that may become part of a context."""

    id: str
    kind: str
    """Role of a message, type of a pin, category of a memory."""
    content: str
    tokens: int
    """Of its line in the prompt."""
    importance: float
    relevance: float | None = None
    """Of a memory."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DroppedPiece:
    """A piece that was left out, and why."""

    piece: ContextPiece
    reason: DropReason


@dataclass(frozen=True, kw_only=True, slots=True)
class PartReport:
    """What became of the pieces of one part of a context."""

    name: PartName
    tokens: int
    kept: tuple[ContextPiece, ...]
    """In the order of their precedence."""
    dropped: tuple[DroppedPiece, ...]
    """At most `MAX_DROPPED`, in the order in which they would have come."""
    dropped_count: int
    dropped_tokens: int

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "part": self.name,
            "tokens": self.tokens,
            "kept": [_piece_map(piece) for piece in self.kept],
            "dropped": [_piece_map(one.piece) | {"reason": one.reason} for one in self.dropped],
            "droppedCount": self.dropped_count,
            "droppedTokens": self.dropped_tokens,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextExplanation:
    """How the token budget of an answer was used."""

    query: str
    budget: int
    """Token budget."""
    total_tokens: int
    private: bool
    """Whether nothing but the conversation's own messages could be used."""
    parts: tuple[PartReport, ...]
    """Messages, pins, summaries, memories."""

    def part(self, name: PartName) -> PartReport:
        """Return the report of one part."""
        return next(part for part in self.parts if part.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole explanation as JSON, for the context window of the next answer."""
        return {
            "query": self.query,
            "budget": self.budget,
            "tokens": self.total_tokens,
            "private": self.private,
            "parts": [part.to_dict() for part in self.parts],
        }

    def counts(self) -> dict[str, Any]:
        """Return the numbers alone, which travel with every answer (StartAnswer, `meta.context`)."""
        return {
            "budget": self.budget,
            "tokens": self.total_tokens,
            "parts": {
                part.name: {"tokens": part.tokens, "kept": len(part.kept), "dropped": part.dropped_count}
                for part in self.parts
            },
        }


class ContextPart:
    """One part while it is filled: pieces in their order of precedence, of which as many as fit are kept."""

    def __init__(
        self,
        name: PartName,
        pieces: Sequence[ContextPiece],
        *,
        max_pieces: int | None = None,
        max_tokens: int | None = None,
    ) -> None:
        """`max_pieces` and `max_tokens` limit the part however much room there is."""
        self.name: PartName = name
        self.kept: dict[str, ContextPiece] = {}
        self.tokens = 0
        self._pieces, self._max_pieces, self._max_tokens = pieces, max_pieces, max_tokens
        self._dropped: dict[str, DropReason] = {}
        self._older = (0, 0)

    @property
    def possible_tokens(self) -> int:
        """Tokens of all pieces that may be kept."""
        return sum(piece.tokens for piece in self._pieces if piece.id not in self._dropped)

    def fill(self, room: int) -> None:
        """Keep what fits into `room` more tokens; what does not is skipped, and the next is tried."""
        if self._max_tokens is not None:
            room = min(room, self._max_tokens - self.tokens)
        for piece in self._pieces:
            full = self._max_pieces is not None and len(self.kept) >= self._max_pieces
            if full or piece.id in self.kept or piece.id in self._dropped or piece.tokens > room:
                continue
            self.kept[piece.id] = piece
            self.tokens += piece.tokens
            room -= piece.tokens

    def drop(self, piece_id: str, reason: DropReason) -> None:
        """Leave a piece out, even if it is kept by now."""
        self._dropped[piece_id] = reason
        piece = self.kept.pop(piece_id, None)
        if piece is not None:
            self.tokens -= piece.tokens

    def drop_all(self, reason: DropReason) -> None:
        """Leave out everything that is not left out for another reason."""
        for piece in self._pieces:
            if piece.id not in self._dropped:
                self.drop(piece.id, reason)

    def count_older(self, count: int, tokens: int) -> None:
        """Count messages that are too old to be considered."""
        self._older = (count, tokens)

    def report(self) -> PartReport:
        """Return what became of every piece."""
        left = [piece for piece in self._pieces if piece.id not in self.kept]
        return PartReport(
            name=self.name,
            tokens=self.tokens,
            kept=tuple(piece for piece in self._pieces if piece.id in self.kept),
            dropped=tuple(DroppedPiece(piece=piece, reason=self._reason(piece)) for piece in left[:MAX_DROPPED]),
            dropped_count=len(left) + self._older[0],
            dropped_tokens=sum(piece.tokens for piece in left) + self._older[1],
        )

    def _reason(self, piece: ContextPiece) -> DropReason:
        full = self._max_pieces is not None and len(self.kept) >= self._max_pieces
        return self._dropped.get(piece.id) or ("over_limit" if full else "over_budget")


def _piece_map(piece: ContextPiece) -> dict[str, Any]:
    shown = {
        "id": piece.id,
        "kind": piece.kind,
        "content": piece.content[:MAX_SNIPPET_CHARACTERS],
        "tokens": piece.tokens,
        "importance": round(piece.importance, 3),
    }
    return shown if piece.relevance is None else shown | {"relevance": piece.relevance}


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextLimits:
    """How a token budget is shared; a small model gets few and short pieces, whatever its budget."""

    memories: int = 2_400
    """Maximum tokens of long-term memories (docs/memory.md#the-way-of-a-query)."""
    memory_share: float = 0.5
    pin_share: float = 0.25
    summary_share: float = 0.25
    """Share reserved for summaries when the messages do not all fit."""
    newest_messages: int = 4
    """Number of last messages that come first; the others are ordered by importance."""
    max_messages: int | None = None
    max_memories: int | None = None
    max_summaries: int | None = None
    max_pins: int | None = None
    max_message_tokens: int | None = None
    """Tokens above which a message is left out."""
    min_share_of_best: float = 0.0
    """Share of the best memory's relevance below which another is left out."""
    facts_alone: bool = False
    """Whether an answer with a memory reads nothing else."""
    allow_instructions: bool = True
    """Whether a memory that reads like instructions to a model may be used."""


DEFAULT_LIMITS: Final = ContextLimits()


def memory_line(number: int, content: str, *, category: str, relevance: float) -> str:
    """Format a memory for a prompt: number, category, relevance, and the text as a quotation."""
    return f"{number}. ({category.replace('_', ' ') or 'other'}, {relevance:.2f}) {prompt_text.quote(content)}"


def text_line(text: str) -> str:
    """Format a pin or a summary for a prompt."""
    return f"- {prompt_text.quote(text)}"


def tokens_of(text: str) -> int:
    """Count the tokens of `text`; a text too long for any budget is not counted through."""
    return token_count(text) if len(text) <= MAX_COUNTED_CHARACTERS else len(text)


def message_pieces(said: Sequence[ActiveMessageRecord], limits: ContextLimits) -> list[ContextPiece]:
    """Return the newest messages first, the newest of them at the top, then the others by importance."""
    newest_first = [_message_piece(one) for one in reversed(said)]
    others = sorted(newest_first[limits.newest_messages :], key=lambda piece: -piece.importance)
    return [*newest_first[: limits.newest_messages], *others]


def _message_piece(said: ActiveMessageRecord) -> ContextPiece:
    message = message_of(said)
    return ContextPiece(
        id=said.id,
        kind=said.role,
        content=said.text,
        tokens=tokens_of(said.text) + MESSAGE_OVERHEAD_TOKENS,
        importance=message.importance_score,
    )


def pin_pieces(pins: Sequence[PinRecord]) -> list[ContextPiece]:
    """Return the pins in order of precedence: the program's own, those of the user, then the others by importance."""
    ordered = sorted(
        pins, key=lambda pin: (_PIN_ORDER[pin.pin_type], -pin.importance_score, -pin.created_at.timestamp())
    )
    return [
        ContextPiece(
            id=pin.id,
            kind=pin.pin_type,
            content=pin.content,
            tokens=token_count(text_line(pin.content)),
            importance=pin.importance_score,
        )
        for pin in ordered
    ]


def summary_pieces(summaries: Sequence[SummaryRecord]) -> list[ContextPiece]:
    """Return the summaries, the newest first: what was said last explains the question best."""
    return [
        ContextPiece(
            id=one.id,
            kind="conversation_summary",
            content=one.summary,
            tokens=token_count(text_line(one.summary)),
            importance=one.importance_score,
        )
        for one in reversed(summaries)
    ]


def memory_piece(one: Candidate) -> ContextPiece:
    """Return one memory as a piece; its tokens are those of its whole line."""
    told = answers.second_person(one.memory)
    line = memory_line(99, told, category=one.memory.category or "", relevance=one.relevance)
    return ContextPiece(
        id=one.memory.id,
        kind=one.memory.category or "",
        content=one.memory.content,
        tokens=token_count(line),
        importance=one.memory.importance,
        relevance=one.relevance,
    )
