"""The rows that the window paints: frozen, complete, already formatted. The `ui` looks things up and decides nothing.

Every row has an `id` that is the id of what it shows, so that a selection is an id and never a row number. Texts are
what a person reads. Kinds are `Literal`s, which the theme maps to colour, shape and icon.
"""

from dataclasses import dataclass
from typing import Literal

DeliveryState = Literal["queued", "sending", "stored", "failed", "conflict", "received", "hearing"]
"""`queued`…`conflict` are the states of UI.md §2; `hearing` is an interim transcript, `received` needs no glyph."""
TraceAction = Literal["retrieved", "stored", "updated", "unknown"]
ToolState = Literal["running", "done", "failed", "cancelled"]
Badge = Literal["malformed", "unknown", "duplicate", "out of order", "after stop"]
SyncKind = Literal["ok", "waiting", "offline", "busy", "error"]
VoiceStateName = Literal[
    "connecting",
    "listening",
    "hearing",
    "thinking",
    "tool",
    "speaking",
    "muted",
    "reconnecting",
    "off",
    "preparing",
    "offline",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationRow:
    """One line of the sidebar."""

    id: str
    title: str
    last_line: str
    time: str
    """`18:02` today, `Tue` this week, else `14 Nov`."""
    section: Literal["Pinned", "Today", "Earlier"]
    private: bool = False
    pinned: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipRow:
    """A memory chip under an answer."""

    id: str
    """The id of the trace (`alicia_memory_used.id`)."""
    memory_id: str
    action: TraceAction
    score: str
    """`0.91`, or empty when none was sent."""
    meaning: str
    """What the number means, from the stanza: `relevance`, `importance`, `similarity`, or `no score sent`."""
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCardRow:
    """A tool use under an answer."""

    id: str
    name: str
    parameters: str
    """On one line, such as `expression 17 * 23`."""
    state: ToolState
    outcome: str
    """`Running · 0.4 s of 30 s`, `Done · 3 ms · server`, `Failed: …`."""
    result: str
    """The result as indented JSON, for the folded part."""
    started_at: float
    """Epoch seconds of the request, so that a running card can count without asking."""
    timeout_s: float = 30


@dataclass(frozen=True, kw_only=True, slots=True)
class SentenceSpan:
    """Where one sentence lies in the text of its answer, in characters."""

    sequence: int
    start: int
    end: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRow:
    """One message of the conversation with all that hangs under it."""

    id: str
    role: Literal["user", "assistant", "system"]
    name: str
    """`You` or `Alicia`."""
    time: str
    text: str
    """Markdown as it was written, never with HTML in force."""
    revision: int
    """Grows with each change of what is laid out; the key of the document cache is (id, revision, width)."""
    state: DeliveryState = "received"
    state_text: str = ""
    """The word beside the glyph, such as `Stored` or `Not sent: … · 3 tries · next in 20 s`."""
    spoken: bool = False
    interim: bool = False
    streaming: bool = False
    stopped_after: int | None = None
    """Length of `text` that was said before she was interrupted; the rest is grey. None: not interrupted."""
    incomplete: bool = False
    """The answer was cut off and nothing more came: shown with a Retry."""
    superseded: bool = False
    sentences: tuple[SentenceSpan, ...] = ()
    chips: tuple[ChipRow, ...] = ()
    tools: tuple[ToolCardRow, ...] = ()
    reasoning: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    timing: str = ""
    """`First word after 0.48 s · get_tides 0.4 s`."""
    previous_id: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SpokenPosition:
    """Which sentence is being spoken now."""

    message_id: str
    sequence: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BannerRow:
    """The one banner above the messages; its kinds take the soft grounds of the theme."""

    kind: Literal["info", "warn", "error"]
    text: str
    action: str = ""
    """The word on its button; empty for none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VoiceRow:
    """What the voice bar says."""

    state: VoiceStateName
    title: str
    """`Listening`, `Using calculator`."""
    hint: str
    """`Just start to talk`."""
    mode: Literal["hands_free", "hold", "muted"]
    open: bool
    """Whether the microphone is in use."""
    input_device: str
    output_device: str
    threshold: float


@dataclass(frozen=True, kw_only=True, slots=True)
class StatusRow:
    """The header's second line and the sidebar's last one."""

    place: str
    """`On this computer`, `On alicia.home`."""
    detail: str
    """`Memory on`, `Private`."""
    sync: str
    """`Connected`, `3 waiting`, `Offline since 18:20`."""
    sync_kind: SyncKind


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
class ScorePart:
    """One part of a fused score, as the server sent it."""

    name: str
    value: str
    weighted: str
    fraction: float


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryLink:
    """A place to jump to: a turn that a memory came from, or an answer that used it."""

    conversation_id: str
    message_id: str
    text: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TraceDetails:
    """All that is known of one trace and its memory."""

    id: str
    title: str
    parts: tuple[ScorePart, ...]
    parts_note: str
    """`not sent` when the server sent no parts; never a guess."""
    reasons: tuple[str, ...]
    tags: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    """Name and value: category, kind, importance, stored, encoder, …"""
    origin: MemoryLink | None
    used_by: tuple[MemoryLink, ...]


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
