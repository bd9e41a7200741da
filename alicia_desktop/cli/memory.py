"""`memory import`, `export`, `search`, `list`, `stats`, `why`: what the local server remembers, running or not."""

import asyncio
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.cli import memory_export, memory_find, memory_stats, memory_why, output
from alicia_desktop.cli.memory_access import open_door

if TYPE_CHECKING:
    from rich.progress import Progress

    from alicia_desktop.compose.server_access import MemoryAccess

commands = typer.Typer(help="The memories of the server on this computer.", no_args_is_help=True, rich_markup_mode=None)
LINES_TOGETHER: Final = 250
"""Lines handed over at once; the bar moves that often."""
SHOWN_PROBLEMS: Final = 20

commands.command("export", short_help="Export all memories as JSON lines.")(memory_export.export)
commands.command("search")(memory_find.search)
commands.command("stats")(memory_stats.stats)
commands.command("why", short_help="Say why an answer is as it is.")(memory_why.why)

AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]


@commands.command("import", short_help="Import memories from JSON lines.")
def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="One memory a line, or - for standard input.")],
    *,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until they are found by meaning too.")] = True,
) -> None:
    """Import memories from JSON lines; a line that cannot be read is told and exits 1, the others are kept."""
    if str(file) == "-":
        failed = asyncio.run(_import(sys.stdin, total=None, wait=wait))
    else:
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                failed = asyncio.run(_import(lines, total=sum(1 for _ in file.open("rb")), wait=wait))
        except OSError as error:
            raise output.stop(f"{file} cannot be read: {error.strerror}.") from error
    if failed:
        raise typer.Exit(1)


@commands.command("list")
def list_all(*, as_json: AsJson = False) -> None:
    """List all memories, the newest first."""
    memories = asyncio.run(_list())
    if not memories:
        output.print_error("No memories are kept in this data folder for the user of its settings.")
    for memory in memories:
        if as_json:
            output.print_json(memory)
        else:
            output.print_line(memory_find.line(memory))


async def _list() -> list[dict[str, Any]]:
    async with open_door() as door:
        return await door.list_memories()


async def _import(lines: Iterable[str], *, total: int | None, wait: bool) -> bool:
    """Import and say what became of it; returns whether a line could not be read."""
    with output.open_progress() as progress:
        async with open_door() as door:
            stored, there, problems = await _store(door, lines, progress, total)
            note = await _embed(door, progress) if wait else ""
    for line, problem in problems[:SHOWN_PROBLEMS]:
        output.print_error(f"line {line}: {problem}")
    if len(problems) > SHOWN_PROBLEMS:
        output.print_error(f"{len(problems) - SHOWN_PROBLEMS} more lines could not be read.")
    if note:
        output.print_error(note)
    output.print_text(f"{stored} memories imported, {there} were there already, {len(problems)} lines not read.")
    return bool(problems)


async def _store(
    door: "MemoryAccess", lines: Iterable[str], progress: "Progress", total: int | None
) -> tuple[int, int, list[tuple[int, str]]]:
    stored = there = read = 0
    problems: list[tuple[int, str]] = []
    bar = progress.add_task("memories", total=total)
    rest = iter(lines)
    while batch := await asyncio.to_thread(list, islice(rest, LINES_TOGETHER)):
        done = await door.import_lines([line.rstrip("\r\n") for line in batch])
        stored, there = stored + done.stored, there + done.already_there
        problems += [(read + line, problem) for line, problem in done.problems]
        read += len(batch)
        progress.update(bar, completed=read)
    return stored, there, problems


async def _embed(door: "MemoryAccess", progress: "Progress") -> str:
    bar = progress.add_task("vectors", total=None)
    most = 0

    def show(left: int) -> None:
        nonlocal most
        most = max(most, left)
        progress.update(bar, total=most, completed=most - left)

    note = await door.wait_for_vectors(show)
    progress.update(bar, total=most, completed=most)
    return note
