"""Format one message with all that hangs under it as one row, votes and notes among it: pure functions from records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.protocol.attachments import Attachment, read_attachments
from alicia_desktop.protocol.client_tools import is_asked
from alicia_desktop.protocol.extensions import CUT_BY_LENGTH, FINISH_REASON, TIMINGS
from alicia_desktop.protocol.heard_words import heard_words
from alicia_desktop.session.ledger import SENT_AT, SPEECH_ENDED_AT
from alicia_desktop.session.voice_state import Interim
from alicia_desktop.store.conversations.feedback import MessageOpinions
from alicia_desktop.store.conversations.transcripts import MAX_CHILDREN, MessageBundle
from alicia_desktop.store.records import (
    NOTICE,
    WAITS_FOR,
    CommentaryRecord,
    FeedbackRecord,
    MessageRecord,
    ToolUseRecord,
)
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import get_number, json_map
from alicia_desktop.view.retrievals import unread_chips
from alicia_desktop.view.rows import (
    NO_VOTE,
    ChipRow,
    DeliveryState,
    FeedbackState,
    FileRow,
    MessageRow,
    NoteRow,
    SentenceSpan,
    StepRow,
    VoteRow,
    VoteValue,
)
from alicia_desktop.view.tools import card_row, duration_ms
from alicia_desktop.view.traces import best_first, chip_row

_VOTE_VALUES: Final[dict[str, VoteValue]] = {"up": "up", "down": "down", "critical": "down"}
_VOTE_WORDS: Final = {
    "up": translate("Helpful"),
    "down": translate("Not helpful"),
    "critical": translate("Seriously wrong"),
}
_FEEDBACK_STATES: Final[dict[FeedbackState, str]] = {
    "": "",
    "pending": translate("waiting to be sent"),
    "confirmed": translate("saved on server"),
    "kept": translate("saved on this computer"),
    "refused": translate("refused by the server"),
}
ASSISTANT_NAME: Final = "Alicia"

USER_NAME: Final = translate("You")

MAX_SEARCHED_CHARACTERS: Final = 100_000
"""Characters that the search for sentences in a text may pass in vain, beside four times the text's length."""

MAX_ON_THE_WAY_MS: Final = 5_000
"""What takes longer than this from the server to here was not received when it was sent."""
TIMED_TOOLS: Final = 10
"""Tools of an answer whose time is shown under it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConnectionPause:
    """A pause in the attempts to connect."""

    at: datetime | None
    """Its end; None where no further attempt is made."""
    reason: str
    """Why the last one failed, as a sentence."""


def message_row(bundle: MessageBundle, pause: ConnectionPause | None = None) -> MessageRow:
    """Return the row of a message; `pause` is set while its session makes no attempt to connect."""
    message = bundle.message
    is_answer = message.message_role == "assistant"
    contents, spans = _contents(bundle)
    state, words = _delivery(bundle, pause)
    opinions = bundle.opinions
    return MessageRow(
        id=message.id,
        role=message.message_role,
        name=ASSISTANT_NAME if is_answer else USER_NAME,
        time=text.clock_time(message.created_at),
        text=contents,
        revision=0,
        state=state,
        state_text=words,
        state_reason=pause.reason if pause is not None and state == "queued" else "",
        unsent=_is_unsent(bundle),
        spoken=bundle.meta.get("source") == "microphone",
        streaming=is_answer and _streams(bundle),
        stopped_after=_stopped_after(bundle, spans, contents),
        incomplete=_gone(bundle),
        cut=bundle.meta.get(FINISH_REASON) == CUT_BY_LENGTH and message.completion_status == "completed",
        superseded=message.superseded_at is not None,
        awaits_other=_awaits_other(bundle),
        replayable=bundle.sound,
        sentences=spans,
        chips=_chips(bundle),
        tools=tuple(replace(card_row(use), vote=vote_row(opinions, use.id)) for use in _shown_tools(bundle)),
        reasoning=_steps(bundle),
        vote=vote_row(opinions, message.id),
        unexplained=is_answer and is_unexplained(opinions, message.id),
        notes=note_rows(opinions, message.id),
        files=tuple(map(file_row, read_attachments(message.attachments))),
        errors=tuple(filter(None, (message.error_sentence, bundle.meta.get(NOTICE), bundle.meta.get(WAITS_FOR)))),
        timing=_timing(bundle) if is_answer else "",
        previous_id=message.previous_id,
    )


def file_row(file: Attachment) -> FileRow:
    """Return the row of a file of a message."""
    kind: Literal["image", "text", "other"] = "image" if file.is_image else "text" if file.is_text else "other"
    return FileRow(position=file.position, name=file.name, kind=kind, size=text.data_size(file.size))


def _chips(bundle: MessageBundle) -> tuple[ChipRow, ...]:
    """Return a chip for each trace, the best first, and then for each memory that was found and not read."""
    return tuple(
        replace(chip, vote=vote_row(bundle.opinions, chip.memory_id or ""))
        for chip in (*map(chip_row, best_first(bundle.traces)), *unread_chips(bundle))
    )


def _shown_tools(bundle: MessageBundle) -> Iterator[ToolUseRecord]:
    """Yield the tools of an answer; before there is one, only those that ask the user for permission."""
    is_answer = bundle.message.message_role == "assistant"
    return (use for use in bundle.tools if is_answer or is_asked(use.tool_name, use.execution))


def interim_row(interim: Interim, now: datetime) -> MessageRow:
    """Return the row of what is being heard; the final message takes its place under the same id."""
    return MessageRow(
        id=interim.id,
        role="user",
        name=USER_NAME,
        time=text.clock_time(now),
        text=interim.text,
        revision=0,
        state="hearing",
        state_text=translate("Hearing you"),
        spoken=True,
        interim=True,
    )


def _steps(bundle: MessageBundle) -> tuple[StepRow, ...]:
    return tuple(
        StepRow(id=step.id, text=step.content, vote=vote_row(bundle.opinions, step.id))
        for step in sorted(bundle.reasoning, key=lambda step: step.sequence_number)
    )


def _streams(bundle: MessageBundle) -> bool:
    message = bundle.message
    return message.completion_status == "streaming" and message.stopped_at is None and not _gone(bundle)


def _gone(bundle: MessageBundle) -> bool:
    return bundle.message.completion_status == "failed"


def _awaits_other(bundle: MessageBundle) -> bool:
    """Whether another answer was asked for in its place and has not come; not where its question was edited."""
    message, question = bundle.message, bundle.question
    given_up = message.superseded_at is not None and message.superseded_by is None
    return given_up and question is not None and question.superseded_at is None


def _contents(bundle: MessageBundle) -> tuple[str, tuple[SentenceSpan, ...]]:
    """Return the text of a message and where its sentences lie in it.

    While an answer streams its text is its sentences; a stored text is looked through for them, since a server may join
    them in another way than we do.
    """
    sentences = sorted(bundle.sentences, key=lambda sentence: sentence.sentence_sequence_number)
    contents = bundle.message.contents or " ".join(sentence.text.strip() for sentence in sentences)
    spans, place, patience = [], 0, MAX_SEARCHED_CHARACTERS + 4 * len(contents)
    for sentence in sentences:
        words = sentence.text.strip()
        start = contents.find(words, place) if words else -1
        if start >= 0:
            place = start + len(words)
            spans.append(SentenceSpan(sequence=sentence.sentence_sequence_number, start=start, end=place))
        elif words and (patience := patience - (len(contents) - place)) < 0:
            break  # it is another text: looking for each of its sentences would take the square of its length
    return contents, tuple(spans)


def _stopped_after(bundle: MessageBundle, spans: Sequence[SentenceSpan], contents: str) -> int | None:
    """Return how many characters were heard when the answer was interrupted, in whole words."""
    message, length = bundle.message, len(contents)
    interrupted = message.stop_type == "speech" and message.spoken_sequence is not None
    if message.stopped_at is None and not interrupted:
        return None
    beyond = len(spans) == MAX_CHILDREN and message.spoken_sequence is not None
    if message.spoken_sequence is None or (beyond and message.spoken_sequence > spans[-1].sequence):
        return length
    durations = {sentence.sentence_sequence_number: sentence.duration_ms for sentence in bundle.sentences}
    said = [_heard_to(span, contents, message, durations.get(span.sequence)) for span in spans]
    return max(said, default=0)


def _heard_to(span: SentenceSpan, contents: str, message: MessageRecord, duration_ms: int | None) -> int:
    last = message.spoken_sequence or 0
    if span.sequence != last:
        return span.end if span.sequence < last else 0
    words = contents[span.start : span.end]
    return span.start + len(heard_words(words, spoken_ms=message.spoken_ms, duration_ms=duration_ms))


def _delivery(bundle: MessageBundle, pause: ConnectionPause | None) -> tuple[DeliveryState, str]:
    message, waiting = bundle.message, bundle.outbox
    if message.message_role != "user":
        return "received", ""
    if message.sync_status == "conflict":
        return "conflict", translate("Conflict")
    if waiting is not None and waiting.status == "failed":
        return "failed", " · ".join(
            [
                translate("Not sent: {reason}").format(reason=waiting.error or translate("refused")),
                translate_count("{count} attempt", "{count} attempts", waiting.attempts),
            ]
        )
    stopped = translate("Stopped") if message.stopped_at is not None else ""
    if message.sync_status == "synced":
        return "stored", " · ".join(filter(None, (translate("Stored"), stopped)))
    if waiting is not None and waiting.status == "sent" and pause is None:
        return "sending", " · ".join(filter(None, (translate("Sending"), stopped)))
    parts = [translate("Queued"), stopped]
    if waiting is not None and waiting.attempts and waiting.status != "sent":
        parts += [translate_count("{count} attempt", "{count} attempts", waiting.attempts), waiting.error or ""]
    if pause is not None and pause.at is not None:
        parts.append(translate("next try at {time}").format(time=text.second_time(pause.at)))
    return "queued", " · ".join(part for part in parts if part)


def _is_unsent(bundle: MessageBundle) -> bool:
    message, waiting = bundle.message, bundle.outbox
    is_question = message.message_role == "user" and message.sync_status == "pending" and message.stopped_at is None
    return is_question and waiting is not None and waiting.status == "queued" and not waiting.attempts


def asked_at(bundle: MessageBundle) -> datetime | None:
    """Return the moment from which an answer is timed: the end of speech, else when the question was sent.

    For an answer that was asked for again it is that request. All by this computer's clock.
    """
    if bundle.asked_again_at is not None:
        return bundle.asked_again_at
    if bundle.question is None:
        return None
    known = bundle.question_meta
    moment = known.get(SPEECH_ENDED_AT) or known.get(SENT_AT)
    return datetime.fromisoformat(moment) if moment else bundle.question.created_at


def _timing(bundle: MessageBundle) -> str:
    zero = asked_at(bundle)
    parts = []
    if zero is not None and bundle.sentences:
        first = min(sentence.created_at for sentence in bundle.sentences)
        waited = (first - zero).total_seconds() * 1000
        if waited >= 0 and not _came_later(bundle, waited):
            parts.append(translate("First word after {time}").format(time=text.seconds(waited)))
    for use in bundle.tools[:TIMED_TOOLS]:
        took = duration_ms(use)
        if took is not None:
            parts.append(f"{use.tool_name} {text.duration(took)}")
    return " · ".join(parts)


def _came_later(bundle: MessageBundle, waited: float) -> bool:
    """Whether an answer was finished long before it arrived, because no client was connected to receive it.

    How long the server took is a difference of two of its own times, so clocks of two computers are never compared.
    """
    took = get_number(json_map(bundle.meta, TIMINGS), "end")
    return bundle.message.completion_status == "completed" and took is not None and waited > took + MAX_ON_THE_WAY_MS


def vote_row(opinions: MessageOpinions, target_id: str) -> VoteRow:
    """Return the vote that holds for a target."""
    record = opinions.votes.get(target_id)
    if record is None:
        return NO_VOTE
    state = _state(record, opinions)
    parts = [_VOTE_WORDS[record.vote], _FEEDBACK_STATES[state], _counts(record) if state == "confirmed" else ""]
    return VoteRow(value=_VOTE_VALUES[record.vote], state=state, text=" · ".join(part for part in parts if part))


def note_rows(opinions: MessageOpinions, message_id: str) -> tuple[NoteRow, ...]:
    """Return the notes and remarks on a message, in their order."""
    return tuple(_note(record, opinions) for record in opinions.notes.get(message_id, ()))


def is_unexplained(opinions: MessageOpinions, message_id: str) -> bool:
    """Return whether the user voted a message down and has not given a reason."""
    notes = opinions.notes.get(message_id, ())
    return vote_row(opinions, message_id).value == "down" and not any(map(_is_reason, notes))


def _note(record: CommentaryRecord, opinions: MessageOpinions) -> NoteRow:
    mine = "authorRole" not in record.meta and "commentType" not in record.meta
    own = mine or record.meta.get("authorRole") == "user"
    state = _state(record, opinions) if own else "confirmed"
    return NoteRow(
        id=record.id,
        message_id=record.message_id or "",
        text=record.content,
        who=_own_note(record) if mine else _author(record),
        state=state,
        state_text=_FEEDBACK_STATES[state] if own else "",
        mine=mine,
    )


def _own_note(record: CommentaryRecord) -> str:
    return translate("Your note") if record.message_id else translate("Your note on this conversation")


def _author(record: CommentaryRecord) -> str:
    if _is_reason(record):
        return translate("Why it was not helpful")
    role, rating = record.meta.get("authorRole"), record.meta.get("rating")
    who = {"user": translate("Your comment"), "assistant": translate("Comment by Alicia")}.get(
        str(role), translate("Comment by a {role}").format(role=role)
    )
    said = translate("Comment") if role is None else who
    return f"{said} · {translate('{rating} of 5').format(rating=rating)}" if rating else said


def _is_reason(record: CommentaryRecord) -> bool:
    return record.meta.get("authorRole") == "user" and record.meta.get("commentType") == "feedback-negative"


def _state(record: FeedbackRecord | CommentaryRecord, opinions: MessageOpinions) -> FeedbackState:
    if record.sync_status == "synced":
        return "confirmed"
    if record.sync_status == "conflict":
        return "refused"
    return "pending" if record.id in opinions.waiting else "kept"


def _counts(record: FeedbackRecord) -> str:
    """Return how others voted, where the server counts more than this one vote."""
    told = [record.aggregates.get(name) for name in ("upvotes", "downvotes")]
    up, down = (one if isinstance(one, int) else 0 for one in told)
    return (
        translate_count("{count} vote for, {against} against", "{count} votes for, {against} against", up, against=down)
        if up + down > 1
        else ""
    )
