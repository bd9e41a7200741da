"""Answers the server's tool requests of one conversation: asks the user, runs the tool, sends the result.

The request's row in the database is its state: `pending` until somebody agreed, `running` from then on, and ended by
the one result, which is written down in the transaction that looks whether there is none yet. So a request that is
repeated, a connection that breaks and a program that is killed change nothing: what waited for the user is asked
again, what was running when the program ended is answered as broken off, because it may have been done.

`ToolReruns` runs a tool of this computer once more for somebody who looks into it: no server is told, and nothing is
stored. The same checks and the same permission stand before it as before the first time.

    rerun = await ToolReruns(database=database, offered=offered, clock=clock).run(use)
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.client_tools import AnnouncedTool, ServerStatus, announcement
from alicia_desktop.protocol.messages import ToolUseResult
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.tools.contract import (
    DIGEST_SIGN,
    Ask,
    Permission,
    PermissionRequest,
    ToolRefusalError,
    ToolRerun,
)
from alicia_desktop.session.tools.mcp.servers import McpServers
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations, tools
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import ToolUseRecord

DEFAULT_MS: Final = 30_000
MAX_TIMEOUT_MS: Final = 3_600_000
"""Nobody is asked for longer than an hour, whatever a server says."""
MAX_CONCURRENT_REQUESTS: Final = 8
"""Requests that are looked after side by side; a server that asks for more waits."""
REFUSED: Final[Mapping[str, str]] = {
    "denied": "This was not allowed.",
    "never": "This tool is not allowed here.",
}

log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class OfferedTools:
    """The tools of this computer and of the user's MCP servers, and who is asked for permission."""

    toolbox: Toolbox
    ask: Ask
    mcp: McpServers | None = None

    def announcement(self) -> dict[str, Any]:
        """Return what servers are told of the MCP servers."""
        if self.mcp is None:
            return {}
        tools = [
            AnnouncedTool(name=tool.name, description=tool.description, parameters=tool.schema)
            for tool in self.mcp.tools
        ]
        return announcement(tools, [ServerStatus(name=one.name, status=one.status) for one in self.mcp.states])

    def problem(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        """Return why a tool cannot be run with `arguments`, in a sentence; None where it can.

        Raises:
            ToolRefusalError: there is no such tool, or it could not run even if allowed.
        """
        if name in client_tools.TOOLS:
            if (wrong := client_tools.problem(name, arguments)) is None:
                self.toolbox.check(name)
            return wrong
        if self.mcp is None or self.mcp.find(name) is None:
            raise ToolRefusalError("unknown_tool", "There is no such tool on the user's computer.")
        return self.mcp.problem(name, arguments)

    def grant_name(self, name: str) -> str:
        """Return what a permission is given to: an MCP server's tool as it is now, since it may become another."""
        tool = None if self.mcp is None else self.mcp.find(name)
        return name if tool is None else f"{name}{DIGEST_SIGN}{tool.digest}"

    async def run(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run a tool with arguments in which `problem` finds none.

        Raises:
            ToolRefusalError: it has no result.
        """
        if name in client_tools.TOOLS or self.mcp is None:
            return await self.toolbox.run(name, arguments)
        return await self.mcp.run(name, arguments)


class ToolRunner:
    """Answers the requests of one conversation while it is active and online."""

    def __init__(
        self, *, session: SessionDriver, database: Database, offered: OfferedTools | None, clock: Clock
    ) -> None:
        """Take None for a program without tools: it says so to who asks."""
        self._session, self._database, self._offered, self._clock = session, database, offered, clock
        self._scope = Scope(f"tools {session.state.conversation_id}")
        self._served: dict[str, asyncio.Task[None]] = {}
        self._ending: set[str] = set()
        """Requests whose result is being written down: they end by themselves."""
        self._asking = asyncio.Lock()
        self._checking = self._again = self._more = self._closed = False
        self._disconnect = (session.changed.connect(self._on_session), database.changed.connect(self._on_changed))

    async def close(self) -> None:
        """Cancel what waits; it is asked again when the conversation is opened again."""
        self._closed = True
        for disconnect in self._disconnect:
            disconnect()
        await self._scope.close()

    def _on_session(self, state: SessionState) -> None:
        if state.phase is Phase.ONLINE:
            self._check_requests()

    def _on_changed(self, changes: Changes) -> None:
        mine = self._session.state.conversation_id
        if any(change.subject == "tool_use" and change.conversation_id == mine for change in changes):
            self._check_requests()

    def _check_requests(self) -> None:
        self._again = True
        if not self._checking:
            self._checking = True
            self._scope.spawn("look", self._run_checks())

    async def _run_checks(self) -> None:
        """Start new requests, and cancel those that are over, whoever ended them."""
        try:
            while self._again and self._session.state.phase is Phase.ONLINE:
                self._again = False
                found = await self._database.read(tools.unanswered, self._session.state.conversation_id)
                mine = {use.id: use for use in found if self._is_mine(use)}
                for name in self._served.keys() - mine.keys() - self._ending:
                    self._served[name].cancel()
                for use in mine.values():
                    if use.id not in self._served and len(self._served) < MAX_CONCURRENT_REQUESTS:
                        self._serve(use)
                self._more = len(self._served) < len(mine)
        finally:
            self._checking = False

    def _is_mine(self, use: ToolUseRecord) -> bool:
        """Return whether a request is this computer's to answer (docs/protocol.md#tools)."""
        mine = client_tools.is_asked(use.tool_name, use.execution)
        return mine and (self._offered is not None or use.execution == "client")

    def _serve(self, use: ToolUseRecord) -> None:
        serving = self._served[use.id] = self._scope.spawn(f"serve {use.id}", self._within_time(use))
        serving.add_done_callback(lambda _: self._on_served(use.id))

    def _on_served(self, name: str) -> None:
        self._served.pop(name, None)
        self._ending.discard(name)
        if self._more and not self._closed:
            self._check_requests()

    async def _within_time(self, use: ToolUseRecord) -> None:
        limit = time_limit(use)
        left = (use.created_at + limit - self._clock.now()).total_seconds()
        answering = self._scope.spawn(f"answer {use.id}", self._answer(use))
        waiting = self._scope.spawn(f"limit {use.id}", self._clock.sleep(max(0.0, left)))
        try:
            await asyncio.wait({answering, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and use.id not in self._ending:
                answering.cancel()
                text = f"It took longer than {limit.total_seconds():g} seconds."
                await self._send_result(use, _failure("timeout", text))
            await asyncio.wait({answering})
        finally:
            answering.cancel()
            waiting.cancel()

    async def _answer(self, use: ToolUseRecord) -> None:
        if use.status == "running":
            text = "This was broken off while it was running. It may have been done or not."
            await self._send_result(use, _failure("execution_error", text))
            return
        try:
            result = await self._run(use)
        except ToolRefusalError as refusal:
            await self._send_result(use, _failure(refusal.code, refusal.sentence))
        except Exception:
            await self._send_result(use, _failure("execution_error", "The tool failed on the user's computer."))
            raise
        else:
            if result is not None:
                await self._send_result(use, {"success": True, "result": result})

    async def _run(self, use: ToolUseRecord) -> dict[str, Any] | None:
        """Return the result of the tool, or None where the request is answered or over already.

        Raises:
            ToolRefusalError: it cannot be run, or has no result.
        """
        offered = self._offered
        if offered is None:
            raise ToolRefusalError("unknown_tool", "There is no such tool on the user's computer.")
        if (wrong := offered.problem(use.tool_name, use.tool_arguments)) is not None:
            raise ToolRefusalError("invalid_parameters", wrong)
        grant = offered.grant_name(use.tool_name)
        permission = await self._permission(use, offered)
        if permission in REFUSED:
            await self._send_result(use, _failure("permission_denied", REFUSED[permission]), refused=permission)
            return None
        conversation_id, at = self._session.state.conversation_id, self._clock.now()
        if not await self._database.write(_begin, conversation_id, use, permission=permission, grant=grant, at=at):
            return None
        return await offered.run(use.tool_name, use.tool_arguments)

    async def _permission(self, use: ToolUseRecord, offered: OfferedTools) -> Permission:
        async with self._asking:  # what is decided on one may settle the next
            return await decide_permission(self._database, offered, use)

    async def _send_result(
        self, use: ToolUseRecord, outcome: Mapping[str, Any], *, refused: Permission | None = None
    ) -> None:
        """Enqueue the one result of a request; do nothing where it is over."""
        self._ending.add(use.id)
        conversation_id, at = self._session.state.conversation_id, self._clock.now()
        body = ToolUseResult(id=ids.new_id(ids.TOOL_USE), request_id=use.id, conversation_id=conversation_id, **outcome)
        when = partial(_end, conversation_id=conversation_id, use=use, refused=refused, at=at)
        await self._session.enqueue(body, when=when)


async def decide_permission(
    database: Database, offered: OfferedTools, use: ToolUseRecord, *, again: bool = False
) -> Permission:
    """Return what was decided on a tool in its conversation, or for good; else ask the user."""
    for name in dict.fromkeys((use.tool_name, offered.grant_name(use.tool_name))):
        granted = await database.read(tools.decision_on, use.conversation_id, name)
        if granted is not None:
            return granted
    known = await database.read(conversations.get, use.conversation_id)
    server = known.server if known is not None else ""
    return await offered.ask(
        PermissionRequest(id=use.id, tool=use.tool_name, arguments=use.tool_arguments, server=server, again=again)
    )


def time_limit(use: ToolUseRecord) -> timedelta:
    """Return how long a tool may take."""
    return timedelta(milliseconds=min(use.timeout_ms or DEFAULT_MS, MAX_TIMEOUT_MS))


def _failure(code: str, sentence: str) -> dict[str, Any]:
    return {"success": False, "error_code": code, "error_message": sentence}


def _begin(
    conn: Connection, conversation_id: str, use: ToolUseRecord, *, permission: Permission, grant: str, at: datetime
) -> bool:
    """Mark a tool as running and store what allowed it; return false where the request is over."""
    if not tools.mark_running(conn, use.id, at, permission=permission):
        return False
    store_decision(conn, conversation_id, grant, permission, at)
    return True


def _end(
    conn: Connection, *, conversation_id: str, use: ToolUseRecord, refused: Permission | None, at: datetime
) -> bool:
    """Return whether a request still has no result; store a refusal of the user with it."""
    if not tools.is_open(conn, use.id):
        return False
    if refused is not None:
        tools.store_permission(conn, use.id, refused)
        store_decision(conn, conversation_id, use.tool_name, refused, at)
    return True


def store_decision(conn: Connection, conversation_id: str, name: str, decision: Permission, at: datetime) -> None:
    """Store what holds for more than one use, under the name that it is given to."""
    match decision:
        case "conversation" | "always" | "never" if decision != tools.decision_on(conn, conversation_id, name):
            tools.store_grant(conn, conversation_id, name, decision, at)


class ToolReruns:
    """Runs tool uses again; `offered` are the tools that servers are offered."""

    def __init__(self, *, database: Database, offered: OfferedTools, clock: Clock) -> None:
        self._database, self._offered, self._clock = database, offered, clock

    async def run(self, use: ToolUseRecord) -> ToolRerun:
        """Run a tool with the parameters of an earlier use; what goes wrong is the `error` of the result."""
        try:
            await self._check(use)
        except ToolRefusalError as refusal:
            return ToolRerun(tool_use_id=use.id, at=self._clock.now(), error=refusal.sentence)
        at, begun = self._clock.now(), self._clock.monotonic()
        result, error = None, ""
        limit = time_limit(use)
        try:
            async with asyncio.timeout(limit.total_seconds()):
                result = await self._offered.run(use.tool_name, use.tool_arguments)
        except ToolRefusalError as refusal:
            error = refusal.sentence
        except TimeoutError:
            error = translate("It took longer than {seconds} seconds.").format(
                seconds=format_number(limit.total_seconds(), "g")
            )
        except Exception:
            log.exception("a tool failed when it was run again", tool=use.tool_name)
            error = translate("The tool failed on this computer.")
        took = (self._clock.monotonic() - begun) * 1_000
        return ToolRerun(tool_use_id=use.id, at=at, took_ms=took, result=result, error=error)

    async def _check(self, use: ToolUseRecord) -> None:
        """Check the parameters and ask for permission.

        Raises:
            ToolRefusalError: it must not run, or cannot.
        """
        if (wrong := self._offered.problem(use.tool_name, use.tool_arguments)) is not None:
            raise ToolRefusalError("invalid_parameters", wrong)
        permission = await decide_permission(self._database, self._offered, use, again=True)
        refused = permission in REFUSED
        name = use.tool_name if refused else self._offered.grant_name(use.tool_name)
        await self._database.write(store_decision, use.conversation_id, name, permission, self._clock.now())
        if refused:
            raise ToolRefusalError("permission_denied", REFUSED[permission])
