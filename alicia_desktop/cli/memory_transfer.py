"""`memory import` and `memory export`: memories as JSON lines, which each command reads and writes alike.

Importing goes through the running server, or into its database. Exporting only reads the database, which also goes
while a server writes it.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from alicia_desktop.base.errors import system_reason
from alicia_desktop.base.files import private_opener
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import existing_paths
from alicia_desktop.cli.memory_search import open_own_memories

if TYPE_CHECKING:
    from rich.progress import Progress

    from alicia_desktop.compose.server_access import ImportSummary, MemoryAccess

LINES_TOGETHER: Final = 250
"""Lines handed over at once; the bar moves that often."""
MAX_PROBLEMS: Final = 20
"""Lines that could not be read, of which the reason is printed."""


def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="One memory a line, or - for standard input.")],
    *,
    wait: Annotated[bool, typer.Option("--wait/--no-wait", help="Wait until they can be searched by meaning.")] = True,
) -> None:
    """Import memories from JSON lines.

    Each line is a JSON object as `memory export` writes it; "id" and "full_text" are enough.

    A line that cannot be read is reported, and the exit status is then 1; the others are imported.
    A category that Alicia does not know is reported and kept.
    """
    if str(file) == "-":
        failed = asyncio.run(_import(sys.stdin, total=None, wait=wait))
    else:
        try:
            with file.open(encoding="utf-8", errors="replace") as lines:
                failed = asyncio.run(_import(lines, total=sum(1 for _ in file.open("rb")), wait=wait))
        except OSError as error:
            raise output.stop(f"{file} cannot be read: {system_reason(error)}.") from error
    if failed:
        raise typer.Exit(1)


def export(
    file: Annotated[str, typer.Argument(metavar="FILE.jsonl", help="Where to write, or - for standard output.")],
) -> None:
    """Export all memories as JSON lines, archived ones too, oldest first.

    On standard output, characters that would control a terminal are written as their JSON escapes.
    """
    if file == "-":
        _write(output.write_json)
        return
    path = Path(file)
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with open(unfinished, "w", encoding="utf-8", newline="\n", opener=private_opener) as lines:
            count = _write(lines.write)
        unfinished.replace(path)
    except OSError as error:
        raise output.stop(f"{file} cannot be written: {system_reason(error)}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    output.print_text(f"{_memories(count)} exported to {file}.")


def _memories(count: int) -> str:
    return f"{count:,} {'memory' if count == 1 else 'memories'}"


async def _import(lines: Iterable[str], *, total: int | None, wait: bool) -> bool:
    """Import and print a summary; returns whether a line could not be read."""
    with output.open_progress() as progress:
        async with open_own_memories(creates=True) as memories:
            done = await _store(memories, lines, progress, total)
            note = await _embed(memories, progress) if wait else ""
    for line, problem in done.problems[:MAX_PROBLEMS]:
        output.print_error(f"line {line}: {problem}")
    if len(done.problems) > MAX_PROBLEMS:
        output.print_error(f"{len(done.problems) - MAX_PROBLEMS} more lines could not be read.")
    for sentence in (*_of_categories(done.unknown_categories), note):
        if sentence:
            output.print_error(sentence)
    there = f"{done.already_there} {'was' if done.already_there == 1 else 'were'} there already"
    unread = output.plural(len(done.problems), "line")
    output.print_text(f"{_memories(done.stored)} imported, {there}, {unread} not read.")
    return bool(done.problems)


def _of_categories(unknown: Mapping[str, int]) -> list[str]:
    """Return what to say of categories that no question is routed to."""
    from alicia_desktop.memory.retrieval.routing import CATEGORIES  # noqa: PLC0415 - brings numpy

    if not unknown:
        return []
    named = ", ".join(f"{name} (lines: {count})" for name, count in unknown.items())
    return [f"Unknown categories, which the memories keep: {named}. Alicia knows {', '.join(CATEGORIES)}."]


async def _store(
    memories: "MemoryAccess", lines: Iterable[str], progress: "Progress", total: int | None
) -> "ImportSummary":
    from alicia_desktop.compose.server_access import ImportSummary  # noqa: PLC0415 - brings database and HTTP

    stored = there = read = 0
    problems: list[tuple[int, str]] = []
    unknown: Counter[str] = Counter()
    bar = progress.add_task("memories", total=total)
    rest = iter(lines)
    while batch := await asyncio.to_thread(list, islice(rest, LINES_TOGETHER)):
        done = await memories.import_lines([line.rstrip("\r\n") for line in batch])
        stored, there = stored + done.stored, there + done.already_there
        problems += [(read + line, problem) for line, problem in done.problems]
        unknown.update(done.unknown_categories)
        read += len(batch)
        progress.update(bar, completed=read)
    return ImportSummary(stored=stored, already_there=there, problems=tuple(problems), unknown_categories=unknown)


async def _embed(memories: "MemoryAccess", progress: "Progress") -> str:
    bar = progress.add_task("vectors", total=None)
    most = 0

    def show(left: int) -> None:
        nonlocal most
        most = max(most, left)
        progress.update(bar, total=most, completed=most - left)

    note = await memories.wait_for_vectors(show)
    progress.update(bar, total=most, completed=most)
    return note


def _write(write: Callable[[str], object]) -> int:
    count = 0
    for lines, some in _pages():
        write(lines)
        count += some
    return count


def _pages() -> Iterator[tuple[str, int]]:
    """Return lines with how many memories they are, some at a time."""
    from alicia_desktop.config import load_settings  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.memory.json_lines import EXPORT_BATCH, to_lines  # noqa: PLC0415 - as above
    from alicia_desktop.store import accounts  # noqa: PLC0415 - as above
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above
    from alicia_desktop.store.memories import memory_list  # noqa: PLC0415 - as above
    from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder  # noqa: PLC0415 - as above
    from alicia_desktop.store.server import users  # noqa: PLC0415 - as above

    paths = existing_paths()
    with reading(paths.server_database) as conn:
        name = load_settings(paths.settings).server.user
        users.check_free(conn, name)
        user_ids = accounts.names_of(conn, name)
        wanted = MemoryFilter(user_ids=user_ids, archived=None)
        keys = memory_list.ordered(conn, wanted, MemoryOrder(descending=False))
        for at in range(0, len(keys), EXPORT_BATCH):
            some = keys[at : at + EXPORT_BATCH]
            rows = memory_list.rows_of(conn, some)
            yield to_lines(rows[key] for key in some), len(rows)
