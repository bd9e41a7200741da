"""The rows of the inspector's Memory tab beyond its list: a retrieval, what missed it, a memory's page, two answers.

Frozen and formatted like all rows; every number has its unit and its meaning.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from alicia_desktop.store.memory_records import MemoryKind
from alicia_desktop.view.inspector_rows import MemoryLink, ScorePartRow, TraceRow
from alicia_desktop.view.rows import NO_VOTE, VoteRow

AskMode = Literal["without", "with"]
"""Whether an answer is asked for again without a memory, or with it."""
PageState = Literal["here", "stub", "deleted", "forgotten"]
"""`stub`: a trace named a memory that never came to this computer."""
ActState = Literal["waiting", "done", "refused"]


@dataclass(frozen=True, kw_only=True, slots=True)
class CategoryScore:
    """How much a query speaks of one category."""

    id: str
    label: str
    score: str
    fraction: float
    rank: str
    """Its place among the categories that the query was routed to, from 1; empty for the others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MissedRow:
    """A memory that was considered and not used."""

    id: str
    """The memory's."""
    rank: str
    content: str
    category: str
    score: str
    meaning: str
    reason: str
    """In words with its numbers: `below the threshold: 0.28 < 0.34`."""
    can_be_asked_with: bool
    """Whether it makes sense to ask again with it: another person's or a failure cannot be used."""
    parts: tuple[ScorePartRow, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievalView:
    """How the memories of one answer were looked for, as the server told it."""

    summaries: tuple[str, ...]
    """`3 of 41 memories used · 19 ms`, and shorter ones for where there is less room."""
    analysis: tuple[tuple[str, str], ...]
    """Name and value of each field that was sent."""
    categories: tuple[CategoryScore, ...]
    """Best first."""
    facts: tuple[tuple[str, str], ...]
    """Query, route, threshold, budget, encoder, what was asked differently, the note of what was missing, times."""
    missed: tuple[MissedRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DiffPiece:
    """A run of words that both texts have, or only one of them."""

    kind: Literal["same", "removed", "added"]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryLine:
    """One change of a memory, with what it said before and after."""

    id: str
    action: Literal["stored", "updated"]
    time: str
    words: str
    """`Updated: said again`, `Stored`."""
    pieces: tuple[DiffPiece, ...]
    spoken: str
    """The change for somebody who cannot see it struck out: `was …, is …`."""
    link: MemoryLink | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DecayPoint:
    """A place on the curve."""

    days: float
    threshold: float


@dataclass(frozen=True, kw_only=True, slots=True)
class DecayView:
    """What a memory must score to be used, by the days since it was last used, and where it stands today."""

    points: tuple[DecayPoint, ...]
    now: DecayPoint
    least: float
    """The threshold of a memory that was used just now, for the foot of the axis."""
    most: float
    """The highest threshold that the curve reaches."""
    words: str
    """`Unused for 12 days: needs 0.36 relevance, 0.34 when fresh`."""
    bypassed: bool
    """Pinned: it passes any threshold."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRef:
    """Another memory that this one is linked with."""

    id: str
    content: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ActRow:
    """Something that the person did to a memory, as the lasting place of its undo."""

    id: str
    state: ActState
    words: str
    """`Archived · 18:02`, `Edited · waits to be sent`."""
    mine: str = ""
    """What was refused: the person's text."""
    theirs: str = ""
    """And what the server holds."""
    reason: str = ""
    can_undo: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class AskAgain:
    """An answer that can be asked for again, without or with this memory."""

    mode: AskMode
    answer_id: str
    memory_id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryPageView:
    """Everything about one memory, as it can be seen and changed."""

    id: str
    content: str
    state: PageState
    note: str
    """What the state means; empty when it is here."""
    category_id: str
    category: str
    kind: MemoryKind
    tags: tuple[str, ...]
    importance: float
    rating: int
    """1–5; 0 for none."""
    pinned: bool
    archived: bool
    updated_at: datetime | None
    """The state that the person sees, for the server to compare."""
    facts: tuple[tuple[str, str], ...]
    history: tuple[HistoryLine, ...]
    origin: MemoryLink | None
    uses: tuple[MemoryLink, ...]
    use_count: int
    """All of them; `uses` holds the latest."""
    links_to: tuple[MemoryRef, ...]
    links_from: tuple[MemoryRef, ...]
    decay: DecayView | None
    acts: tuple[ActRow, ...] = ()
    ask: AskAgain | None = None
    vote: VoteRow = NO_VOTE
    voted_under: str = ""
    """The answer shown, where it has the memory: a vote belongs to an answer. Empty where none can be given."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TraceDetails:
    """All that is known of one trace, of the retrieval that it belongs to, and of its memory."""

    id: str
    memory_id: str
    parts: tuple[ScorePartRow, ...]
    parts_note: str
    """`not sent` when the server sent no parts; never a guess."""
    threshold: float | None
    """What the score had to pass, for the mark on its bar."""
    reasons: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    """Name and value of what the trace itself says: action, type, source, encoder, …"""
    retrieval: RetrievalView | None
    """None when the server sent nothing of it."""
    page: MemoryPageView


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedAnswer:
    """One of two answers to the same question."""

    id: str
    title: str
    """`The first answer`, `Without “Emma is allergic to walnuts”`."""
    text: str
    note: str
    """`is being written`, `stopped`, or why there is none."""
    traces: tuple[TraceRow, ...]
    only_here: frozenset[str]
    """Memories that the other one had not."""
    times: tuple[tuple[str, str], ...]
    """(`624 ms`, `to the first word`), …"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """An answer beside the one that was asked for without or with a memory."""

    id: str
    question_id: str
    question: str
    changed: tuple[MemoryRef, ...]
    """The memories that were left out or brought in."""
    mode: AskMode | None
    """None for an answer that was simply asked for again."""
    when: str
    first: ComparedAnswer
    second: ComparedAnswer
