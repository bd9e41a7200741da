"""Read the turns that are compared over time, some at once, so that nobody else waits for the database meanwhile."""

from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.observable import Signal
from alicia_desktop.store.conversations.turns import latest_answered
from alicia_desktop.store.database import RecordSource
from alicia_desktop.view.turn_statistics import Grouping, PhaseGroup, TurnSample, phase_groups, read_samples

MAX_TURNS: Final = 500
"""Of a conversation, or of all; the last ones."""
AT_ONCE: Final = 25


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnComparison:
    """What is shown of the turns of a conversation, or of all."""

    turns: int = 0
    of: int = 0
    """How many are to be read; as many as `turns` once all are."""
    groups: tuple[PhaseGroup, ...] = ()
    is_cut: bool = False
    """Whether there are more than `MAX_TURNS`."""


class TurnComparisonView:
    """Reads and groups the last turns; what was asked for later is shown."""

    def __init__(self, *, database: RecordSource) -> None:
        self.changed: Signal[TurnComparison] = Signal()
        self._database = database
        self._samples: list[TurnSample] = []
        self._of = 0
        self._by: Grouping = ""
        self._asked = 0

    @property
    def shown(self) -> TurnComparison:
        """What there is so far."""
        return TurnComparison(
            turns=len(self._samples),
            of=self._of,
            groups=phase_groups(self._samples, by=self._by),
            is_cut=self._of >= MAX_TURNS,
        )

    def group(self, by: Grouping) -> None:
        """Group what was read in another way."""
        self._by = by
        self.changed.emit(self.shown)

    async def read(self, conversation_id: str) -> None:
        """Read the turns of a conversation, or of all where none is named; the newest are there first."""
        self._asked += 1
        asked = self._asked
        turns = await self._database.read(latest_answered, conversation_id, limit=MAX_TURNS)
        self._samples, self._of = [], len(turns)
        for start in range(len(turns), 0, -AT_ONCE):
            found = await self._database.read(read_samples, turns[max(0, start - AT_ONCE) : start])
            if asked != self._asked:
                return
            self._samples = sorted([*found, *self._samples], key=lambda sample: sample.at)
            if start == len(turns) or start <= AT_ONCE:
                self.changed.emit(self.shown)
        self._of = len(self._samples)
        self.changed.emit(self.shown)

    def stop(self) -> None:
        """Read no more: nobody looks."""
        self._asked += 1
