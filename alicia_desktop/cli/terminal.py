"""The terminal as window: lines of standard input, permission for tools asked in words, and what a desktop has here."""

import asyncio
import codecs
import os
import sys
import threading
import webbrowser
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from alicia_desktop.session.tools.contract import Permission, PermissionWish, ToolRefusalError
from alicia_desktop.view.permissions import arguments_text, asker, tool_question

NO_CLIPBOARD: Final = "There is no clipboard without the window."
ANSWERS: Final[dict[str, Permission]] = {
    "y": "once",
    "yes": "once",
    "c": "conversation",
    "conversation": "conversation",
    "a": "always",
    "always": "always",
    "never": "never",
}
HOW: Final = "y this once · c in this conversation · a always · never · anything else no: "
CHUNK: Final = 65_536


class Lines:
    """Standard input, a line at a time; an empty text is its end, as with `readline`.

    A thread of its own reads it, which nobody has to wait for when the program ends.
    """

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._answer: asyncio.Future[str] | None = None
        self._thread: threading.Thread | None = None
        self._ended = False

    async def next(self) -> str:
        """Return the next line that was no answer."""
        self._begin()
        return "" if self._ended and self._lines.empty() else await self._lines.get()

    async def answer(self) -> str:
        """Return the first line that comes from now on: what was typed before answers nothing."""
        self._begin()
        if self._ended:
            return ""
        self._answer = asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._answer = None

    def _begin(self) -> None:
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=(loop,), name="standard input", daemon=True)
            self._thread.start()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        decoder, rest = codecs.getincrementaldecoder("utf-8")(errors="replace"), ""
        with suppress(RuntimeError):  # the loop is closed: nobody reads any more
            while data := self._chunk():
                *whole, rest = (rest + decoder.decode(data)).split("\n")
                loop.call_soon_threadsafe(self._take, [f"{line}\n" for line in whole])
            loop.call_soon_threadsafe(self._end, rest)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:  # closed, or the terminal is gone
            return b""

    def _take(self, lines: list[str]) -> None:
        for line in lines:
            if self._answer is not None and not self._answer.done():
                self._answer.set_result(line)
            else:
                self._lines.put_nowait(line)

    def _end(self, rest: str) -> None:
        self._ended = True
        if rest or self._answer is not None:
            self._take([rest])
        self._lines.put_nowait("")  # whatever ended an answer, who waits for a line hears of the end, too


class Permitting:
    """Asks the person on the terminal, where there is one, for what was not allowed when the run began."""

    def __init__(self, *, allowed: Collection[str], lines: Lines | None) -> None:
        """Take the tools that may be used without asking, in this run, and None where nobody is there to be asked."""
        self._allowed, self._lines = allowed, lines

    async def ask(self, wish: PermissionWish) -> Permission:
        """Ask; whoever says nothing that is meant as a yes says no."""
        if wish.tool in self._allowed:
            return "once"
        if self._lines is None:
            return "denied"
        told = (tool_question(wish.tool), asker(wish.server), arguments_text(wish.tool, wish.arguments))
        sys.stderr.write("\n".join(("", *told, HOW)))
        sys.stderr.flush()
        return ANSWERS.get((await self._lines.answer()).strip().lower(), "denied")


class TerminalDesktop:
    """A `session.tools.contract.Desktop` without a window."""

    def read_clipboard(self) -> str:
        """Refuse."""
        raise ToolRefusalError("execution_error", NO_CLIPBOARD)

    def write_clipboard(self, text: str) -> None:  # noqa: ARG002 - there is nowhere to put it
        """Refuse."""
        raise ToolRefusalError("execution_error", NO_CLIPBOARD)

    def open_address(self, url: str) -> bool:
        """Hand an address to a browser with a window: one that is text would take the terminal."""
        with suppress(webbrowser.Error):
            browser = webbrowser.get()
            return type(browser) is not webbrowser.GenericBrowser and browser.open(url)
        return False

    def notify(self, title: str, text: str) -> None:
        """Print it."""
        sys.stderr.write(f"\a{title}: {text}\n" if text else f"\a{title}\n")
        sys.stderr.flush()
