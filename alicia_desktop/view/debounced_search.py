"""Search by meaning as the lists see it: asked for when typing pauses, because an encoder takes longer than a key."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from alicia_desktop.store.memory_filter import MemoryFilter

PAUSE_SECONDS: Final = 0.3
"""How long somebody stops typing before the meaning is looked for."""
MIN_QUERY_CHARACTERS: Final = 3
"""Letters below which a meaning is nothing but noise."""
LOOKING: Final = "Looking for the meaning as well …"


@dataclass(frozen=True, kw_only=True, slots=True)
class Meant:
    """What was found by meaning."""

    relevance: Mapping[str, float]
    """By id, best first."""
    note: str
    """Why only words were used; empty when meaning was."""


class MeaningSearch(Protocol):
    """Search by meaning over the memories on this computer."""

    @property
    def note(self) -> str:
        """What is going on before it can be used; empty once it can."""
        ...

    async def find(self, wanted: MemoryFilter) -> Meant:
        """Return the memories under a filter that mean something like its text; waits for the encoder."""
        ...
