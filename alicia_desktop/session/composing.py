"""What the person says, as stanzas: one place, so that window and `talk` write the same."""

from datetime import datetime
from typing import Any

from alicia_desktop.base.ids import MESSAGE, new_id, new_span_id, new_trace_id
from alicia_desktop.protocol.messages import ControlVariation, UserMessage


def question(
    text: str,
    *,
    conversation_id: str,
    previous_id: str | None,
    at: datetime,
    client_version: str,
    speak: bool = False,
) -> tuple[UserMessage, dict[str, Any]]:
    """Return a written question and its meta; each question begins a trace of its own (PROTOCOL.md §1).

    With `speak` our server also says its answer to a question that was written.
    """
    body = UserMessage(
        id=new_id(MESSAGE),
        previous_id=previous_id,
        conversation_id=conversation_id,
        content=text,
        timestamp=int(at.timestamp() * 1000),
    )
    meta: dict[str, Any] = {
        "source": "keyboard",
        "clientVersion": client_version,
        "messaging.trace_id": new_trace_id(),
        "messaging.span_id": new_span_id(),
    }
    return body, meta | ({"speak": True} if speak else {})


def regeneration(answer_id: str, *, conversation_id: str) -> ControlVariation:
    """Return the wish for another answer to the same question (PROTOCOL.md §5)."""
    return ControlVariation(conversation_id=conversation_id, target_id=answer_id, mode="regenerate")
