"""`memory search`, `list`, `stats` and `why`: memories by words and by meaning, in figures, and behind one answer.

A search explains every step if asked.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import created_paths, existing_paths

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from alicia_desktop.compose.server_access import MemoryAccess
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter
    from alicia_desktop.view.answer_report import AnswerReport


MAX_RESULTS: Final = 200
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]

Query = Annotated[list[str] | None, typer.Argument(metavar="QUERY", help="What to search for.")]
Count = Annotated[
    int, typer.Option("-k", "--limit", min=1, max=MAX_RESULTS, metavar="N", help="Print at most N memories.")
]
Category = Annotated[
    list[str] | None, typer.Option(metavar="CATEGORY", help="Only this category; repeat for one of several.")
]
Tag = Annotated[list[str] | None, typer.Option(metavar="TAG", help="Only with this tag; repeat for one of several.")]
Source = Annotated[list[str] | None, typer.Option(metavar="SOURCE", help="Only from this source, such as import.")]


def _read_day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d")  # noqa: DTZ007 - the search takes it as a day of this computer
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not a day such as 2026-01-31.") from error


After = Annotated[datetime | None, typer.Option(parser=_read_day, metavar="YYYY-MM-DD", help="Only from this day on.")]
Before = Annotated[datetime | None, typer.Option(parser=_read_day, metavar="YYYY-MM-DD", help="Only up to this day.")]
Pinned = Annotated[bool | None, typer.Option("--pinned/--not-pinned", help="Only pinned memories, or only others.")]
Archived = Annotated[bool, typer.Option("--archived", help="Search archived memories instead.")]
Stdin = Annotated[bool, typer.Option("--stdin", help="Read queries from standard input, one a line; prints JSON.")]
Explain = Annotated[bool, typer.Option("--explain", help="Print how each memory was scored.")]

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


class KindOption(StrEnum):
    """How a memory is stored (docs/memory.md#what-is-stored)."""

    SEMANTIC = "semantic"
    HARD = "hard"
    HYBRID = "hybrid"


Kind = Annotated[
    list[KindOption] | None,
    typer.Option(metavar="KIND", help="Only this kind: semantic, hard or hybrid; repeat for one of several."),
]


def search(  # noqa: PLR0917 - typer's way to declare options
    query: Query = None,
    count: Count = 10,
    category: Category = None,
    tag: Tag = None,
    kind: Kind = None,
    source: Source = None,
    after: After = None,
    before: Before = None,
    *,
    pinned: Pinned = None,
    archived: Archived = False,
    stdin: Stdin = False,
    as_json: AsJson = False,
    explain: Explain = False,
) -> None:
    """Search memories, best match first."""
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter  # noqa: PLC0415 - brings the database layer

    if bool(query) == stdin:
        raise output.stop("Give either a query or --stdin.", 2)
    filters = SearchFilter(
        categories=category or (),
        tags=tag or (),
        kinds=[one.value for one in kind or ()],
        sources=source or (),
        after=_day(after),
        before=_day(before),
        pinned=pinned,
        archived=archived,
    )
    queries = (line.strip() for line in sys.stdin) if stdin else iter([" ".join(query or ())])
    asyncio.run(_search(queries, k=count, filters=filters, explain=explain, as_json=as_json or stdin))


def list_all(*, as_json: AsJson = False) -> None:
    """List all memories, newest first."""
    memories = asyncio.run(_list())
    if not memories:
        output.print_error("No memories are stored in this data folder for its user.")
    for memory in memories:
        if as_json:
            output.print_json(memory)
        else:
            output.print_line(format_memory(memory))


def format_memory(memory: dict[str, Any]) -> str:
    """Return a memory as a line: day, id and content."""
    return f"{memory['created_at'][:10]}  {memory['id']:26} {' '.join(memory['content'].split())}"


def open_own_memories(*, creates: bool = False) -> "AbstractAsyncContextManager[MemoryAccess]":
    """Open the memories of the user of this data folder; where there is nothing yet, only with `creates` it is made."""
    from alicia_desktop.compose.server_access import open_memories  # noqa: PLC0415 - brings database and HTTP
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - as above

    paths = created_paths() if creates else existing_paths()
    if not (creates or paths.server_database.exists()):
        raise output.stop(f"There are no memories yet in {paths.folder}.")
    return open_memories(paths, user_id=load_settings(paths.settings).server.user)


async def _check_categories(memories: "MemoryAccess", names: Sequence[str]) -> None:
    """End the command where nothing can be in a category: that none was found would look like an answer."""
    from alicia_desktop.memory.retrieval.routing import CATEGORIES  # noqa: PLC0415 - brings numpy

    stored = (await memories.stats(None))["memories"]["byCategory"] if names else {}
    known = list(dict.fromkeys([*CATEGORIES, *stored]))
    if unknown := [name for name in names if name not in known]:
        raise output.stop(f"There is no category {unknown[0]}. Categories: {', '.join(known)}.", 2)


async def _search(queries: Iterator[str], *, k: int, filters: "SearchFilter", explain: bool, as_json: bool) -> None:
    async with open_own_memories() as memories:
        await _check_categories(memories, filters.categories)
        while (query := await asyncio.to_thread(next, queries, None)) is not None:
            found = await memories.search(query, k=k, explain=explain, filters=filters)
            if as_json:
                output.print_json(found)
            else:
                _print_found(found)


def _print_explanation(found: dict[str, Any]) -> None:
    from alicia_desktop.view.answer_report import retrieval_sections  # noqa: PLC0415 - brings the database layer

    for title, lines in retrieval_sections(found["retrieval"]):
        output.print_line("")
        output.print_line(title)
        for line in lines:
            output.print_line(f"  {line}")
    spent = ", ".join(f"{step} {ms:g} ms" for step, ms in found["timings_ms"].items())
    encoder = found["encoder"] or "words only"
    output.print_line("")
    output.print_line(f"{found['considered']} memories considered, {encoder}; {spent}")


def _print_found(found: dict[str, Any]) -> None:
    for result in found["results"]:
        output.print_line(f"{result['relevance']:.2f}  {format_memory(result)}")
        for part in result.get("parts", ()):
            output.print_line(f"        {part['name']:20} {part['value']:6.3f} × {part['weight']:.3f}")
    if not found["results"]:
        output.print_line("No memories found.")
    if "retrieval" in found:
        _print_explanation(found)


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else moment.date()


async def _list() -> list[dict[str, Any]]:
    async with open_own_memories() as memories:
        return await memories.list_memories()


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
    from alicia_desktop.view.answer_report import report_json, report_sections  # noqa: PLC0415 - brings the database

    paths = existing_paths()
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
