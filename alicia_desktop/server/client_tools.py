"""What is asked of the client's computer: offered while it has tools, waited for until it answers or time is up."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final, get_args

from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.messages import ToolUseResult
from alicia_desktop.server.engines.contract import ToolOffer
from alicia_desktop.server.tool_words import WORDS
from alicia_desktop.server.tools import ErrorCode, Outcome, Tool, ToolFailure

CLIENT_TOOL_MS: Final = 120_000
"""How long a client has: a person has to read and to decide."""
GRACE_SECONDS: Final = 5.0
"""A client that refuses by itself at the last moment still has its answer on the way."""


class Errands:
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

    def take(self, body: ToolUseResult) -> None:
        """Take an answer; the first one counts."""
        answered = self._waiting.get(body.request_id)
        if answered is not None and not answered.done():
            answered.set_result(body)


def client_side_tools() -> Mapping[str, Tool]:
    """Return the tools of a client as the composer knows tools."""
    return {name: Tool(offer=_offer(tool), run=None, say=WORDS[name]) for name, tool in client_tools.TOOLS.items()}


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
