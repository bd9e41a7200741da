"""Import and export of memories as files, with progress and cancellation.

Reading, writing and checking happen off the loop. Memories are imported by the server, which owns them, and exported
from this computer's copy, so an export works without any server.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener
from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.compose.conversation_preferences import UNSUPPORTED_CODES
from alicia_desktop.compose.servers import ServerAddress
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memory_list

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ImportResponse, MemoryApi

IMPORT_BATCH_LINES: Final = 250
IMPORT_UNSUPPORTED: Final = translate("This server can’t import memories. Tell them to Alicia instead.")
ShowProgress = Callable[[str, int, int], None]
"""Shows (text, done, total); a total of 0 is unknown."""
ShowResult = Callable[[str, Sequence[str]], None]
"""Shows (text, a line for each problem)."""


class MemoryFiles:
    """Export and import memories as JSON lines, one file at a time."""

    def __init__(
        self, *, database: Database, user_id: Callable[[], str], show_progress: ShowProgress, show_result: ShowResult
    ) -> None:
        self._database = database
        self._user_id = user_id
        self._show_progress = show_progress
        self._show_result = show_result
        self._cancelled = False

    def cancel(self) -> None:
        """Stop after the current batch; what was imported until then stays."""
        self._cancelled = True

    async def export(self, path: Path, keys: Sequence[int]) -> None:
        """Write the memories with these `keys`, in their order; an unfinished file is removed.

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
                self._show_result(translate("Export cancelled, nothing written"), ())
                return
            await asyncio.to_thread(unfinished.replace, path)
        except OSError as error:
            raise WorldError(
                sentence=translate("{path} cannot be written: {reason}.").format(path=path, reason=error.strerror),
                code="not_written",
            ) from error
        self._show_result(
            translate_count(
                "{count} memory exported to {file}.", "{count} memories exported to {file}.", written, file=path.name
            ),
            (),
        )

    async def import_file(self, path: Path, server: ServerAddress) -> None:
        """Send the lines of a file to the server, which stores those that are memories.

        Raises:
            WorldError: the file cannot be read, or the server cannot import memories.
        """
        self._cancelled = False
        try:
            total = await asyncio.to_thread(_count_lines, path)
            with await asyncio.to_thread(path.open, encoding="utf-8", errors="replace", newline="\n") as file:
                await self._send_lines(file, path.name, total, server)
        except OSError as error:
            raise WorldError(
                sentence=translate("{path} cannot be read: {reason}.").format(path=path, reason=error.strerror),
                code="not_read",
            ) from error

    async def _write(self, file: IO[str], name: str, keys: Sequence[int]) -> int:
        from alicia_desktop.memory.json_lines import EXPORT_BATCH  # noqa: PLC0415 - brings much, for few

        written = 0
        for at in range(0, len(keys), EXPORT_BATCH):
            if self._cancelled:
                break
            self._show_progress(translate("Exporting to {file}").format(file=name), at, len(keys))
            lines, count = await self._database.read(_lines, keys[at : at + EXPORT_BATCH])
            await asyncio.to_thread(file.write, lines)
            written += count
        return written

    async def _send_lines(self, lines: Iterator[str], name: str, total: int, server: ServerAddress) -> None:
        from alicia_desktop.api.memories import MemoryApi  # noqa: PLC0415 - HTTP, only where something is brought in

        stored = known = read = 0
        problems: list[str] = []
        unknown: Counter[str] = Counter()
        async with MemoryApi(
            url=server.address, user_id=self._user_id(), token=server.token, certificate=server.certificate
        ) as api:
            while not self._cancelled and (batch := await asyncio.to_thread(_next, lines)):
                self._show_progress(translate("Importing {file}").format(file=name), read, total)
                done = await _import_batch(api, batch)
                stored, known = stored + done.stored, known + done.already_there
                problems += [
                    translate("line {line}: {problem}").format(line=read + one.line, problem=one.problem)
                    for one in done.problems
                ]
                unknown.update(done.unknown_categories)
                read += len(batch)
        said = ", ".join(_imported(stored, known, problems, unknown))
        stopped = translate("{result}; stopped at line {line}.").format(result=said, line=format_number(read))
        self._show_result(stopped if self._cancelled else f"{said}.", problems)


def _imported(stored: int, known: int, problems: Sequence[str], unknown: Counter[str]) -> Iterator[str]:
    yield translate_count("{count} memory imported", "{count} memories imported", stored)
    yield translate("{count} already existed").format(count=format_number(known))
    if problems:
        yield translate_count("{count} line could not be read", "{count} lines could not be read", len(problems))
    if unknown:
        yield translate_count(
            "{count} line of an unknown category ({categories})",
            "{count} lines of an unknown category ({categories})",
            unknown.total(),
            categories=", ".join(unknown),
        )


async def _import_batch(api: "MemoryApi", batch: Sequence[str]) -> "ImportResponse":
    try:
        return await api.import_memories(batch)
    except WorldError as error:
        if error.code not in UNSUPPORTED_CODES:
            raise
        raise WorldError(sentence=IMPORT_UNSUPPORTED, code="not_supported") from error


def _lines(conn: Connection, keys: Sequence[int]) -> tuple[str, int]:
    """Read and encode memories, in the reading thread; return their lines and how many there are."""
    from alicia_desktop.memory.json_lines import to_lines  # noqa: PLC0415 - brings much, for few

    rows = memory_list.rows_of(conn, keys)
    found = [rows[key] for key in keys if key in rows and rows[key].deleted_at is None]
    return to_lines(found), len(found)


def _next(lines: Iterator[str]) -> list[str]:
    return [line.rstrip("\r\n") for line in islice(lines, IMPORT_BATCH_LINES)]


def _open_private(path: Path) -> IO[str]:
    return open(path, "w", encoding="utf-8", newline="\n", opener=private_opener)


def _count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)
