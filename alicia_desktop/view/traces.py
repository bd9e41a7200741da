"""A memory trace as a chip and as a row of the inspector: its action, its score, and what the number means.

The words come from the stanza, never from a guess (docs/protocol.md#memory-traces): our server names its score in
`metadata.scoreMeaning`; without it the number is what the protocol calls it, the `confidence`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.inspector_rows import ScorePartRow, TraceRow
from alicia_desktop.view.memory_rows import MemoryPageView, RetrievalView, TraceDetails
from alicia_desktop.view.payload_reader import NOT_SENT, mapping, number, texts, words
from alicia_desktop.view.rows import ChipRow, TraceAction

NO_SCORE: Final = "no score sent"
_ACTIONS: Final[Mapping[str, TraceAction]] = {"retrieved": "retrieved", "stored": "stored", "updated": "updated"}
_ACTION_ORDER: Final[Mapping[TraceAction, int]] = {"retrieved": 0, "updated": 1, "stored": 2, "unknown": 3}
CATEGORIES: Final = {
    "relationships_social": "Relationships",
    "mental_emotional": "Mind & feelings",
    "health_wellness": "Health & wellness",
    "work_career": "Work",
    "money_income_debt": "Income & debt",
    "money_spending_goals": "Spending",
    "goals_active_current": "Goals",
    "goals_future_dreams": "Dreams",
    "tools_tech_workflow": "Tools & tech",
    "daily_routines_habits": "Daily routines",
    "personal_life_interests": "Interests",
}


def action_of(use: MemoryUseRecord) -> TraceAction:
    """Return the action as it was sent; `unknown` when none was."""
    return _ACTIONS.get(use.action or "", "unknown")


def score_of(use: MemoryUseRecord) -> float | None:
    """Return the number of a trace, as sent."""
    return use.confidence if use.confidence is not None else use.similarity_score


def meaning_of(use: MemoryUseRecord) -> str:
    """Return the word for the number, from the stanza."""
    if score_of(use) is None:
        return NO_SCORE
    named = use.meta.get("scoreMeaning")
    return str(named) if named else "confidence"


def in_order(uses: Iterable[MemoryUseRecord]) -> list[MemoryUseRecord]:
    """Return traces best first: the retrieved by their score, then what was updated and stored."""
    return sorted(uses, key=lambda use: (_ACTION_ORDER[action_of(use)], -(score_of(use) or 0), use.created_at))


def chip_row(use: MemoryUseRecord) -> ChipRow:
    """Return the chip of one trace."""
    score = score_of(use)
    return ChipRow(
        id=use.id,
        memory_id=use.memory_id,
        action=action_of(use),
        score="" if score is None else f"{score:.2f}",
        meaning=meaning_of(use),
        content=text.one_line(use.content, 200),
    )


def trace_rows(uses: Sequence[MemoryUseRecord], memories: Mapping[str, MemoryRecord]) -> list[TraceRow]:
    """Return the inspector's rows of traces, best first, the retrieved ones with their rank.

    The rank is the one among all that were looked at, where it was sent: a pinned one may stand behind what missed.
    """
    rows, place = [], 0
    for use in in_order(uses):
        retrieved = action_of(use) == "retrieved"
        place += retrieved
        rank = number(use.meta, "rank")
        said = f"{place if rank is None else rank:.0f}" if retrieved else "–"
        rows.append(_trace_row(use, memories.get(use.memory_id), said))
    return rows


def _trace_row(use: MemoryUseRecord, memory: MemoryRecord | None, rank: str) -> TraceRow:
    score = score_of(use)
    action = action_of(use)
    category = use.meta.get("category") or (memory.category if memory else None)
    parts = [
        "Action not sent" if action == "unknown" else action.capitalize(),
        category_name(category),
        "pinned" if memory and memory.pinned else "",
        f"was: {text.one_line(was, 60)}" if (was := _before(use)) else "",
    ]
    return TraceRow(
        id=use.id,
        memory_id=use.memory_id,
        message_id=use.message_id or "",
        rank=rank,
        action=action,
        content=text.one_line(use.content, 300),
        detail=" · ".join(part for part in parts if part),
        score="" if score is None else f"{score:.2f}",
        meaning=meaning_of(use),
        fraction=None if score is None else max(0.0, min(1.0, score)),
    )


def _before(use: MemoryUseRecord) -> str:
    was = use.meta.get("before")
    return str(was) if was and action_of(use) == "updated" else ""


def category_name(category: object) -> str:
    """Return one of the eleven categories in a person's words; one that is not ours as it is."""
    return CATEGORIES.get(str(category), str(category)) if category else ""


def score_parts(meta: Mapping[str, Any]) -> tuple[ScorePartRow, ...]:
    """Return the parts of a score as the server sent them in `metadata.scoreParts`: name → {`value`, `weight`}."""
    sent = meta.get("scoreParts")
    if not isinstance(sent, Mapping):
        return ()
    return tuple(_score_part(str(name), part) for name, part in sent.items())


def _score_part(name: str, part: object) -> ScorePartRow:
    values = part if isinstance(part, Mapping) else {"value": part}
    value, weight = number(values, "value") or 0.0, number(values, "weight")
    weighted = NOT_SENT if weight is None else f"{value * weight:+z.2f}".replace("-", text.MINUS)
    return ScorePartRow(
        name=name.replace("_", " ").capitalize(),
        value=f"{value:z.2f}",
        weighted=weighted,
        fraction=max(0.0, min(1.0, value)),
        share=value * (weight or 0.0),
    )


def trace_details(
    use: MemoryUseRecord, memory: MemoryRecord | None, *, retrieval: RetrievalView | None, page: MemoryPageView
) -> TraceDetails:
    """Return all that is known of one trace, its retrieval and its memory."""
    parts = score_parts(use.meta)
    return TraceDetails(
        id=use.id,
        memory_id=use.memory_id,
        parts=parts,
        parts_note="" if parts else NOT_SENT,
        threshold=_needed(use.meta),
        reasons=_reasons(use, memory),
        facts=_facts(use),
        retrieval=retrieval,
        page=page,
    )


def _needed(meta: Mapping[str, Any]) -> float | None:
    """Return what the score had to pass: with its decay, else the plain threshold."""
    decayed = number(mapping(meta, "decay"), "threshold")
    return number(meta, "threshold") if decayed is None else decayed


def _reasons(use: MemoryUseRecord, memory: MemoryRecord | None) -> tuple[str, ...]:
    """Return why it was chosen, as far as the server said so."""
    meta = use.meta
    pinned = bool(meta.get("pinned")) or (memory is not None and memory.pinned)
    reasons = (
        _passing(use, pinned=pinned),
        _asked_for(texts(meta, "keyTerms")),
        "Pinned, so it passes any threshold" if pinned else "",
        "Asked for again with this one" if meta.get("included") is True else "",
        _budget(meta),
        _place(meta),
        words(meta, "reason").replace("_", " ").capitalize(),
        "The answer quotes it: the model alone missed the fact" if meta.get("answeredBy") == "extractive" else "",
    )
    return tuple(reason for reason in reasons if reason)


def _passing(use: MemoryUseRecord, *, pinned: bool) -> str:
    score, needed = score_of(use), _needed(use.meta)
    if score is None or needed is None:
        return ""
    if score < needed:
        return "" if pinned else f"{score:.2f} under the threshold of {needed:.2f}"
    days = number(mapping(use.meta, "decay"), "days")
    aged = f", unused for {text.span(days)}" if days is not None and days >= 1 else ""
    return f"{score:.2f} passes the threshold of {needed:.2f}{aged}"


def _place(meta: Mapping[str, Any]) -> str:
    rank, considered = number(meta, "rank"), number(meta, "considered")
    if considered is None:
        return ""
    looked_at = f"{text.plural(int(considered), 'memory', 'memories')} looked at"
    return f"One of {looked_at}" if rank is None else f"Rank {rank:.0f} of {looked_at}"


def _asked_for(terms: Sequence[str]) -> str:
    return "Asked for: " + ", ".join(f"“{term}”" for term in terms) if terms else ""


def _budget(meta: Mapping[str, Any]) -> str:
    tokens, budget = number(meta, "tokens"), mapping(mapping(meta, "retrieval"), "budget")
    spent, total = number(budget, "used"), number(budget, "tokens")
    if tokens is None:
        return ""
    in_all = "" if spent is None or total is None else f", {spent:,.0f} of {total:,.0f} used in all"
    return f"Fits the budget: {text.plural(int(tokens), 'token')}{in_all}"


def _read(in_prompt: object) -> str:
    """Return whether the model got to read the memory; nothing when that was not sent."""
    if not isinstance(in_prompt, bool):
        return ""
    return "yes" if in_prompt else "no, there was no room"


def _facts(use: MemoryUseRecord) -> tuple[tuple[str, str], ...]:
    meta = use.meta
    before = number(meta, "usedBefore")
    facts = [
        ("Action", use.action or NOT_SENT),
        ("Type", use.memory_type or NOT_SENT),
        ("Category", category_name(meta.get("category")) or NOT_SENT),
        ("Source", words(meta, "source") or NOT_SENT),
        ("Encoder", words(meta, "encoder") or NOT_SENT),
    ]
    optional = (
        ("Query", use.query_prompt or ""),
        ("Read by the model", _read(meta.get("inPrompt"))),
        ("Used before", "" if before is None else text.plural(int(before), "time")),
        ("Before", _before(use)),
    )
    return (*facts, *((name, value) for name, value in optional if value))
