"""Score the eleven categories for a query or a text; routing orders what is found and hides nothing.

Weights: what the analysis says counts eight times, each word that speaks for a category 0.3 of the
category's own weight, the topic three. Words count in any form and by what answers for them (kids = children = son).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Final

from alicia_desktop.memory.retrieval.analysis import Analysis, analyse
from alicia_desktop.memory.segmentation import stem, words_of
from alicia_desktop.memory.vocabulary import english, people

DEFAULT_CATEGORY: Final = "personal_life_interests"
"""Category of a text without any of the words that speak for one."""

CATEGORIES: Final = (
    "relationships_social",
    "mental_emotional",
    "health_wellness",
    "work_career",
    "money_income_debt",
    "money_spending_goals",
    "goals_active_current",
    "goals_future_dreams",
    "tools_tech_workflow",
    "daily_routines_habits",
    "personal_life_interests",
)


def category_of(text: str) -> str:
    """Classify a text: the category for which most of its words speak, the earlier one on a tie."""
    words = set(words_of(text))
    counts = {name: len(words & english().categories[name]) for name in CATEGORIES}
    best = max(CATEGORIES, key=lambda name: counts[name])
    return best if counts[best] else DEFAULT_CATEGORY


SEMANTIC_WEIGHT: Final = 8.0
KEYWORD_WEIGHT: Final = 0.3
TOPIC_WEIGHT: Final = 3.0
MAX_RAW_SCORE: Final = SEMANTIC_WEIGHT + TOPIC_WEIGHT + 10 * KEYWORD_WEIGHT
"""Raw score that counts as 1: a query that is wholly about one category and speaks of it in ten words."""
RELATED_SHARE: Final = 0.5
"""Share of the first category's score that its related ones get in a widened route."""

_CATEGORY_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType({"personal_life_interests": 0.5})
"""How much a word speaks for a category; 1 where nothing else is said. Anything can be an interest."""
_CATEGORY_TOPICS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "relationships_social": "family",
        "health_wellness": "health",
        "work_career": "work",
        "money_income_debt": "money",
        "money_spending_goals": "money",
        "daily_routines_habits": "home",
    }
)
_RELATED_CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "relationships_social": ("personal_life_interests", "mental_emotional"),
        "mental_emotional": ("health_wellness", "relationships_social"),
        "health_wellness": ("mental_emotional", "daily_routines_habits"),
        "work_career": ("goals_active_current", "tools_tech_workflow"),
        "money_income_debt": ("money_spending_goals", "work_career"),
        "money_spending_goals": ("money_income_debt", "goals_active_current"),
        "goals_active_current": ("goals_future_dreams", "work_career"),
        "goals_future_dreams": ("goals_active_current", "personal_life_interests"),
        "tools_tech_workflow": ("work_career", "personal_life_interests"),
        "daily_routines_habits": ("health_wellness", "personal_life_interests"),
        "personal_life_interests": ("relationships_social", "daily_routines_habits"),
    }
)
WHOLE_CATEGORY: Final = 0.75
"""Score from which a single word is thought to mean a category: "health", "work", and no hobby of one's own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """The categories in which a query's answer is likely to be."""

    scores: Mapping[str, float]
    """All eleven categories, each 0-1."""
    related: tuple[str, ...] = ()
    """Those that joined because too little was found."""

    @property
    def routed(self) -> tuple[str, ...]:
        """Return the categories that the query speaks of, best first."""
        spoken_of = [name for name in CATEGORIES if self.scores[name] > 0]
        return tuple(sorted(spoken_of, key=lambda name: -self.scores[name]))

    @property
    def primary(self) -> str:
        """Return the best category, or the default where the query speaks of none."""
        return next(iter(self.routed), DEFAULT_CATEGORY)

    def widened(self) -> "Route":
        """Return the route with the categories that are related to the first one added."""
        if not self.routed:
            return self
        join = _RELATED_CATEGORIES[self.primary]
        least = round(RELATED_SHARE * self.scores[self.primary], 3)
        return replace(
            self,
            scores=MappingProxyType({**self.scores, **{name: max(self.scores[name], least) for name in join}}),
            related=join,
        )


def route_query(analysis: Analysis) -> Route:
    """Score all eleven categories for a query."""
    stems = _query_stems(analysis)
    scores = {name: _category_score(name, analysis, len(stems & _category_stems()[name])) for name in CATEGORIES}
    return Route(scores=MappingProxyType(scores))


def subject_category(subject: str, *, today: date) -> str | None:
    """Return the category that a subject means as a whole ("my health"); None for one of it ("my wife")."""
    words = [word for word in words_of(subject) if word not in {"my", "our"}]
    if len(words) != 1 or words[0] in people() - {"family"}:
        return None
    route = route_query(analyse(subject, today=today))
    return route.primary if route.scores[route.primary] >= WHOLE_CATEGORY else None


def _category_score(name: str, analysis: Analysis, keywords: int) -> float:
    weight = _CATEGORY_WEIGHTS.get(name, 1.0)
    topic = TOPIC_WEIGHT if _CATEGORY_TOPICS.get(name) in analysis.topic_entities else 0.0
    total = SEMANTIC_WEIGHT * semantic_boost(name, analysis) + KEYWORD_WEIGHT * weight * keywords + topic
    return min(1.0, round(total / MAX_RAW_SCORE, 3))


def semantic_boost(category: str, analysis: Analysis) -> float:
    """Return how far topic, feeling and time of a query speak for a category, 0-1."""
    topic = 0.0
    if _CATEGORY_TOPICS.get(category) in analysis.topic_entities:
        topic = 1.0 if analysis.personal_context else 0.7
    felt = analysis.emotional_weight if category == "mental_emotional" else 0.0
    ahead = 0.0
    if analysis.time_context == "future":
        ahead = {"goals_future_dreams": 0.3, "goals_active_current": 0.2}.get(category, 0.0)
    return min(1.0, max(topic, felt, ahead))


def _query_stems(analysis: Analysis) -> frozenset[str]:
    """Return the stems of the query's words and of what answers for them."""
    words = words_of(analysis.query)
    others = [other for term in analysis.terms for other in term.others]
    return frozenset(stem(word) for word in (*words, *others))


@cache
def _category_stems() -> Mapping[str, frozenset[str]]:
    return {name: frozenset(map(stem, words)) for name, words in english().categories.items()}
