"""A conversation into a file and out of one, chosen in a dialog; reading, writing and checking happen off the loop."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any, Final

from alicia_desktop.app.connections import Wiring
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.private_files import write_private
from alicia_desktop.base.visible_text import is_hidden
from alicia_desktop.compose.client import Client
from alicia_desktop.store import conversation_export
from alicia_desktop.store.conversation_import import bring_in, parse
from alicia_desktop.store.database import Connection
from alicia_desktop.ui import file_dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view import conversation_markdown

NAME_LETTERS: Final = 60
FORBIDDEN: Final = re.compile(r'[\s\x00-\x1f<>:"/\\|?*]+')
"""Blanks, and what some system does not take in a file's name."""
SUFFIXES: Final = {"markdown": "md", "json": "json"}


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
        came = conversation_markdown.what_came(done)
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
    return conversation_markdown.markdown_of(conn, conversation_id).encode("utf-8", "replace")
