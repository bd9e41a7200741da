"""Memories into a file and out of one: in pieces, with progress, and ended whenever somebody likes.

Bringing in asks the server, which is the one that keeps memories; taking out reads the copy on this computer, so it
works without any server.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.private_files import private_opener
from alicia_desktop.compose.servers import ServerAddress
from alicia_desktop.memory.exporting import WRITTEN_TOGETHER, lines_of
from alicia_desktop.store import memory_list
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.view import text

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ImportResponse, MemoryApi

LINES_TOGETHER: Final = 250
LACKING: Final = frozenset({"not_found", "not_supported"})
"""Codes of a server that does not know the call."""
NOT_TAKEN: Final = "This server does not take memories in from a file. Tell them to Alicia instead."
Progress = Callable[[str, int, int], None]
"""Words, done, total; a total of 0 is not known."""
Ended = Callable[[str, Sequence[str]], None]
"""What came of it, and a line for each problem."""


class Transfers:
    """One import or export at a time."""

    def __init__(self, *, database: Database, user_id: Callable[[], str], progress: Progress, ended: Ended) -> None:
        self._database = database
        self._user_id = user_id
        self._progress = progress
        self._ended = ended
        self._cancelled = False

    def cancel(self) -> None:
        """Stop after the piece that is under way; what was brought in stays."""
        self._cancelled = True

    async def export(self, path: Path, keys: Sequence[int]) -> None:
        """Write the memories under `keys`, in their order; a file that was not finished is taken away again.

        Raises:
            WorldError: the file cannot be written.
        """
        self._cancelled = False
        unfinished = path.with_name(f"{path.name}.part")
        try:
            with await asyncio.to_thread(_open_private, unfinished) as file:
                written = await self._write(file, path.name, keys)
            if self._cancelled:
                await asyncio.to_thread(unfinished.unlink)
                self._ended("Export stopped; nothing was written.", ())
                return
            await asyncio.to_thread(unfinished.replace, path)
        except OSError as error:
            raise WorldError(sentence=f"{path} cannot be written: {error.strerror}.", code="not_written") from error
        self._ended(f"{text.plural(written, 'memory', 'memories')} exported to {path.name}.", ())

    async def bring_in(self, path: Path, place: ServerAddress) -> None:
        """Hand the lines of a file to the server, which keeps those that are memories.

        Raises:
            WorldError: the file cannot be read, or the server cannot take memories in.
        """
        self._cancelled = False
        try:
            total = await asyncio.to_thread(_count_lines, path)
            with await asyncio.to_thread(path.open, encoding="utf-8", errors="replace", newline="\n") as file:
                await self._hand_over(file, path.name, total, place)
        except OSError as error:
            raise WorldError(sentence=f"{path} cannot be read: {error.strerror}.", code="not_read") from error

    async def _write(self, file: IO[str], name: str, keys: Sequence[int]) -> int:
        written = 0
        for at in range(0, len(keys), WRITTEN_TOGETHER):
            if self._cancelled:
                break
            self._progress(f"Exporting to {name}", at, len(keys))
            lines, count = await self._database.read(_lines, keys[at : at + WRITTEN_TOGETHER])
            await asyncio.to_thread(file.write, lines)
            written += count
        return written

    async def _hand_over(self, lines: Iterator[str], name: str, total: int, place: ServerAddress) -> None:
        from alicia_desktop.api.memories import MemoryApi  # noqa: PLC0415 - HTTP, only where something is brought in

        stored = there = read = 0
        problems: list[str] = []
        async with MemoryApi(url=place.address, user_id=self._user_id(), token=place.token) as api:
            while not self._cancelled and (batch := await asyncio.to_thread(_next, lines)):
                self._progress(f"Importing {name}", read, total)
                done = await _taken(api, batch)
                stored, there = stored + done.stored, there + done.already_there
                problems += [f"line {read + one.line}: {one.problem}" for one in done.problems]
                read += len(batch)
        words = f"{text.plural(stored, 'memory', 'memories')} imported, {there:,} were there already"
        if problems:
            words = f"{words}, {text.plural(len(problems), 'line')} could not be read"
        self._ended(f"{words}; stopped at line {read:,}." if self._cancelled else f"{words}.", problems)


async def _taken(api: "MemoryApi", batch: Sequence[str]) -> "ImportResponse":
    try:
        return await api.import_memories(batch)
    except WorldError as error:
        if error.code not in LACKING:
            raise
        raise WorldError(sentence=NOT_TAKEN, code="not_supported") from error


def _lines(conn: Connection, keys: Sequence[int]) -> tuple[str, int]:
    """Read and write down in the reading thread."""
    rows = memory_list.rows_of(conn, keys)
    found = [rows[key] for key in keys if key in rows and rows[key].deleted_at is None]
    return lines_of(found), len(found)


def _next(lines: Iterator[str]) -> list[str]:
    return [line.rstrip("\r\n") for line in islice(lines, LINES_TOGETHER)]


def _open_private(path: Path) -> IO[str]:
    return open(path, "w", encoding="utf-8", newline="\n", opener=private_opener)


def _count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)
