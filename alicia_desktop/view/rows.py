"""Define the rows that the window paints: frozen, complete, already formatted. The `ui` decides nothing.

Every row has an `id` that is the id of what it shows, so that a selection is an id and never a row number. Texts are
what a user reads. Kinds are `Literal`s, which the theme maps to colour, shape and icon. Rows of one subject alone stand
beside what makes them: `stanzas`, `tools`, `turns`, `traces`, `memory_page` …
"""

from dataclasses import dataclass
from typing import Final, Literal

DeliveryState = Literal["queued", "sending", "stored", "failed", "conflict", "received", "hearing"]
"""`hearing` is an interim transcript, `received` needs no glyph; the others: docs/user-guide.md#writing."""
TraceAction = Literal["retrieved", "stored", "updated", "unknown"]
ToolState = Literal["waiting", "running", "done", "failed", "cancelled", "refused", "timed_out"]
"""`waiting` is for the user's permission, `refused` by the user."""
TargetType = Literal["message", "tool_use", "memory", "reasoning"]
VoteValue = Literal["", "up", "down"]
FeedbackState = Literal["", "pending", "confirmed", "kept", "refused"]
"""`pending` is on its way, `confirmed` is on the server, `kept` stays on this computer, `refused` was rejected."""
SettingsPage = Literal["general", "sound", "server", "model"]
SpellingProblem = Literal["", "no_enchant", "no_dictionaries", "no_language"]
"""Why spelling cannot be checked: no library, no dictionary at all, none of the language; empty: it can."""
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
    "unavailable",
    "offline",
]


Section = Literal[
    "Pinned",
    "Today",
    "Earlier",
    "Archived",
    "Conversations",
    "Messages",
    "Tools",
    "Notes",
    "Memories",
    "Related",
]
"""Where a row of the sidebar stands: from `Conversations` on, those of a search."""


ConversationState = Literal["", "queued", "failed", "conflict"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationRow:
    """One line of the sidebar: a conversation, or what a search has found."""

    id: str
    title: str
    last_line: str
    """The last message, on one line; of a search hit, the words around it."""
    time: str
    """`18:02` today, `Tue` this week, else `14 Nov`; found by meaning, its relevance."""
    section: Section
    kind: Literal["conversation", "message", "tool", "note", "memory"] = "conversation"
    marks: tuple[tuple[int, int], ...] = ()
    """Begin and end of the found words in `last_line`."""
    state: ConversationState = ""
    """What waits in the conversation: a message to be sent, or a decision of the user's."""
    state_text: str = ""
    """`Queued`, `Not sent`, `Conflict`."""
    private: bool = False
    pinned: bool = False
    archived: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class VoteRow:
    """The user's vote on something, and how far it got."""

    value: VoteValue = ""
    state: FeedbackState = ""
    text: str = ""
    """`Helpful · waiting to be sent`, `Not helpful · saved on server`; empty without a vote."""


NO_VOTE: Final = VoteRow()


@dataclass(frozen=True, kw_only=True, slots=True)
class VoteWish:
    """A vote as the user gives it in the window."""

    message_id: str
    """The message under which the target is shown."""
    target_type: TargetType
    target_id: str
    value: Literal["up", "down", "remove"]


@dataclass(frozen=True, kw_only=True, slots=True)
class NoteRow:
    """A note of the user on a message, or a comment of someone else."""

    id: str
    message_id: str
    text: str
    who: str
    """`Your note`, or `Remark of a moderator · 4 of 5`."""
    state: FeedbackState
    state_text: str
    mine: bool
    """Whether it can be changed here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BranchRow:
    """The place of a message among those that stood there before and after it: `2/3`."""

    number: int
    count: int
    before: str
    """The id of the alternative before it; empty for the first."""
    after: str
    later_in: int = 0
    """The number of another alternative, which later turns belong to that are not shown with this one."""
    later: str = ""
    """The id of the last of these turns; empty where there are none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StepRow:
    """One step of the assistant's reasoning."""

    id: str
    text: str
    vote: VoteRow = NO_VOTE


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
    vote: VoteRow = NO_VOTE
    unread: bool = False
    """Whether it was found, but did not stand in what the model read; it has no trace then."""


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
    vote: VoteRow = NO_VOTE


@dataclass(frozen=True, kw_only=True, slots=True)
class SentenceSpan:
    """Where one sentence lies in the text of its answer, in characters."""

    sequence: int
    start: int
    end: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FileRow:
    """A file of a message."""

    position: int
    name: str
    kind: Literal["image", "text", "other"]
    size: str
    """`212 KB`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRow:
    """One message of the conversation with all that hangs under it."""

    id: str
    role: Literal["user", "assistant", "system", "text"]
    """`text` is no message: a long text in a window of its own, without markdown."""
    name: str
    """`You` or `Alicia`."""
    time: str
    text: str
    """Markdown as it was written, never with HTML in force."""
    revision: int
    """Grows with each change of what is laid out; the key of the document cache is (id, revision, width)."""
    state: DeliveryState = "received"
    state_text: str = ""
    """The word beside the glyph, such as `Stored`, `Not sent: … · 3 tries` or `Queued · next try at 18:05:12`."""
    state_reason: str = ""
    """Why it waits, as a sentence."""
    unsent: bool = False
    """Whether it waits to be sent, and was not stopped: it can be taken back."""
    spoken: bool = False
    interim: bool = False
    streaming: bool = False
    stopped_after: int | None = None
    """Length of `text` that was spoken before the interruption; the rest is grey. None: not interrupted."""
    incomplete: bool = False
    """The answer was cut off and nothing more came, or an error ended the question: shown with a Retry."""
    cut: bool = False
    """It might not be longer, and can be continued."""
    superseded: bool = False
    awaits_other: bool = False
    """Another answer was asked for in its place and has not come: it can be asked for once more."""
    branch: BranchRow | None = None
    """Its place among its alternatives, where it was edited or asked again."""
    replayable: bool = False
    """Whether some of its sound is stored."""
    sentences: tuple[SentenceSpan, ...] = ()
    chips: tuple[ChipRow, ...] = ()
    tools: tuple[ToolCardRow, ...] = ()
    reasoning: tuple[StepRow, ...] = ()
    vote: VoteRow = NO_VOTE
    unexplained: bool = False
    """The user voted it down and gave no reason."""
    notes: tuple[NoteRow, ...] = ()
    files: tuple[FileRow, ...] = ()
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
    second: str = ""
    """The word on a second button."""
    icon: str = ""
    """What it is about, as an icon's name; empty is its kind's own."""
    page: SettingsPage = "general"
    """Where the settings open, if its button opens them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VoiceRow:
    """The contents of the voice bar."""

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
    sounding: bool = False
    """Whether the assistant can be heard, even where `state` shows something else, such as a lost connection."""


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
