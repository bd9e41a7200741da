"""The rows of the inspector: frozen and formatted like those of the conversation; every number has its unit."""

from dataclasses import dataclass
from typing import Literal

from alicia_desktop.view.rows import ToolState, TraceAction

Badge = Literal["stranger", "malformed", "unknown", "duplicate", "out of order", "after stop"]


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaRow:
    """One line of the inspector's journal."""

    id: str
    """The journal sequence number as text."""
    number: int
    time: str
    delta: str
    """Seconds since the row before."""
    direction: Literal["in", "out"]
    stanza: str
    type: str
    size: str
    summary: str
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldNode:
    """One node of the details tree beside the bytes."""

    name: str
    value: str
    kind: str
    """`str · 17 B`."""
    start: int
    end: int
    """Bytes of the raw stanza that it takes, end exclusive; `value_start` is where its value begins."""
    value_start: int
    children: tuple["FieldNode", ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaDetails:
    """Tree and bytes of one journaled stanza."""

    id: str
    title: str
    raw: bytes
    tree: tuple[FieldNode, ...]
    note: str = ""
    """Why the bytes are missing or cut, or what is wrong with them."""
    json: str = ""
    """Envelope and body as indented JSON, for copying; empty when they cannot be read."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TraceRow:
    """One trace of the inspector's Memory tab."""

    id: str
    memory_id: str
    message_id: str
    """The answer (else the question) that it belongs to: where *show in conversation* goes."""
    rank: str
    action: TraceAction
    content: str
    detail: str
    """`Retrieved · Relationships · pinned`."""
    score: str
    meaning: str
    fraction: float | None
    """0–1 for the bar; None when no score was sent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorePartRow:
    """One part of a fused score, as the server sent it."""

    name: str
    value: str
    weighted: str
    fraction: float
    share: float
    """What it adds to the score, or takes from it; 0 when no weight was sent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryLink:
    """A place to jump to: a turn that a memory came from, or an answer that used it."""

    conversation_id: str
    message_id: str
    text: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolRow:
    """One request with its result in the inspector's Tools tab."""

    id: str
    message_id: str
    name: str
    execution: str
    state: ToolState
    orphan: bool
    duration: str
    parameters: str
    result: str
    error: str
    time: str
    permission: str = ""
    """What the person said to it; empty for a tool of the server, and while they have not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WaterfallRow:
    """One bar (or diamond) of a turn's waterfall; milliseconds after the turn's zero, by this computer's clock."""

    id: str
    kind: Literal["speech", "transcript", "retrieval", "start", "reasoning", "tool", "sentence", "sound"]
    label: str
    at_ms: float
    took_ms: float | None
    """None for an instant."""
    at: str
    took: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChainLine:
    """One line under a step of the chain: words, and what stands before and after them."""

    text: str
    lead: str = ""
    """A score or a number of order: `0.91`, `2`."""
    meaning: str = ""
    """What a score in `lead` means."""
    tail: str = ""
    """At the right end, such as `+624 ms`; never cut."""
    action: TraceAction | None = None
    """For a memory: which kind of trace, so that it gets its icon and colour."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChainStep:
    """One step of what led to what in a turn."""

    id: str
    kind: Literal["question", "memories", "reasoning", "tool", "sentences", "error"]
    title: str
    detail: str
    offset: str
    lines: tuple[ChainLine, ...]
    target_tab: Literal["memory", "tools", "stanzas", ""] = ""
    target_id: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnView:
    """One turn for the inspector's Turn tab."""

    id: str
    """The question's id."""
    answer_id: str | None
    number: int
    count: int
    title: str
    """`Turn 2 of 2`."""
    subtitle: str
    """`Spoken · Wednesday, 19 November, 18:02`."""
    figures: tuple[tuple[str, str], ...]
    """(`624 ms`, `to the first word`), …"""
    zero: str
    """What zero is: `end of speech` or `sent`."""
    waterfall: tuple[WaterfallRow, ...]
    chain: tuple[ChainStep, ...]
    previous_id: str | None
    next_id: str | None
    note: str = ""
    """What is missing of the turn, as a sentence."""
