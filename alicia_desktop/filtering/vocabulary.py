"""Say which keys a filter has: of stanzas here, of the Memory, Tools and Turn tabs beside their rows in `view`.

A key has a kind; the kind says which operators it takes and how its value is read (`values`).
"""

from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import Operator
from alicia_desktop.protocol.registry import ENTRIES

Kind = Literal["choice", "flag", "text", "number", "decimal", "size", "duration", "moment"]

_EQUAL: Final[tuple[Operator, ...]] = (":",)
_ORDER: Final[tuple[Operator, ...]] = (":", "<", ">", "<=", ">=")
OPERATORS: Final[dict[Kind, tuple[Operator, ...]]] = {
    "choice": (":", "~"),
    "flag": _EQUAL,
    "text": (":", "~"),
    "number": _ORDER,
    "decimal": _ORDER,
    "size": _ORDER,
    "duration": _ORDER,
    "moment": _ORDER,
}
EXAMPLES: Final[dict[Kind, str]] = {
    "choice": "",
    "flag": "",
    "text": "calculator",
    "number": "3",
    "decimal": "0.4",
    "size": "1k",
    "duration": "200ms",
    "moment": "12:30",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class FilterKey:
    """One key of a filter."""

    name: str
    kind: Kind
    meaning: str
    """A few words for the list of completions and the documentation."""
    choices: tuple[str, ...] = ()
    """All values of a choice or flag; of a text those that occur, for completion."""
    numbered: bool = False
    """Whether a choice may also be named by a number."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FilterVocabulary:
    """The keys of one kind of row."""

    keys: tuple[FilterKey, ...]
    example: str = ""
    """A filter, for the field where nothing is typed."""
    roots: tuple[str, ...] = ()
    """What fields are looked for in: `body.confidence`."""

    def find(self, name: str) -> FilterKey | None:
        """Return the key of that name, without regard to case."""
        folded = name.casefold()
        return next((key for key in self.keys if key.name == folded), None)

    @property
    def names(self) -> tuple[str, ...]:
        """All that may stand before an operator."""
        return (*(key.name for key in self.keys), *(f"{root}." for root in self.roots))


UNKNOWN, MALFORMED = "Unknown", "Malformed"
"""Names that the journal gives to what could not be understood."""
TYPES: Final = (*(entry.name for entry in ENTRIES), UNKNOWN, MALFORMED)
FLAGS: Final = ("malformed", "unknown", "duplicate", "out-of-order", "after-stop", "stranger")
MARKED: Final = "marked"
"""Beside the badges: what somebody marked."""

STANZAS: Final = FilterVocabulary(
    keys=(
        FilterKey(
            name="type", kind="choice", meaning=translate("Type, by name or number"), choices=TYPES, numbered=True
        ),
        FilterKey(name="dir", kind="flag", meaning=translate("Direction"), choices=("in", "out")),
        FilterKey(name="is", kind="flag", meaning=translate("Badge, or marked"), choices=(*FLAGS, MARKED)),
        FilterKey(name="size", kind="size", meaning=translate("Bytes on the wire")),
        FilterKey(name="turn", kind="number", meaning=translate("Number of the turn")),
        FilterKey(name="at", kind="moment", meaning=translate("Time of day, day, or both")),
        FilterKey(name="gap", kind="duration", meaning=translate("Time since the stanza before")),
        FilterKey(name="number", kind="number", meaning=translate("Number in the journal")),
        FilterKey(name="stanza", kind="number", meaning=translate("Stanza id")),
        FilterKey(name="trace", kind="text", meaning=translate("Id of a memory trace")),
        FilterKey(name="tool", kind="text", meaning=translate("Name of a tool")),
        FilterKey(name="note", kind="text", meaning=translate("Note on a mark")),
    ),
    example="type:MemoryTrace size>1k “walnuts”",
    roots=("body", "meta"),
)
