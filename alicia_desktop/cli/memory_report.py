"""`memory stats` and `memory why`: what is stored, in figures, and everything behind one answer."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.memory_search import open_own_memories

if TYPE_CHECKING:
    from pathlib import Path

    from alicia_desktop.view.answer_report import AnswerReport


_MESSAGES: Final = (
    ("totalMessages", "messages"),
    ("totalSummaries", "summaries"),
    ("totalPins", "pins"),
    ("oldestMessage", "oldest message"),
    ("newestMessage", "newest message"),
    ("averageImportanceScore", "average importance, 0 to 1"),
)
_MEMORIES: Final = (
    ("total", "memories"),
    ("pinned", "pinned"),
    ("archived", "archived"),
    ("byMeaning", "searchable by meaning"),
    ("tokens", "tokens"),
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
    conversation: Annotated[
        str, typer.Argument(metavar="CONVERSATION", help="A conversation's id; all conversations without it.")
    ] = "",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count messages and memories, by category, kind, source, age and use."""
    counted = asyncio.run(_count(conversation))
    if as_json:
        output.print_json(counted)
        return
    stored = counted["memories"]
    _print_figures("Messages" if not conversation else f"Messages in {conversation}", counted, _MESSAGES)
    _print_figures("Memories", stored, _MEMORIES)
    for key, title in _GROUPS:
        _print_bars(title, stored[key])


async def _count(conversation: str) -> dict[str, Any]:
    async with open_own_memories() as memories:
        return await memories.stats(conversation or None)


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


def why(
    answer: Annotated[str, typer.Argument(metavar="MESSAGE", help="Id of an answer, or of its question.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Explain an answer: its question, memories with scores, near misses, tools and timings."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - not for the other commands
    from alicia_desktop.view.answer_report import report_json, report_sections  # noqa: PLC0415 - brings the database

    paths = find_paths()
    found = _look([paths.client_database, paths.server_database], answer)
    if found is None:
        raise output.stop(f"There is no answer {answer} on this computer.")
    if as_json:
        output.print_json(report_json(found))
        return
    for place, (title, lines) in enumerate(report_sections(found)):
        if place:
            output.print_line("")
        output.print_line(title)
        for line in lines:
            output.print_line(f"  {line}")


def _look(databases: "list[Path]", answer: str) -> "AnswerReport | None":
    """Return what the first database that has the answer knows: the client's, else that of the server here."""
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.view.answer_report import read_report  # noqa: PLC0415 - as above

    for path in databases:
        if path.exists():
            with reading(path) as conn:
                if (found := read_report(conn, answer)) is not None:
                    return found
    return None
