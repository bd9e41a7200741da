"""What a person unfolded under a message: kept by message id, because widgets are pooled."""

from dataclasses import dataclass, field
from typing import Final

from alicia_desktop.view.rows import ChipRow, MessageRow

PLACED: Final = 3
"""Chips that are shown; the rest is "+n"."""
CHIPS_AT_ONCE: Final = 30
"""Chips that "+n" shows, and as many more each time; so with the others."""
CARDS_AT_ONCE: Final = 5
NOTES_AT_ONCE: Final = 5
STEPS_AT_ONCE: Final = 12


@dataclass(kw_only=True, slots=True)
class Folds:
    """The folds of one message; changed in place by its widget."""

    reasoning: bool = False
    chips: int = 0
    """Chips that are shown where somebody asked for more."""
    cards: int = CARDS_AT_ONCE
    notes: int = NOTES_AT_ONCE
    steps: int = STEPS_AT_ONCE
    tools: set[str] = field(default_factory=set)
    placed: tuple[str, ...] = ()
    """The chips that have their place; while an answer grows later ones only raise "+n"."""

    def chips_to_show(self, row: MessageRow) -> tuple[ChipRow, ...]:
        """Return the chips that are shown, and remember them as placed."""
        if not (row.streaming and row.text and self.placed):
            self.placed = tuple(chip.id for chip in row.chips[:PLACED])
        if self.chips:
            return row.chips[: self.chips]
        return tuple(chip for chip in row.chips if chip.id in self.placed)
