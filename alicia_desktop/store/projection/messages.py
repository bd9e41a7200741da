"""Project questions and answers, whole or streamed, spoken or typed, with their reasoning steps and tool uses."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from alicia_desktop.base import ids
from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.attachments import read_attachments, without_data
from alicia_desktop.protocol.conversation_settings import model_name_in
from alicia_desktop.protocol.extensions import FINISH_REASON, TIMINGS, USAGE
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    ReasoningStep,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
    says_less,
)
from alicia_desktop.store.conversations import attachments
from alicia_desktop.store.projection import control
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, moment, text, whole_number
from alicia_desktop.store.projection.message_rows import put, revive
from alicia_desktop.store.projection.speech import take_over_words
from alicia_desktop.store.records import CUT_OFF
from alicia_desktop.store.schema.columns import storable, to_json_text

RESULTS_SENT: Final = "status = 'sent' AND type"
"""Results of our tools that were sent. A server that answers has them or needs them no more, acknowledged or not."""


def user_message(batch: Batch, context: Context, body: UserMessage) -> None:
    """Project type 2: a question of ours is `pending` until the server acknowledges it or names it."""
    at = batch.text_of(context.at)
    take_over_words(batch, context, body)
    known = batch.message(body.id)
    if context.from_server and known is not None and known.rewritten:
        return
    pending = context.direction == "out" and not context.from_server
    heads = without_data(body).attachments
    put(
        batch,
        context.conversation_id,
        body.id,
        at,
        role="user",
        status="completed",
        pending=pending,
        whole=True,
        previous_id=body.previous_id,
        contents=storable(body.content),
        local_id=_local_id(context) or (body.id if context.stanza.stanza_id > 0 and not pending else None),
        attachments=None if heads is None else to_json_text(heads),
        created_at=moment(body.timestamp, at) if body.timestamp else None,
    )
    put_attachments(batch, context.conversation_id, body.id, body.attachments, at)
    if known is None:
        control.stop_if_stopped_early(batch, context, body.id)
    if not pending:
        batch.settle_message(body.id, at)


def put_attachments(batch: Batch, conversation_id: str, message_id: str, values: Sequence[Any] | None, at: str) -> None:
    """Insert the files of a message; those that came without their bytes are noted, so that they are fetched."""
    files = read_attachments(values)
    if files:
        batch.executemany(attachments.PUT, attachments.rows_for(files, message_id, conversation_id, at))
    if any(one.data is None for one in files):
        batch.note("attachment", conversation_id, message_id)


def _local_id(context: Context) -> str | None:
    """Return the id that a client gave the message when it wrote it, if the stanza says so."""
    return text(context.stanza.meta.get("localId"))


def assistant_message(batch: Batch, context: Context, body: AssistantMessage) -> None:
    """Project type 3: beside sentences of the same answer its text wins, and the row stays one.

    One that says less than what was received marks the answer as cut; one without words is no answer at all.
    """
    at = batch.text_of(context.at)
    is_begun = batch.message(body.id) is not None
    if is_begun and says_less(body.content, received(batch, body.id)):
        cut(batch, context.conversation_id, body.id, at)
        batch.settle_message(body.previous_id, at)
        return
    if not body.content.strip():
        if is_begun and not batch.is_deployed(context.conversation_id):  # there its sentences may go on
            cut(batch, context.conversation_id, body.id, at)
        batch.settle_message(body.previous_id, at)
        return
    put(
        batch,
        context.conversation_id,
        body.id,
        at,
        role="assistant",
        status="completed",
        whole=True,
        previous_id=body.previous_id,
        contents=body.content,
        local_id=_local_id(context),
        model_id=model_name_in(context.stanza.meta),
        created_at=moment(body.timestamp, at) if body.timestamp else None,
    )
    if is_begun:
        close_sentences(batch, body.id)
    batch.end_waiting(context.conversation_id, body.id, body.previous_id)
    batch.settle_message(body.previous_id, at)


def start_answer(batch: Batch, context: Context, body: StartAnswer) -> None:
    """Project type 13: an empty row, `streaming`, unless sentences that came earlier have made the row."""
    at = batch.text_of(context.at)
    known = batch.message(body.id)
    if batch.is_deployed(context.conversation_id):
        if deployed.is_placeholder(body):
            return
        if known is None:
            _end_earlier(batch, context)
    put(
        batch,
        context.conversation_id,
        body.id,
        at,
        role="assistant",
        status=known.status if known else "streaming",
        whole=known is not None and known.whole,
        previous_id=body.previous_id,
        model_id=model_name_in(context.stanza.meta),
        answer_type=body.answer_type,
        planned=whole_number(body.planned_sentence_count),
    )
    if known is None and is_stopped(batch, body.previous_id):
        control.stop_from_the_start(batch, context, body.id)
    batch.end_waiting(context.conversation_id, body.id, body.previous_id)
    batch.settle_message(body.previous_id, at)
    batch.waiting.settle(context.conversation_id, RESULTS_SENT, ToolUseResult.TYPE)


def is_stopped(batch: Batch, question_id: str | None) -> bool:
    """Whether a question was stopped before anything answered it."""
    question = batch.message(question_id)
    return question is not None and question.role == "user" and question.stopped


def assistant_sentence(batch: Batch, context: Context, body: AssistantSentence) -> None:
    """Project type 16: the answer's contents grow with each; the final one closes it."""
    at = batch.text_of(context.at)
    answer_id = batch.answer_of(body.previous_id)
    known = batch.message(answer_id)
    if known is None:
        known = put(batch, context.conversation_id, answer_id, at, role="assistant", status="streaming")
    if known.status == "failed" and not known.refused:  # cut off, and now it goes on under its old id
        known.status = "streaming"
        revive(batch, answer_id)
    if body.is_final:
        known.status = "completed"
        batch.end_waiting(context.conversation_id, answer_id)
        batch.waiting.settle(context.conversation_id, RESULTS_SENT, ToolUseResult.TYPE)
        if reason := text(context.stanza.meta.get(FINISH_REASON)):
            batch.add_meta_of(answer_id, FINISH_REASON, reason, at)
        for key in (TIMINGS, USAGE):
            if isinstance(told := context.stanza.meta.get(key), Mapping):
                batch.add_meta_of(answer_id, key, to_json_text(told), at)
    if body.id and body.id != answer_id:
        _adopt(batch, body.id, answer_id)
    status = "completed" if known.status == "completed" else "streaming"
    meta = "{}" if body.audio is None or isinstance(body.audio, bytes) else to_json_text({"audio": body.audio})
    sequence = whole_number(body.sequence)
    batch.add_sentence(
        answer_id, body.id, (sequence, body.text, meta, status, at), conversation_id=context.conversation_id
    )
    if isinstance(body.audio, bytes):
        batch.flush()
        batch.execute(
            "UPDATE alicia_sentences SET audio_type = 'output', audio_data = ?, audio_bytesize = ? "
            "WHERE message_id = ? AND sentence_sequence_number = ?",
            (body.audio, len(body.audio), answer_id, sequence),
        )


def reasoning_step(batch: Batch, context: Context, body: ReasoningStep) -> None:
    """Project type 5: a step of reasoning, in its place under the answer."""
    at = batch.text_of(context.at)
    step_id = body.id or ids.new_id(ids.REASONING)
    batch.waiting.hold_step(
        (
            step_id,
            context.conversation_id,
            body.previous_id,
            body.content,
            whole_number(body.step_index),
            whole_number(body.total_steps),
            at,
        )
    )
    batch.note("reasoning", context.conversation_id, step_id)
    batch.settle_message(body.previous_id, at)


def _end_earlier(batch: Batch, context: Context) -> None:
    """End the open answers of a deployed server: it marks no sentence as the last, the next turn ends its answer.

    See docs/protocol.md#order-in-a-turn.
    """
    batch.flush()
    rows = batch.execute(
        "UPDATE alicia_messages SET completion_status = iif(contents = '', 'failed', 'completed'), "
        "error_message = iif(contents = '', ?, error_message), updated_at = ? "
        "WHERE conversation_id = ? AND completion_status = 'streaming' RETURNING id",
        (CUT_OFF, batch.text_of(context.at), context.conversation_id),
    ).fetchall()
    for (answer_id,) in rows:
        close_sentences(batch, answer_id)
        batch.forget(answer_id)
        batch.note("message", context.conversation_id, answer_id)


def close_sentences(batch: Batch, answer_id: str) -> None:
    """Mark all sentences of an answer that is whole as completed, also those that were cut off."""
    batch.flush()
    batch.execute(
        "UPDATE alicia_sentences SET completion_status = 'completed' WHERE message_id = ? "
        "AND completion_status IN ('streaming', 'failed')",
        (answer_id,),
    )


def received(batch: Batch, answer_id: str) -> str:
    """Return all that has come of an answer that is there."""
    batch.flush()
    row = batch.execute("SELECT contents FROM alicia_messages WHERE id = ?", (answer_id,)).fetchone()
    return str(row[0])


def cut(batch: Batch, conversation_id: str, answer_id: str, at: str) -> None:
    """Mark an answer as cut off, because its server has less of it than was received; what came is kept.

    Args:
        at: now, as it is stored.
    """
    batch.flush()
    row = batch.execute(
        "UPDATE alicia_messages SET completion_status = 'failed', error_message = ?, updated_at = ? "
        "WHERE id = ? AND stopped_at IS NULL AND completion_status <> 'failed' RETURNING id",
        (CUT_OFF, at, answer_id),
    ).fetchone()
    if row is not None:
        batch.forget(answer_id)
        batch.note("message", conversation_id, answer_id)


def _adopt(batch: Batch, sentence_id: str, answer_id: str) -> None:
    """Merge into the real answer a row that was made for one by mistake.

    Some servers' `previousId` names the sentence before instead of the answer.
    """
    mistaken = batch.message(sentence_id)
    if mistaken is None or mistaken.role != "assistant" or mistaken.whole:
        return
    batch.flush()
    started = batch.execute("SELECT previous_id FROM alicia_messages WHERE id = ?", (sentence_id,)).fetchone()[0]
    if started is not None:
        return
    batch.execute("UPDATE OR IGNORE alicia_sentences SET message_id = ? WHERE message_id = ?", (answer_id, sentence_id))
    batch.execute("DELETE FROM alicia_sentences WHERE message_id = ?", (sentence_id,))  # the real one had these numbers
    batch.execute("DELETE FROM alicia_messages WHERE id = ?", (sentence_id,))
    batch.forget(sentence_id)
    batch.forget_sentences(sentence_id)
    owner = batch.message(answer_id)
    if owner is not None and mistaken.status == "completed":
        owner.status = "completed"
    batch.note("message", mistaken.conversation_id, sentence_id)


_CANCELLED: Final = "cancelled"
"""The error code, and the status, of a tool that a stop ended."""
_RESULT: Final = (
    "INSERT INTO alicia_tool_uses(id, conversation_id, tool_result, status, error_code, error_message, completed_at, "
    "created_at, updated_at) VALUES (:id, :conversation_id, :result, :status, :error_code, :error_message, "
    ":completed_at, :completed_at, :completed_at) ON CONFLICT(id) DO UPDATE SET "
    "tool_result = excluded.tool_result, status = excluded.status, error_code = excluded.error_code, "
    "error_message = excluded.error_message, completed_at = excluded.completed_at, updated_at = excluded.updated_at"
)


def tool_use_request(batch: Batch, context: Context, body: ToolUseRequest) -> None:
    """Project type 6: `pending` until it is started. The first one of an id stands: the user is asked about it."""
    at = batch.text_of(context.at)
    batch.waiting.hold_tool_use(
        {
            "id": body.id,
            "conversation_id": context.conversation_id,
            "message_id": body.message_id or None,
            "tool_name": body.tool_name,
            "arguments": to_json_text(body.parameters),
            "execution": body.execution,
            "timeout_ms": whole_number(body.timeout_ms),
            "at": at,
        }
    )
    batch.note("tool_use", context.conversation_id, body.id)
    batch.settle_message(body.message_id, at)


def tool_use_result(batch: Batch, context: Context, body: ToolUseResult) -> None:
    """Project type 7: the result of a tool wins over what was expected of it, also after a stop."""
    at = batch.text_of(context.at)
    failed = _CANCELLED if body.error_code == _CANCELLED else "error"
    result = {
        "id": body.request_id,
        "result": None if body.result is None else to_json_text(body.result),
        "status": "success" if body.success else failed,
        "error_code": body.error_code,
        "error_message": body.error_message,
        "completed_at": at,
    }
    if not batch.waiting.complete_tool_use(result):
        batch.execute(_RESULT, {**result, "conversation_id": context.conversation_id})
    batch.note("tool_use", context.conversation_id, body.request_id)
