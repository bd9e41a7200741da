"""The terminal as window: lines of standard input, permission for tools asked in words, and what a desktop has here.

The question for permission stands in rows of the terminal: all that will be done, and never more rows than stay in
sight.
"""

import asyncio
import codecs
import os
import shutil
import threading
import unicodedata
import webbrowser
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final

from yarl import URL

from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.visible_text import describe_host
from alicia_desktop.cli import output
from alicia_desktop.cli.output import Display
from alicia_desktop.session.tools.contract import Permission, PermissionRequest, ToolRefusalError
from alicia_desktop.view.tools import arguments_text, requester_text, tool_question

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


NO_CLIPBOARD: Final = "There is no clipboard without the window."


class TerminalDesktop:
    """A `session.tools.contract.Desktop` without a window."""

    def __init__(self, display: Display) -> None:
        self._display = display

    def read_clipboard(self) -> str:
        """Refuse."""
        raise ToolRefusalError("execution_error", NO_CLIPBOARD)

    def write_clipboard(self, text: str) -> None:  # noqa: ARG002 - there is nowhere to put it
        """Refuse."""
        raise ToolRefusalError("execution_error", NO_CLIPBOARD)

    def open_address(self, url: str) -> bool:
        """Hand an address, as it was shown, to a browser with a window: one that is text would take the terminal."""
        address = encode_address(url)
        with suppress(webbrowser.Error):
            browser = webbrowser.get()
            return bool(address) and type(browser) is not webbrowser.GenericBrowser and browser.open(address)
        return False

    def notify(self, title: str, text: str) -> None:
        """Print it."""
        self._display.print_error(f"{title}: {text}" if text else title)


MAX_ROWS: Final = 10
"""Of what a tool would be run with; with the question and the choices it stays in sight on 24 rows."""
LAST_ROWS: Final = 2
MARGIN: Final = "  │ "
"""Before each row that others wrote, so that none passes for the question or the choices."""
SHOW: Final = "show"
_HOW: Final = "y this once · c in this conversation · a always · never · {show}anything else no: "


def prompt(wish: PermissionRequest, *, columns: int) -> str:
    """Return the question with as much of its details as stays in sight, and how to answer."""
    rows = detail_rows(wish, columns=columns)
    shown = _bounded(rows)
    head = _rows(f"{tool_question(wish.tool)}\n{requester_text(wish.server)}", columns)
    return "\n".join(("", *head, *shown, _HOW.format(show="" if shown == rows else f"{SHOW} all · ")))


def detail_rows(wish: PermissionRequest, *, columns: int) -> list[str]:
    """Return all that a tool would be run with, as rows."""
    arguments, host = dict(wish.arguments), ""
    if wish.tool == "open_address":
        address = URL(encode_address(str(arguments.get("url", ""))))
        arguments["url"], host = str(address), f"\nhost: {describe_host(address.raw_host or '')}"
    text = arguments_text(wish.tool, arguments) + host
    return [f"{MARGIN}{row}" for row in _rows(text, columns - len(MARGIN))]


def encode_address(text: str) -> str:
    """Return an address as a browser is handed it: ASCII, everything odd in it as `%…` and `xn--…`; empty for none."""
    try:
        return str(URL(text))
    except ValueError:
        return ""


def _bounded(rows: Sequence[str]) -> list[str]:
    if len(rows) <= MAX_ROWS:
        return list(rows)
    first = MAX_ROWS - LAST_ROWS - 1
    left_out = len(rows) - first - LAST_ROWS
    note = f"  ┆ {left_out:,} of {len(rows):,} rows are not shown here; answer {SHOW} to see all of them"
    return [*rows[:first], note, *rows[-LAST_ROWS:]]


def _rows(text: str, columns: int) -> list[str]:
    """Part a text into rows of a terminal."""
    rows: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        row, width = "", 0
        for character in line:
            wide = 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
            if width + wide > max(columns, 2):
                rows.append(row)
                row, width = "", 0
            row, width = row + character, width + wide
        rows.append(row)
    return rows


NO_LONGER: Final = "This is no longer asked."


class TerminalPermissions:
    """Ask on the terminal, where there is one, for tools that were not allowed when the run began."""

    def __init__(self, *, allowed: Collection[str], display: Display, lines: StandardInput | None) -> None:
        """Take the tools that may be used without asking, in this run, and None where nobody is there to be asked."""
        self._allowed, self._display, self._lines = allowed, display, lines

    async def ask(self, wish: PermissionRequest) -> Permission:
        """Ask for permission; everything but a clear yes is a no."""
        if wish.tool in self._allowed:
            return "once"
        if self._lines is None:
            return "denied"
        with self._display.asking():
            try:
                return await _ask(wish, self._lines)
            except asyncio.CancelledError:
                output.print_notice(f"\n{NO_LONGER}")
                raise


async def _ask(wish: PermissionRequest, lines: StandardInput) -> Permission:
    while True:
        columns = shutil.get_terminal_size().columns
        output.print_notice(prompt(wish, columns=columns), end="")
        said = (await lines.answer()).strip().lower()
        if said != SHOW:
            return ANSWERS.get(said, "denied")
        output.print_notice("\n".join(detail_rows(wish, columns=columns)))
