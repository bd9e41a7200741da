"""A tool use as a card under its answer and as a row of the inspector: request and result paired, orphans flagged."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from alicia_desktop.protocol.client_tools import is_asked
from alicia_desktop.store.records import ToolUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.inspector_rows import ToolRow
from alicia_desktop.view.rows import ToolCardRow, ToolState

DEFAULT_TIMEOUT_MS: Final = 30_000
_STATES: Final[dict[str, ToolState]] = {
    "pending": "running",
    "running": "running",
    "success": "done",
    "error": "failed",
    "cancelled": "cancelled",
}
_CANCELLED: Final[dict[str, ToolState]] = {"permission_denied": "refused", "timeout": "timed_out"}
_PERMISSIONS: Final = {
    "once": "Allowed once",
    "conversation": "Allowed in this conversation",
    "always": "Always allowed",
    "denied": "Not allowed this time",
    "never": "Never allowed",
}
_ALLOWED: Final = frozenset({"once", "conversation", "always"})
_PLACES: Final = {"server": "on the server", "client": "on this computer", "either": "here or on the server"}


def took_ms(use: ToolUseRecord) -> float | None:
    """Return how long it took from request to result, in milliseconds; None while it runs."""
    if use.completed_at is None:
        return None
    return (use.completed_at - (use.started_at or use.created_at)).total_seconds() * 1000


def card_row(use: ToolUseRecord) -> ToolCardRow:
    """Return the card of one tool use."""
    return ToolCardRow(
        id=use.id,
        name=use.tool_name or "unknown tool",
        parameters=text.parameters(use.tool_arguments),
        state=_state(use),
        outcome=_outcome(use),
        result=_result(use),
        started_at=(use.started_at or use.created_at).astimezone(UTC).timestamp(),
        timeout_s=(use.timeout_ms or DEFAULT_TIMEOUT_MS) / 1000,
    )


def _outcome(use: ToolUseRecord) -> str:
    took = took_ms(use)
    where = _PLACES.get(_ran(use), "")
    match _state(use):
        case "running":
            return "Running"
        case "done":
            return " · ".join(part for part in ("Done", text.duration(took or 0), where) if part)
        case "failed":
            return f"Failed: {use.error_message or use.error_code or 'no reason sent'}"
        case "waiting":
            return "Waiting for you"
        case "refused":
            return "Not allowed"
        case "timed_out":
            return f"Timed out after {(use.timeout_ms or DEFAULT_TIMEOUT_MS) / 1000:g} s"
        case _:
            return "Cancelled"


def _ran(use: ToolUseRecord) -> str:
    """Return where a use ran: of what either side may do, here only what somebody here allowed."""
    if use.execution == "either" and use.completed_at is not None:
        return "client" if use.permission in _ALLOWED else "server"
    return use.execution or ""


def _state(use: ToolUseRecord) -> ToolState:
    """Return what is shown: a request to this computer waits for the person until it runs."""
    if use.status == "pending" and is_asked(use.tool_name, use.execution):
        return "waiting"
    if use.status == "cancelled":
        return _CANCELLED.get(use.error_code or "", "cancelled")
    return _STATES[use.status]


def _result(use: ToolUseRecord) -> str:
    if use.tool_result is None:
        return use.error_message or ""
    return use.tool_result if isinstance(use.tool_result, str) else text.as_json(use.tool_result)


def tool_rows(uses: Sequence[ToolUseRecord]) -> list[ToolRow]:
    """Return the inspector's rows, in the order in which the tools were asked for."""
    return [_tool_row(use) for use in sorted(uses, key=lambda use: (use.created_at, use.sequence_number))]


def _tool_row(use: ToolUseRecord) -> ToolRow:
    took = took_ms(use)
    return ToolRow(
        id=use.id,
        message_id=use.message_id or "",
        name=use.tool_name or "result without a request",
        execution=_PLACES.get(_ran(use), "not sent"),
        state=_state(use),
        orphan=not use.tool_name,
        duration="–" if took is None else text.duration(took),
        parameters=text.as_json(dict(use.tool_arguments)),
        result=_result(use),
        error=" ".join(part for part in (use.error_code, use.error_message) if part),
        time=text.exact_time(use.created_at),
        permission=_PERMISSIONS.get(use.permission or "", ""),
    )


def elapsed(started_at: float, now: datetime) -> str:
    """Return `0.4 s` for a card that is running since `started_at` (epoch seconds)."""
    return f"{max(0.0, now.timestamp() - started_at):.1f} s"
