"""Import and export of conversations and memories as files, with progress and cancellation.

Reading, writing and checking happen off the loop. Memories are imported by the server, which owns them, and exported
from this computer's copy, so an export works without any server.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener, write_private
from alicia_desktop.base.visible_text import is_hidden
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.servers import ServerAddress
from alicia_desktop.store.conversations import conversation_file
from alicia_desktop.store.conversations.conversation_file import import_conversation, parse_conversation
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memory_list
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view import conversation_markdown, text

if TYPE_CHECKING:
    from alicia_desktop.api.memories import ImportResponse, MemoryApi


MAX_FILE_NAME_CHARACTERS: Final = 60
FORBIDDEN_CHARACTERS: Final = re.compile(r'[\s\x00-\x1f<>:"/\\|?*]+')
"""Blanks, and characters that some system does not allow in file names."""
SUFFIXES: Final = {"markdown": "md", "json": "json"}
IMPORT_BATCH_LINES: Final = 250
UNSUPPORTED_CODES: Final = frozenset({"not_found", "not_supported"})
"""Error codes of a server that does not know the call."""
IMPORT_UNSUPPORTED: Final = "This server can’t import memories. Tell them to Alicia instead."
ShowProgress = Callable[[str, int, int], None]
"""Shows (text, done, total); a total of 0 is unknown."""
ShowResult = Callable[[str, Sequence[str]], None]
"""Shows (text, a line for each problem)."""


class ConversationFiles:
    """Export the active conversation to a file and import conversations, for the conversation menu."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        run_action: RunAction,
        show: Callable[[str], Awaitable[None]],
    ) -> None:
        """`show` opens a conversation."""
        self._client = client
        self._window = window
        self._run_action = run_action
        self._show = show

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        header, connect, run = self._window.conversation.header, connections.add_qt, self._run_action
        connect(header.export_requested, lambda form: run("export", self.ask_export(form)))
        connect(header.import_requested, lambda: run("import", self.ask_import()))

    async def ask_export(self, form: str) -> None:
        """Ask for a file name and export the active conversation; `form` is `markdown` or `json`."""
        conversation_id, title = self._window.sidebar.current, self._window.conversation.header.title
        dialog = dialogs.create_save_dialog(file_name(title, SUFFIXES[form]), SUFFIXES[form], parent=self._window)
        path = await dialogs.choose_file(dialog)
        if path is not None:
            await self.export(conversation_id, form, path)

    async def export(self, conversation_id: str, form: str, path: Path) -> None:
        """Write a conversation to a file; a file that it replaces stays whole until the new one is.

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
        """Ask for a file and import it."""
        path = await dialogs.choose_file(dialogs.create_open_dialog("json", parent=self._window))
        if path is not None:
            await self.import_file(path)

    async def import_file(self, path: Path) -> None:
        """Import a conversation and open it.

        Raises:
            WorldError: the file cannot be read, is no export, or is here already.
        """
        try:
            content = await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise WorldError(sentence=f"{path} cannot be read: {error.strerror}.", code="not_read") from error
        parsed = await asyncio.to_thread(partial(parse_conversation, content))
        done = await self._client.database.write(import_conversation, parsed)
        came = conversation_markdown.import_summary(done)
        if done.server != self._client.server.name:
            place = done.server or "this computer"
            self._window.show_toast(f"Imported: {came} It is listed while {place} is selected in the settings.")
            return
        await self._show(done.conversation_id)
        self._window.show_toast(f"Imported: {came}")


def file_name(title: str, suffix: str) -> str:
    """Return a file name made of a title that every system allows, without invisible characters."""
    seen = "".join(" " if is_hidden(character) else character for character in title)
    bare = FORBIDDEN_CHARACTERS.sub(" ", seen)[:MAX_FILE_NAME_CHARACTERS].strip(" .")
    return f"{bare or 'conversation'}.{suffix}"


def _content(conn: Connection, conversation_id: str, form: str) -> bytes:
    if form == "json":
        return conversation_file.export_conversation(conn, conversation_id)
    return conversation_markdown.export_markdown(conn, conversation_id).encode("utf-8", "replace")


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
                self._show_result("Export cancelled, nothing written", ())
                return
            await asyncio.to_thread(unfinished.replace, path)
        except OSError as error:
            raise WorldError(sentence=f"{path} cannot be written: {error.strerror}.", code="not_written") from error
        self._show_result(f"{text.plural(written, 'memory', 'memories')} exported to {path.name}.", ())

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
            raise WorldError(sentence=f"{path} cannot be read: {error.strerror}.", code="not_read") from error

    async def _write(self, file: IO[str], name: str, keys: Sequence[int]) -> int:
        from alicia_desktop.memory.json_lines import EXPORT_BATCH  # noqa: PLC0415 - brings much, for few

        written = 0
        for at in range(0, len(keys), EXPORT_BATCH):
            if self._cancelled:
                break
            self._show_progress(f"Exporting to {name}", at, len(keys))
            lines, count = await self._database.read(_lines, keys[at : at + EXPORT_BATCH])
            await asyncio.to_thread(file.write, lines)
            written += count
        return written

    async def _send_lines(self, lines: Iterator[str], name: str, total: int, server: ServerAddress) -> None:
        from alicia_desktop.api.memories import MemoryApi  # noqa: PLC0415 - HTTP, only where something is brought in

        stored = known = read = 0
        problems: list[str] = []
        unknown: Counter[str] = Counter()
        async with MemoryApi(url=server.address, user_id=self._user_id(), token=server.token) as api:
            while not self._cancelled and (batch := await asyncio.to_thread(_next, lines)):
                self._show_progress(f"Importing {name}", read, total)
                done = await _import_batch(api, batch)
                stored, known = stored + done.stored, known + done.already_there
                problems += [f"line {read + one.line}: {one.problem}" for one in done.problems]
                unknown.update(done.unknown_categories)
                read += len(batch)
        words = f"{text.plural(stored, 'memory', 'memories')} imported, {known:,} already existed"
        if problems:
            words = f"{words}, {text.plural(len(problems), 'line')} could not be read"
        if unknown:
            words = f"{words}, {text.plural(unknown.total(), 'line')} of an unknown category ({', '.join(unknown)})"
        self._show_result(f"{words}; stopped at line {read:,}." if self._cancelled else f"{words}.", problems)


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
