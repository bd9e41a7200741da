"""The parts of a context: pieces on shelves, and the record of what was kept, what was left out, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

PartName = Literal["messages", "pins", "summaries", "memories"]
Reason = Literal[
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

SNIPPET: Final = 160
"""Characters of a piece that an explanation holds."""
MAX_DROPPED: Final = 20
"""Dropped pieces of a part that an explanation names; of the rest it gives the number."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextPiece:
    """Something that may become part of a context."""

    id: str
    kind: str
    """Role of a message, type of a pin, category of a memory."""
    content: str
    tokens: int
    """As it stands in the prompt."""
    importance: float
    relevance: float | None = None
    """Of a memory."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dropped:
    """A piece that was left out."""

    piece: ContextPiece
    reason: Reason


@dataclass(frozen=True, kw_only=True, slots=True)
class PartReport:
    """One part of a context."""

    name: PartName
    tokens: int
    kept: tuple[ContextPiece, ...]
    """In the order of their precedence."""
    dropped: tuple[Dropped, ...]
    """At most `MAX_DROPPED`, in the order in which they would have come."""
    dropped_count: int
    dropped_tokens: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "part": self.name,
            "tokens": self.tokens,
            "kept": [_piece(piece) for piece in self.kept],
            "dropped": [_piece(one.piece) | {"reason": one.reason} for one in self.dropped],
            "droppedCount": self.dropped_count,
            "droppedTokens": self.dropped_tokens,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextExplanation:
    """Where the budget of an answer went."""

    query: str
    budget: int
    """Tokens that were to be had."""
    total_tokens: int
    private: bool
    """Whether nothing but the conversation's own messages was to be used."""
    parts: tuple[PartReport, ...]
    """Messages, pins, summaries, memories."""

    def part(self, name: PartName) -> PartReport:
        """Return one of the parts."""
        return next(part for part in self.parts if part.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON has it, for the context window of the next answer."""
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


class Shelf:
    """One part while it is being filled: pieces in their order of precedence, of which as many as fit are kept."""

    def __init__(
        self, name: PartName, pieces: Sequence[ContextPiece], *, most: int | None = None, cap: int | None = None
    ) -> None:
        """Take at most `most` pieces and `cap` tokens, however much room there is."""
        self.name: PartName = name
        self.kept: dict[str, ContextPiece] = {}
        self.tokens = 0
        self._pieces, self._most, self._cap = pieces, most, cap
        self._barred: dict[str, Reason] = {}
        self._older = (0, 0)

    @property
    def wanted(self) -> int:
        """Tokens of all that may be kept."""
        return sum(piece.tokens for piece in self._pieces if piece.id not in self._barred)

    def fill(self, room: int) -> None:
        """Keep what fits into `room` more tokens; what does not is skipped, and the next is tried."""
        if self._cap is not None:
            room = min(room, self._cap - self.tokens)
        for piece in self._pieces:
            full = self._most is not None and len(self.kept) >= self._most
            if full or piece.id in self.kept or piece.id in self._barred or piece.tokens > room:
                continue
            self.kept[piece.id] = piece
            self.tokens += piece.tokens
            room -= piece.tokens

    def bar(self, piece_id: str, reason: Reason) -> None:
        """Leave a piece out, also one that is kept by now."""
        self._barred[piece_id] = reason
        piece = self.kept.pop(piece_id, None)
        if piece is not None:
            self.tokens -= piece.tokens

    def bar_all(self, reason: Reason) -> None:
        """Leave everything out that is not left out for another reason."""
        for piece in self._pieces:
            if piece.id not in self._barred:
                self.bar(piece.id, reason)

    def leave_out_older(self, count: int, tokens: int) -> None:
        """Count what is too old to be looked at."""
        self._older = (count, tokens)

    def report(self) -> PartReport:
        """Return what became of every piece."""
        left = [piece for piece in self._pieces if piece.id not in self.kept]
        return PartReport(
            name=self.name,
            tokens=self.tokens,
            kept=tuple(piece for piece in self._pieces if piece.id in self.kept),
            dropped=tuple(Dropped(piece=piece, reason=self._reason(piece)) for piece in left[:MAX_DROPPED]),
            dropped_count=len(left) + self._older[0],
            dropped_tokens=sum(piece.tokens for piece in left) + self._older[1],
        )

    def _reason(self, piece: ContextPiece) -> Reason:
        full = self._most is not None and len(self.kept) >= self._most
        return self._barred.get(piece.id) or ("over_limit" if full else "over_budget")


def _piece(piece: ContextPiece) -> dict[str, Any]:
    shown = {
        "id": piece.id,
        "kind": piece.kind,
        "content": piece.content[:SNIPPET],
        "tokens": piece.tokens,
        "importance": round(piece.importance, 3),
    }
    return shown if piece.relevance is None else shown | {"relevance": piece.relevance}
