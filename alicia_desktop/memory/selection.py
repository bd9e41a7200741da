"""Which of the scored memories are used, and for each of the others the one reason why not.

Pinned memories, and those that somebody asks for by name, come first and pass every threshold; then the others by
relevance, each against the threshold that has risen since it was last used. Tokens are spent in this order, and one
that does not fit is skipped: the next is tried, never the end of the list.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.memory.decay import Decay, factor

Cut = Literal[
    "below_threshold",
    "decayed",
    "over_budget",
    "over_limit",
    "far_below_best",
    "failure_answer",
    "excluded",
    "archived",
    "wrong_user",
]

THRESHOLD: Final = 0.34
"""Relevance from which a fresh memory is used for an answer."""
NEAR_BEST: Final = 0.6
"""Share of the best one's relevance below which a memory only distracts; not asked where everything is wanted."""
DEFAULT_MAX_MEMORIES: Final = 5
"""Memories for one answer, when nobody says how many; a small model loses the thread with more."""
TOKENS: Final = 2_400
"""Of all memories for one answer (docs/memory.md#the-way-of-a-query)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """On what terms memories are used."""

    threshold: float = THRESHOLD
    """For a fresh one; 0 wants all that has to do with the query, however faded."""
    limit: int = DEFAULT_MAX_MEMORIES
    budget: int | None = TOKENS
    """Most tokens of all together; None for a list that no model reads."""
    exclude: frozenset[str] = frozenset()
    """Ids that are not used whatever they score ("ask again without")."""
    include: frozenset[str] = frozenset()
    """Ids that are used as if they were pinned ("ask again with")."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scored:
    """What decides whether one memory is used."""

    id: str
    relevance: float
    tokens: int
    pinned: bool
    failed: bool
    days: int
    """Since it was last used."""
    importance: float
    uses: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SelectionOutcome:
    """What became of one memory."""

    decay: Decay
    cut: Cut | None


def choose(memories: Iterable[Scored], terms: Terms) -> dict[str, SelectionOutcome]:
    """Decide about memories that come best first."""
    ordered = list(memories)
    kept = [one for one in ordered if one.id not in terms.exclude and not one.failed]
    best = max((one.relevance for one in kept), default=0.0)
    choices: dict[str, SelectionOutcome] = {}
    spent = used = 0
    for one in sorted(ordered, key=lambda one: not _passes_all(one, terms)):
        decay = _decay(one, terms)
        cut = _cut(one, terms, decay, best)
        if cut is None and not _passes_all(one, terms) and used >= terms.limit:
            cut = "over_limit"
        if cut is None and terms.budget is not None and spent + one.tokens > terms.budget:
            cut = "over_budget"
        if cut is None:
            spent += one.tokens
            used += not _passes_all(one, terms)
        choices[one.id] = SelectionOutcome(decay=decay, cut=cut)
    return choices


def _passes_all(one: Scored, terms: Terms) -> bool:
    return (one.pinned or one.id in terms.include) and one.id not in terms.exclude


def _decay(one: Scored, terms: Terms) -> Decay:
    risen = factor(one.days, importance=one.importance, uses=one.uses)
    return Decay(days=one.days, factor=round(risen, 3), threshold=round(terms.threshold * risen, 4))


def _cut(one: Scored, terms: Terms, decay: Decay, best: float) -> Cut | None:
    if one.id in terms.exclude:
        return "excluded"
    if _passes_all(one, terms):
        return None
    if one.failed:
        return "failure_answer"
    if one.relevance <= 0 or one.relevance < terms.threshold:
        return "below_threshold"
    if one.relevance < decay.threshold:
        return "decayed"
    return "far_below_best" if terms.threshold > 0 and one.relevance < NEAR_BEST * best else None
