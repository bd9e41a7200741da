"""`memory search`: memories by words and by meaning, narrowed as in the window, with every step explained if asked."""

import asyncio
import sys
from collections.abc import Iterator
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.memory_access import open_door

if TYPE_CHECKING:
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter

MAX_RESULTS: Final = 200
DAY: Final = ["%Y-%m-%d"]


class KindOption(StrEnum):
    """How a memory is kept."""

    SEMANTIC = "semantic"
    HARD = "hard"
    HYBRID = "hybrid"


def search(  # noqa: PLR0917 - typer's way to declare options
    query: Annotated[list[str] | None, typer.Argument(metavar="QUERY…", help="What to look for.")] = None,
    count: Annotated[int, typer.Option("-k", min=1, max=MAX_RESULTS, help="How many, at most.")] = 10,
    category: Annotated[list[str] | None, typer.Option(help="Only of this category; several: of one of them.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only with this tag; several: with one of them.")] = None,
    kind: Annotated[list[KindOption] | None, typer.Option(help="Only of this kind; several: of one of them.")] = None,
    source: Annotated[list[str] | None, typer.Option(help="Only from this source, such as import.")] = None,
    after: Annotated[datetime | None, typer.Option(formats=DAY, help="Only of this day or later.")] = None,
    before: Annotated[datetime | None, typer.Option(formats=DAY, help="Only of this day or earlier.")] = None,
    *,
    pinned: Annotated[
        bool | None, typer.Option("--pinned/--not-pinned", help="Only pinned ones, or only others.")
    ] = None,
    archived: Annotated[bool, typer.Option("--archived", help="Search the archive instead.")] = False,
    stdin: Annotated[bool, typer.Option("--stdin", help="One query a line, one JSON object a line.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say how each was scored.")] = False,
) -> None:
    """Search memories, best first."""
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter  # noqa: PLC0415 - brings numpy and the database layer

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


def line(memory: dict[str, Any]) -> str:
    """Return one memory as a line."""
    return f"{memory['created_at'][:10]}  {memory['id']:26} {' '.join(memory['content'].split())}"


async def _search(queries: Iterator[str], *, k: int, filters: "SearchFilter", explain: bool, as_json: bool) -> None:
    async with open_door() as door:
        while (query := await asyncio.to_thread(next, queries, None)) is not None:
            found = await door.search(query, k=k, explain=explain, filters=filters)
            if as_json:
                output.print_json(found)
            else:
                _print_found(found)


def _print_explanation(found: dict[str, Any]) -> None:
    from alicia_desktop.view.answer_report import retrieval_sections  # noqa: PLC0415 - brings the database layer

    for title, lines in retrieval_sections(found["retrieval"]):
        output.print_line("")
        output.print_line(title)
        for said in lines:
            output.print_line(f"  {said}")
    spent = ", ".join(f"{step} {ms:g} ms" for step, ms in found["timings_ms"].items())
    encoder = found["encoder"] or "words only"
    output.print_line("")
    output.print_line(f"{found['considered']} memories considered, {encoder}; {spent}")


def _print_found(found: dict[str, Any]) -> None:
    for result in found["results"]:
        output.print_line(f"{result['relevance']:.2f}  {line(result)}")
        for part in result.get("parts", ()):
            output.print_line(f"        {part['name']:20} {part['value']:6.3f} × {part['weight']:.3f}")
    if not found["results"]:
        output.print_line("Nothing was found.")
    if "retrieval" in found:
        _print_explanation(found)


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else moment.date()
