"""Show the memories of a conversation along time: stored, updated, used, faded, each with where it leads.

`TimelineRow` is a line of the list, `binned` what the picture above it paints: ten thousand events are as many marks
as the picture has pixels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.store.conversations import turns
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories, traces
from alicia_desktop.store.memories.traces import MemoryEvent, MemoryEventKind, is_forgotten
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.references import Reference
from alicia_desktop.view.stanzas import FORGOTTEN, microseconds
from alicia_desktop.view.traces import category_name, score_of

Lane = Literal["stored", "updated", "used", "faded"]
LANES: Final[tuple[Lane, ...]] = ("stored", "updated", "used", "faded")
_LANE_OF: Final[Mapping[MemoryEventKind, Lane]] = {
    "stored": "stored",
    "updated": "updated",
    "unarchived": "updated",
    "retrieved": "used",
    "unknown": "used",
    "archived": "faded",
    "deleted": "faded",
    "forgotten": "faded",
}
_WORDS: Final[Mapping[MemoryEventKind, str]] = {
    "stored": translate("Stored"),
    "updated": translate("Updated"),
    "unarchived": translate("Unarchived"),
    "retrieved": translate("Used"),
    "unknown": translate("Action not sent"),
    "archived": translate("Archived"),
    "deleted": translate("Deleted"),
    "forgotten": translate("Forgotten"),
}
NOT_STORED_HERE: Final = translate("Not stored on this computer")


@dataclass(frozen=True, kw_only=True, slots=True)
class TimelineRow:
    """One event."""

    id: str
    """Of a trace its id, so that a trace chosen elsewhere is found here."""
    kind: MemoryEventKind
    lane: Lane
    at: int
    """Microseconds since 1970."""
    time: str
    content: str
    detail: str
    """`Used · 0.91 · Health & wellness`."""
    turn: int | None
    message_id: str
    memory_id: str
    trace_id: str = ""
    stanza: str = ""
    """Of an action of the user's: its number in the journal."""
    category: str = ""
    score: float | None = None

    @property
    def reference(self) -> Reference | None:
        """What links follow: the trace, else the stanza; None where it happened elsewhere."""
        if self.trace_id:
            return Reference(kind="trace", id=self.trace_id)
        return Reference(kind="stanza", id=self.stanza) if self.stanza else None


def read_timeline(conn: Connection, conversation_id: str) -> tuple[TimelineRow, ...]:
    """Return the events of a conversation, in the order of time."""
    events = traces.events_of_conversation(conn, conversation_id)
    known = memories.get_memories(conn, sorted({event.memory_id for event in events}))
    numbers = turns.turn_numbers(conn, conversation_id)
    return tuple(_row(event, known.get(event.memory_id), numbers) for event in events)


def _row(event: MemoryEvent, memory: MemoryRecord | None, numbers: Mapping[str, int]) -> TimelineRow:
    use = event.use
    message_id = (use.message_id or "") if use is not None else ""
    category = category_name((use.meta.get("category") if use else None) or (memory.category if memory else None))
    score = score_of(use) if use is not None and event.kind == "retrieved" else None
    turn = numbers.get(message_id)
    by_user = translate("by you") if event.seq is not None else ""
    parts = [
        f"{_WORDS[event.kind]} {by_user}".strip(),
        "" if score is None else format_number(score, ".2f"),
        category,
        translate("not sent yet") if event.is_unsent else "",
    ]
    return TimelineRow(
        id=_id_of(event),
        kind=event.kind,
        lane=_LANE_OF[event.kind],
        at=microseconds(event.at),
        time=_time(event),
        content=_content(event, memory),
        detail=" · ".join(part for part in parts if part),
        turn=turn,
        message_id=message_id,
        memory_id=event.memory_id,
        trace_id=use.id if use is not None else "",
        stanza="" if event.seq is None else str(event.seq),
        category=category,
        score=score,
    )


def _id_of(event: MemoryEvent) -> str:
    if event.use is not None:
        return event.use.id
    return f"{event.kind} {event.memory_id}" if event.seq is None else f"stanza {event.seq}"


def _content(event: MemoryEvent, memory: MemoryRecord | None) -> str:
    """Return the words as they were then; none of a forgotten memory, whatever is left of them."""
    if event.kind == "forgotten" or is_forgotten(memory):
        return FORGOTTEN
    said = event.use.content if event.use is not None else event.content or (memory.content if memory else "")
    return memory_text(text.one_line(said, 300)) or NOT_STORED_HERE


def _time(event: MemoryEvent) -> str:
    local = event.at.astimezone()
    return f"{text.short_date(local, with_year=False)} {local:%H:%M:%S}"


@dataclass(frozen=True, kw_only=True, slots=True)
class TimelineMark:
    """What stands at one place of a lane."""

    place: int
    """In bins from the start."""
    count: int
    first: int
    """Number of the first row that falls there."""


def binned(rows: Sequence[TimelineRow], bins: int) -> dict[Lane, tuple[TimelineMark, ...]]:
    """Return the marks of each lane, as many places as there are `bins` from the first event to the last."""
    marks: dict[Lane, dict[int, list[int]]] = {lane: {} for lane in LANES}
    if not rows:
        return dict.fromkeys(LANES, ())
    start, span = rows[0].at, max(1, rows[-1].at - rows[0].at)
    for number, row in enumerate(rows):
        marks[row.lane].setdefault((row.at - start) * (bins - 1) // span, []).append(number)
    return {
        lane: tuple(TimelineMark(place=place, count=len(found), first=found[0]) for place, found in places.items())
        for lane, places in marks.items()
    }


def spoken_counts(rows: Sequence[TimelineRow]) -> str:
    """Return how many events each lane has, for a screen reader and for the line above the list."""
    counts = {lane: sum(row.lane == lane for row in rows) for lane in LANES}
    return " · ".join(f"{format_number(count)} {lane}" for lane, count in counts.items())
