"""Map every message type to the rule that makes its rows, and check what must hold before it may.

The table is total: a test proves that every message of the registry has its rule.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.messages import Message
from alicia_desktop.store.meta_entries import SERVER_FEATURES, SERVER_INFO
from alicia_desktop.store.projection import control, memory, messages, people, speech
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.schema.columns import to_json_text

Rule = Callable[[Batch, Context, Any], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What became of a stanza."""

    applied: bool = True
    after_stop: bool = False
    """It belongs to an answer that was stopped: not applied (docs/protocol.md#stop)."""
    problem: str | None = None
    """Why it was not applied."""


_APPLIED: Final = Outcome()


def project(batch: Batch, context: Context) -> Outcome:
    """Write the rows of one stanza, none without a conversation; all are in the database after `batch.flush`."""
    if not context.conversation_id:
        return Outcome(applied=False)
    batch.arrive(context.conversation_id, context.stanza.stanza_id, batch.text_of(context.at))
    target = batch.message(_target(batch, context))
    if target is not None and target.conversation_id != context.conversation_id:
        return Outcome(applied=False, problem="its id belongs to a message of another conversation")
    if target is not None and target.stopped and type(context.stanza.body) in _ENDED_BY_STOP:
        return Outcome(applied=False, after_stop=True)
    body = context.stanza.body
    if target is None and isinstance(body, wire.AssistantMessage) and messages.is_stopped(batch, body.previous_id):
        return Outcome(applied=False, after_stop=True)
    context = _named(context)
    batch.add_meta(context)
    RULES[type(context.stanza.body)](batch, context, context.stanza.body)
    return _APPLIED


def _target(batch: Batch, context: Context) -> str | None:
    """Return the message that the stanza would write to."""
    match context.stanza.body:
        case wire.AssistantSentence(previous_id=named):
            return batch.answer_of(named)
        case wire.UserMessage(id=own) | wire.AssistantMessage(id=own) | wire.StartAnswer(id=own):
            return own
        case wire.Transcription(id=own):
            return own
        case wire.AudioChunk() as body:
            return speech.spoken_answer(batch, context, body)
        case _:
            return None


def _named(context: Context) -> Context:
    """Return the context with an id for a message that came without one but needs one."""
    body = context.stanza.body
    prefix = _PREFIXES.get(type(body))
    if prefix is None or getattr(body, "id", None):
        return context
    body = msgspec.structs.replace(body, id=ids.new_id(prefix))
    return msgspec.structs.replace(context, stanza=replace(context.stanza, body=body))


def _configuration(batch: Batch, context: Context, body: wire.Configuration) -> None:
    """Type 12. What a server announces is kept with the conversation, which is there by now; `arrive` has made it."""
    if context.stanza.stanza_id < 0 and body.features is not None:
        features = to_json_text(list(body.features))
        batch.add_meta_of(context.conversation_id, SERVER_FEATURES, features, batch.text_of(context.at))


def _server_info(batch: Batch, context: Context, body: wire.ServerInfo) -> None:
    """Type 26. The last one is kept with the conversation."""
    info = {"connection": body.connection, "model": body.model, "mcpServers": body.mcp_servers}
    batch.add_meta_of(context.conversation_id, SERVER_INFO, to_json_text(info), batch.text_of(context.at))


def _session_stats(batch: Batch, context: Context, body: wire.SessionStats) -> None:
    """Type 27. The last ones are kept with the conversation."""
    stats = to_json_text(msgspec.to_builtins(body))
    batch.add_meta_of(context.conversation_id, "sessionStats", stats, batch.text_of(context.at))


RULES: Final[Mapping[type[Message], Rule]] = {
    wire.ErrorMessage: control.error_message,
    wire.UserMessage: messages.user_message,
    wire.AssistantMessage: messages.assistant_message,
    wire.AudioChunk: speech.audio_chunk,
    wire.ReasoningStep: messages.reasoning_step,
    wire.ToolUseRequest: messages.tool_use_request,
    wire.ToolUseResult: messages.tool_use_result,
    wire.Acknowledgement: control.acknowledgement,
    wire.Transcription: speech.transcription,
    wire.ControlStop: control.control_stop,
    wire.ControlVariation: control.control_variation,
    wire.Configuration: _configuration,
    wire.StartAnswer: messages.start_answer,
    wire.MemoryTrace: memory.memory_trace,
    wire.Commentary: people.commentary,
    wire.AssistantSentence: messages.assistant_sentence,
    wire.Feedback: people.feedback,
    wire.FeedbackConfirmation: people.feedback_confirmation,
    wire.UserNote: people.user_note,
    wire.NoteConfirmation: people.note_confirmation,
    wire.MemoryAction: memory.memory_action,
    wire.MemoryConfirmation: memory.memory_confirmation,
    wire.ServerInfo: _server_info,
    wire.SessionStats: _session_stats,
}

_ENDED_BY_STOP: Final = frozenset({wire.AssistantSentence, wire.AssistantMessage, wire.AudioChunk})

_PREFIXES: Final[Mapping[type[Message], str]] = {
    wire.UserMessage: ids.MESSAGE,
    wire.AssistantMessage: ids.MESSAGE,
    wire.StartAnswer: ids.MESSAGE,
    wire.Transcription: ids.MESSAGE,
    wire.ReasoningStep: ids.REASONING,
    wire.ToolUseRequest: ids.TOOL_USE,
    wire.MemoryTrace: ids.MEMORY_USE,
    wire.Commentary: ids.COMMENTARY,
    wire.Feedback: ids.COMMENTARY,
    wire.UserNote: ids.COMMENTARY,
    wire.MemoryAction: ids.MEMORY,
}
"""Prefix of the id that is made for a row where the sender gave none."""
