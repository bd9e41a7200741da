"""Tools: request and result are one row, whichever comes first."""

from typing import Final

from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.projection.values import whole_number
from alicia_desktop.store.schema.columns import to_json_text

_CANCELLED_BY: Final = frozenset({"timeout", "permission_denied", "cancelled"})
"""Error codes of a tool that never ran to its end."""
_RESULT: Final = (
    "INSERT INTO alicia_tool_uses(id, conversation_id, tool_result, status, error_code, error_message, completed_at, "
    "created_at, updated_at) VALUES (:id, :conversation_id, :result, :status, :error_code, :error_message, "
    ":completed_at, :completed_at, :completed_at) ON CONFLICT(id) DO UPDATE SET "
    "tool_result = excluded.tool_result, status = excluded.status, error_code = excluded.error_code, "
    "error_message = excluded.error_message, completed_at = excluded.completed_at, updated_at = excluded.updated_at"
)


def tool_use_request(batch: Batch, context: Context, body: ToolUseRequest) -> None:
    """Type 6. `pending` until it is started. The first one of an id stands: it is what the person is asked about."""
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
    batch.refer(body.message_id, at)


def tool_use_result(batch: Batch, context: Context, body: ToolUseResult) -> None:
    """Type 7. What really happened wins over what was expected, also after a stop."""
    at = batch.text_of(context.at)
    failed = "cancelled" if body.error_code in _CANCELLED_BY else "error"
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
