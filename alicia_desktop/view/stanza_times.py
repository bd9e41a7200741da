"""Say the time of a stanza: of day, or the seconds since the start, the question of its turn, or the row before.

    times = StanzaTimes(kind="start", start=first).toggled(row)    # and from a row on, since that row
    times.text(other)                                              # "0.412"

A time reference is a row from which the seconds are counted anew, up to the next reference; it shows `REF`.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from alicia_desktop.view import text
from alicia_desktop.view.stanzas import StanzaRow

TimeKind = Literal["clock", "start", "question", "delta"]
TIME_KINDS: Final[tuple[TimeKind, ...]] = get_args(TimeKind)
REFERENCE: Final = "REF"
UNKNOWN: Final = "–"


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaTimes:
    """How times are said."""

    kind: TimeKind = "clock"
    start: int | None = None
    """When the first stanza of the conversation came, in microseconds since 1970."""
    references: tuple[tuple[int, str], ...] = ()
    """Time and id of each time reference, ascending."""

    def text(self, row: StanzaRow) -> str:
        """Return the time of a row."""
        if self.is_reference(row):
            return REFERENCE
        if self.kind == "clock":
            return row.time
        if self.kind == "delta":
            return row.delta
        since = row.asked if self.kind == "question" else self._since(row)
        return UNKNOWN if since is None else f"{(row.at - since) / 1_000_000:z.3f}".replace("-", text.MINUS)

    def is_reference(self, row: StanzaRow) -> bool:
        """Whether times are counted from this row."""
        return any(row_id == row.id for _, row_id in self.references)

    def toggled(self, row: StanzaRow) -> "StanzaTimes":
        """Count from a row, or no longer; times of day become seconds with the first reference."""
        if self.is_reference(row):
            return replace(self, references=tuple(one for one in self.references if one[1] != row.id))
        references = tuple(sorted((*self.references, (row.at, row.id))))
        return replace(self, references=references, kind="start")

    def next_kind(self) -> "StanzaTimes":
        """Return the next way of saying times."""
        return replace(self, kind=TIME_KINDS[(TIME_KINDS.index(self.kind) + 1) % len(TIME_KINDS)])

    def _since(self, row: StanzaRow) -> int | None:
        place = bisect_right(self.references, (row.at, "\U0010ffff"))
        return self.references[place - 1][0] if place else self.start
