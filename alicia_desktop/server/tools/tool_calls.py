"""What is asked of the client's computer: offered while it has tools, waited for until it answers or time is up."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from alicia_desktop.server.engines.contract import ToolOffer
from alicia_desktop.server.tools.server_tools import RESULT_TEXTS, ErrorCode, Outcome, Tool, ToolFailure, allowed_tools

CLIENT_TOOL_MS: Final = 120_000
"""How long a client has: a person has to read and to decide."""
GRACE_SECONDS: Final = 5.0
"""A client that refuses by itself at the last moment still has its answer on the way."""


class ClientToolCalls:
    """The client's tools of one conversation."""

    def __init__(self, tools: dict[str, Tool]) -> None:
        """Take the agent's tools, among which the client's are while it has some."""
        self._tools = tools
        self._own = frozenset(tools)
        self.offered = False
        """Whether the client that is there, or was last, has tools."""
        self._waiting: dict[str, asyncio.Future[ToolUseResult]] = {}

    def offer(self, *, offered: bool) -> None:
        """Have the client's tools, or have them no more; what the server has too stays its own."""
        self.offered = offered
        theirs = {name: tool for name, tool in client_side_tools().items() if name not in self._own}
        for name in theirs:
            self._tools.pop(name, None)
        if offered:
            self._tools.update(theirs)

    async def run(self, request_id: str, ask: Callable[[], object]) -> Outcome:
        """Ask the client under this id, and return what it answers."""
        answered = self._waiting[request_id] = asyncio.get_running_loop().create_future()
        ask()
        try:
            async with asyncio.timeout(CLIENT_TOOL_MS / 1000 + GRACE_SECONDS):
                return _outcome(await answered)
        finally:
            del self._waiting[request_id]

    def receive_result(self, body: ToolUseResult) -> None:
        """Take an answer; the first one counts."""
        answered = self._waiting.get(body.request_id)
        if answered is not None and not answered.done():
            answered.set_result(body)


def client_side_tools() -> Mapping[str, Tool]:
    """Return the tools of a client as the composer knows tools."""
    return {
        name: Tool(offer=_offer(tool), run=None, result_text=RESULT_TEXTS[name])
        for name, tool in client_tools.TOOLS.items()
    }


def _offer(tool: client_tools.ClientTool) -> ToolOffer:
    return ToolOffer(
        name=tool.name,
        description=f"{tool.description} The user is asked for permission first.",
        parameters={
            "type": "object",
            "properties": {
                name: {"type": "string", "description": parameter.description}
                for name, parameter in tool.parameters.items()
            },
            "required": [name for name, parameter in tool.parameters.items() if parameter.needed],
        },
    )


def _outcome(body: ToolUseResult) -> Outcome:
    if body.success:
        return dict(body.result) if isinstance(body.result, Mapping) else {"result": body.result}
    known: Mapping[str, ErrorCode] = {code: code for code in get_args(ErrorCode)}
    sentence = body.error_message or "The tool on the user's computer gave no reason."
    return ToolFailure(code=known.get(body.error_code or "", "execution_error"), sentence=sentence)


SERVER_TOOL_MS: Final = 30_000
STOPPED: Final = "It was stopped."
SERVER_ENDED: Final = "The server was ended while it waited for this."
Post = Callable[[ToolUseRequest | ToolUseResult], object]


class ToolExecutor:
    """Uses tools for one turn."""

    def __init__(
        self, *, tools: Mapping[str, Tool], remember: bool, client_calls: ClientToolCalls, conversation_id: str
    ) -> None:
        """Take all tools, which come and go with the client, and whether those may be used that remember."""
        self._tools, self._remember = tools, remember
        self._client_calls, self._conversation_id = client_calls, conversation_id

    async def use(self, name: str, arguments: Mapping[str, Any], *, about: str, post: Post) -> Outcome:
        """Use a tool for the message `about`; `post` sends what everybody is told."""
        tool = allowed_tools(self._tools, remember=self._remember).get(name)
        place = _place(tool)
        asks = place == "client" or (place == "either" and self._client_calls.offered)
        request = ToolUseRequest(
            id=ids.new_id(ids.TOOL_USE),
            message_id=about,
            conversation_id=self._conversation_id,
            tool_name=name,
            parameters=dict(arguments),
            execution=place,
            timeout_ms=CLIENT_TOOL_MS if asks else SERVER_TOOL_MS,
        )
        if not asks:
            post(request)
        elif (answered := await self._ask_client(request, post, is_ours=place == "either")) is not None:
            return answered
        try:
            outcome = await _run(name, tool, arguments)
        except asyncio.CancelledError:
            post(cancelled_result(request.id, self._conversation_id, STOPPED))
            raise
        post(self._result(request.id, outcome))
        return outcome

    async def _ask_client(self, request: ToolUseRequest, post: Post, *, is_ours: bool) -> Outcome | None:
        """Wait for the client; where nobody waits any more, its request is over, unless it `is_ours` as well: None."""
        try:
            return await self._client_calls.run(request.id, lambda: post(request))
        except TimeoutError:
            if is_ours:
                return None
            outcome = ToolFailure(code="timeout", sentence="The user's computer did not answer in time.")
            post(self._result(request.id, outcome))
            return outcome
        except asyncio.CancelledError:
            post(cancelled_result(request.id, self._conversation_id, STOPPED))
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


def cancelled_result(request_id: str, conversation_id: str, sentence: str) -> ToolUseResult:
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
        async with asyncio.timeout(SERVER_TOOL_MS / 1000):
            return await tool.run(arguments)
    except TimeoutError:
        return ToolFailure(code="timeout", sentence=f"{name} took longer than {SERVER_TOOL_MS // 1000} seconds.")
    except WorldError as error:
        return ToolFailure(code="execution_error", sentence=error.sentence)
