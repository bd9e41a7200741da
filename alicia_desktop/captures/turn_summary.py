"""Read the turns of a conversation for comparing and checking: asked, retrieved, called, said, and how long it took.

The same records and the same clock as the Turn tab's (`view.turns`), so that a check in CI and the window agree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.translation import translate
from alicia_desktop.store.conversations import messages, transcripts
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.view.conversation_settings import made_by
from alicia_desktop.view.payload_reader import json_map
from alicia_desktop.view.tools import duration_ms
from alicia_desktop.view.turn_records import TurnClock, TurnRecords, records_of_turn
from alicia_desktop.view.waterfall import WaterfallRow, waterfall

_TURNS_AT_ONCE: Final = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCallSummary:
    """One use of a tool in a turn."""

    id: str
    name: str
    arguments: Any
    status: str
    """`success`, `error`, `cancelled`, `pending` or `running`."""
    result: Any
    error: str
    took_ms: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RetrievedMemory:
    """One memory that an answer was given."""

    id: str
    content: str
    score: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnSummary:
    """One turn: a question, and the answer to it that holds."""

    number: int
    question_id: str
    asked: str
    retrieved: tuple[RetrievedMemory, ...]
    """In the order in which they were ranked."""
    called: tuple[ToolCallSummary, ...]
    answered: bool
    said: str
    error: str
    """Of the answer; empty where there is none."""
    model: str
    first_word_ms: float | None
    """From the turn's zero to the first sentence."""
    took_ms: float | None
    """To the end of the last bar of the waterfall."""
    records: TurnRecords
    waterfall: tuple[WaterfallRow, ...]


def read_turns(conn: Connection, conversation_id: str) -> Iterator[TurnSummary]:
    """Yield the turns of a conversation in order, as far as nothing has superseded them."""
    every = [one for one in messages.of_conversation(conn, conversation_id) if one.superseded_at is None]
    questions = [message for message in every if message.message_role == "user"]
    answers = {one.previous_id: one for one in every if one.message_role == "assistant"}
    for start in range(0, len(questions), _TURNS_AT_ONCE):
        some = questions[start : start + _TURNS_AT_ONCE]
        ids = [one.id for question in some for one in (question, answers.get(question.id)) if one is not None]
        bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, conversation_id, ids)}
        for number, question in enumerate(some, start=start + 1):
            answer = answers.get(question.id)
            bundle = bundles.get(answer.id) if answer is not None else None
            meta = bundles[question.id].meta
            yield _summary(
                records_of_turn(conn, question, bundle, question_meta=meta, number=number, count=len(questions))
            )


def _summary(turn: TurnRecords) -> TurnSummary:
    rows = waterfall(turn, TurnClock(turn)).rows
    answer = turn.answer
    first = next((row for row in rows if row.id == "first sentence"), None)
    return TurnSummary(
        number=turn.number,
        question_id=turn.question.id,
        asked=turn.question.contents,
        retrieved=_retrieved(answer),
        called=_called(answer),
        answered=answer is not None,
        said=answer.message.contents if answer is not None else "",
        error=_error_of(turn.question) or (_error_of(answer.message) if answer is not None else ""),
        model=(made_by(json_map(answer.meta, "model")) or "") if answer is not None else "",
        first_word_ms=None if first is None else first.at_ms + (first.took_ms or 0),
        took_ms=_end(rows),
        records=turn,
        waterfall=rows,
    )


def _retrieved(answer: MessageBundle | None) -> tuple[RetrievedMemory, ...]:
    uses = [use for use in answer.traces if use.action not in {"stored", "updated"}] if answer is not None else []
    uses.sort(key=lambda use: (use.position_in_results is None, use.position_in_results or 0))
    return tuple(RetrievedMemory(id=use.memory_id, content=use.content, score=use.confidence) for use in uses)


def _called(answer: MessageBundle | None) -> tuple[ToolCallSummary, ...]:
    return tuple(
        ToolCallSummary(
            id=use.id,
            name=use.tool_name,
            arguments=use.tool_arguments,
            status=use.status,
            result=use.tool_result,
            error=use.error_message or "",
            took_ms=duration_ms(use),
        )
        for use in (answer.tools if answer is not None else ())
    )


def _error_of(message: MessageRecord) -> str:
    if message.error_message:
        return message.error_sentence
    return translate("It failed.") if message.completion_status == "failed" else ""


def _end(rows: Sequence[WaterfallRow]) -> float | None:
    return max((row.end_ms for row in rows if row.kind != "speech"), default=None)
