"""Show how the memories of an answer were searched for, and which just missed it and why.

The map `retrieval` stands in the metadata of the first `retrieved` trace of an answer; where no memory was chosen it
stands in the meta of the StartAnswer. What is not in it was not sent, and is not shown.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.records import MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.payload_reader import NOT_SENT, get_mapping, get_mappings, get_number, get_text, get_texts
from alicia_desktop.view.rows import ChipRow
from alicia_desktop.view.traces import ScorePartRow, category_name, score_of, score_parts

UNUSABLE: Final = frozenset({"wrong_user", "failure_answer"})
"""Reasons that asking again with the memory would not change."""

FORGOTTEN: Final = translate("Forgotten")
"""Stands where words were sent and taken out since."""

_WITHHELD: Final = {"wrong_user": translate("Another user’s memory")}
"""What stands where words are kept back on purpose."""

_ANALYSIS: Final = {
    "intent": translate("Intent"),
    "confidence": translate("Confidence"),
    "emotionalWeight": translate("Emotional weight"),
    "tone": translate("Tone"),
    "personalContext": translate("Personal"),
    "memoryReference": translate("Refers to memory"),
    "urgency": translate("Urgency"),
    "timeContext": translate("Time"),
    "topicEntities": translate("Topics"),
    "keyTerms": translate("Key terms"),
    "keywordDensity": translate("Keyword density"),
    "complexity": translate("Complexity"),
}

_STEPS: Final = {
    "analyse": translate("analyse"),
    "words": translate("words"),
    "meaning": translate("meaning"),
    "score": translate("score"),
    "read": translate("read"),
    "total": translate("total"),
}

SUMMARY: Final = "conversation_summary"
"""The type of a trace whose score is the importance of a summary: no retrieval found it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MissedRow:
    """A memory that was considered and not used."""

    id: str
    """The memory's."""
    rank: str
    content: str
    category: str
    score: str
    meaning: str
    reason: str
    """In words with its numbers: `below the threshold: 0.28 < 0.34`."""
    can_be_asked_with: bool
    """Whether it makes sense to ask again with it: another user's memory or a failure cannot be used."""
    parts: tuple[ScorePartRow, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievalContext:
    """The numbers of the whole retrieval that reasons refer to."""

    threshold: float | None
    best: float | None
    """Relevance of the best memory that was used."""
    tokens_left: float | None
    """Of the budget, in the end."""


Reason = Callable[[Mapping[str, Any], RetrievalContext], str]


def missed_row(missed: Mapping[str, Any], around: RetrievalContext) -> MissedRow:
    """Return the row of one missed memory; `missed` is as it was sent."""
    relevance, rank, reason = get_number(missed, "relevance"), get_number(missed, "rank"), get_text(missed, "reason")
    content = memory_text(text.one_line(get_text(missed, "content"), 300))
    forgotten = isinstance(missed.get("content"), str) and not content
    return MissedRow(
        id=get_text(missed, "memoryId"),
        rank="–" if rank is None else f"{rank:.0f}",
        content=content or (FORGOTTEN if forgotten else _WITHHELD.get(reason, NOT_SENT)),
        category=category_name(get_text(missed, "category")),
        score="" if relevance is None else format_number(relevance, ".2f"),
        meaning=translate("no score sent") if relevance is None else translate("relevance"),
        reason=reason_text(reason, missed, around),
        can_be_asked_with=bool(get_text(missed, "memoryId")) and reason not in UNUSABLE and not forgotten,
        parts=score_parts({"scoreParts": get_mapping(missed, "parts")}),
    )


def reason_text(reason: str, missed: Mapping[str, Any], around: RetrievalContext) -> str:
    """Return a reason as it is shown, with its numbers; an unknown one as it came."""
    if not reason:
        return translate("reason not sent")
    say = _REASONS.get(reason)
    return reason.replace("_", " ") if say is None else say(missed, around)


def _below_threshold(missed: Mapping[str, Any], around: RetrievalContext) -> str:
    needed = _needed(missed, around)
    if needed == 0 == get_number(missed, "relevance"):
        return translate("nothing to do with the question")
    return _under(translate("below the threshold"), needed, missed)


def _decayed(missed: Mapping[str, Any], around: RetrievalContext) -> str:
    decay = get_mapping(missed, "decay")
    days, needed = get_number(decay, "days"), get_number(decay, "threshold")
    since = translate("decayed") if days is None else translate("unused for {time}").format(time=text.span(days))
    fresh = get_number(missed, "threshold") if get_number(missed, "threshold") != needed else around.threshold
    said = _under(since, needed if needed is not None else fresh, missed)
    factor = get_number(decay, "factor")
    if needed is not None and fresh is not None and fresh < needed:
        return translate("{reason}, {threshold} for a recently used one").format(
            reason=said, threshold=format_number(fresh, ".2f")
        )
    return (
        translate("{reason}, worth {share:.0%} of a recently used one").format(reason=said, share=factor)
        if factor is not None
        else said
    )


def _over_budget(missed: Mapping[str, Any], around: RetrievalContext) -> str:
    tokens = get_number(missed, "tokens")
    left = get_number(missed, "left")
    left = around.tokens_left if left is None else left
    parts = [
        translate("{tokens} tokens").format(tokens=format_number(tokens, ",.0f")) if tokens is not None else "",
        translate("{left} left").format(left=format_number(left, ",.0f")) if left is not None else "",
    ]
    numbers = ", ".join(part for part in parts if part)
    return (
        translate("over the token budget: {numbers}").format(numbers=numbers)
        if numbers
        else translate("over the token budget")
    )


def _over_limit(missed: Mapping[str, Any], _around: RetrievalContext) -> str:
    limit = get_number(missed, "limit")
    return (
        translate("over the limit per answer")
        if limit is None
        else translate("over the limit of {limit:.0f} per answer").format(limit=limit)
    )


def _far_below_best(missed: Mapping[str, Any], around: RetrievalContext) -> str:
    relevance = get_number(missed, "relevance")
    if relevance is None or around.best is None:
        return translate("far below the best match")
    return translate("far below the best match: {relevance} against {best}").format(
        relevance=format_number(relevance, ".2f"), best=format_number(around.best, ".2f")
    )


def _under(why: str, needed: float | None, missed: Mapping[str, Any]) -> str:
    """Return `below the threshold: 0.28 < 0.34`; with a third place where two would look the same."""
    relevance = get_number(missed, "relevance")
    if relevance is None or needed is None:
        return why
    form = ".2f" if format_number(relevance, ".2f") != format_number(needed, ".2f") else ".3f"
    return f"{why}: {format_number(relevance, form)} < {format_number(needed, form)}"


def _needed(missed: Mapping[str, Any], around: RetrievalContext) -> float | None:
    own = get_number(missed, "threshold")
    return around.threshold if own is None else own


_REASONS: Final[Mapping[str, Reason]] = {
    "below_threshold": _below_threshold,
    "decayed": _decayed,
    "over_budget": _over_budget,
    "over_limit": _over_limit,
    "far_below_best": _far_below_best,
    "not_read": lambda *_: translate("found, but not read by the model"),
    "failure_answer": lambda *_: translate("only says that nothing is known"),
    "wrong_user": lambda *_: translate("belongs to another user"),
    "archived": lambda *_: translate("archived"),
    "excluded": lambda *_: translate("excluded at your request"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryScore:
    """How much a query speaks of one category."""

    id: str
    label: str
    score: str
    fraction: float
    rank: str
    """Its place among the categories that the query was routed to, from 1; empty for the others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievalView:
    """How the memories of one answer were searched for, as the server sent it."""

    summaries: tuple[str, ...]
    """`3 of 41 memories used · 19 ms`, and shorter ones for where there is less room."""
    analysis: tuple[tuple[str, str], ...]
    """Name and value of each field that was sent."""
    categories: tuple[CategoryScore, ...]
    """Best first."""
    facts: tuple[tuple[str, str], ...]
    """Query, route, threshold, budget, encoder, what was asked differently, the note of what was missing, times."""
    missed: tuple[MissedRow, ...]


def retrieval_map(traces: Iterable[MemoryUseRecord], meta: Mapping[str, str]) -> Mapping[str, Any]:
    """Return what was sent of the retrieval of one answer: in one of its traces, else in its own meta; or nothing."""
    for use in traces:
        sent = get_mapping(use.meta, "retrieval")
        if sent:
            return sent
    try:
        kept = decode_json(meta.get("retrieval", ""))
    except ValueError:
        return {}
    return kept if isinstance(kept, Mapping) else {}


def retrieval_view(sent: Mapping[str, Any], traces: Iterable[MemoryUseRecord]) -> RetrievalView | None:
    """Return what can be shown of a retrieval; None when nothing of it was sent."""
    if not sent:
        return None
    used = [use for use in traces if use.action == "retrieved" and use.memory_type != SUMMARY]
    budget = get_mapping(sent, "budget")
    total, spent = get_number(budget, "tokens"), get_number(budget, "used")
    around = RetrievalContext(
        threshold=get_number(sent, "threshold"),
        best=max((score for use in used if (score := score_of(use)) is not None), default=None),
        tokens_left=None if total is None or spent is None else total - spent,
    )
    return RetrievalView(
        summaries=_summaries(sent, len(used)),
        analysis=_analysis(get_mapping(sent, "analysis")),
        categories=_categories(sent),
        facts=_facts(sent),
        missed=tuple(missed_row(missed, around) for missed in get_mappings(sent, "missed")),
    )


def _summaries(sent: Mapping[str, Any], used: int) -> tuple[str, ...]:
    considered, took = get_number(sent, "considered"), _took(sent)
    if considered is None:
        whole = translate("{used} memories used").format(used=used)
        short = translate("{used} used").format(used=used)
    else:
        whole = translate_count(
            "{used} of {count} memory used", "{used} of {count} memories used", int(considered), used=used
        )
        short = translate("{used} of {considered} used").format(used=used, considered=format_number(int(considered)))
    return (*((f"{whole} · {took}",) if took else ()), whole, short)


def retrieval_ms(sent: Mapping[str, Any]) -> float | None:
    """Return how long it took in all; the parts run one after the other where no whole was sent."""
    times = get_mapping(sent, "timingsMs")
    parts = [value for name in times if (value := get_number(times, name)) is not None]
    total = get_number(times, "total")
    if total is None and not parts:
        return None
    return sum(parts) if total is None else total


def _took(sent: Mapping[str, Any]) -> str:
    took = retrieval_ms(sent)
    return "" if took is None else text.duration(took)


def _analysis(sent: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    known = [(label, _value(sent[name])) for name, label in _ANALYSIS.items() if name in sent]
    others = [(_label(name), _value(value)) for name, value in sent.items() if name not in _ANALYSIS]
    return tuple((name, value) for name, value in [*known, *others] if value)


def _value(value: object) -> str:
    """Return a field of the analysis as it is read."""
    match value:
        case bool():
            return translate("yes") if value else translate("no")
        case int():
            return str(value)
        case float():
            return format_number(value, ".2f")
        case str():
            return value.replace("_", " ")
        case list() | tuple():
            return ", ".join(translate("“{text}”").format(text=item) for item in value) or translate("none")
        case _:
            return ""


def _step(name: str) -> str:
    return _STEPS.get(name) or _label(name).lower()


def _label(name: str) -> str:
    """Return `keywordDensity` as `Keyword density`."""
    parted = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return parted.replace("_", " ").strip().capitalize()


def _categories(sent: Mapping[str, Any]) -> tuple[CategoryScore, ...]:
    scores, routed = get_mapping(sent, "categories"), get_texts(sent, "routed")
    known = [(name, score) for name in scores if (score := get_number(scores, name)) is not None]
    places = {name: place for place, name in enumerate(routed, 1)}
    ordered = sorted(known, key=lambda pair: (places.get(pair[0], len(places) + 1), -pair[1]))
    return tuple(
        CategoryScore(
            id=name,
            label=category_name(name),
            score=format_number(score, ".2f"),
            fraction=max(0.0, min(1.0, score)),
            rank=str(places.get(name, "")),
        )
        for name, score in ordered
    )


def _facts(sent: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    threshold, budget, times = (
        get_number(sent, "threshold"),
        get_mapping(sent, "budget"),
        get_mapping(sent, "timingsMs"),
    )
    spent, total = get_number(budget, "used"), get_number(budget, "tokens")
    took = [f"{_step(name)} {text.duration(value)}" for name in times if (value := get_number(times, name))]
    facts = (
        (translate("Query"), get_text(sent, "query")),
        (translate("Routed to"), translate(", then ").join(category_name(name) for name in get_texts(sent, "routed"))),
        (
            translate("Threshold"),
            ""
            if threshold is None
            else translate("{threshold} relevance").format(threshold=format_number(threshold, ".2f")),
        ),
        (
            translate("Budget"),
            ""
            if spent is None or total is None
            else translate("{spent} of {total} tokens used").format(
                spent=format_number(spent, ",.0f"), total=format_number(total, ",.0f")
            ),
        ),
        (translate("Encoder"), get_text(sent, "encoder")),
        (translate("Note"), get_text(sent, "note")),
        (translate("Times"), ", ".join(took)),
    )
    return tuple((name, value) for name, value in facts if value)


def unread_chips(answer: MessageBundle) -> tuple[ChipRow, ...]:
    """Return a chip for each memory that was found for an answer, but not read by the model.

    What the turn itself stored or updated has a chip already.
    """
    missed = get_mappings(retrieval_map(answer.traces, answer.meta), "missed")
    around = RetrievalContext(threshold=None, best=None, tokens_left=None)
    traced = {trace.memory_id for trace in answer.traces}
    rows = [missed_row(one, around) for one in missed if get_text(one, "reason") == "not_read"]
    return tuple(
        ChipRow(
            id="",
            memory_id=row.id,
            action="retrieved",
            score=row.score,
            meaning=row.meaning,
            content=text.one_line(row.content, 200),
            unread=True,
        )
        for row in rows
        if row.id and row.id not in traced
    )


def retrieval_of(answer: MessageBundle) -> RetrievalView | None:
    """Return what can be shown of the retrieval of an answer; None when nothing of it was sent."""
    return retrieval_view(retrieval_map(answer.traces, answer.meta), answer.traces)
