"""Show what goes into the next answer of a conversation, as its server told it: tokens, what is in, what is not.

What a server did not send is stated to be so, never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from alicia_desktop.view import text
from alicia_desktop.view.memories_rows import Bar, BarGroup
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.traces import category_name

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ContextItem, NextContext, Pin, ServerContextPart, Summary

NOT_SENT: Final = "Not sent by this server"
PARTS: Final = {
    "messages": "Recent messages",
    "pins": "Pins",
    "summaries": "Summaries",
    "memories": "Memories",
}
REASONS: Final = {
    "over_budget": "over the token budget",
    "over_limit": "over the limit for its kind",
    "too_long": "too long for the model",
    "in_messages": "already included as a message",
    "not_needed": "its messages are included in full",
    "stale": "out of date",
    "far_below_best": "far less relevant than the best",
    "facts_alone": "the model is too small for more than facts",
    "gives_orders": "reads like instructions to the model",
}
ROLES: Final = {"user": "You", "assistant": "Alicia", "system": "System"}
PIN_KINDS: Final = {
    "manual": "pinned by you",
    "auto": "important message",
    "code": "code",
    "concept": "explained term",
    "system": "pinned by Alicia",
}
MAX_CHARACTERS: Final = 160


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextLine:
    """One piece of the context: its text, and its size and relevance."""

    id: str
    text: str
    detail: str
    """`12 tokens · 0.80 importance`, and why where it is left out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextSection:
    """One part of the context."""

    title: str
    tokens: str
    """`412 tokens`."""
    kept: tuple[ContextLine, ...]
    dropped: tuple[ContextLine, ...]
    dropped_words: str
    """`3 left out, 240 tokens`; empty for none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextView:
    """What the next answer gets."""

    headline: tuple[tuple[str, str], ...]
    """A figure and its meaning."""
    shares: BarGroup
    """Tokens a part, of the budget."""
    parts: tuple[ContextSection, ...]
    prompt: tuple[ContextLine, ...]
    """All of it word for word, as the model would read it."""
    prompt_words: str
    note: str
    """Such as that the conversation is private; empty as a rule."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SummariesView:
    """Summaries and pins of a conversation, and its statistics."""

    stats: tuple[tuple[str, str], ...]
    summaries: tuple[ContextLine, ...]
    pins: tuple[ContextLine, ...]


def context_view(sent: "NextContext") -> ContextView:
    """Format the context window that a server sent."""
    left_out = sum(part.dropped_count for part in sent.parts)
    model = f" for {sent.model}" if sent.model else ""
    return ContextView(
        headline=(
            (f"{sent.tokens:,}", "tokens of context"),
            (f"{sent.budget:,}", "token budget"),
            (f"{max(0, sent.budget - sent.tokens):,}", "tokens free"),
            (f"{left_out:,}", "left out"),
        ),
        shares=BarGroup(
            title="Tokens by source",
            note="share of budget",
            bars=tuple(_share(part, sent.budget) for part in sent.parts),
        ),
        parts=tuple(_part(part) for part in sent.parts),
        prompt=tuple(
            ContextLine(
                id="",
                text=message.content,
                detail=f"{ROLES.get(message.role, message.role)} · {text.plural(message.tokens, 'token')}",
            )
            for message in sent.prompt
        ),
        prompt_words=f"Full prompt{model}, {text.plural(sent.prompt_tokens, 'token')}",
        note="Private conversation: only its own messages are used." if sent.private else "",
    )


def summaries_view(
    stats: Mapping[str, object] | None, summaries: Sequence["Summary"], pins: Sequence["Pin"]
) -> SummariesView:
    """Return what a conversation keeps; `stats` are MemoryStats."""
    return SummariesView(
        stats=_stats(stats) if stats else (),
        summaries=tuple(_summary(one) for one in summaries),
        pins=tuple(_pin(one) for one in pins),
    )


def _stats(sent: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    mean = sent.get("averageImportanceScore")
    return (
        (_count(sent, "totalMessages"), "messages"),
        (_count(sent, "totalSummaries"), "summaries"),
        (_count(sent, "totalPins"), "pins"),
        (f"{mean:.2f}" if isinstance(mean, int | float) else "–", "average importance, 0 to 1"),
        (_day(sent, "oldestMessage"), "oldest message"),
        (_day(sent, "newestMessage"), "newest message"),
    )


def _share(part: "ServerContextPart", budget: int) -> Bar:
    share = part.tokens / budget if budget else 0.0
    value = f"{text.plural(part.tokens, 'token')} · {share:.0%}".replace("%", " %")
    return Bar(label=PARTS.get(part.part, part.part), value=value, fraction=min(1.0, share))


def _part(sent: "ServerContextPart") -> ContextSection:
    memory = sent.part == "memories"
    dropped = [_line(piece, memory=memory) for piece in sent.dropped]
    if (more := sent.dropped_count - len(dropped)) > 0:
        dropped.append(ContextLine(id="", text=f"{more:,} more", detail=""))
    tokens = text.plural(sent.dropped_tokens, "token")
    return ContextSection(
        title=PARTS.get(sent.part, sent.part),
        tokens=text.plural(sent.tokens, "token"),
        kept=tuple(_line(piece, memory=memory) for piece in sent.kept),
        dropped=tuple(dropped),
        dropped_words=f"{sent.dropped_count:,} left out, {tokens}" if sent.dropped_count else "",
    )


def _line(piece: "ContextItem", *, memory: bool) -> ContextLine:
    content = text.one_line(piece.content, MAX_CHARACTERS)
    said = (
        ROLES.get(piece.kind) or PIN_KINDS.get(piece.kind) or category_name(piece.kind),
        text.plural(piece.tokens, "token"),
        "" if piece.relevance is None else f"{piece.relevance:.2f} relevance",
        f"{piece.importance:.2f} importance",
        REASONS.get(piece.reason, piece.reason),
    )
    return ContextLine(
        id=piece.id,
        text=memory_text(content) if memory else content,
        detail=" · ".join(part for part in said if part),
    )


def _summary(sent: "Summary") -> ContextLine:
    said = (
        f"of {text.plural(sent.message_count, 'message')}",
        f"{sent.importance_score:.2f} importance",
        text.long_time(sent.created_at),
    )
    return ContextLine(id=sent.id, text=" ".join(sent.summary.split()), detail=" · ".join(said))


def _pin(sent: "Pin") -> ContextLine:
    said = (
        PIN_KINDS.get(sent.pin_type, sent.pin_type),
        f"{sent.importance_score:.2f} importance",
        text.long_time(sent.created_at),
    )
    return ContextLine(id=sent.id, text=sent.content, detail=" · ".join(said))


def _count(sent: Mapping[str, object], key: str) -> str:
    value = sent.get(key)
    return f"{value:,}" if isinstance(value, int) else "–"


def _day(sent: Mapping[str, object], key: str) -> str:
    value = sent.get(key)
    return value[:10] if isinstance(value, str) and value else "–"
