"""The terminal as window: lines of standard input, permission for tools asked in words, and what a desktop has here."""

import asyncio
import codecs
import os
import threading
from contextlib import suppress
from typing import Final

from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.cli import output
from alicia_desktop.session.tools.contract import Permission

ANSWERS: Final[dict[str, Permission]] = {
    "y": "once",
    "yes": "once",
    "c": "conversation",
    "conversation": "conversation",
    "a": "always",
    "always": "always",
    "never": "never",
}

READING_SECONDS: Final = 0.6
"""A line that comes sooner was begun before the question was there, so it answers nothing."""
TOO_SOON: Final = "Please read it first, then answer: "
CHUNK: Final = 65_536


class StandardInput:
    """Standard input, a line at a time; an empty text is its end, as with `readline`.

    A thread of its own reads it, which nobody has to wait for when the program ends.
    """

    def __init__(self, descriptor: int = 0, *, clock: Clock | None = None) -> None:
        self._descriptor, self._clock = descriptor, clock or SystemClock()
        self._asked_at = 0.0
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._answer: asyncio.Future[str] | None = None
        self._thread: threading.Thread | None = None
        self._ended = False

    async def next(self) -> str:
        """Return the next line that was no answer."""
        self._begin()
        return "" if self._ended and self._lines.empty() else await self._lines.get()

    async def answer(self) -> str:
        """Return the first line that comes once the question can have been read: what was typed before is no answer."""
        self._begin()
        if self._ended:
            return ""
        self._answer, self._asked_at = asyncio.get_running_loop().create_future(), self._clock.monotonic()
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
                loop.call_soon_threadsafe(self._dispatch, [f"{line}\n" for line in whole])
            loop.call_soon_threadsafe(self._end, rest)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:  # closed, or the terminal is gone
            return b""

    def _dispatch(self, lines: list[str]) -> None:
        was_read = self._clock.monotonic() >= self._asked_at + READING_SECONDS
        for line in lines:
            if self._answer is None or self._answer.done():
                self._lines.put_nowait(line)
            elif was_read:
                self._answer.set_result(line)
            elif line.strip().lower() in ANSWERS:
                output.print_notice(TOO_SOON, end="")
            else:
                self._lines.put_nowait(line)

    def _end(self, rest: str) -> None:
        if rest:
            self._dispatch([rest])
        self._ended = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_result("")
        self._lines.put_nowait("")  # whatever ended an answer, who waits for a line hears of the end, too
