"""Show what the model read of a past answer, part by part, and what it would read today for the same question.

    known = read_known(conn, answer_id)                 # what travelled with the answer, and what was fetched before
    view = prompt_view(known, sent, today=None)

Sizes travel with an answer, texts are asked of its server. What a server did not send is said to be so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Final, Literal

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.protocol.extensions import FINISH_REASON, USAGE
from alicia_desktop.store.conversations import answer_prompts, conversations, messages, transcripts
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart
from alicia_desktop.store.database import Connection
from alicia_desktop.view import text
from alicia_desktop.view.memories_rows import Bar, BarGroup
from alicia_desktop.view.payload_reader import get_mapping, get_number, get_text, json_map

NOT_SENT: Final = translate("Not sent by this server")
SOURCES: Final = {
    "instructions": translate("Instructions"),
    "persona": translate("Persona"),
    "pin": translate("Pinned"),
    "summary": translate("Summary"),
    "memory": translate("Memory"),
    "message": translate("Earlier message"),
    "question": translate("Question"),
    "example": translate("Example"),
    "file": translate("File"),
    "image": translate("Image"),
    "tool": translate("Tool on offer"),
    "tool_call": translate("Tool call"),
    "tool_result": translate("Tool result"),
    "markup": translate("Headings and marks"),
}
PLURALS: Final = {
    "pin": translate("Pins"),
    "summary": translate("Summaries"),
    "memory": translate("Memories"),
    "message": translate("Earlier messages"),
    "example": translate("Examples"),
    "file": translate("Files"),
    "image": translate("Images"),
    "tool": translate("Tools on offer"),
    "tool_call": translate("Tool calls"),
    "tool_result": translate("Tool results"),
}
ORIGINS: Final = {"extractive": translate("Alicia’s memory or a fixed reply"), "tool": translate("a tool")}
OF_THE_RUN: Final = frozenset({"tool", "tool_call", "tool_result"})
"""Sources of which today's prompt has none: which there are shows only when it is asked."""
ALONE: Final = frozenset({"instructions", "persona", "question"})
"""Sources of which a prompt has one, so that another text of it is a change."""
MAX_ROWS: Final = 300
"""Parts that are shown; the others are counted."""

Mark = Literal["", "then", "now", "changed"]
LinkKind = Literal["", "memory", "message"]


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownPrompt:
    """What this computer knows of an answer's prompt without asking."""

    answer_id: str
    conversation_id: str
    has_summary: bool
    """Whether the server told sizes; one that does keeps the texts, too."""
    by_source: Mapping[str, tuple[int, int]]
    """Tokens and number of parts by source; empty where no model was asked."""
    told: Mapping[str, Any]
    """Model, usage and end of the answer, as they came with it."""
    answered_by: str
    private: bool
    kept: AnswerPrompt | None = None
    """What was fetched before."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptRow:
    """One part of a prompt."""

    id: str
    title: str
    detail: str
    """`Alicia · 12 tokens`."""
    text: str
    note: str = ""
    """Why there is no text."""
    link: LinkKind = ""
    """What `ref` leads to."""
    ref: str = ""
    mark: Mark = ""
    text_now: str = ""
    """Of a part that has changed: what it says today."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptView:
    """What the model read of an answer."""

    answer_id: str
    figures: tuple[tuple[str, str], ...]
    note: str
    """What is to be known of it as a whole: that nothing was sent, that its words are gone, that they are old."""
    shares: BarGroup
    facts: tuple[tuple[str, str], ...]
    rows: tuple[PromptRow, ...]
    more: str
    """`40 more parts`; empty for none."""
    can_compare: bool
    compared: str
    """`2 only then, 1 only today`, where today's prompt stands beside it."""


def read_known(conn: Connection, answer_id: str) -> KnownPrompt | None:
    """Return what is known of an answer's prompt; None where there is no such answer."""
    answer = messages.get(conn, answer_id)
    if answer is None or answer.message_role != "assistant":
        return None
    [bundle] = transcripts.some(conn, answer.conversation_id, [answer_id])
    conversation = conversations.get(conn, answer.conversation_id)
    told = {
        "model": json_map(bundle.meta, "model"),
        USAGE: json_map(bundle.meta, USAGE),
        FINISH_REASON: bundle.meta.get(FINISH_REASON, ""),
    }
    return KnownPrompt(
        answer_id=answer_id,
        conversation_id=answer.conversation_id,
        has_summary="prompt" in bundle.meta,
        by_source=_sizes(json_map(bundle.meta, "prompt")),
        told={name: value for name, value in told.items() if value},
        answered_by=str(bundle.meta.get("answeredBy") or ""),
        private=conversation is not None and conversation.private,
        kept=answer_prompts.get(conn, answer_id),
    )


def prompt_view(
    known: KnownPrompt, sent: AnswerPrompt | None, *, today: AnswerPrompt | None = None, problem: str = ""
) -> PromptView:
    """Return what is shown.

    Args:
        known: What is known without asking.
        sent: What the server gave, now or before.
        today: What it would read now, for the same question.
        problem: Why it could not be asked for; empty where it was.
    """
    told: Mapping[str, Any] = {**known.told, **(sent.told if sent is not None else {})}
    sizes = known.by_source or _sizes_of(sent.parts if sent is not None else ())
    parts = sent.parts if sent is not None else ()
    rows = tuple(_rows(parts)) if today is None else tuple(_compared(parts, today.parts))
    left_out = max(len(rows), len(parts), len(today.parts) if today is not None else 0) - MAX_ROWS
    return PromptView(
        answer_id=known.answer_id,
        figures=_figures(told, sum(tokens for tokens, _ in sizes.values())) if sizes or told else (),
        note=_note(known, sent, problem),
        shares=_shares(sizes),
        facts=tuple(_facts(told, known)),
        rows=rows[:MAX_ROWS],
        more=translate_count("{count} more part", "{count} more parts", left_out) if left_out > 0 else "",
        can_compare=bool(parts) and not problem and sent is not None and not sent.emptied,
        compared=_count(rows) if today is not None else "",
    )


def _sizes(summary: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    by_source = get_mapping(summary, "parts")
    counts = {source: get_mapping(by_source, source) for source in by_source}
    return {
        source: (int(get_number(one, "tokens") or 0), int(get_number(one, "count") or 0))
        for source, one in counts.items()
    }


def _sizes_of(parts: Iterable[PromptPart]) -> dict[str, tuple[int, int]]:
    sizes: dict[str, tuple[int, int]] = {}
    for part in parts:
        tokens, count = sizes.get(part.source, (0, 0))
        sizes[part.source] = (tokens + part.tokens, count + 1)
    return sizes


def _note(known: KnownPrompt, sent: AnswerPrompt | None, problem: str) -> str:
    asked_none = known.has_summary and not known.by_source
    if asked_none:
        by = ORIGINS.get(known.answered_by, "")
        return (
            translate("No language model was asked: this is from {origin}.").format(origin=by)
            if by
            else translate("No language model was asked.")
        )
    if not known.has_summary and sent is None:
        return f"{NOT_SENT}."
    if sent is not None and sent.emptied:
        return translate("Something in it was forgotten, so its texts are gone. The sizes stay.")
    if problem:
        before = (
            translate("This is as it was fetched before.")
            if sent is not None
            else translate("The texts are on the server.")
        )
        return f"{problem} {before}"
    if sent is None and known.private:
        return translate("Private conversation: the server keeps no texts of it.")
    return "" if sent is not None else translate("The server no longer keeps the texts of this answer.")


def _figures(told: Mapping[str, Any], estimated: int) -> tuple[tuple[str, str], ...]:
    usage = get_mapping(told, "usage")
    tokens_in, tokens_out = get_number(usage, "promptTokens"), get_number(usage, "completionTokens")
    first, whole = get_number(told, "firstTokenMs"), get_number(told, "answeredMs")
    read = (
        (format_number(tokens_in, ",.0f"), translate("tokens read"))
        if tokens_in
        else (format_number(estimated), translate("tokens read, estimated"))
    )
    figures = [read if tokens_in or estimated else None]
    figures.append(
        (format_number(tokens_out, ",.0f"), translate("tokens written")) if tokens_out is not None and usage else None
    )
    figures.append((text.duration(first), translate("to the first token")) if first is not None else None)
    speed = _speed(tokens_out, first, whole)
    figures.append((format_number(speed, ",.1f"), translate("tokens a second")) if speed is not None else None)
    return tuple(figure for figure in figures if figure is not None)


def _speed(tokens: float | None, first_ms: float | None, whole_ms: float | None) -> float | None:
    """Return how many tokens a second came once the first was there; None where that cannot be told."""
    if tokens is None or first_ms is None or whole_ms is None or whole_ms <= first_ms or tokens < 2:
        return None
    return 1_000 * (tokens - 1) / (whole_ms - first_ms)


def _facts(told: Mapping[str, Any], known: KnownPrompt) -> Iterator[tuple[str, str]]:
    if not told and not known.by_source:
        return
    model, asked = get_mapping(told, "model"), get_mapping(told, "request")
    settings, usage = get_mapping(model, "settings"), get_mapping(told, "usage")
    named = " · ".join(part for part in (get_text(model, "name"), get_text(model, "provider")) if part)
    yield translate("Model"), named or NOT_SENT
    temperature = get_number(asked, "temperature")
    temperature = get_number(settings, "temperature") if temperature is None else temperature
    digest = get_text(settings, "personaDigest")
    limit = get_number(asked, "maxTokens")
    facts = (
        (translate("Temperature"), "" if temperature is None else format_number(temperature, "g")),
        (translate("Persona"), translate("own, {digest}").format(digest=digest) if digest else ""),
        (
            translate("Longest answer"),
            "" if limit is None else text.tokens(int(limit)),
        ),
        (translate("Read before"), _cached(usage)),
        (translate("Asked"), _times(get_number(told, "timesAsked"))),
        (
            translate("Ended"),
            {"length": translate("cut off at the length limit"), "stop": translate("by itself")}.get(
                end := _end(told), end
            ),
        ),
    )
    yield from ((name, text.one_line(value, 200)) for name, value in facts if value)


def _end(told: Mapping[str, Any]) -> str:
    return get_text(told, "finishReason")


def _cached(usage: Mapping[str, Any]) -> str:
    cached = get_number(usage, "cachedTokens")
    return (
        translate("{tokens} of these tokens were still in the server’s cache").format(
            tokens=format_number(cached, ",.0f")
        )
        if cached
        else ""
    )


def _times(count: float | None) -> str:
    return (
        translate("{count:.0f} times, with what tools had found; this is the last").format(count=count)
        if count and count > 1
        else ""
    )


def _shares(sizes: Mapping[str, tuple[int, int]]) -> BarGroup:
    total = sum(tokens for tokens, _ in sizes.values())
    bars = tuple(
        Bar(
            label=_named(source, count),
            value=f"{text.tokens(tokens)} · {tokens / total if total else 0.0:.0%}".replace("%", " %"),
            fraction=min(1.0, tokens / total) if total else 0.0,
        )
        for source, (tokens, count) in sorted(sizes.items(), key=lambda one: -one[1][0])
    )
    return BarGroup(title=translate("Tokens by source"), note=translate("estimated"), bars=bars)


def _named(source: str, count: int) -> str:
    name = text.one_line(source, 40)
    return (
        f"{PLURALS[source]} ({format_number(count)})" if source in PLURALS and count > 1 else SOURCES.get(source, name)
    )


def _rows(parts: Iterable[PromptPart], mark: Mark = "", prefix: str = "then") -> Iterator[PromptRow]:
    for number, part in enumerate(parts):
        who = {"user": translate("You"), "assistant": "Alicia"}.get(part.role, "") if part.source == "message" else ""
        yield PromptRow(
            id=f"{prefix} {number}",
            title=SOURCES.get(part.source, text.one_line(part.source, 40)),
            detail=" · ".join(one for one in (who, text.tokens(part.tokens)) if one),
            text=part.text or "",
            note=_missing(part),
            link=_link(part),
            ref=part.ref,
            mark=mark,
        )


def _missing(part: PromptPart) -> str:
    if part.text:
        return ""
    return (
        translate("Left out, because the model could not read as much.")
        if part.text == ""
        else translate("The text is not kept.")
    )


def _link(part: PromptPart) -> LinkKind:
    if not part.ref:
        return ""
    return "memory" if part.source == "memory" else "message" if part.source in {"message", "question"} else ""


def _compared(then: Sequence[PromptPart], now: Sequence[PromptPart]) -> Iterator[PromptRow]:
    """Yield the parts of both in one list; those that one of them lacks or has otherwise are marked."""
    then = [part for part in then if part.source not in OF_THE_RUN][:MAX_ROWS]
    now = now[:MAX_ROWS]
    rows, rows_now = list(_rows(then)), list(_rows(now, prefix="now"))
    matcher = SequenceMatcher(None, [_key(part) for part in then], [_key(part) for part in now], autojunk=False)
    for kind, first, last, first_now, last_now in matcher.get_opcodes():
        if kind == "equal":
            for row, row_now in zip(rows[first:last], rows_now[first_now:last_now], strict=True):
                same = row.text == row_now.text
                yield row if same else replace(row, mark="changed", text_now=row_now.text)
        else:
            yield from (replace(row, mark="then") for row in rows[first:last])
            yield from (replace(row, mark="now") for row in rows_now[first_now:last_now])


def _key(part: PromptPart) -> tuple[str, str]:
    alone = part.source in ALONE
    return part.source, "" if alone else part.ref or part.text or ""


def _count(rows: Iterable[PromptRow]) -> str:
    marks = [row.mark for row in rows]
    counts = (
        (marks.count("then"), translate("only then")),
        (marks.count("now"), translate("only today")),
        (marks.count("changed"), translate("changed")),
    )
    said = ", ".join(f"{format_number(count)} {what}" for count, what in counts if count)
    return said or translate("It would read the same today")
