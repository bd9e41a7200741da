"""Measure when things happened in one turn, in milliseconds by this computer's own clock.

Zero is the end of speech for a spoken question, else the moment the question left this computer. All is read from
the journal's times and the `client.*` moments, so an old conversation shows the same figures as a live one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.session.ledger import (
    SENT_AT,
    SOUND_ENDED_AT,
    SOUND_STARTED_AT,
    SPEECH_ENDED_AT,
    SPEECH_STARTED_AT,
)
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.records import JournalRecord, MessageRecord
from alicia_desktop.view import text
from alicia_desktop.view.retrievals import retrieval_map, retrieval_ms
from alicia_desktop.view.tools import duration_ms

BEGINNINGS: Final = frozenset({"UserMessage", "Transcription", "StartAnswer"})
"""Stanzas that every turn has; without them what is left is the last one, which stays (`store.retention`)."""

STANZAS: Final = BEGINNINGS | {"MemoryTrace"}
"""Names of the stanzas that are shown of a turn; what else there is of it is read from its messages."""


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
class TurnRecords:
    """The records of one turn."""

    question: MessageRecord
    question_meta: Mapping[str, str]
    answer: MessageBundle | None
    answer_meta: Mapping[str, str]
    journal: Sequence[JournalRecord]
    """The `STANZAS` of question and answer, in the order of arrival."""
    number: int
    count: int
    previous_id: str | None = None
    next_id: str | None = None


class TurnClock:
    """Milliseconds after the turn's zero."""

    def __init__(self, turn: TurnRecords) -> None:
        meta = turn.question_meta
        self.speech_started = _moment(meta, SPEECH_STARTED_AT)
        self.speech_ended = _moment(meta, SPEECH_ENDED_AT)
        self.spoken = meta.get("source") == "microphone" or self.speech_ended is not None
        self.regeneration_with_memories = turn.answer.asked_again_at if turn.answer is not None else None
        """When the answer was asked for again; None for a first one."""
        self.zero = (
            self.regeneration_with_memories or self.speech_ended or _moment(meta, SENT_AT) or turn.question.created_at
        )

    def at(self, moment: datetime) -> float:
        """Return milliseconds after zero."""
        return (moment - self.zero).total_seconds() * 1000


def _moment(meta: Mapping[str, str], key: str) -> datetime | None:
    value = meta.get(key)
    return datetime.fromisoformat(value) if value else None


def _row(row_id: str, kind: str, label: str, at_ms: float, took: float | None) -> WaterfallRow:
    return WaterfallRow(
        id=row_id,
        kind=kind,  # type: ignore[arg-type]  # the callers below give only the kinds of the row
        label=label,
        at_ms=at_ms,
        took_ms=took,
        at=text.signed(at_ms),
        took="·" if took is None else text.duration(took),
    )


def waterfall(turn: TurnRecords, clock: TurnClock) -> tuple[WaterfallRow, ...]:
    """Return the bars of a turn in the order in which they began."""
    rows = _speech(clock) + _heard(turn, clock) + _retrieval(turn, clock)
    if turn.answer is not None:
        rows += _answer(turn.answer, turn, clock)
    return tuple(sorted(rows, key=lambda row: row.at_ms))


def _speech(clock: TurnClock) -> list[WaterfallRow]:
    if clock.speech_started is None or clock.speech_ended is None or clock.regeneration_with_memories is not None:
        return []
    start = clock.at(clock.speech_started)
    return [_row("speech", "speech", "You speak", start, -start)]


def _heard(turn: TurnRecords, clock: TurnClock) -> list[WaterfallRow]:
    finals = [record for record in turn.journal if record.name == "Transcription" and not record.duplicate]
    if not finals or not clock.spoken or clock.regeneration_with_memories is not None:
        return []
    at = clock.at(finals[-1].received_at)
    return [_row("transcript", "transcript", "Final transcript", 0.0, max(0.0, at))]


def _retrieval(turn: TurnRecords, clock: TurnClock) -> list[WaterfallRow]:
    """Return when memories were looked for, which ends with the first that was found, and when one was written down.

    Where none was found, the StartAnswer says how long it took.
    """
    uses = turn.answer.traces if turn.answer is not None else ()
    written = {use.id for use in uses if use.action in {"stored", "updated"}}
    traces = trace_stanzas(turn)
    found = [record for record in traces if record.content_id not in written]
    kept = [record for record in traces if record.content_id in written]
    told = (retrieval_ms(sent) for sent in (retrieval_map(uses, turn.answer_meta), *(use.meta for use in uses)))
    took = next((ms for ms in told if ms is not None), None)
    ends = found
    if not ends and took is not None and turn.answer is not None:
        ends = _stanzas(turn, "StartAnswer", {turn.answer.message.id})
    rows = []
    if ends:
        at = clock.at(ends[0].received_at)
        rows.append(_row("retrieval", "retrieval", "Memory retrieval", at - (took or 0), took))
    if kept:
        rows.append(_row("kept", "retrieval", "Memory stored", clock.at(kept[0].received_at), None))
    return rows


def trace_stanzas(turn: TurnRecords) -> list[JournalRecord]:
    """Return the traces of the shown answer as they came; a question that was asked again has those of others too."""
    return _stanzas(turn, "MemoryTrace", {use.id for use in turn.answer.traces} if turn.answer else None)


def _stanzas(turn: TurnRecords, name: str, ids: Collection[str] | None) -> list[JournalRecord]:
    named = [record for record in turn.journal if record.name == name and not record.duplicate]
    return [record for record in named if ids is None or record.content_id is None or record.content_id in ids]


def _answer(bundle: MessageBundle, turn: TurnRecords, clock: TurnClock) -> list[WaterfallRow]:
    rows = []
    starts = _stanzas(turn, "StartAnswer", {bundle.message.id})
    started = clock.at(starts[0].received_at) if starts else None
    if started is not None:
        rows.append(_row("start", "start", "StartAnswer", started, None))
    rows += [
        _row(step.id, "reasoning", f"Reasoning, step {step.sequence_number}", clock.at(step.created_at), None)
        for step in bundle.reasoning
    ]
    rows += [_row(use.id, "tool", use.tool_name, clock.at(use.created_at), duration_ms(use)) for use in bundle.tools]
    if bundle.sentences:
        first = clock.at(min(sentence.created_at for sentence in bundle.sentences))
        last = clock.at(max(sentence.created_at for sentence in bundle.sentences))
        since = started if started is not None else first
        rows.append(_row("first sentence", "sentence", "First sentence", since, first - since))
        if last > first:
            rows.append(_row("last sentence", "sentence", "All sentences", first, last - first))
    return rows + _sound(turn, clock)


def _sound(turn: TurnRecords, clock: TurnClock) -> list[WaterfallRow]:
    started, ended = _moment(turn.answer_meta, SOUND_STARTED_AT), _moment(turn.answer_meta, SOUND_ENDED_AT)
    if started is None:
        return []
    took = None if ended is None else (ended - started).total_seconds() * 1000
    return [_row("sound", "sound", "Alicia speaks", clock.at(started), took)]


def turn_figures(rows: Sequence[WaterfallRow]) -> tuple[tuple[str, str], ...]:
    """Return the large figures above the waterfall, with what each means."""
    by_id = {row.id: row for row in rows}
    found = []
    if first := by_id.get("first sentence"):
        found.append((text.duration(first.at_ms + (first.took_ms or 0)), "to the first word"))
    if sound := by_id.get("sound"):
        found.append((text.duration(sound.at_ms), "to the first sound"))
    if heard := by_id.get("transcript"):
        found.append((text.duration(heard.at_ms + (heard.took_ms or 0)), "transcript"))
    if (retrieval := by_id.get("retrieval")) and retrieval.took_ms is not None:
        found.append((text.duration(retrieval.took_ms), "retrieval"))
    tools = [row.took_ms for row in rows if row.kind == "tool" and row.took_ms is not None]
    if tools:
        found.append((text.duration(sum(tools)), "tools"))
    ends = [row.at_ms + (row.took_ms or 0) for row in rows if row.kind in {"sentence", "sound"}]
    if ends:
        found.append((text.duration(max(ends)), "to the end"))
    return tuple(found)
