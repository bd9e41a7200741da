"""A memory trace as a chip and as a row of the inspector: its action, its score, and what the number means.

The words come from the stanza, never from a guess (PROTOCOL.md §3): our server names its score in
`metadata.scoreMeaning`; without it the number is what the protocol calls it, the `confidence`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.rows import ChipRow, ScorePart, TraceAction, TraceRow

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
    """Return the parts of a score as the server sent them in `metadata.scoreParts`: name → {`value`, `weighted`}."""
    sent = meta.get("scoreParts")
    if not isinstance(sent, Mapping):
        return ()
    return tuple(_score_part(str(name), part) for name, part in sent.items())


def _score_part(name: str, part: object) -> ScorePart:
    values = part if isinstance(part, Mapping) else {"value": part}
    value, weighted = values.get("value"), values.get("weighted")
    number = float(value) if isinstance(value, int | float) else 0.0
    return ScorePart(
        name=name.replace("_", " ").capitalize(),
        value=f"{number:.2f}",
        weighted=f"{weighted:+.2f}".replace("-", text.MINUS) if isinstance(weighted, int | float) else NOT_SENT,
        fraction=max(0.0, min(1.0, number)),
    )
