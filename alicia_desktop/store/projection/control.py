"""Project stops, variations, acknowledgements and errors: what changes the state of messages that are there.

`completion_status` keeps its four values; that an answer was stopped or superseded stands in
columns of its own (docs/architecture.md#journal-and-projection).
"""

from collections.abc import Sequence
from typing import Final

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import CUT_BY_LENGTH, FINISH_REASON
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    Configuration,
    ControlStop,
    ControlVariation,
    ErrorMessage,
    UserMessage,
)
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, whole_number
from alicia_desktop.store.projection.people import commentary_stored
from alicia_desktop.store.records import NOTICE, WAITS_FOR

_BRANCH: Final = (
    "WITH RECURSIVE branch(id) AS (SELECT ?1 UNION SELECT later.id FROM alicia_messages AS later "
    "JOIN branch ON later.previous_id = branch.id) "
)
"""A message and all that follows it."""


def control_stop(batch: Batch, context: Context, body: ControlStop) -> None:
    """Project type 10: end its target, or what is being written; a stop of speech lets the text come."""
    batch.flush()
    targets = _targets_of_stop(batch, context, body.target_id)
    ends_writing = body.stop_type != "speech"
    if body.target_id and not targets and ends_writing:
        batch.stopped_early.add(body.target_id)
    _stop(batch, context, body, targets)


def stop_if_stopped_early(batch: Batch, context: Context, question_id: str) -> None:
    """Stop a new question where its stop came before it: what was written apart may come by another way."""
    stopped = question_id in batch.stopped_early
    if not stopped:
        rows = batch.execute(
            "SELECT raw FROM journal WHERE turn_ref = ? AND conversation_id = ? AND type = ? AND NOT stranger",
            (question_id, context.conversation_id, ControlStop.TYPE),
        ).fetchall()
        bodies = [content.body for (raw,) in rows if raw and isinstance(content := decode(raw), Stanza)]
        stopped = any(isinstance(body, ControlStop) and body.stop_type != "speech" for body in bodies)
    if stopped:
        batch.flush()
        _stop(batch, context, ControlStop(target_id=question_id), [question_id])


def stop_from_the_start(batch: Batch, context: Context, answer_id: str) -> None:
    """Stop an answer that begins though its question was stopped before."""
    batch.flush()
    _stop(batch, context, ControlStop(target_id=answer_id), [answer_id])


def _stop(batch: Batch, context: Context, body: ControlStop, targets: Sequence[str]) -> None:
    at = batch.text_of(context.at)
    ends_writing = body.stop_type != "speech"
    meta = context.stanza.meta if isinstance(context.stanza.body, ControlStop) else {}
    if ends_writing:
        batch.end_waiting(context.conversation_id, body.target_id, *targets)
    for message_id in targets:
        batch.execute(
            "UPDATE alicia_messages SET stopped_at = CASE WHEN ?1 THEN coalesce(stopped_at, ?2) ELSE stopped_at END, "
            "stop_type = ?3, stop_reason = ?4, spoken_sequence = coalesce(?5, spoken_sequence), "
            "spoken_ms = coalesce(?6, spoken_ms), completion_status = CASE WHEN ?1 AND completion_status = 'streaming' "
            "THEN 'completed' ELSE completion_status END, updated_at = ?2 WHERE id = ?7",
            (
                ends_writing,
                at,
                body.stop_type,
                body.reason,
                whole_number(meta.get("spokenSequence")),
                whole_number(meta.get("spokenMs")),
                message_id,
            ),
        )
        if ends_writing:
            _close(batch, message_id, "completed")
            _cancel_tools(batch, context, message_id, at)
        batch.forget(message_id)
        batch.note("message", context.conversation_id, message_id)


def control_variation(batch: Batch, context: Context, body: ControlVariation) -> None:
    """Project type 11: `edit` supersedes a question and what follows, `regenerate` an answer."""
    batch.flush()
    target = batch.message(body.target_id)
    if target is None or target.conversation_id != context.conversation_id:
        return
    at = batch.text_of(context.at)
    if body.mode == "continue":
        _reopen(batch, context, body.target_id, at)
    elif body.mode == "regenerate" and target.role == "user":
        batch.execute(
            "UPDATE alicia_messages SET stopped_at = NULL, stop_type = NULL, error_code = NULL, error_message = NULL, "
            "completion_status = iif(completion_status = 'failed', 'completed', completion_status) WHERE id = ?",
            (body.target_id,),
        )
        batch.forget(body.target_id)
        batch.note("message", context.conversation_id, body.target_id)
        for (answer_id,) in batch.execute(
            "SELECT id FROM alicia_messages WHERE previous_id = ? AND message_role = 'assistant'", (body.target_id,)
        ).fetchall():
            _supersede(batch, context, answer_id, at)
    elif body.mode == "regenerate" or target.role == "user":
        _supersede(batch, context, body.target_id, at)


def acknowledgement(batch: Batch, context: Context, body: Acknowledgement) -> None:
    """Project type 8: what the server has acknowledged is `synced`; stanza id 0 is a mere receipt."""
    if not context.from_server or body.success is False:
        return
    if batch.is_deployed(context.conversation_id):
        _receipt(batch, context, body)
        return
    if context.stanza.stanza_id == 0:
        return
    at = batch.text_of(context.at)
    if body.acknowledged_message_id:
        if batch.message(body.acknowledged_message_id) is None:
            commentary_stored(batch, context, body.acknowledged_message_id)
        batch.settle_message(_own_id(batch, body.acknowledged_message_id), at)
        batch.waiting.settle(context.conversation_id, "content_id", body.acknowledged_message_id)
    stanza_id = whole_number(body.acknowledged_stanza_id)
    if stanza_id and _means_ours(batch, context, body, stanza_id):
        batch.settle_message(acknowledged_content(batch, context, stanza_id), at)
        batch.waiting.settle(context.conversation_id, "stanza_id", stanza_id)


def _means_ours(batch: Batch, context: Context, body: Acknowledgement, stanza_id: int) -> bool:
    """Whether the number is one of ours: other clients count from 1 as well, and a deployed server names no stanza."""
    content_id = acknowledged_content(batch, context, stanza_id)
    if body.acknowledged_message_id and content_id not in {None, body.acknowledged_message_id}:
        return False
    unsent = "SELECT 1 FROM outbox WHERE conversation_id = ? AND stanza_id = ? AND attempts = 0"
    if batch.execute(unsent, (context.conversation_id, stanza_id)).fetchone() is not None:
        return False
    if body.acknowledged_message_id or context.direction == "out":
        return True
    return not deployed.is_sure_mark(context.stanza, asked_from=_asked_from(batch, context.conversation_id))


def _asked_from(batch: Batch, conversation_id: str) -> int:
    """Return `lastSequenceSeen` of our last Configuration; 0, which is no stanza's, where there is none."""
    row = batch.execute(
        "SELECT raw FROM journal WHERE conversation_id = ? AND direction = 'out' AND type = ? "
        "ORDER BY seq DESC LIMIT 1",
        (conversation_id, Configuration.TYPE),
    ).fetchone()
    asked = decode(row[0]) if row is not None and row[0] else None
    body = asked.body if isinstance(asked, Stanza) else None
    return (body.last_sequence_seen or 0) if isinstance(body, Configuration) else 0


def _receipt(batch: Batch, context: Context, body: Acknowledgement) -> None:
    """A deployed server has received it: no more can be known of a stop or a variation, and a question needs more."""
    stanza_id = whole_number(body.acknowledged_stanza_id)
    if context.stanza.stanza_id == 0 and stanza_id:
        batch.waiting.settle(
            context.conversation_id, f"type <> {UserMessage.TYPE} AND status = 'sent' AND stanza_id", stanza_id
        )


def acknowledged_content(batch: Batch, context: Context, stanza_id: int) -> str | None:
    """Return the content id of the client stanza with that id that went the other way, as the journal knows it."""
    named = ("out" if context.direction == "in" else "in", context.conversation_id, stanza_id)
    if named in batch.sent:
        return batch.sent[named]
    row = batch.execute(
        "SELECT content_id FROM journal WHERE direction = ? AND conversation_id = ? AND stanza_id = ? "
        "AND stanza_id > 0 AND content_id IS NOT NULL ORDER BY seq DESC LIMIT 1",
        named,
    ).fetchone()
    return row[0] if row else None


def error_message(batch: Batch, context: Context, body: ErrorMessage) -> None:
    """Project type 1: one that is not recoverable ends what it is about, else the turn; what is complete stays.

    Any other is a notice on the message that caused it.
    """
    if batch.is_deployed(context.conversation_id) and deployed.is_harmless(body):
        return
    batch.flush()
    if body.recoverable:
        if body.severity or not body.originating_id:
            _notice(batch, context, body)
        elif _is_waited_for(batch, body.originating_id):
            _notice(batch, context, body, key=WAITS_FOR)
        return
    at = batch.text_of(context.at)
    details = (whole_number(body.code), body.message, at)
    if body.originating_id:
        batch.execute(
            "UPDATE alicia_tool_uses SET status = 'error', error_code = ?1, error_message = ?2, completed_at = ?3, "
            "updated_at = ?3 WHERE id = ?4 AND status IN ('pending', 'running')",
            (str(body.code), body.message, at, body.originating_id),
        )
    broken = batch.execute(
        "SELECT id FROM alicia_messages WHERE conversation_id = ?1 AND completion_status = 'streaming' "
        "AND (?2 IS NULL OR id = ?2 OR previous_id = ?2)",
        (context.conversation_id, body.originating_id or None),
    ).fetchall()
    batch.end_waiting(context.conversation_id, body.originating_id, *(message_id for (message_id,) in broken))
    for (message_id,) in broken:
        _fail(batch, context, message_id, details)
    if not broken and not body.originating_id:
        _notice(batch, context, body)
    named = body.originating_id or ""
    if named and context.direction == "in":  # it came there: a refused message is not acknowledged, and not sent again
        batch.waiting.settle(context.conversation_id, f"type = {UserMessage.TYPE} AND content_id", named)
    question = batch.message(named)
    if question is not None and question.role == "user" and not _is_answered(batch, named):
        _fail(batch, context, named, details)


def _is_waited_for(batch: Batch, message_id: str) -> bool:
    """Whether more is to come of an answer, or of that to a question: what is repeated later says what is over."""
    message = batch.message(message_id)
    if message is None or message.role != "user":
        return message is None or message.status == "streaming"
    return not (message.stopped or _is_answered(batch, message_id))


def _notice(batch: Batch, context: Context, body: ErrorMessage, *, key: str = NOTICE) -> None:
    """Keep it with the message it names, else with the last one; what is about a tool or a memory is told there."""
    row = batch.execute(
        "SELECT id FROM alicia_messages WHERE conversation_id = ?1 AND (?2 IS NULL OR id = ?2) "
        "AND deleted_at IS NULL AND superseded_at IS NULL ORDER BY sequence_number DESC LIMIT 1",
        (context.conversation_id, body.originating_id or None),
    ).fetchone()
    if row is not None and body.message:
        batch.add_meta_of(row[0], key, body.message, batch.text_of(context.at))
        batch.note("message", context.conversation_id, row[0])


def _fail(batch: Batch, context: Context, message_id: str, details: tuple[int | None, str, str]) -> None:
    batch.execute(
        "UPDATE alicia_messages SET completion_status = 'failed', error_code = ?, error_message = ?, updated_at = ? "
        "WHERE id = ?",
        (*details, message_id),
    )
    _close(batch, message_id, "failed")
    batch.forget(message_id)
    batch.note("message", context.conversation_id, message_id)


def _is_answered(batch: Batch, question_id: str) -> bool:
    row = batch.execute(
        "SELECT 1 FROM alicia_messages WHERE previous_id = ? AND message_role = 'assistant' LIMIT 1", (question_id,)
    ).fetchone()
    return row is not None


def _targets_of_stop(batch: Batch, context: Context, target_id: str | None) -> list[str]:
    """Return the answers that the stop means, and the question itself where nothing answers it yet."""
    known = batch.message(target_id)
    if target_id and known is None:
        answer_id = batch.answer_of(target_id)
        return [answer_id] if batch.message(answer_id) else []
    if known is not None and known.conversation_id != context.conversation_id:
        return []
    if target_id and known is not None and known.role == "assistant":
        return [target_id]
    rows = batch.execute(
        "SELECT id FROM alicia_messages WHERE conversation_id = ?1 AND completion_status = 'streaming' "
        "AND (?2 IS NULL OR previous_id = ?2)",
        (context.conversation_id, target_id or None),
    ).fetchall()
    return [row[0] for row in rows] or ([target_id] if target_id else _thought_about(batch, context))


def _thought_about(batch: Batch, context: Context) -> list[str]:
    """Return the first question that nothing answers yet, behind all that was answered: answers come in their order."""
    rows = batch.execute(
        "SELECT id FROM alicia_messages WHERE conversation_id = ?1 AND message_role = 'user' AND stopped_at IS NULL "
        "AND superseded_at IS NULL AND deleted_at IS NULL AND completion_status <> 'failed' "
        "AND sequence_number > coalesce((SELECT sequence_number FROM alicia_messages WHERE conversation_id = ?1 "
        "AND message_role = 'assistant' ORDER BY sequence_number DESC LIMIT 1), 0) ORDER BY sequence_number LIMIT 1",
        (context.conversation_id,),
    ).fetchall()
    return [row[0] for row in rows]


def _close(batch: Batch, message_id: str, status: str) -> None:
    batch.execute(
        "UPDATE alicia_sentences SET completion_status = ? WHERE message_id = ? AND completion_status = 'streaming'",
        (status, message_id),
    )


def _cancel_tools(batch: Batch, context: Context, message_id: str, at: str) -> None:
    rows = batch.execute(
        "UPDATE alicia_tool_uses SET status = 'cancelled', completed_at = ?1, updated_at = ?1 "
        "WHERE conversation_id = ?2 AND status IN ('pending', 'running') AND (message_id IS NULL OR message_id = ?3 "
        "OR message_id = (SELECT previous_id FROM alicia_messages WHERE id = ?3)) RETURNING id",
        (at, context.conversation_id, message_id),
    ).fetchall()
    for (tool_use_id,) in rows:
        batch.note("tool_use", context.conversation_id, tool_use_id)


def _supersede(batch: Batch, context: Context, message_id: str, at: str) -> None:
    batch.expect_replacement(context.conversation_id)
    rows = batch.execute(
        f"{_BRANCH} UPDATE alicia_messages SET superseded_at = ?2, updated_at = ?2 "
        "WHERE id IN branch AND superseded_at IS NULL RETURNING id",
        (message_id, at),
    ).fetchall()
    for (row_id,) in rows:
        batch.note("message", context.conversation_id, row_id)


def _reopen(batch: Batch, context: Context, message_id: str, at: str) -> None:
    """Open an answer again that was stopped, or cut because it might not be longer."""
    cut = batch.execute(
        "DELETE FROM alicia_meta WHERE ref = ? AND key = ? RETURNING value", (message_id, FINISH_REASON)
    ).fetchone()
    batch.execute(
        "UPDATE alicia_messages SET stopped_at = NULL, stop_type = NULL, stop_reason = NULL, error_code = NULL, "
        "error_message = NULL, updated_at = ?1, "
        "completion_status = CASE WHEN stopped_at IS NULL AND NOT ?3 THEN completion_status ELSE 'streaming' END "
        "WHERE id = ?2",
        (at, message_id, cut is not None and cut[0] == CUT_BY_LENGTH),
    )
    batch.forget(message_id)
    batch.note("message", context.conversation_id, message_id)


def _own_id(batch: Batch, message_id: str) -> str:
    """Return our id of a message that the server may know under another."""
    if batch.message(message_id) is not None:
        return message_id
    batch.waiting.write_messages()
    row = batch.execute(
        "SELECT id FROM alicia_messages WHERE local_id = ?1 OR server_id = ?1 LIMIT 1", (message_id,)
    ).fetchone()
    return row[0] if row else message_id
