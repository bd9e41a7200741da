"""Show what goes into the next answer of a conversation, as its server told it: tokens, what is in, what is not.

What a server did not send is stated to be so, never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.view import text
from alicia_desktop.view.memories_rows import Bar, BarGroup
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.traces import category_name

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ContextItem, NextContext, Pin, ServerContextPart, Summary

NOT_SENT: Final = translate("Not sent by this server")
PARTS: Final = {
    "messages": translate("Recent messages"),
    "pins": translate("Pins"),
    "summaries": translate("Summaries"),
    "memories": translate("Memories"),
}
REASONS: Final = {
    "over_budget": translate("over the token budget"),
    "over_limit": translate("over the limit for its kind"),
    "too_long": translate("too long for the model"),
    "in_messages": translate("already included as a message"),
    "not_needed": translate("its messages are included in full"),
    "stale": translate("out of date"),
    "far_below_best": translate("far less relevant than the best"),
    "facts_alone": translate("the model is too small for more than facts"),
    "gives_orders": translate("reads like instructions to the model"),
}
ROLES: Final = {"user": translate("You"), "assistant": "Alicia", "system": translate("System")}
PIN_KINDS: Final = {
    "manual": translate("pinned by you"),
    "auto": translate("important message"),
    "code": translate("code"),
    "concept": translate("explained term"),
    "system": translate("pinned by Alicia"),
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
    tokens = text.tokens(sent.prompt_tokens)
    named = translate("Full prompt for {model}, {tokens}") if sent.model else translate("Full prompt, {tokens}")
    return ContextView(
        headline=(
            (format_number(sent.tokens), translate("tokens of context")),
            (format_number(sent.budget), translate("token budget")),
            (format_number(max(0, sent.budget - sent.tokens)), translate("tokens free")),
            (format_number(left_out), translate("left out")),
        ),
        shares=BarGroup(
            title=translate("Tokens by source"),
            note=translate("share of budget"),
            bars=tuple(_share(part, sent.budget) for part in sent.parts),
        ),
        parts=tuple(_part(part) for part in sent.parts),
        prompt=tuple(
            ContextLine(
                id="",
                text=message.content,
                detail=f"{ROLES.get(message.role, message.role)} · {text.tokens(message.tokens)}",
            )
            for message in sent.prompt
        ),
        prompt_words=named.format(model=sent.model, tokens=tokens),
        note=translate("Private conversation: only its own messages are used.") if sent.private else "",
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
        (_count(sent, "totalMessages"), translate("messages")),
        (_count(sent, "totalSummaries"), translate("summaries")),
        (_count(sent, "totalPins"), translate("pins")),
        (format_number(mean, ".2f") if isinstance(mean, int | float) else "–", translate("average importance, 0 to 1")),
        (_day(sent, "oldestMessage"), translate("oldest message")),
        (_day(sent, "newestMessage"), translate("newest message")),
    )


def _share(part: "ServerContextPart", budget: int) -> Bar:
    share = part.tokens / budget if budget else 0.0
    value = f"{text.tokens(part.tokens)} · {share:.0%}".replace("%", " %")
    return Bar(label=PARTS.get(part.part, part.part), value=value, fraction=min(1.0, share))


def _part(sent: "ServerContextPart") -> ContextSection:
    memory = sent.part == "memories"
    dropped = [_line(piece, memory=memory) for piece in sent.dropped]
    if (more := sent.dropped_count - len(dropped)) > 0:
        dropped.append(ContextLine(id="", text=translate("{count} more").format(count=format_number(more)), detail=""))
    tokens = text.tokens(sent.dropped_tokens)
    return ContextSection(
        title=PARTS.get(sent.part, sent.part),
        tokens=text.tokens(sent.tokens),
        kept=tuple(_line(piece, memory=memory) for piece in sent.kept),
        dropped=tuple(dropped),
        dropped_words=translate("{pieces} left out, {tokens}").format(
            pieces=format_number(sent.dropped_count), tokens=tokens
        )
        if sent.dropped_count
        else "",
    )


def _line(piece: "ContextItem", *, memory: bool) -> ContextLine:
    content = text.one_line(piece.content, MAX_CHARACTERS)
    said = (
        ROLES.get(piece.kind) or PIN_KINDS.get(piece.kind) or category_name(piece.kind),
        text.tokens(piece.tokens),
        ""
        if piece.relevance is None
        else translate("{relevance} relevance").format(relevance=format_number(piece.relevance, ".2f")),
        translate("{importance} importance").format(importance=format_number(piece.importance, ".2f")),
        REASONS.get(piece.reason, piece.reason),
    )
    return ContextLine(
        id=piece.id,
        text=memory_text(content) if memory else content,
        detail=" · ".join(part for part in said if part),
    )


def _summary(sent: "Summary") -> ContextLine:
    said = (
        translate_count("of {count} message", "of {count} messages", sent.message_count),
        translate("{importance} importance").format(importance=format_number(sent.importance_score, ".2f")),
        text.long_time(sent.created_at),
    )
    return ContextLine(id=sent.id, text=" ".join(sent.summary.split()), detail=" · ".join(said))


def _pin(sent: "Pin") -> ContextLine:
    said = (
        PIN_KINDS.get(sent.pin_type, sent.pin_type),
        translate("{importance} importance").format(importance=format_number(sent.importance_score, ".2f")),
        text.long_time(sent.created_at),
    )
    return ContextLine(id=sent.id, text=sent.content, detail=" · ".join(said))


def _count(sent: Mapping[str, object], key: str) -> str:
    value = sent.get(key)
    return format_number(value) if isinstance(value, int) else "–"


def _day(sent: Mapping[str, object], key: str) -> str:
    value = sent.get(key)
    return value[:10] if isinstance(value, str) and value else "–"
