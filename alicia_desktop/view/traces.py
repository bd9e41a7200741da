"""Show memory traces as chips and as rows of the inspector: the action, the score, and what the number means.

The words come from the stanza, never from a guess (docs/protocol.md#memory-traces): our server names its score in
`metadata.scoreMeaning`; without it the number is what the protocol calls it, the `confidence`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.payload_reader import NOT_SENT, get_number
from alicia_desktop.view.rows import ChipRow, TraceAction
from alicia_desktop.view.stanzas import microseconds

NO_SCORE: Final = translate("no score sent")
SCORE_MEANINGS: Final = {
    "confidence": translate("confidence"),
    "importance": translate("importance"),
    "relevance": translate("relevance"),
    "similarity": translate("similarity"),
}
_ACTION_WORDS: Final[Mapping[TraceAction, str]] = {
    "retrieved": translate("Retrieved"),
    "stored": translate("Stored"),
    "updated": translate("Updated"),
    "unknown": translate("Action not sent"),
}

_ACTIONS: Final[Mapping[str, TraceAction]] = {"retrieved": "retrieved", "stored": "stored", "updated": "updated"}

_ACTION_ORDER: Final[Mapping[TraceAction, int]] = {"retrieved": 0, "updated": 1, "stored": 2, "unknown": 3}

CATEGORIES: Final = {
    "relationships_social": translate("Relationships"),
    "mental_emotional": translate("Mind & feelings"),
    "health_wellness": translate("Health & wellness"),
    "work_career": translate("Work"),
    "money_income_debt": translate("Income & debt"),
    "money_spending_goals": translate("Spending"),
    "goals_active_current": translate("Goals"),
    "goals_future_dreams": translate("Dreams"),
    "tools_tech_workflow": translate("Tools & tech"),
    "daily_routines_habits": translate("Daily routines"),
    "personal_life_interests": translate("Interests"),
}

PART_NAMES: Final = {
    "words": translate("Words"),
    "meaning": translate("Meaning"),
    "overlap": translate("Overlap"),
    "named": translate("Named"),
    "own": translate("Own"),
    "stranger": translate("Stranger"),
    "phrase": translate("Phrase"),
    "linked": translate("Linked"),
    "needed": translate("Needed"),
    "beside": translate("Beside"),
    "dated": translate("Dated"),
    "category": translate("Category"),
    "facts": translate("Facts"),
    "question": translate("Question"),
    "hollow": translate("Hollow"),
    "echo": translate("Echo"),
    "importance": translate("Importance"),
    "use": translate("Usage"),
    "recency": translate("Recency"),
}

PART_TIPS: Final = {
    "words": translate("How well it matches the words of the question"),
    "meaning": translate("How close it is in meaning to the question"),
    "overlap": translate("Share of words that it has in common with the question"),
    "named": translate("It is about someone or something named in the question"),
    "own": translate("It is about you, as the question is"),
    "stranger": translate("It is about someone whom the question does not ask about"),
    "phrase": translate("It has all the words of the question as they stand there"),
    "linked": translate("It speaks of someone or something that one of the best memories names"),
    "needed": translate("How much it helps with the question, whatever words they share"),
    "beside": translate("It has words of the question and does not help with it"),
    "dated": translate("It is from around the time that the question asks about"),
    "category": translate("How well its category fits the question"),
    "facts": translate("How many facts it states about what is asked"),
    "question": translate("It is a question itself"),
    "hollow": translate("It repeats the words of the question without an answer"),
    "echo": translate("It is the same question, asked before"),
    "importance": translate("Its importance"),
    "use": translate("How often it was used"),
    "recency": translate("How recently it was stored"),
}
"""What the parts of our own score measure (`memory.retrieval.calibration`), by their names in `scoreParts`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TraceRow:
    """One trace of the inspector's Memory tab."""

    id: str
    memory_id: str
    message_id: str
    """The answer (else the question) that it belongs to: where *show in chat* goes."""
    rank: str
    action: TraceAction
    content: str
    detail: str
    """`Retrieved · Relationships · pinned`."""
    score: str
    meaning: str
    fraction: float | None
    """0–1 for the bar; None when no score was sent."""
    category: str = ""
    """As it is shown."""
    pinned: bool = False
    at: int = 0
    """When the trace came, in microseconds since 1970."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorePartRow:
    """One part of a fused score, as the server sent it."""

    name: str
    value: str
    weighted: str
    fraction: float
    share: float
    """What it adds to the score, or takes from it; 0 when no weight was sent."""
    tip: str = ""
    """What it measures; empty for a part that is not ours."""


def action_of(use: MemoryUseRecord) -> TraceAction:
    """Return the action as it was sent; `unknown` when none was."""
    return _ACTIONS.get(use.action or "", "unknown")


def score_of(use: MemoryUseRecord) -> float | None:
    """Return the number of a trace, as sent; one that is a similarity goes before one of which nothing is said."""
    if use.similarity_score is not None and (use.confidence is None or not use.meta.get("scoreMeaning")):
        return use.similarity_score
    return use.confidence


def score_meaning(use: MemoryUseRecord) -> str:
    """Return the word for the number, from the stanza."""
    if score_of(use) is None:
        return NO_SCORE
    named = use.meta.get("scoreMeaning") or ("confidence" if use.similarity_score is None else "similarity")
    return SCORE_MEANINGS.get(str(named), str(named))


def best_first(uses: Iterable[MemoryUseRecord]) -> list[MemoryUseRecord]:
    """Return traces best first: the retrieved by their score, then what was updated and stored."""
    return sorted(uses, key=lambda use: (_ACTION_ORDER[action_of(use)], -(score_of(use) or 0), use.created_at))


def chip_row(use: MemoryUseRecord) -> ChipRow:
    """Return the chip of one trace."""
    score = score_of(use)
    return ChipRow(
        id=use.id,
        memory_id=use.memory_id,
        action=action_of(use),
        score="" if score is None else format_number(score, ".2f"),
        meaning=score_meaning(use),
        content=memory_text(text.one_line(use.content, 200)),
    )


def trace_rows(uses: Sequence[MemoryUseRecord], memories: Mapping[str, MemoryRecord]) -> list[TraceRow]:
    """Return the inspector's rows of traces, best first, the retrieved ones with their rank.

    The rank is the one among all that were looked at, where it was sent: a pinned one may stand behind what missed.
    """
    rows, place = [], 0
    for use in best_first(uses):
        retrieved = action_of(use) == "retrieved"
        place += retrieved
        rank = get_number(use.meta, "rank")
        said = f"{place if rank is None else rank:.0f}" if retrieved else "–"
        rows.append(_trace_row(use, memories.get(use.memory_id), said))
    return rows


def _trace_row(use: MemoryUseRecord, memory: MemoryRecord | None, rank: str) -> TraceRow:
    score = score_of(use)
    action = action_of(use)
    category = use.meta.get("category") or (memory.category if memory else None)
    parts = [
        _ACTION_WORDS[action],
        category_name(category),
        translate("pinned") if was_pinned(use, memory) else "",
        translate("was: {memory}").format(memory=memory_text(text.one_line(was, 60))) if (was := _before(use)) else "",
    ]
    return TraceRow(
        id=use.id,
        memory_id=use.memory_id,
        message_id=use.message_id or "",
        rank=rank,
        action=action,
        content=memory_text(text.one_line(use.content, 300)),
        detail=" · ".join(part for part in parts if part),
        score="" if score is None else format_number(score, ".2f"),
        meaning=score_meaning(use),
        fraction=None if score is None else max(0.0, min(1.0, score)),
        category=category_name(category),
        pinned=was_pinned(use, memory),
        at=microseconds(use.created_at),
    )


def was_pinned(use: MemoryUseRecord, memory: MemoryRecord | None) -> bool:
    """Whether a memory was pinned when it was used, as the trace says; where it says nothing, whether it is now."""
    sent = use.meta.get("pinned")
    return sent if isinstance(sent, bool) else memory is not None and memory.pinned


def _before(use: MemoryUseRecord) -> str:
    was = use.meta.get("before")
    return str(was) if was and action_of(use) == "updated" else ""


def category_name(category: object) -> str:
    """Return the name of a category as it is shown; one that is not among the eleven, as it is."""
    return CATEGORIES.get(str(category), str(category)) if category else ""


def score_parts(meta: Mapping[str, Any]) -> tuple[ScorePartRow, ...]:
    """Return the parts of a score as the server sent them in `metadata.scoreParts`: name → {`value`, `weight`}."""
    sent = meta.get("scoreParts")
    if not isinstance(sent, Mapping):
        return ()
    return tuple(_score_part(str(name), part) for name, part in sent.items())


def part_name(name: str) -> str:
    """Return how a part of a score is called."""
    return PART_NAMES.get(name) or name.replace("_", " ").capitalize()


def _score_part(name: str, part: object) -> ScorePartRow:
    values = part if isinstance(part, Mapping) else {"value": part}
    value, weight = get_number(values, "value") or 0.0, get_number(values, "weight")
    weighted = NOT_SENT if weight is None else format_number(value * weight, "+z.2f").replace("-", text.MINUS)
    return ScorePartRow(
        name=part_name(name),
        value=format_number(value, "z.2f"),
        weighted=weighted,
        fraction=max(0.0, min(1.0, value)),
        share=value * (weight or 0.0),
        tip=PART_TIPS.get(name, ""),
    )
