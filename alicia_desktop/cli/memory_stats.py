"""`memory stats`: how much was said and is remembered, by category, kind, source, age and use."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.memory_access import open_door

_SAID: Final = (
    ("totalMessages", "messages"),
    ("totalSummaries", "summaries"),
    ("totalPins", "pins"),
    ("oldestMessage", "oldest message"),
    ("newestMessage", "newest message"),
    ("averageImportanceScore", "average importance, 0 to 1"),
)
_KEPT: Final = (
    ("total", "memories"),
    ("pinned", "pinned"),
    ("archived", "archived"),
    ("byMeaning", "found by meaning too"),
    ("tokens", "tokens in all"),
    ("averageImportance", "average importance, 0 to 1"),
    ("oldest", "oldest"),
    ("newest", "newest"),
)
_GROUPS: Final = (
    ("byCategory", "By category"),
    ("byKind", "By kind"),
    ("bySource", "By source"),
    ("byAge", "By age"),
    ("byUse", "By number of uses"),
)
_MOMENTS: Final = frozenset({"oldestMessage", "newestMessage", "oldest", "newest"})
_BAR: Final = 30
"""Letters of the longest bar."""


def stats(
    conversation: Annotated[str, typer.Argument(metavar="[CONVERSATION_ID]", help="All of them without it.")] = "",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """Count what was said and what is remembered."""
    counted = asyncio.run(_count(conversation))
    if as_json:
        output.print_json(counted)
        return
    kept = counted["memories"]
    _print_figures("Said" if not conversation else f"Said in {conversation}", counted, _SAID)
    _print_figures("Remembered", kept, _KEPT)
    for key, title in _GROUPS:
        _print_bars(title, kept[key])


async def _count(conversation: str) -> dict[str, Any]:
    async with open_door() as door:
        return await door.stats(conversation or None)


def _print_figures(title: str, values: Mapping[str, Any], names: tuple[tuple[str, str], ...]) -> None:
    output.print_line(title)
    for key, name in names:
        shown = _moment(values[key]) if key in _MOMENTS else _figure(values[key])
        output.print_line(f"  {shown:>26}  {name}")


def _print_bars(title: str, counts: Mapping[str, int]) -> None:
    output.print_line(f"{title}")
    most = max(counts.values(), default=0)
    for name, number in counts.items():
        bar = "█" * round(_BAR * number / most) if most else ""
        output.print_line(f"  {name:32}  {number:>8,}  {bar}".rstrip())


def _moment(text: str) -> str:
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M}" if text else "–"


def _figure(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.2f}"
        case int():
            return f"{value:,}"
        case _:
            return str(value)
