"""A memory trace as a chip and as a row of the inspector: its action, its score, and what the number means.

The words come from the stanza, never from a guess (PROTOCOL.md §3): our server names its score in
`metadata.scoreMeaning`; without it the number is what the protocol calls it, the `confidence`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.inspector_rows import MemoryLink, ScorePart, TraceDetails, TraceRow
from alicia_desktop.view.rows import ChipRow, TraceAction

NO_SCORE: Final = "no score sent"
NOT_SENT: Final = "not sent"
_ACTIONS: Final[Mapping[str, TraceAction]] = {"retrieved": "retrieved", "stored": "stored", "updated": "updated"}
_ACTION_ORDER: Final[Mapping[TraceAction, int]] = {"retrieved": 0, "updated": 1, "stored": 2, "unknown": 3}
_CATEGORIES: Final = {
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
    """Return the inspector's rows of traces, best first, the retrieved ones with their rank."""
    rows, rank = [], 0
    for use in in_order(uses):
        retrieved = action_of(use) == "retrieved"
        rank += retrieved
        rows.append(_trace_row(use, memories.get(use.memory_id), str(rank) if retrieved else "–"))
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
    """Return a category of MEMORY.md §3 in a person's words; one that is not ours as it is."""
    return _CATEGORIES.get(str(category), str(category)) if category else ""


def score_parts(meta: Mapping[str, Any]) -> tuple[ScorePart, ...]:
    """Return the parts of a score as the server sent them in `metadata.scoreParts`: name → {`value`, `weight`}."""
    sent = meta.get("scoreParts")
    if not isinstance(sent, Mapping):
        return ()
    return tuple(_score_part(str(name), part) for name, part in sent.items())


def _score_part(name: str, part: object) -> ScorePart:
    values = part if isinstance(part, Mapping) else {"value": part}
    value, weight = values.get("value"), values.get("weight")
    number = float(value) if isinstance(value, int | float) else 0.0
    share = f"{number * weight:+z.2f}" if isinstance(weight, int | float) else NOT_SENT
    return ScorePart(
        name=name.replace("_", " ").capitalize(),
        value=f"{number:z.2f}",
        weighted=share.replace("-", text.MINUS) if share != NOT_SENT else NOT_SENT,
        fraction=max(0.0, min(1.0, number)),
    )


def trace_details(
    use: MemoryUseRecord,
    memory: MemoryRecord | None,
    *,
    origin: MemoryLink | None,
    used_by: tuple[MemoryLink, ...],
) -> TraceDetails:
    """Return all that is known of one trace and its memory."""
    parts = score_parts(use.meta)
    return TraceDetails(
        id=use.id,
        title=text.one_line(memory.content if memory and memory.content else use.content, 200),
        parts=parts,
        parts_note="" if parts else NOT_SENT,
        reasons=_reasons(use, memory),
        tags=tuple(str(tag) for tag in use.meta.get("tags") or (memory.tags if memory else ())),
        facts=_facts(use, memory),
        origin=origin,
        used_by=used_by,
    )


def _reasons(use: MemoryUseRecord, memory: MemoryRecord | None) -> tuple[str, ...]:
    """Return why it was chosen, as far as the server said so."""
    meta, score = use.meta, score_of(use)
    reasons = []
    threshold = meta.get("threshold")
    if isinstance(threshold, int | float) and score is not None:
        reasons.append(f"{score:.2f} passes the threshold of {threshold:.2f}")
    if terms := meta.get("keyTerms"):
        reasons.append("Asked for: " + ", ".join(f"“{term}”" for term in terms))
    if meta.get("pinned") or (memory is not None and memory.pinned):
        reasons.append("Pinned, so it is always a candidate")
    if considered := meta.get("considered"):
        reasons.append(f"Best of {text.size(int(considered))} memories looked at")
    if reason := meta.get("reason"):
        reasons.append(str(reason).replace("_", " ").capitalize())
    if meta.get("answeredBy") == "extractive":
        reasons.append("The answer quotes it: the model alone missed the fact")
    return tuple(reasons)


def _facts(use: MemoryUseRecord, memory: MemoryRecord | None) -> tuple[tuple[str, str], ...]:
    facts = [
        ("Action", use.action or NOT_SENT),
        ("Type", use.memory_type or NOT_SENT),
        ("Category", category_name(use.meta.get("category")) or NOT_SENT),
        ("Source", str(use.meta.get("source") or NOT_SENT)),
        ("Encoder", str(use.meta.get("encoder") or NOT_SENT)),
    ]
    if use.query_prompt:
        facts.append(("Query", use.query_prompt))
    if was := _before(use):
        facts.append(("Before", was))
    if memory is not None and memory.source_type != "trace":
        facts += [("Importance", f"{memory.importance:.2f}"), ("Used", text.plural(memory.usage_frequency, "time"))]
    return tuple(facts)
