"""Import and export of conversations and memories as files, with progress and cancellation.

Reading, writing and checking happen off the loop. Memories are imported by the server, which owns them, and exported
from this computer's copy, so an export works without any server.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from alicia_desktop.app.connections import Wiring
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener, write_private
from alicia_desktop.base.visible_text import is_hidden
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.servers import ServerAddress
from alicia_desktop.store.conversations import conversation_export
from alicia_desktop.store.conversations.conversation_import import bring_in, parse
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memory_list
from alicia_desktop.ui import file_dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view import conversation_markdown, text

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ImportResponse, MemoryApi


NAME_LETTERS: Final = 60
FORBIDDEN: Final = re.compile(r'[\s\x00-\x1f<>:"/\\|?*]+')
"""Blanks, and what some system does not take in a file's name."""
SUFFIXES: Final = {"markdown": "md", "json": "json"}
LINES_TOGETHER: Final = 250
LACKING: Final = frozenset({"not_found", "not_supported"})
"""Codes of a server that does not know the call."""
NOT_TAKEN: Final = "This server does not take memories in from a file. Tell them to Alicia instead."
Progress = Callable[[str, int, int], None]
"""Words, done, total; a total of 0 is not known."""
Ended = Callable[[str, Sequence[str]], None]
"""What came of it, and a line for each problem."""


class Filing:
    """Carries out what the menu of the open conversation says about files."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        show: Callable[[str], Awaitable[None]],
    ) -> None:
        """Take `do`, which carries out work under a name, and `show`, which opens a conversation."""
        self._client = client
        self._window = window
        self._do = do
        self._show = show

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        header, wire = self._window.conversation.header, wiring.qt
        wire(header.export_requested, lambda form: self._do("export", self.ask_export(form)))
        wire(header.import_requested, lambda: self._do("import", self.ask_import()))

    async def ask_export(self, form: str) -> None:
        """Ask where to, and write the open conversation there; `form` is `markdown` or `json`."""
        conversation_id, title = self._window.sidebar.current, self._window.conversation.header.title
        dialog = file_dialogs.saving(file_name(title, SUFFIXES[form]), SUFFIXES[form], parent=self._window)
        path = await file_dialogs.chosen(dialog)
        if path is not None:
            await self.export(conversation_id, form, path)

    async def export(self, conversation_id: str, form: str, path: Path) -> None:
        """Write a conversation; a file that was there stays whole until the new one is.

        Raises:
            WorldError: the file cannot be written.
        """
        content = await self._client.database.read(_content, conversation_id, form)
        try:
            await asyncio.to_thread(write_private, path, content)
        except OSError as error:
            raise WorldError(sentence=f"{path} cannot be written: {error.strerror}.", code="not_written") from error
        self._window.show_toast(self._window.tr("Exported to {name}").format(name=path.name))

    async def ask_import(self) -> None:
        """Ask which file, and bring it in."""
        path = await file_dialogs.chosen(file_dialogs.opening("json", parent=self._window))
        if path is not None:
            await self.bring_in(path)

    async def bring_in(self, path: Path) -> None:
        """Import a conversation and show it.

        Raises:
            WorldError: the file cannot be read, is no export, or is here already.
        """
        try:
            content = await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise WorldError(sentence=f"{path} cannot be read: {error.strerror}.", code="not_read") from error
        parsed = await asyncio.to_thread(partial(parse, content))
        done = await self._client.database.write(bring_in, parsed)
        came = conversation_markdown.import_summary(done)
        if done.server != self._client.server.name:
            place = done.server or "this computer"
            self._window.show_toast(f"Imported: {came} It is listed while {place} is chosen in the settings.")
            return
        await self._show(done.conversation_id)
        self._window.show_toast(f"Imported: {came}")


def file_name(title: str, suffix: str) -> str:
    """Return a name for the file that every system takes and that is what it looks like."""
    seen = "".join(" " if is_hidden(character) else character for character in title)
    bare = FORBIDDEN.sub(" ", seen)[:NAME_LETTERS].strip(" .")
    return f"{bare or 'conversation'}.{suffix}"


def _content(conn: Connection, conversation_id: str, form: str) -> bytes:
    if form == "json":
        return conversation_export.export(conn, conversation_id)
    return conversation_markdown.export_markdown(conn, conversation_id).encode("utf-8", "replace")


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
        from alicia_desktop.memory.json_lines import EXPORT_BATCH  # noqa: PLC0415 - brings much, for few

        written = 0
        for at in range(0, len(keys), EXPORT_BATCH):
            if self._cancelled:
                break
            self._progress(f"Exporting to {name}", at, len(keys))
            lines, count = await self._database.read(_lines, keys[at : at + EXPORT_BATCH])
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
    """Read and encode memories, in the reading thread; return their lines and how many there are."""
    from alicia_desktop.memory.json_lines import to_lines  # noqa: PLC0415 - brings much, for few

    rows = memory_list.rows_of(conn, keys)
    found = [rows[key] for key in keys if key in rows and rows[key].deleted_at is None]
    return to_lines(found), len(found)


def _next(lines: Iterator[str]) -> list[str]:
    return [line.rstrip("\r\n") for line in islice(lines, LINES_TOGETHER)]


def _open_private(path: Path) -> IO[str]:
    return open(path, "w", encoding="utf-8", newline="\n", opener=private_opener)


def _count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)
