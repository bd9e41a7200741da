"""Tools: request and result are one row, whichever comes first."""

from typing import Final

from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from alicia_desktop.store.columns import to_json_text
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.projection.values import whole_number

_CANCELLED_BY: Final = frozenset({"timeout", "permission_denied", "cancelled"})
"""Error codes of a tool that never ran to its end (DESIGN.md §7)."""


def tool_use_request(batch: Batch, context: Context, body: ToolUseRequest) -> None:
    """Type 6. `pending` until it is shown or started."""
    at = batch.text_of(context.at)
    batch.execute(
        "INSERT INTO alicia_tool_uses(id, conversation_id, message_id, tool_name, tool_arguments, execution, "
        "timeout_ms, "
        "sequence_number, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT 1 + count(*) FROM "
        "alicia_tool_uses WHERE conversation_id = ?2 AND message_id IS ?3), ?8, ?8) ON CONFLICT(id) DO UPDATE SET "
        "message_id = coalesce(excluded.message_id, message_id), tool_name = excluded.tool_name, "
        "tool_arguments = excluded.tool_arguments, execution = excluded.execution, timeout_ms = excluded.timeout_ms, "
        "updated_at = excluded.updated_at",
        (
            body.id,
            context.conversation_id,
            body.message_id or None,
            body.tool_name,
            to_json_text(body.parameters),
            body.execution,
            whole_number(body.timeout_ms),
            at,
        ),
    )
    batch.note("tool_use", context.conversation_id, body.id)
    batch.refer(body.message_id, at)


def tool_use_result(batch: Batch, context: Context, body: ToolUseResult) -> None:
    """Type 7. What really happened wins over what was expected, also after a stop."""
    at = batch.text_of(context.at)
    failed = "cancelled" if body.error_code in _CANCELLED_BY else "error"
    batch.execute(
        "INSERT INTO alicia_tool_uses(id, conversation_id, tool_result, status, error_code, error_message, "
        "completed_at, "
        "created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?7) ON CONFLICT(id) DO UPDATE SET "
        "tool_result = excluded.tool_result, status = excluded.status, error_code = excluded.error_code, "
        "error_message = excluded.error_message, completed_at = excluded.completed_at, updated_at = "
        "excluded.updated_at",
        (
            body.request_id,
            context.conversation_id,
            None if body.result is None else to_json_text(body.result),
            "success" if body.success else failed,
            body.error_code,
            body.error_message,
            at,
        ),
    )
    batch.note("tool_use", context.conversation_id, body.request_id)
