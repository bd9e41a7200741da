"""To which message, question or answer, a stanza belongs: what chains and waterfalls are made of."""

from typing import Final

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.messages import Message
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.projection.control import acknowledged_content
from alicia_desktop.store.projection.values import text, whole_number

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
