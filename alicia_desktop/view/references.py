"""Name the things of a conversation that can be linked, and say which stanza carries which.

    reference = Reference(kind="trace", id="amu_1")
    stanzas_of(reference, records)     # the journal records that carried it, the telling one first
    carried_by(records[0]).what        # and back: Reference(kind="trace", id="amu_1")

Where somebody was in the inspector, over all its tabs, is remembered by references, to go back and forward:

    history.visit(stanza)      # by a link, or another tab: a place of its own
    history.move(next_stanza)  # a step in the same tab: the same place, a little further
    history.back()             # the place before, or None

Pure; `view.link_resolver` reads the records.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store.records import JournalRecord

ReferenceKind = Literal[
    "stanza", "message", "sentence", "trace", "tool", "step", "phase", "memory", "comparison", "retrieval"
]
Place = Literal["chat", "turn", "memory", "tools", "stanzas"]
PLACES: Final[Mapping[ReferenceKind, tuple[Place, ...]]] = {
    "stanza": ("chat", "turn", "memory", "tools", "stanzas"),
    "message": ("chat", "turn", "stanzas"),
    "sentence": ("chat", "turn", "stanzas"),
    "trace": ("chat", "turn", "memory", "stanzas"),
    "tool": ("chat", "turn", "tools", "stanzas"),
    "step": ("chat", "turn", "stanzas"),
    "phase": ("chat", "turn", "stanzas"),
    "memory": ("memory",),
    "comparison": ("memory",),
    "retrieval": ("memory",),
}
"""Where each kind of thing can be shown."""
_ONLY_OF: Final[Mapping[Place, tuple[str, ...]]] = {
    "memory": ("MemoryTrace",),
    "tools": ("ToolUseRequest", "ToolUseResult"),
}
"""Types of the stanzas that have something to show there; elsewhere every stanza of a turn has."""
PHASE_STANZAS: Final[Mapping[str, tuple[str, ...]]] = {
    "speech": ("Transcription", "UserMessage"),
    "transcript": ("Transcription",),
    "retrieval": ("MemoryTrace",),
    "kept": ("MemoryTrace",),
    "start": ("StartAnswer",),
    "reasoning": ("ReasoningStep",),
    "tool": ("ToolUseRequest", "ToolUseResult"),
    "sentence": ("AssistantSentence",),
    "sound": ("AudioChunk", "AssistantSentence"),
    "network": ("Acknowledgement", "UserMessage", "Transcription"),
    "waiting": ("UserMessage", "Transcription"),
    "server": ("StartAnswer",),
    "prompt": ("StartAnswer", "AssistantSentence"),
    "tokens": ("AssistantSentence",),
    "voice": ("AudioChunk", "AssistantSentence"),
    "buffer": ("AudioChunk", "AssistantSentence"),
    "end": ("ControlStop", "ErrorMessage", "AssistantSentence"),
}
"""Phase of a turn → types of the stanzas that end or carry it; the first type of which there is one counts."""
ANY_PHASE: Final = ("StartAnswer", "AssistantSentence", "UserMessage", "Transcription")
"""Of a phase that has no stanza of its own, such as waiting: what bounds it."""
_KINDS: Final[Mapping[str, ReferenceKind]] = {
    "UserMessage": "message",
    "AssistantMessage": "message",
    "Transcription": "message",
    "StartAnswer": "message",
    "ReasoningStep": "step",
    "ToolUseRequest": "tool",
    "MemoryTrace": "trace",
}
"""What a type of stanza carries under the id of its contents."""
_LATER: Final[Mapping[str, int]] = {"AudioChunk": 1, "AssistantMessage": 1, "ToolUseResult": 1}
"""Of several that carried the same: the one that tells what it is goes before its sound, its whole, its result."""
MAX_LOCATIONS: Final = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """One thing in a conversation."""

    kind: ReferenceKind
    id: str
    """Of a stanza its number in the journal; of a sentence its number in the answer; of a phase its kind."""
    message_id: str = ""
    """Of a sentence its answer, of a phase the answer of its turn, else its question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Location:
    """A place in the window, and what it shows; the inspector's history is made of them."""

    place: Place
    what: Reference | None = None
    """None: the place as it is."""
    message_id: str = ""
    """The message that it belongs to: marked in the chat, and its turn is shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Carried:
    """What a stanza is about."""

    what: Reference | None
    """What it carried itself; None for an interim transcript, an acknowledgement, a control."""
    message_id: str
    """The question or answer that it belongs to; empty for none."""
    phase: str = ""
    """The phase of the turn that it ends or carries."""


def sentence_reference(message_id: str, sequence: int) -> Reference:
    """Return the reference of a sentence of an answer."""
    return Reference(kind="sentence", id=str(sequence), message_id=message_id)


def places_of(reference: Reference, *, here: Place | None = None, stanza_type: str = "") -> tuple[Place, ...]:
    """Return where a thing can be shown beside `here`; `stanza_type` is that of a stanza, where it is known."""
    return tuple(
        place
        for place in PLACES[reference.kind]
        if place != here and (not stanza_type or stanza_type in _ONLY_OF.get(place, (stanza_type,)))
    )


def carried_by(record: JournalRecord) -> Carried:
    """Return what a stanza carried, and the message that it belongs to."""
    message_id = record.turn_ref or ""
    body = _body(record)
    kind = _KINDS.get(record.name)
    what = Reference(kind=kind, id=record.content_id) if kind and record.content_id else None
    match body:
        case wire.Transcription(final=False):
            what = None
        case wire.AssistantSentence(sequence=sequence) if message_id:
            what = sentence_reference(message_id, int(sequence))
        case wire.AudioChunk(seq=int(sequence)) if message_id:
            what = sentence_reference(message_id, sequence)
        case wire.ToolUseResult(request_id=request):
            what = Reference(kind="tool", id=request)
        case _:
            pass
    return Carried(what=what, message_id=message_id, phase=_phase(record.name, body))


def stanzas_of(reference: Reference, records: Iterable[JournalRecord]) -> list[JournalRecord]:
    """Return the stanzas that carried a thing, the telling one first; duplicates come last.

    Where none carried a message itself, those that belong to it stand for it.
    """
    found = [(rank, record.seq, record) for record in records if (rank := _rank(reference, record)) is not None]
    best = min((rank[0] for rank, _, _ in found), default=0)
    return [record for rank, _, record in sorted(found, key=lambda one: one[:2]) if rank[0] == best]


def phase_names(phase: str) -> tuple[str, ...]:
    """Return the types of the stanzas that a phase of a turn may be linked with, the best first."""
    return PHASE_STANZAS.get(phase, ANY_PHASE)


def _rank(reference: Reference, record: JournalRecord) -> tuple[int, bool, int] | None:
    """Return how well a stanza stands for a thing, the least the best; None where it does not."""
    carried = carried_by(record)
    if reference.kind == "phase":
        names = phase_names(reference.id)
        apart = {carried.phase, reference.id} == {"retrieval", "kept"}
        if record.name not in names or apart or (carried.what is None and record.name == "Transcription"):
            return None
        return names.index(record.name), record.duplicate, 0
    if carried.what == reference:
        return 0, record.duplicate, _LATER.get(record.name, 0)
    if reference.kind == "message" and carried.message_id == reference.id:
        return 1, record.duplicate, 0
    return None


def _body(record: JournalRecord) -> Any:
    inbound = decode(record.raw) if record.raw and not record.stranger else None
    return inbound.body if isinstance(inbound, Stanza) else None


def _phase(name: str, body: Any) -> str:
    if isinstance(body, wire.MemoryTrace) and body.action in {"stored", "updated"}:
        return "kept"
    return next((phase for phase, names in PHASE_STANZAS.items() if phase != "speech" and name == names[0]), "")


class LocationHistory:
    """Places in the order of the visits, and which of them is shown."""

    def __init__(self) -> None:
        self._locations: list[Location] = []
        self._at = -1

    @property
    def current(self) -> Location | None:
        """Where one is; None before the first visit."""
        return self._locations[self._at] if self._locations else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place before."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether one went back from a place."""
        return self._at + 1 < len(self._locations)

    def visit(self, location: Location) -> None:
        """Go to another place; what one went back from is forgotten."""
        if location == self.current:
            return
        self._locations = [*self._locations[: self._at + 1], location][-MAX_LOCATIONS:]
        self._at = len(self._locations) - 1

    def move(self, location: Location) -> None:
        """Take a step: within the same tab it is the same place, in another one a visit."""
        current = self.current
        if current is None or current.place != location.place:
            self.visit(location)
        else:
            self._locations[self._at] = location

    def back(self) -> Location | None:
        """Return the place before, which is now the current one; None where there is none."""
        return self._go(-1) if self.can_go_back else None

    def forward(self) -> Location | None:
        """Return the place that one went back from; None where there is none."""
        return self._go(1) if self.can_go_forward else None

    def drop_current(self) -> None:
        """Forget a place that is not there any more; the one before is current, else the one after."""
        if self._locations:
            del self._locations[self._at]
            self._at = max(0, self._at - 1) if self._locations else -1

    def clear(self) -> None:
        """Forget all, because another conversation is shown."""
        self._locations, self._at = [], -1

    def _go(self, step: int) -> Location:
        self._at += step
        return self._locations[self._at]
