"""Resolve which message a stanza belongs to, also where a deployed server has its own id for a question."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.messages import Message, UserMessage
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, text, whole_number
from alicia_desktop.store.projection.control import acknowledged_content
from alicia_desktop.store.projection.message_rows import restore_order

_NAMED_BY: Final[dict[type[Message], str]] = {
    wire.ErrorMessage: "originating_id",
    wire.UserMessage: "id",
    wire.AssistantMessage: "id",
    wire.ReasoningStep: "previous_id",
    wire.ToolUseRequest: "message_id",
    wire.Transcription: "id",
    wire.ControlStop: "target_id",
    wire.ControlVariation: "target_id",
    wire.StartAnswer: "id",
    wire.MemoryTrace: "previous_id",
    wire.Commentary: "target_id",
    wire.Feedback: "message_id",
    wire.UserNote: "message_id",
    wire.NoteConfirmation: "message_id",
}
"""The attribute that names the message, where it is one attribute."""
_NAMING: Final = (
    ("alicia_memory_used", "message_id"),
    ("alicia_tool_uses", "message_id"),
    ("alicia_reasoning_steps", "message_id"),
    ("journal", "turn_ref"),
)
"""What beside an answer may name a question."""
_LATELY: Final = 500
"""Stanzas."""


def turn_ref(batch: Batch, context: Context) -> str | None:
    """Return the id of the message that the stanza belongs to, or None."""
    body = context.stanza.body
    attribute = _NAMED_BY.get(type(body))
    if attribute is not None:
        named: str | None = getattr(body, attribute)
        return named or None
    match body:
        case wire.AssistantSentence():
            return batch.answer_of(body.previous_id)
        case wire.AudioChunk():
            messages_id = text(context.stanza.meta.get("messageId"))
            return batch.answer_of(messages_id) if messages_id else None
        case wire.ToolUseResult():
            user = batch.waiting.user_of(body.request_id)
            return user or _first(batch, "SELECT message_id FROM alicia_tool_uses WHERE id = ?", body.request_id)
        case wire.FeedbackConfirmation():
            return _first(batch, "SELECT message_id FROM alicia_feedback WHERE id = ?", body.feedback_id)
        case wire.Acknowledgement():
            stanza_id = whole_number(body.acknowledged_stanza_id)
            if body.acknowledged_message_id or not stanza_id:
                return body.acknowledged_message_id or None
            return acknowledged_content(batch, context, stanza_id)
        case _:
            return None


def _first(batch: Batch, query: str, row_id: str) -> str | None:
    row = batch.execute(query, (row_id,)).fetchone()
    return row[0] if row else None


def in_our_names(batch: Batch, context: Context) -> Context:
    """Return the stanza with our id of the question that it names; as it came from any other server."""
    if context.direction == "out" or not batch.is_deployed(context.conversation_id):
        return context
    body = context.stanza.body
    named = deployed.question_named(body)
    if named is None or batch.message(named) is not None:
        return context
    own_id = batch.named_by_server(named)
    if own_id is None:
        own_id = _asked_in(batch, context)
        if own_id is None:
            return context
        name_question(batch, own_id, named, batch.text_of(context.at))
    return structs.replace(context, stanza=replace(context.stanza, body=deployed.rename_question(body, own_id)))


def name_question(batch: Batch, own_id: str, server_id: str, at: str) -> None:
    """Store the server's id of a question of ours: the server has it, so it is synced."""
    batch.flush()  # an answer, or a trace, may have named it before anybody knew whose it is
    (conversation_id,) = batch.execute(
        "UPDATE alicia_messages SET server_id = ? WHERE id = ? RETURNING conversation_id", (server_id, own_id)
    ).fetchone()
    batch.refer(own_id, at)
    for table, column in _NAMING:
        batch.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (own_id, server_id))
    answers = batch.execute(
        "UPDATE alicia_messages SET previous_id = ? WHERE previous_id = ? RETURNING id", (own_id, server_id)
    ).fetchall()
    for (answer_id,) in answers:
        batch.note("message", conversation_id, answer_id)
        restore_order(batch, conversation_id, answer_id)


def _asked_in(batch: Batch, context: Context) -> str | None:
    """Return the question of ours that the stanza can only mean, or None."""
    body = context.stanza.body
    batch.empty_outbox()
    batch.waiting.write_messages()
    rows = batch.execute(
        "SELECT outbox.content_id, alicia_messages.contents FROM outbox "
        "JOIN alicia_messages ON alicia_messages.id = outbox.content_id "
        "WHERE outbox.conversation_id = ? AND outbox.type = ? AND outbox.status = 'sent' ORDER BY outbox.pk",
        (context.conversation_id, UserMessage.TYPE),
    ).fetchall()
    if isinstance(body, UserMessage):
        ours = [deployed.AskedQuestion(id=own_id, text=text) for own_id, text in rows]
        found = deployed.same_questions(ours, [deployed.AskedQuestion(id=body.id, text=body.content)])
        return next(iter(found), None)
    if len(rows) != 1 or not deployed.names_what_is_asked(body) or _others_ask(batch, context.conversation_id):
        return None
    own_id: str = rows[0][0]
    return own_id


def _others_ask(batch: Batch, conversation_id: str) -> bool:
    """Whether another device has asked something in the room of late: then only the history tells whose is whose."""
    row = batch.execute(
        "SELECT 1 FROM (SELECT stranger, type FROM journal WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?) "
        "WHERE stranger AND type = ?",
        (conversation_id, _LATELY, UserMessage.TYPE),
    ).fetchone()
    return row is not None
