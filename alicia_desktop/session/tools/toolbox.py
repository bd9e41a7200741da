"""Runs the tools of `protocol.client_tools`, once somebody has agreed: it asks nobody itself."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol.client_tools import MAX_TEXT_CHARACTERS, information
from alicia_desktop.session.tools import files
from alicia_desktop.session.tools.contract import Desktop, ToolRefusalError
from alicia_desktop.session.tools.folders import Allowed

OF_FILES: Final = frozenset({"list_folder", "read_file", "search_files"})


class Toolbox:
    """The tools of this computer."""

    def __init__(self, *, desktop: Desktop, allowed: Callable[[], Allowed], clock: Clock) -> None:
        """Take `allowed`, which is asked at each use, so that a folder taken back is closed at once."""
        self._desktop, self._allowed, self._clock = desktop, allowed, clock

    def check(self, name: str) -> None:
        """Refuse what could not be done although the person allowed it, so that nobody is asked in vain.

        Raises:
            ToolRefusalError: no folder is allowed in which files could be looked at.
        """
        if name in OF_FILES:
            files.check_allowed(self._allowed())

    async def run(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run a tool with arguments in which `client_tools.problem` finds none; a search ends when it is cancelled.

        Raises:
            ToolRefusalError: it has no result.
        """
        stop = threading.Event()
        try:
            return await self._run(name, arguments, stop)
        finally:
            stop.set()

    async def _run(self, name: str, arguments: Mapping[str, Any], stop: threading.Event) -> dict[str, Any]:
        path, allowed = arguments.get("path"), self._allowed()
        match name:
            case "clipboard_read":
                text = self._desktop.read_clipboard()
                return {"text": text[:MAX_TEXT_CHARACTERS], "truncated": len(text) > MAX_TEXT_CHARACTERS}
            case "clipboard_write":
                self._desktop.write_clipboard(arguments["text"])
                return {"characters": len(arguments["text"])}
            case "open_address":
                if not self._desktop.open_address(arguments["url"]):
                    raise ToolRefusalError("execution_error", "No browser opened the address.")
                return {"url": arguments["url"]}
            case "list_folder":
                return await asyncio.to_thread(files.list_folder, path, allowed)
            case "read_file":
                return await asyncio.to_thread(files.read_file, arguments["path"], allowed)
            case "search_files":
                return await asyncio.to_thread(files.search_files, arguments["text"], path, allowed, stop)
            case "notify":
                self._desktop.notify(arguments["title"], arguments.get("text") or "")
                return {"title": arguments["title"]}
            case _:
                return information(self._clock.now())
