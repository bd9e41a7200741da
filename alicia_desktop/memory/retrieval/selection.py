"""Select which of the scored memories are used, and give for each of the others the one reason why not.

Pinned memories, and those that somebody asks for by name, come first and pass every threshold; then the others by
relevance, each against a threshold that has risen since it was last used (decay). Tokens are spent in this order, and
one that does not fit is skipped: the next is tried, never the end of the list.

A threshold rises by half at most, along an exponential curve, slower the more important the memory is and the more
often it was used. Decay hides nothing: a memory that answers well passes the highest threshold there is, and a search
in which somebody asks for everything has a threshold of 0, which does not rise. A memory counts as used when it was
referenced, changed, or came to this computer: one that was imported today is fresh, however long ago it was said.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Cut = Literal[
    "below_threshold",
    "decayed",
    "over_budget",
    "over_limit",
    "far_below_best",
    "not_read",
    "failure_answer",
    "excluded",
    "archived",
    "wrong_user",
]
"""Why a memory is not used, as it goes out on the wire; `not_read` was selected and had no part in the answer."""

DEFAULT_THRESHOLD: Final = 0.34
"""Relevance from which a fresh memory is used for an answer."""
MIN_SHARE_OF_BEST: Final = 0.6
"""Share of the best one's relevance below which a memory only distracts; ignored where the threshold is 0."""
DEFAULT_MAX_MEMORIES: Final = 40
"""Memories for one answer, when nobody says how many: what limits them is the token budget, this their traces."""
DEFAULT_TOKEN_BUDGET: Final = 2_400
"""Tokens of all memories for one answer (docs/memory.md#the-way-of-a-query)."""
MAX_THRESHOLD_RISE: Final = 0.5
"""Share by which a threshold rises in the end."""
DECAY_DAYS: Final = 90.0
"""Days after which an unimportant memory that was never used has come two thirds of the way."""
IMPORTANCE_SLOWDOWN: Final = 2.0
"""Times longer that an important memory (1.0) takes, on top."""
_WEIGHT: Final = re.compile(r"(\w+)=(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievalOptions:
    """How many memories a retrieval may use, and which ones it must or must not."""

    threshold: float = DEFAULT_THRESHOLD
    """Relevance that a fresh memory needs; 0 selects all that has to do with the query, however faded."""
    limit: int = DEFAULT_MAX_MEMORIES
    """Maximum number of memories besides the pinned and included ones."""
    budget: int | None = DEFAULT_TOKEN_BUDGET
    """Maximum tokens of all together; None for a list that no model reads."""
    exclude: frozenset[str] = frozenset()
    """Ids that are not used whatever they score ("ask again without")."""
    include: frozenset[str] = frozenset()
    """Ids that are used as if they were pinned ("ask again with")."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Weights of score parts by name in place of those that were fitted: set by the owner, or tried ("what if")."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievalSettings:
    """What the memories of every answer are retrieved by, where nothing else is tried."""

    threshold: float = DEFAULT_THRESHOLD
    """Relevance that a fresh memory needs, 0-1."""
    budget: int = DEFAULT_TOKEN_BUDGET
    """Maximum tokens of all together."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Weights of score parts by name, in place of those that were fitted; mostly none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoredMemory:
    """What decides whether one memory is used."""

    id: str
    relevance: float
    """0-1."""
    tokens: int
    pinned: bool
    failed: bool
    """It only says that nothing is known (a failure answer)."""
    days: int
    """Since it was last used."""
    importance: float
    """0-1."""
    uses: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Decay:
    """How far one memory has faded."""

    days: int
    """Since it was last used."""
    factor: float
    """By which the threshold rose, 1-1.5."""
    threshold: float
    """Relevance that it had to pass, 0-1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SelectionOutcome:
    """What became of one memory."""

    decay: Decay
    cut: Cut | None
    """None if it is used."""


def select_memories(memories: Iterable[ScoredMemory], options: RetrievalOptions) -> dict[str, SelectionOutcome]:
    """Decide for each memory, by id, whether it is used; `memories` come best first."""
    ordered = list(memories)
    eligible = [one for one in ordered if one.id not in options.exclude and not one.failed]
    best = max((one.relevance for one in eligible), default=0.0)
    outcomes: dict[str, SelectionOutcome] = {}
    spent = used = 0
    for one in sorted(ordered, key=lambda one: not _is_exempt(one, options)):
        decay = _decay_of(one, options)
        cut = _cut_of(one, options, decay, best)
        if cut is None and not _is_exempt(one, options) and used >= options.limit:
            cut = "over_limit"
        if cut is None and options.budget is not None and spent + one.tokens > options.budget:
            cut = "over_budget"
        if cut is None:
            spent += one.tokens
            used += not _is_exempt(one, options)
        outcomes[one.id] = SelectionOutcome(decay=decay, cut=cut)
    return outcomes


def decay_factor(days: float, *, importance: float, uses: int) -> float:
    """Return by what a threshold is multiplied after `days` without use: 1 for what was used today."""
    time_constant = DECAY_DAYS * (1 + IMPORTANCE_SLOWDOWN * importance) * (1 + math.log1p(uses))
    return 1 + MAX_THRESHOLD_RISE * (1 - math.exp(-max(days, 0.0) / time_constant))


def decayed_threshold(threshold: float, days: float, *, importance: float, uses: int) -> float:
    """Return the relevance that such a memory needs where a fresh one needs `threshold`."""
    return threshold * decay_factor(days, importance=importance, uses=uses)


def _is_exempt(one: ScoredMemory, options: RetrievalOptions) -> bool:
    """Return whether a memory passes every threshold and does not count towards the limit."""
    return (one.pinned or one.id in options.include) and one.id not in options.exclude


def _decay_of(one: ScoredMemory, options: RetrievalOptions) -> Decay:
    factor = decay_factor(one.days, importance=one.importance, uses=one.uses)
    return Decay(days=one.days, factor=round(factor, 3), threshold=round(options.threshold * factor, 4))


def _cut_of(one: ScoredMemory, options: RetrievalOptions, decay: Decay, best: float) -> Cut | None:
    if one.id in options.exclude:
        return "excluded"
    if _is_exempt(one, options):
        return None
    if one.failed:
        return "failure_answer"
    if one.relevance <= 0 or one.relevance < options.threshold:
        return "below_threshold"
    if one.relevance < decay.threshold:
        return "decayed"
    return "far_below_best" if options.threshold > 0 and one.relevance < MIN_SHARE_OF_BEST * best else None


def weights_from_text(text: str) -> dict[str, float]:
    """Return the weights by part that `weights_text` wrote."""
    return {part: float(weight) for part, weight in _WEIGHT.findall(text)}


def weights_text(weights: Mapping[str, float]) -> str:
    """Return weights as they are written in settings: `words=0.6 meaning=0.35`."""
    return " ".join(f"{part}={round(weight, 4):g}" for part, weight in weights.items())
