"""Show the journal as rows: number, time, direction, type, size and a one-line summary of the contents.

The time of a stanza is that of day, or the seconds since the start, the question of its turn, or the row before:

    times = StanzaTimes(kind="start", start=first).toggled(row)    # and from a row on, since that row
    times.text(other)                                              # "0.412"

A time reference is a row from which the seconds are counted anew, up to the next reference; it shows `REF`.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal, get_args

import msgspec

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.base.visible_text import escape_hidden
from alicia_desktop.protocol import messages
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Malformed, Stanza, Unknown
from alicia_desktop.protocol.extensions import SENT_BY_HAND
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view import text

Badge = Literal["stranger", "malformed", "unknown", "duplicate", "out of order", "after stop", "by hand"]
FORGOTTEN: Final = translate("Text deleted at your request")
DUPLICATE: Final = translate("Duplicate of an earlier stanza, ignored")
FATAL: Final = translate("fatal")
OF_SENTENCE: Final = translate("sentence {number}")
OF_STEPS: Final = translate("{number} of {count}")
SUCCESS: Final = translate("success")
FAILED: Final = translate("failed")
NO_REASON: Final = translate("no reason sent")
OF: Final = translate("of {id}")
LAST_SEEN: Final = translate("last seen {id}")
FINAL_TEXT: Final = translate("final")
INTERIM_TEXT: Final = translate("interim")
PLANNED: Final = translate("{count} sentences planned")
NO_ACTION: Final = translate("action not sent")
ON: Final = translate("{vote} on {target}")
NO_VOTE: Final = translate("no vote")
SAVED: Final = translate("saved")
REFUSED: Final = translate("refused")
DONE: Final = translate("done")
NO_MARKS: Final[Mapping[int, str]] = {}
NO_TURNS: Final[Mapping[str, datetime]] = {}
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
TimeKind = Literal["clock", "start", "question", "delta"]
TIME_KINDS: Final[tuple[TimeKind, ...]] = get_args(TimeKind)
REFERENCE: Final = "REF"
UNKNOWN: Final = "–"


class StanzaRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of the inspector's journal; out of sight of garbage collection, which would walk 200,000 of them."""

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
    note: str | None = None
    """On its mark; empty for a mark without one, None where it is not marked."""
    at: int = 0
    """When it came or was made, in microseconds since 1970."""
    asked: int | None = None
    """The same of the question of its turn; None where it belongs to none."""


def stanza_row(
    record: JournalRecord,
    before: JournalRecord | None,
    marks: Mapping[int, str] = NO_MARKS,
    asked: Mapping[str, datetime] = NO_TURNS,
) -> StanzaRow:
    """Return the row of one journaled stanza; `before` is the row above it, for the time between.

    `asked` is when the question of each turn was asked, by the message that a stanza belongs to.
    """
    question = asked.get(record.turn_ref or "")
    waited = (record.received_at - before.received_at).total_seconds() if before else 0.0
    return StanzaRow(
        id=str(record.seq),
        number=record.seq,
        time=text.exact_time(record.received_at),
        delta=format_number(waited, "z.3f"),
        direction=record.direction,
        stanza="–" if record.stanza_id is None else str(record.stanza_id).replace("-", text.MINUS),
        type=_type_name(record),
        size=text.size(record.size),
        summary=f"{sender(record)}: {summary(record)}" if record.stranger else summary(record),
        badges=badges(record),
        note=marks.get(record.seq),
        at=microseconds(record.received_at),
        asked=None if question is None else microseconds(question),
    )


def microseconds(moment: datetime) -> int:
    """Return microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def stanza_rows(
    records: Sequence[JournalRecord],
    before: JournalRecord | None = None,
    marks: Mapping[int, str] = NO_MARKS,
    asked: Mapping[str, datetime] = NO_TURNS,
) -> list[StanzaRow]:
    """Return the rows of consecutive records, oldest first, with the notes of those that are marked."""
    rows = []
    for record in records:
        rows.append(stanza_row(record, before, marks, asked))
        before = record
    return rows


def badges(record: JournalRecord) -> tuple[Badge, ...]:
    """Return what is odd about a stanza, as words."""
    flags: tuple[tuple[bool, Badge], ...] = (
        (record.stranger, "stranger"),
        (record.malformed, "malformed"),
        (record.unknown, "unknown"),
        (record.duplicate, "duplicate"),
        (record.out_of_order, "out of order"),
        (record.after_stop, "after stop"),
        (record.direction == "out" and bool((record.meta or {}).get(SENT_BY_HAND)), "by hand"),
    )
    return tuple(badge for raised, badge in flags if raised)


def sender(record: JournalRecord) -> str:
    """Return who sent a stanza, by the name that the participant has in the room; no other one looks the same."""
    return text.isolated(text.one_line(escape_hidden(record.sender or "", keep=""), 40)) or translate("somebody")


def _type_name(record: JournalRecord) -> str:
    if record.malformed:
        return "malformed"
    return f"type {record.type}" if record.unknown else record.name


def summary(record: JournalRecord) -> str:
    """Return one line about a stanza's contents."""
    if record.duplicate:
        return DUPLICATE
    if record.raw is None:
        return FORGOTTEN
    inbound = decode(record.raw)
    match inbound:
        case Malformed():
            return record.problems[0] if record.problems else inbound.reason
        case Unknown():
            return translate("Unknown type {type}, stored as raw bytes").format(type=inbound.type)
        case Stanza(body=body):
            say = _SUMMARIES.get(type(body))
            return say(body) if say else ""


def _quoted(words: str) -> str:
    return text.isolated(text.quoted(words))


def _error(body: messages.ErrorMessage) -> str:
    return f"{body.code} {_quoted(body.message)}" + ("" if body.recoverable else f" · {FATAL}")


def _written(body: messages.UserMessage | messages.AssistantMessage) -> str:
    return _quoted(body.content)


def _chunk(body: messages.AudioChunk) -> str:
    length = "" if body.duration is None else text.duration(body.duration)
    place = "" if body.seq is None else OF_SENTENCE.format(number=body.seq)
    return " · ".join(part for part in (place, length, body.format) if part)


def _reasoning(body: messages.ReasoningStep) -> str:
    step = OF_STEPS.format(number=body.step_index, count=body.total_steps) if body.total_steps else body.step_index
    return f"{step} {_quoted(body.content)}"


def _request(body: messages.ToolUseRequest) -> str:
    said = text.one_line(body.tool_name), text.parameters(body.parameters, 40)
    return f"{' '.join(text.isolated(one) for one in said if one)} · {body.execution}"


def _result(body: messages.ToolUseResult) -> str:
    if body.success:
        return f"{SUCCESS} · {text.isolated(text.one_line(text.plain(body.result), 60))}"
    return f"{FAILED} · {body.error_code or body.error_message or NO_REASON}"


def _acknowledgement(body: messages.Acknowledgement) -> str:
    parts = [
        OF.format(id=body.acknowledged_stanza_id) if body.acknowledged_stanza_id is not None else "",
        OF.format(id=body.acknowledged_message_id) if body.acknowledged_message_id else "",
        LAST_SEEN.format(id=body.last_seen_stanza_id) if body.last_seen_stanza_id is not None else "",
    ]
    return " · ".join(part for part in parts if part).replace("-", text.MINUS)


def _transcription(body: messages.Transcription) -> str:
    sure = "" if body.confidence is None else f" · {format_number(body.confidence, '.2f')}"
    return f"{FINAL_TEXT if body.final else INTERIM_TEXT} {_quoted(body.text)}{sure}"


def _stop(body: messages.ControlStop) -> str:
    return " · ".join(part for part in (body.stop_type, body.reason) if part)


def _variation(body: messages.ControlVariation) -> str:
    return f"{body.mode} {_quoted(body.new_content)}" if body.new_content else body.mode


def _configuration(body: messages.Configuration) -> str:
    seen = LAST_SEEN.format(id=body.last_sequence_seen) if body.last_sequence_seen is not None else ""
    features = translate_count("{count} feature", "{count} features", len(body.features)) if body.features else ""
    return " · ".join(part for part in (body.device, seen, features) if part)


def _start(body: messages.StartAnswer) -> str:
    planned = PLANNED.format(count=body.planned_sentence_count) if body.planned_sentence_count else ""
    return " · ".join(part for part in (body.answer_type, planned) if part)


def _trace(body: messages.MemoryTrace) -> str:
    sure = "" if body.confidence is None else f" · {format_number(body.confidence, '.2f')}"
    return f"{body.action or NO_ACTION} {_quoted(body.content)}{sure}"


def _comment(body: messages.Commentary) -> str:
    return _quoted(body.content)


def _sentence(body: messages.AssistantSentence) -> str:
    return f"{body.sequence} {_quoted(body.text)}" + (f" · {FINAL_TEXT}" if body.is_final else "")


def _feedback(body: messages.Feedback) -> str:
    return ON.format(vote=body.vote, target=f"{body.target_type} {body.target_id}")


def _feedback_confirmed(body: messages.FeedbackConfirmation) -> str:
    return ON.format(vote=body.user_vote or NO_VOTE, target=f"{body.target_type} {body.target_id}")


def _note(body: messages.UserNote) -> str:
    return f"{body.action} {_quoted(body.content)}"


def _note_confirmed(body: messages.NoteConfirmation) -> str:
    return SAVED if body.success else REFUSED


def _memory_action(body: messages.MemoryAction) -> str:
    return body.action


def _memory_confirmed(body: messages.MemoryConfirmation) -> str:
    return f"{body.action} {DONE if body.success else REFUSED}"


def _server(body: messages.ServerInfo) -> str:
    return " · ".join(str(body.model[key]) for key in ("name", "provider") if body.model.get(key))


def _stats(body: messages.SessionStats) -> str:
    counts = (
        translate_count("{count} message", "{count} messages", body.message_count),
        translate_count("{count} tool use", "{count} tool uses", body.tool_call_count),
        text.memories(body.memories_used),
    )
    return " · ".join(counts)


_SUMMARIES: Final[Mapping[type[messages.Message], Callable[[Any], str]]] = {
    messages.ErrorMessage: _error,
    messages.UserMessage: _written,
    messages.AssistantMessage: _written,
    messages.AudioChunk: _chunk,
    messages.ReasoningStep: _reasoning,
    messages.ToolUseRequest: _request,
    messages.ToolUseResult: _result,
    messages.Acknowledgement: _acknowledgement,
    messages.Transcription: _transcription,
    messages.ControlStop: _stop,
    messages.ControlVariation: _variation,
    messages.Configuration: _configuration,
    messages.StartAnswer: _start,
    messages.MemoryTrace: _trace,
    messages.Commentary: _comment,
    messages.AssistantSentence: _sentence,
    messages.Feedback: _feedback,
    messages.FeedbackConfirmation: _feedback_confirmed,
    messages.UserNote: _note,
    messages.NoteConfirmation: _note_confirmed,
    messages.MemoryAction: _memory_action,
    messages.MemoryConfirmation: _memory_confirmed,
    messages.ServerInfo: _server,
    messages.SessionStats: _stats,
}


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
