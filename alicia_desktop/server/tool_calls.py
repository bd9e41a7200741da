"""One use of a tool as everybody sees it: the request, whoever runs it, and its one result (docs/protocol.md#tools)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from alicia_desktop.server.client_tools import CLIENT_TOOL_MS, Errands
from alicia_desktop.server.tools import Outcome, Tool, ToolFailure, allowed

TOOL_MS: Final = 30_000
STOPPED: Final = "It was stopped."
ENDED: Final = "The server was ended while it waited for this."
Post = Callable[[ToolUseRequest | ToolUseResult], object]


class Using:
    """Uses tools for one turn."""

    def __init__(self, *, tools: Mapping[str, Tool], remember: bool, errands: Errands, conversation_id: str) -> None:
        """Take all tools, which come and go with the client, and whether those may be used that remember."""
        self._tools, self._remember = tools, remember
        self._errands, self._conversation_id = errands, conversation_id

    async def use(self, name: str, arguments: Mapping[str, Any], *, about: str, post: Post) -> Outcome:
        """Use a tool for the message `about`; `post` sends what everybody is told."""
        tool = allowed(self._tools, remember=self._remember).get(name)
        place = _place(tool)
        asks = place == "client" or (place == "either" and self._errands.offered)
        request = ToolUseRequest(
            id=ids.new_id(ids.TOOL_USE),
            message_id=about,
            conversation_id=self._conversation_id,
            tool_name=name,
            parameters=dict(arguments),
            execution=place,
            timeout_ms=CLIENT_TOOL_MS if asks else TOOL_MS,
        )
        if not asks:
            post(request)
        elif (answered := await self._ask_client(request, post, is_ours=place == "either")) is not None:
            return answered
        try:
            outcome = await _run(name, tool, arguments)
        except asyncio.CancelledError:
            post(ended(request.id, self._conversation_id, STOPPED))
            raise
        post(self._result(request.id, outcome))
        return outcome

    async def _ask_client(self, request: ToolUseRequest, post: Post, *, is_ours: bool) -> Outcome | None:
        """Wait for the client; where nobody waits any more, its request is over, unless it `is_ours` as well: None."""
        try:
            return await self._errands.run(request.id, lambda: post(request))
        except TimeoutError:
            if is_ours:
                return None
            outcome = ToolFailure(code="timeout", sentence="The user's computer did not answer in time.")
            post(self._result(request.id, outcome))
            return outcome
        except asyncio.CancelledError:
            post(ended(request.id, self._conversation_id, STOPPED))
            raise

    def _result(self, request_id: str, outcome: Outcome) -> ToolUseResult:
        failed = isinstance(outcome, ToolFailure)
        return ToolUseResult(
            id=ids.new_id(ids.TOOL_USE),
            request_id=request_id,
            conversation_id=self._conversation_id,
            success=not failed,
            result=None if isinstance(outcome, ToolFailure) else dict(outcome),
            error_code=outcome.code if isinstance(outcome, ToolFailure) else None,
            error_message=outcome.sentence if isinstance(outcome, ToolFailure) else None,
        )


def ended(request_id: str, conversation_id: str, sentence: str) -> ToolUseResult:
    """Return the end of a request that nobody waits for any more."""
    return ToolUseResult(
        id=ids.new_id(ids.TOOL_USE),
        request_id=request_id,
        conversation_id=conversation_id,
        success=False,
        error_code="cancelled",
        error_message=sentence,
    )


def _place(tool: Tool | None) -> Literal["server", "client", "either"]:
    if tool is not None and tool.run is None:
        return "client"
    return "either" if tool is not None and tool.shared else "server"


async def _run(name: str, tool: Tool | None, arguments: Mapping[str, Any]) -> Outcome:
    if tool is None or tool.run is None:
        return ToolFailure(code="unknown_tool", sentence=f"There is no tool called {name}.")
    try:
        async with asyncio.timeout(TOOL_MS / 1000):
            return await tool.run(arguments)
    except TimeoutError:
        return ToolFailure(code="timeout", sentence=f"{name} took longer than {TOOL_MS // 1000} seconds.")
    except WorldError as error:
        return ToolFailure(code="execution_error", sentence=error.sentence)
