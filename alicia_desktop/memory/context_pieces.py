"""What may become part of a context: every message, pin, summary and memory with its tokens, in order of precedence.

The tokens are those of the line that stands in the prompt, so what is counted is what is sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory import answers, quoting
from alicia_desktop.memory.api_types import message_of
from alicia_desktop.memory.context_parts import ContextPiece
from alicia_desktop.memory.retrieval.result import Candidate
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.store.conversations.pins import PinRecord
from alicia_desktop.store.conversations.short_term import SaidRecord
from alicia_desktop.store.conversations.summaries import SummaryRecord

FRAME_TOKENS: Final = 4
"""What the marks around one message of a chat cost."""
COUNTED: Final = 40_000
"""Characters up to which a message is counted through; no token has less than one."""
_PIN_ORDER: Final = {"system": 0, "manual": 1, "code": 2, "concept": 3, "auto": 4}


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """How a budget is shared; a small model gets few and short pieces, whatever its budget."""

    memories: int = 2_400
    """Most tokens of long-term memories (docs/memory.md#the-way-of-a-query)."""
    memory_share: float = 0.5
    pin_share: float = 0.25
    summary_share: float = 0.25
    """Kept free for summaries when the messages do not all fit."""
    latest: int = 4
    """Messages that come first because they are the last ones said; the others go by importance."""
    most_messages: int | None = None
    most_memories: int | None = None
    most_summaries: int | None = None
    most_pins: int | None = None
    longest_message: int | None = None
    """Tokens above which a message is left out."""
    near_best: float = 0.0
    """Share of the best memory's relevance below which another one is left out."""
    facts_alone: bool = False
    """Whether a memory that was found is all that the answer gets."""
    orders: bool = True
    """Whether a memory may be part that reads like instructions to a model."""


EVEN: Final = Limits()


def memory_line(number: int, content: str, *, category: str, relevance: float) -> str:
    """Return a memory as it stands in a prompt: number, category, relevance, and the words as a quotation."""
    return f"{number}. ({category.replace('_', ' ') or 'other'}, {relevance:.2f}) {quoting.quoted(content)}"


def text_line(text: str) -> str:
    """Return a pin or a summary as it stands in a prompt."""
    return f"- {quoting.quoted(text)}"


def tokens_of(text: str) -> int:
    """Return the tokens of `text`; of one that fits into no budget, at most as many, without counting it through."""
    return token_count(text) if len(text) <= COUNTED else len(text)


def message_pieces(said: Sequence[SaidRecord], limits: Limits) -> list[ContextPiece]:
    """Return the last messages, the newest first, then the others by importance, the newer first."""
    newest_first = [_message_piece(one) for one in reversed(said)]
    others = sorted(newest_first[limits.latest :], key=lambda piece: -piece.importance)
    return [*newest_first[: limits.latest], *others]


def _message_piece(said: SaidRecord) -> ContextPiece:
    message = message_of(said)
    return ContextPiece(
        id=said.id,
        kind=said.role,
        content=said.text,
        tokens=tokens_of(said.text) + FRAME_TOKENS,
        importance=message.importance_score,
    )


def pin_pieces(pins: Sequence[PinRecord]) -> list[ContextPiece]:
    """Return what the program must keep first, then what the person pinned, then the others by importance."""
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
    """Return the newest first: what was said last explains the question best."""
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
    """Return one memory; its tokens are those of its whole line."""
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
