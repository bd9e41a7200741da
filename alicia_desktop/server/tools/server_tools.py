"""The tools of the server itself (arithmetic, clock, memory search), and the sentences that results of all tools make.

A tool returns a value or a `ToolFailure`; it never raises for what somebody asked. The sentence of a result is made
here as well (`Tool.result_text`), because a model of 135 million parameters makes 391 into 319.
"""

import re
import secrets
import zoneinfo
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from alicia_desktop.base.clock import Clock
from alicia_desktop.memory.dates import only_date
from alicia_desktop.memory.grammatical_person import to_second_person
from alicia_desktop.protocol import client_tools
from alicia_desktop.protocol.client_tools import information
from alicia_desktop.server.engines.contract import ToolOffer
from alicia_desktop.server.tools.arithmetic import ArithmeticRefusedError, evaluate
from alicia_desktop.server.tools.unit_conversion import rounded

_FENCES: Final = re.compile(r"`{3,}")
MAX_NAMES: Final = 30
MAX_DRAWN: Final = 1_000_000_000
"""Of a random number, either way from zero."""
MAX_DICE: Final = 20
ErrorCode = Literal["unknown_tool", "invalid_parameters", "execution_error", "timeout", "permission_denied"]
SearchMemories = Callable[[str], Awaitable[list[dict[str, object]]]]
"""Search text → `{"content", "relevance"}`, best first."""
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def _clipboard(result: Mapping[str, Any]) -> str:
    text = str(result.get("text", ""))
    return f"Your clipboard holds:\n\n{code_block(text)}" if text else "There is no text on your clipboard."


def _file(result: Mapping[str, Any]) -> str:
    end = "\n\nThat is only its beginning." if result.get("truncated") else ""
    return f"{result.get('path')} says:\n\n{code_block(str(result.get('text', '')))}{end}"


def _folder(result: Mapping[str, Any]) -> str:
    if "folders" in result:
        return "You allowed me these folders:\n\n" + code_block("\n".join(map(str, result["folders"])))
    names = [str(entry.get("name", "")) for entry in result.get("entries", ())]
    if not names:
        return f"{result.get('path')} is empty."
    more = f"\n\nAnd {len(names) - MAX_NAMES} more." if len(names) > MAX_NAMES else ""
    return f"In {result.get('path')}:\n\n{code_block(chr(10).join(names[:MAX_NAMES]))}{more}"


def _hits(result: Mapping[str, Any]) -> str:
    hits = result.get("hits") or ()
    if not hits:
        return f"I found nothing of “{result.get('text')}” in the folders that you allowed."
    lines = "\n".join(_hit(hit) for hit in hits[:MAX_NAMES])
    more = "\n\nThere is more than that." if result.get("truncated") or len(hits) > MAX_NAMES else ""
    return f"I found “{result.get('text')}” here:\n\n{code_block(lines)}{more}"


def _hit(hit: Mapping[str, Any]) -> str:
    return f"{hit['path']}:{hit['line']}: {hit['text']}" if "line" in hit else str(hit["path"])


def _system(result: Mapping[str, Any]) -> str:
    named = (("system", "version"), ("machine",), ("timezone",))
    told = [" ".join(str(result.get(key, "")) for key in keys).strip() for keys in named]
    return f"This computer runs {told[0]} on {told[1]}; its time zone is {told[2]}."


RESULT_TEXTS: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "clipboard_read": _clipboard,
    "clipboard_write": lambda _: "It is on your clipboard.",
    "open_address": lambda result: f"I opened {result.get('url')} in your browser.",
    "list_folder": _folder,
    "read_file": _file,
    "search_files": _hits,
    "system_information": _system,
    "notify": lambda _: "The notification is on your screen.",
}


def code_block(text: str) -> str:
    """Format text as a code block that nothing in it can end."""
    longest = max((len(fence) for fence in _FENCES.findall(text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolFailure:
    """Why a tool has no result (docs/protocol.md#tools)."""

    code: ErrorCode
    sentence: str


Outcome = Mapping[str, Any] | ToolFailure


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """A tool of the server or of the client."""

    offer: ToolOffer
    run: Callable[[Mapping[str, Any]], Awaitable[Outcome]] | None
    """None for a tool of the client's (`tool_calls`)."""
    result_text: Callable[[Mapping[str, Any]], str]
    """The answer that a result makes by itself."""
    shared: bool = False
    """Whether the client may run it instead, where it has it (`either`)."""
    remembers: bool = False
    """Whether it looks into the memory, which a private conversation does not."""


def server_tools(*, clock: Clock, find_memories: SearchMemories) -> Mapping[str, Tool]:
    """Return the server's tools by name."""
    tools = (_calculator(), _clock(clock), _random_number(), _search(find_memories), _computer(clock))
    return {tool.offer.name: tool for tool in tools}


def allowed_tools(tools: Mapping[str, Tool], *, remember: bool) -> Mapping[str, Tool]:
    """Return the tools that a turn may use: all of them unless it must not `remember`."""
    return {name: tool for name, tool in tools.items() if remember or not tool.remembers}


def _calculator() -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        expression = arguments.get("expression")
        if not isinstance(expression, str) or not expression.strip():
            return _invalid("`expression` is missing: give the arithmetic as text.")
        try:
            value = evaluate(expression)
        except ArithmeticRefusedError as error:
            return ToolFailure(code="execution_error", sentence=str(error))
        return {"expression": expression, "value": value, **_texts(arguments, "amount", "unit")}

    return Tool(
        offer=_offer(
            "calculator", "Work out an arithmetic expression exactly.", {"expression": "Such as 17 * (23 + 4)."}
        ),
        run=run,
        result_text=_say_sum,
    )


def _say_sum(result: Mapping[str, Any]) -> str:
    if "unit" in result:  # what was converted
        return f"{result['amount']} = {_grouped(rounded(result['value']))} {result['unit']}"
    return f"{result['expression']} = {_grouped(result['value'])}"


def _random_number() -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        try:
            low, high = (int(str(arguments.get(name, ""))) for name in ("low", "high"))
        except ValueError:
            return _invalid("`low` and `high` must be whole numbers.")
        if not -MAX_DRAWN <= low <= high <= MAX_DRAWN:
            return _invalid(f"`low` must not be above `high`, and both at most {MAX_DRAWN:,}.")
        drawn = [secrets.randbelow(high - low + 1) + low for _ in range(_count(arguments))]
        return {"value": sum(drawn), **_texts(arguments, "of"), **({"each": drawn} if len(drawn) > 1 else {})}

    return Tool(
        offer=_offer(
            "random_number",
            "Draw a random whole number: 1 to 6 is a die, 0 to 1 a coin.",
            {
                "low": "The least, such as 1.",
                "high": "The greatest, such as 6.",
                "count": "How many, which are added up; one if left out.",
            },
            needed=("low", "high"),
        ),
        run=run,
        result_text=_say_drawn,
    )


def _count(arguments: Mapping[str, Any]) -> int:
    """Return how many are to be drawn."""
    wanted = str(arguments.get("count", "1"))
    return min(int(wanted), MAX_DICE) if wanted.isdecimal() and int(wanted) else 1


def _say_drawn(result: Mapping[str, Any]) -> str:
    if "each" in result:
        each = [str(one) for one in result["each"]]
        return f"I rolled {' and '.join((', '.join(each[:-1]), each[-1]))}, which makes {result['value']}."
    match result.get("of"):
        case "coin":
            return f"I tossed a coin: {('tails', 'heads')[result['value'] % 2]}."
        case "die":
            return f"I rolled a die: {result['value']}."
        case _:
            return f"At random: {result['value']}."


def _texts(arguments: Mapping[str, Any], *names: str) -> dict[str, str]:
    """Return those of the arguments that are text."""
    return {name: value for name in names if isinstance(value := arguments.get(name), str)}


def _clock(clock: Clock) -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        zone = arguments.get("timezone")
        if zone is not None and not isinstance(zone, str):
            return _invalid("`timezone` must be text such as Europe/Paris.")
        try:
            here = clock.now().astimezone(zoneinfo.ZoneInfo(zone) if zone else None)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            return _invalid("That time zone is not known. Give one such as Europe/Paris.")
        if (born := arguments.get("born")) is not None:
            return _age(born, today=here.date()) if isinstance(born, str) else _invalid("`born` must be text.")
        if (named := arguments.get("day")) is not None:
            day = only_date(named, said_on=here.date()) if isinstance(named, str) else None
            if day is None:
                return _invalid("`day` names no day. Give one such as tomorrow, next Friday or 24 December.")
            return {"date": day.isoformat(), "days_away": (day - here.date()).days, "spoken": _spoken_day(day)}
        return {
            "time": here.strftime("%H:%M"),
            "date": here.date().isoformat(),
            "weekday": _DAYS[here.weekday()],
            "timezone": zone or here.tzname() or "local",
            "spoken": _spoken_day(here.date()),
        }

    return Tool(
        offer=_offer(
            "clock",
            "Tell the time and the date, which day another one is and how far, or how old somebody is.",
            {
                "timezone": "IANA name; the computer's own if left out.",
                "day": "Such as tomorrow, next Friday, in two weeks or 24 December; now if left out.",
                "born": "Date or year of birth of who is asked about, such as 9 February 1951.",
            },
            needed=(),
        ),
        run=run,
        result_text=_say_time,
    )


def _age(born: str, *, today: date) -> Outcome:
    """Return the age of who was born on a day, or in a year that leaves two."""
    if re.fullmatch(r"\d{4}", born.strip()):
        year = int(born)
        ages, spoken = [today.year - year - 1, today.year - year], f"in {year}"
    else:
        day = only_date(born, said_on=today)
        if day is None:
            return _invalid("`born` names no day. Give one such as 9 February 1951, or a year.")
        had = (today.month, today.day) >= (day.month, day.day)
        ages, spoken = [today.year - day.year - (not had)], f"on {_spoken_day(day)}"
    if ages[-1] < 0:
        return _invalid("That is still to come.")
    return {"age": " or ".join(str(age) for age in ages if age >= 0), "born": spoken}


def _spoken_day(day: date) -> str:
    return f"{_DAYS[day.weekday()]}, {day.day} {_MONTHS[day.month - 1]} {day.year}"


def _say_time(result: Mapping[str, Any]) -> str:
    if "age" in result:
        return f"Somebody born {result['born']} is {result['age']} years old today."
    if "days_away" not in result:
        *region, place = result["timezone"].split("/")
        where = f"In {place.replace('_', ' ')} it" if region else "It"
        return f"{where} is {result['time']} on {result['spoken']}."
    match result["days_away"]:
        case -1 | 0 | 1 as near:
            return f"{('Today is', 'Tomorrow is', 'Yesterday was')[near]} {result['spoken']}."
        case away if away < 0:
            return f"That was {result['spoken']}, {-away} days ago."
        case away:
            return f"That is {result['spoken']}, in {away} days."


def _search(find_memories: SearchMemories) -> Tool:
    async def run(arguments: Mapping[str, Any]) -> Outcome:
        query = arguments.get("query")
        if not isinstance(query, str) or not query.strip():
            return _invalid("`query` is missing: say what to look for.")
        return {"query": query, "memories": await find_memories(query)}

    return Tool(
        offer=_offer("search_memory", "Look for something the user said earlier.", {"query": "What to look for."}),
        run=run,
        result_text=_say_found,
        remembers=True,
    )


def _computer(clock: Clock) -> Tool:
    """Ask the client's computer if it can answer; else this one, which is the same unless the server is remote."""

    async def run(_: Mapping[str, Any]) -> Outcome:
        return information(clock.now())

    known = client_tools.TOOLS["system_information"]
    return Tool(
        offer=_offer(known.name, known.description, {}), run=run, result_text=RESULT_TEXTS[known.name], shared=True
    )


def _say_found(result: Mapping[str, Any]) -> str:
    found = [str(memory["content"]).strip() for memory in result["memories"]]
    if not found:
        return f"I remember nothing about {to_second_person(result['query'])}."
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
