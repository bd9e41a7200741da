"""Run the tool calls of an answer: send the request, run the tool here or at the client, send its one result."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Literal, get_args

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.client_tools import AnnouncedTool
from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from alicia_desktop.server.engines.contract import ToolOffer
from alicia_desktop.server.tools.server_tools import RESULT_TEXTS, ErrorCode, Outcome, Tool, ToolFailure, allowed_tools

CLIENT_TOOL_MS: Final = 120_000
"""How long a client has: a person has to read and to decide."""
GRACE_SECONDS: Final = 5.0
"""A client that refuses by itself at the last moment still has its answer on the way."""
SERVER_TOOL_MS: Final = 30_000
ASKED: Final = "The user is asked for permission first."
STOPPED: Final = "It was stopped."
SERVER_ENDED: Final = "The server stopped while it waited for this."
Post = Callable[[ToolUseRequest | ToolUseResult], object]


class ClientToolCalls:
    """The client's tools of one conversation, and the calls that wait for its results."""

    def __init__(self, tools: dict[str, Tool]) -> None:
        """`tools` are the agent's; the client's are added to them while it has some."""
        self._tools = tools
        self._own = frozenset(tools)
        self._theirs: AbstractSet[str] = frozenset()
        self.offered = False
        """Whether the client that is there, or was last, has tools."""
        self._waiting: dict[str, asyncio.Future[ToolUseResult]] = {}

    def offer(self, *, offered: bool, announced: Sequence[AnnouncedTool] = ()) -> None:
        """Add or remove the client's tools; a tool that the server has too stays its own.

        Args:
            offered: Whether the client has the tools of the table, and a user who can be asked.
            announced: Those of the user's MCP servers.
        """
        self.offered = offered
        for name in self._theirs:
            self._tools.pop(name, None)
        theirs = {**client_side_tools(), **{tool.name: _announced(tool) for tool in announced}} if offered else {}
        self._theirs = theirs.keys() - self._own
        self._tools.update({name: theirs[name] for name in theirs if name in self._theirs})

    async def run(self, request_id: str, ask: Callable[[], object]) -> Outcome:
        """Send a request to the client under this id, and return its result."""
        answered = self._waiting[request_id] = asyncio.get_running_loop().create_future()
        ask()
        try:
            async with asyncio.timeout(CLIENT_TOOL_MS / 1000 + GRACE_SECONDS):
                return _outcome(await answered)
        finally:
            del self._waiting[request_id]

    def receive_result(self, body: ToolUseResult) -> None:
        """Receive a result; the first one for a request counts."""
        answered = self._waiting.get(body.request_id)
        if answered is not None and not answered.done():
            answered.set_result(body)


def client_side_tools() -> Mapping[str, Tool]:
    """Return the client's tools in the form of the server's."""
    return {
        name: Tool(offer=_offer(tool), run=None, result_text=RESULT_TEXTS[name])
        for name, tool in client_tools.TOOLS.items()
    }


def _announced(tool: AnnouncedTool) -> Tool:
    offer = ToolOffer(
        name=tool.name, description=f"{tool.description} {ASKED}".strip(), parameters=dict(tool.parameters)
    )
    return Tool(offer=offer, run=None, result_text=lambda result: str(result.get("text", "")))


def _offer(tool: client_tools.ClientTool) -> ToolOffer:
    return ToolOffer(
        name=tool.name,
        description=f"{tool.description} {ASKED}",
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


class ToolExecutor:
    """Runs the tool calls of one turn."""

    def __init__(
        self, *, tools: Mapping[str, Tool], remember: bool, client_calls: ClientToolCalls, conversation_id: str
    ) -> None:
        """`tools` change with the client; `remember` says whether memory tools may be used."""
        self._tools, self._remember = tools, remember
        self._client_calls, self._conversation_id = client_calls, conversation_id

    async def use(self, name: str, arguments: Mapping[str, Any], *, about: str, post: Post) -> Outcome:
        """Run a tool for the message `about`; `post` sends request and result."""
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
            outcome = await run_tool(name, tool, arguments)
        except asyncio.CancelledError:
            post(cancelled_result(request.id, self._conversation_id, STOPPED))
            raise
        post(self._result(request.id, outcome))
        return outcome

    async def _ask_client(self, request: ToolUseRequest, post: Post, *, is_ours: bool) -> Outcome | None:
        """Wait for the client's result; on a time-out None if the server can run the tool as well."""
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


def broken_off_result(request_id: str, conversation_id: str) -> ToolUseResult:
    """Return the result of a request that the server was ended with: a failure, since nobody stopped it."""
    cancelled = cancelled_result(request_id, conversation_id, SERVER_ENDED)
    return msgspec.structs.replace(cancelled, error_code="execution_error")


def cancelled_result(request_id: str, conversation_id: str, sentence: str) -> ToolUseResult:
    """Return the result of a request that was stopped."""
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


async def run_tool(name: str, tool: Tool | None, arguments: Mapping[str, Any]) -> Outcome:
    """Run a tool of the server's own; one that it has not is a failure, too."""
    if tool is None or tool.run is None:
        return ToolFailure(code="unknown_tool", sentence=f"There is no tool called {name}.")
    try:
        async with asyncio.timeout(SERVER_TOOL_MS / 1000):
            return await tool.run(arguments)
    except TimeoutError:
        return ToolFailure(code="timeout", sentence=f"{name} took longer than {SERVER_TOOL_MS // 1000} seconds.")
    except WorldError as error:
        return ToolFailure(code="execution_error", sentence=error.sentence)
