"""Show tool uses as cards and inspector rows, the question before a tool runs, and the permissions given so far.

Requests and results are paired; a result without a request is flagged as an orphan. Statistics count the uses by
tool.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from typing import Any, Final

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.base.visible_text import escape_hidden
from alicia_desktop.protocol.client_tools import is_asked, server_of
from alicia_desktop.session.tools.contract import DIGEST_SIGN, ToolRerun
from alicia_desktop.store.conversations.tools import GrantRecord
from alicia_desktop.store.records import SHOWN_UNTITLED, ToolUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.rows import ToolCardRow, ToolState
from alicia_desktop.view.text import ELLIPSIS

DEFAULT_TIMEOUT_MS: Final = 30_000
_STATES: Final[dict[str, ToolState]] = {
    "pending": "running",
    "running": "running",
    "success": "done",
    "error": "failed",
    "cancelled": "cancelled",
}
_ENDED_BY: Final[dict[str, ToolState]] = {"permission_denied": "refused", "timeout": "timed_out"}
"""States that an error code names, whatever the status: earlier versions stored these as cancelled."""
_STATUS_WORDS: Final = {
    "pending": translate("pending"),
    "running": translate("running"),
    "success": translate("success"),
    "error": translate("error"),
    "cancelled": translate("cancelled"),
}
_SCOPES: Final = {
    "always": (translate("Always allowed"), translate("Always allowed on {server}")),
    "never": (translate("Never allowed"), translate("Never allowed on {server}")),
    "conversation": (translate("Allowed in “{title}”"), translate("Allowed in “{title}” on {server}")),
}
_PERMISSIONS: Final = {
    "once": translate("Allowed once"),
    "conversation": translate("Allowed in this conversation"),
    "always": translate("Always allowed"),
    "denied": translate("Not allowed this time"),
    "never": translate("Never allowed"),
}
_ALLOWED: Final = frozenset({"once", "conversation", "always"})
_RUN_HERE: Final = translate("Runs it here with the same parameters. The result is sent to nobody.")
_RUN_THERE: Final = translate(
    "The server runs it with the same parameters. The result is shown here and used for nothing else."
)
_PLACES: Final = {
    "server": translate("on the server"),
    "client": translate("on this computer"),
    "either": translate("here or on the server"),
}
MAX_LINE: Final = 2_000
"""Characters of a line that are laid out as one."""
_QUESTIONS: Final = {
    "clipboard_read": translate("May Alicia read your clipboard?"),
    "clipboard_write": translate("May Alicia replace what is on your clipboard?"),
    "open_address": translate("May Alicia open this address in your browser?"),
    "list_folder": translate("May Alicia list files of yours?"),
    "read_file": translate("May Alicia read this file?"),
    "search_files": translate("May Alicia search your files?"),
    "system_information": translate("May Alicia see what system this computer runs?"),
    "notify": translate("May Alicia show a notification?"),
}
_NAMES: Final = {
    "clipboard_read": translate("Read the clipboard"),
    "clipboard_write": translate("Replace the clipboard"),
    "open_address": translate("Open web addresses"),
    "list_folder": translate("List files in allowed folders"),
    "read_file": translate("Read files in allowed folders"),
    "search_files": translate("Search files in allowed folders"),
    "system_information": translate("See what system this is"),
    "notify": translate("Show notifications"),
}
FAILURES: Final = frozenset({"failed", "timed_out"})
NONE: Final = "–"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolRow:
    """One request with its result in the inspector's Tools tab."""

    id: str
    message_id: str
    name: str
    execution: str
    state: ToolState
    orphan: bool
    duration: str
    parameters: str
    result: str
    error: str
    time: str
    permission: str = ""
    """What the user answered; empty for a tool of the server, and before the answer."""
    took: int | None = None
    """Microseconds from request to result."""
    at: int | None = None
    """Microseconds since 1970 when it was asked for."""
    limit: str = ""
    """How long it might have taken."""
    not_again: str = ""
    """Why it cannot be run again, as a sentence; empty where it can."""
    again: str = ""
    """What running it again does, in sentences."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RerunRow:
    """What came of running a tool once more, shown beside the first result."""

    tool_use_id: str
    time: str
    duration: str
    result: str
    error: str
    is_same: bool
    """Whether the result is the first one again."""


def duration_ms(use: ToolUseRecord) -> float | None:
    """Return how long it took from request to result, in milliseconds; None while it runs."""
    if use.completed_at is None:
        return None
    return (use.completed_at - (use.started_at or use.created_at)).total_seconds() * 1000


def card_row(use: ToolUseRecord) -> ToolCardRow:
    """Return the card of one tool use."""
    return ToolCardRow(
        id=use.id,
        name=use.tool_name or translate("unknown tool"),
        parameters=text.parameters(use.tool_arguments),
        state=_state(use),
        outcome=_outcome(use),
        result=_result(use),
        started_at=(use.started_at or use.created_at).astimezone(UTC).timestamp(),
        timeout_s=(use.timeout_ms or DEFAULT_TIMEOUT_MS) / 1000,
    )


def _outcome(use: ToolUseRecord) -> str:
    took = duration_ms(use)
    where = _PLACES.get(_ran(use), "")
    match _state(use):
        case "running":
            return translate("Running")
        case "done":
            spent = "" if took is None else text.duration(took)
            return " · ".join(part for part in (translate("Done"), spent, where) if part)
        case "failed":
            return translate("Failed: {reason}").format(
                reason=use.error_message or use.error_code or translate("no reason sent")
            )
        case "waiting":
            return translate("Waiting for you")
        case "refused":
            return translate("Not allowed")
        case "timed_out":
            return translate("Timed out after {seconds} s").format(
                seconds=format_number((use.timeout_ms or DEFAULT_TIMEOUT_MS) / 1000, "g")
            )
        case _:
            return translate("Cancelled")


def status_text(use: ToolUseRecord) -> str:
    """Return how a use ended, and after how long: `success in 1.2 s`."""
    status, took = _STATUS_WORDS[use.status], duration_ms(use)
    if took is None:
        return status
    return translate("{status} in {time}").format(status=status, time=text.duration(took))


def _ran(use: ToolUseRecord) -> str:
    """Return where a use ran; what either side may run, ran here only if the user allowed it."""
    if use.execution == "either" and use.completed_at is not None:
        return "client" if use.permission in _ALLOWED else "server"
    return use.execution or ""


def _state(use: ToolUseRecord) -> ToolState:
    """Return the state as shown: a request to this computer waits for the user until it runs."""
    if use.status == "pending" and is_asked(use.tool_name, use.execution):
        return "waiting"
    if use.status in {"error", "cancelled"} and use.error_code in _ENDED_BY:
        return _ENDED_BY[use.error_code]
    return _STATES[use.status]


def _result(use: ToolUseRecord) -> str:
    if use.tool_result is None:
        return use.error_message or ""
    return _said(use.tool_result)


def _said(result: Any) -> str:
    return result if isinstance(result, str) else text.as_json(result)


def tool_rows(uses: Sequence[ToolUseRecord], *, server_runs: bool = False) -> list[ToolRow]:
    """Return the inspector's rows, in the order in which the tools were asked for.

    `server_runs` is whether the server announces that it runs its tools again.
    """
    ordered = sorted(uses, key=lambda use: (use.created_at, use.sequence_number))
    return [_tool_row(use, server_runs=server_runs) for use in ordered]


def _tool_row(use: ToolUseRecord, *, server_runs: bool) -> ToolRow:
    took = duration_ms(use)
    return ToolRow(
        id=use.id,
        message_id=use.message_id or "",
        name=use.tool_name or translate("result without a request"),
        execution=_PLACES.get(_ran(use), translate("not sent")),
        state=_state(use),
        orphan=not use.tool_name,
        duration="–" if took is None else text.duration(took),
        parameters=text.as_json(dict(use.tool_arguments)),
        result=_result(use),
        error=" ".join(part for part in (use.error_code, use.error_message) if part),
        time=text.exact_time(use.created_at),
        permission=_PERMISSIONS.get(use.permission or "", ""),
        took=None if took is None else round(took * 1_000),
        at=round(use.created_at.timestamp() * 1_000_000),
        limit=text.duration(use.timeout_ms or DEFAULT_TIMEOUT_MS),
        not_again=_not_again(use, server_runs=server_runs),
        again=_RUN_HERE if is_asked(use.tool_name, use.execution) else _RUN_THERE,
    )


def _not_again(use: ToolUseRecord, *, server_runs: bool) -> str:
    if not use.tool_name:
        return translate("Its request did not come, so what it was asked with is not known.")
    if not is_asked(use.tool_name, use.execution) and not server_runs:
        return translate("It ran on the server, which does not offer to run it again.")
    return "" if use.completed_at is not None else translate("It has not ended yet.")


def rerun_row(use: ToolUseRecord, rerun: ToolRerun) -> RerunRow:
    """Return what came of running `use` again."""
    return RerunRow(
        tool_use_id=use.id,
        time=text.second_time(rerun.at),
        duration=text.duration(rerun.took_ms),
        result="" if rerun.error else _said(rerun.result),
        error=rerun.error,
        is_same=not rerun.error and rerun.result == use.tool_result,
    )


def elapsed(started_at: float, now: datetime) -> str:
    """Return `0.4 s` for a card that is running since `started_at` (epoch seconds)."""
    return f"{format_number(max(0.0, now.timestamp() - started_at), '.1f')} s"


@dataclass(frozen=True, kw_only=True, slots=True)
class GrantRow:
    """One decision that holds, in the settings."""

    pk: int
    text: str
    """`Read the clipboard`."""
    scope: str
    """`Always allowed`, `Never allowed`, `Allowed in “Roses”`; where another server was meant, with its address."""


def tool_question(tool: str) -> str:
    """Return the question about a tool."""
    if (found := server_of(tool)) is not None:
        return translate("May Alicia use {tool} of the MCP server {server}?").format(
            tool=_one_line(found[1]), server=_one_line(found[0])
        )
    return _QUESTIONS.get(tool, translate("May Alicia use {tool}?").format(tool=_one_line(tool)))


def requester_text(server: str, *, again: bool = False) -> str:
    """Return who asks, and where the result goes."""
    if again:
        return translate("You run it again. The result is shown in the inspector and sent to nobody.")
    if server:
        return translate("Requested by the server {server}. The result is sent there.").format(server=_one_line(server))
    return translate("Requested by Alicia on this computer. The result stays here, unless the model runs elsewhere.")


def arguments_text(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return exactly what a tool would be run with, an argument a line; what cannot be seen is written as its escape.

    The lines of a longer text are indented, so that none of them passes for another argument.
    """
    if not arguments:
        return translate("{tool}, no parameters").format(tool=_one_line(tool))
    lines = (f"{_one_line(name)}: {_plain(value)}" for name, value in arguments.items())
    return "\n".join((_one_line(tool), *lines))


def grant_rows(grants: Sequence[GrantRecord]) -> list[GrantRow]:
    """Return the decisions as the settings list them."""
    return [
        GrantRow(pk=grant.pk, text=_NAMES.get(grant.tool_name, _granted(grant.tool_name)), scope=_scope(grant))
        for grant in grants
    ]


def _granted(name: str) -> str:
    """Return the tool of a grant; that of an MCP server stands there with a mark of what it was."""
    tool = name.partition(DIGEST_SIGN)[0]
    found = server_of(tool)
    return _one_line(tool) if found is None else f"{_one_line(found[1])} ({_one_line(found[0])})"


def _scope(grant: GrantRecord) -> str:
    here, there = _SCOPES[grant.decision]
    title, server = _one_line(grant.title or SHOWN_UNTITLED), _one_line(grant.server or "")
    return (there if server else here).format(title=title, server=server)


def _plain(value: Any) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    lines = escape_hidden(said).split("\n")
    return "\n    ".join(part for line in lines for part in _broken(line))


def _broken(line: str) -> Iterator[str]:
    """Yield a line in parts that can be laid out; each but the first says that it goes on with the one before."""
    yield line[:MAX_LINE]
    for start in range(MAX_LINE, len(line), MAX_LINE):
        yield f"{ELLIPSIS} {line[start : start + MAX_LINE]}"


def _one_line(text: str) -> str:
    return escape_hidden(text, keep="")


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolStatistics:
    """One tool over all its uses; times are those of uses that have ended."""

    name: str
    uses: int
    failed: int
    refused: int
    """Not allowed by the user."""
    median: str
    p95: str
    longest: str


def statistics_by_tool(rows: Iterable[ToolRow]) -> list[ToolStatistics]:
    """Return a line for each tool, the most used first; results without a request belong to none."""
    by_tool: dict[str, list[ToolRow]] = {}
    for row in rows:
        if not row.orphan:
            by_tool.setdefault(row.name, []).append(row)
    return sorted((_statistics(name, uses) for name, uses in by_tool.items()), key=lambda one: (-one.uses, one.name))


def _statistics(name: str, uses: Sequence[ToolRow]) -> ToolStatistics:
    times = sorted(use.took for use in uses if use.took is not None)
    return ToolStatistics(
        name=name,
        uses=len(uses),
        failed=sum(use.state in FAILURES for use in uses),
        refused=sum(use.state == "refused" for use in uses),
        median=_percentile(times, 0.5),
        p95=_percentile(times, 0.95),
        longest=_percentile(times, 1.0),
    )


def _percentile(times: Sequence[int], share: float) -> str:
    """Return the nearest rank of sorted microseconds: a time that was really taken."""
    return text.duration(times[ceil(share * len(times)) - 1] / 1_000) if times else NONE
