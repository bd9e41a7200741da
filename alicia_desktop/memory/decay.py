"""How a memory fades: the relevance it must have to be used rises with the time since it was last used.

It rises by half at most, along an exponential curve, slower the more important the memory is and the more often it was
used. Nothing is ever hidden: a memory that answers well passes the highest threshold there is,
and a search in which somebody asks for everything has a threshold of 0, which does not rise. A memory has been used
when it was referenced, changed, or came to this computer: one that was imported today is fresh, however long ago it
was said.
"""

import math
from dataclasses import dataclass
from typing import Final

MAX_RISE: Final = 0.5
"""Share by which a threshold rises in the end."""
SLOWNESS_DAYS: Final = 90.0
"""Days after which an unimportant memory that was never used has come two thirds of the way."""
IMPORTANCE_SLOWS: Final = 2.0
"""An important memory (1.0) takes this many times longer, on top."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Decay:
    """How far one memory has faded."""

    days: int
    """Since it was last used."""
    factor: float
    """By which the threshold rose, 1-1.5."""
    threshold: float
    """That it had to pass."""


def factor(days: float, *, importance: float, uses: int) -> float:
    """Return by what a threshold is multiplied after `days` without use: 1 for what was used today."""
    slowness = SLOWNESS_DAYS * (1 + IMPORTANCE_SLOWS * importance) * (1 + math.log1p(uses))
    return 1 + MAX_RISE * (1 - math.exp(-max(days, 0.0) / slowness))


def needed(threshold: float, days: float, *, importance: float, uses: int) -> float:
    """Return the relevance that such a memory must have where a fresh one needs `threshold`."""
    return threshold * factor(days, importance=importance, uses=uses)
