"""The tools that the server itself has: arithmetic, the clock, and a look into the memory.

A tool answers with a value or a `ToolFailure`; it never raises for what somebody asked. What the small model says of
a result is made here as well (`Tool.say`), because a model of 135 million parameters makes 391 into 319.
"""

import zoneinfo
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.client_tools import information
from alicia_desktop.server.arithmetic import ArithmeticRefusedError, evaluate
from alicia_desktop.server.engines.contract import ToolOffer
from alicia_desktop.server.tool_words import WORDS

ErrorCode = Literal["unknown_tool", "invalid_parameters", "execution_error", "timeout", "permission_denied"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolFailure:
    """Why a tool has no result (docs/protocol.md#tools)."""

    code: ErrorCode
    sentence: str


Outcome = Mapping[str, Any] | ToolFailure
FindMemories = Callable[[str], Awaitable[list[dict[str, object]]]]
"""Search text → `{"content", "relevance"}`, best first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """One thing that the server can do."""

    offer: ToolOffer
    run: Callable[[Mapping[str, Any]], Awaitable[Outcome]] | None
    """None: it is the client's (`errands`)."""
    say: Callable[[Mapping[str, Any]], str]
    """The answer that a result makes by itself."""
    shared: bool = False
    """Whether the client may run it instead, where it has it (`either`)."""
    remembers: bool = False
    """Whether it looks into the memory, which a private conversation does not."""


def server_tools(*, clock: Clock, find_memories: FindMemories) -> Mapping[str, Tool]:
    """Return the tools by name."""
    tools = (_calculator(), _clock(clock), _search(find_memories), _computer(clock))
    return {tool.offer.name: tool for tool in tools}


def allowed(tools: Mapping[str, Tool], *, remember: bool) -> Mapping[str, Tool]:
    """Return the tools that a turn may use, which is all of them unless it must not `remember`."""
    return {name: tool for name, tool in tools.items() if remember or not tool.remembers}


def _calculator() -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        expression = arguments.get("expression")
        if not isinstance(expression, str) or not expression.strip():
            return _invalid("`expression` is missing: give the arithmetic as text.")
        try:
            return {"expression": expression, "value": evaluate(expression)}
        except ArithmeticRefusedError as error:
            return ToolFailure(code="execution_error", sentence=str(error))

    return Tool(
        offer=_offer(
            "calculator", "Work out an arithmetic expression exactly.", {"expression": "Such as 17 * (23 + 4)."}
        ),
        run=run,
        say=lambda result: f"{result['expression']} = {_grouped(result['value'])}",
    )


def _clock(clock: Clock) -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        zone = arguments.get("timezone")
        if zone is not None and not isinstance(zone, str):
            return _invalid("`timezone` must be text such as Europe/Paris.")
        try:
            here = clock.now().astimezone(zoneinfo.ZoneInfo(zone) if zone else None)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            return _invalid("That time zone is not known. Give one such as Europe/Paris.")
        return {
            "time": here.strftime("%H:%M"),
            "date": here.date().isoformat(),
            "weekday": _DAYS[here.weekday()],
            "timezone": zone or here.tzname() or "local",
            "spoken": f"{_DAYS[here.weekday()]}, {here.day} {_MONTHS[here.month - 1]} {here.year}",
        }

    return Tool(
        offer=_offer(
            "clock",
            "Tell the time and the date.",
            {"timezone": "IANA name; the computer's own if left out."},
            needed=(),
        ),
        run=run,
        say=lambda result: f"It is {result['time']} on {result['spoken']}.",
    )


def _search(find_memories: FindMemories) -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            return _invalid("`query` is missing: say what to look for.")
        return {"query": query, "memories": await find_memories(query)}

    return Tool(
        offer=_offer("search_memory", "Look for something the user said earlier.", {"query": "What to look for."}),
        run=run,
        say=_say_found,
        remembers=True,
    )


def _computer(clock: Clock) -> Tool:
    """Ask the client's computer where it answers; else this one, which is the same unless the server is elsewhere."""

    async def run(_: Mapping[str, Any]) -> Outcome:
        return information(clock.now())

    known = client_tools.TOOLS["system_information"]
    return Tool(offer=_offer(known.name, known.description, {}), run=run, say=WORDS[known.name], shared=True)


def _say_found(result: Mapping[str, Any]) -> str:
    found = [str(memory["content"]).strip() for memory in result["memories"]]
    if not found:
        return f"I remember nothing about {result['query']}."
    return "You told me:\n\n" + "\n".join(f"- {content}" for content in found)


def _offer(
    name: str, description: str, arguments: Mapping[str, str], needed: tuple[str, ...] | None = None
) -> ToolOffer:
    return ToolOffer(
        name=name,
        description=description,
        parameters={
            "type": "object",
            "properties": {key: {"type": "string", "description": text} for key, text in arguments.items()},
            "required": list(arguments if needed is None else needed),
        },
    )


def _invalid(sentence: str) -> ToolFailure:
    return ToolFailure(code="invalid_parameters", sentence=sentence)


def _grouped(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) and abs(value) >= 10_000 else str(value)


_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
