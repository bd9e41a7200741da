"""The eleven categories of memories, and which of them a text speaks of.

For now a label that a memory is given when it is stored; routing of queries will score all of them.
"""

from typing import Final

from alicia_desktop.memory.language import english
from alicia_desktop.memory.words import words_of

DEFAULT: Final = "personal_life_interests"
"""Of what speaks for nothing else."""

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
    """Return the category for which most of the words speak; the earlier one on a tie."""
    words = set(words_of(text))
    counts = {name: len(words & english().categories[name]) for name in CATEGORIES}
    best = max(CATEGORIES, key=lambda name: counts[name])
    return best if counts[best] else DEFAULT
