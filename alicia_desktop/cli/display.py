"""What a run of `talk` prints. While the person is asked something on the terminal, everything else waits.

with display.asking():
    ...   # nothing that a server sends moves the question away, or stands below it and looks like it
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TextIO

from alicia_desktop.cli import output

MAX_HELD: Final = 1_000
"""Lines that wait for an answer; beyond it the oldest are left out, and counted."""


class Display:
    """Standard output and standard error of one run."""

    def __init__(self) -> None:
        self._asking = False
        self._held: deque[Callable[[], None]] = deque(maxlen=MAX_HELD)
        self._left_out = 0

    def print_text(self, text: str) -> None:
        """Print a text for the person."""
        self._print(sys.stdout, partial(output.print_text, text))

    def print_json(self, value: Any) -> None:
        """Print one JSON object on one line."""
        self._print(sys.stdout, partial(output.print_json, value))

    def print_error(self, sentence: str) -> None:
        """Print a sentence on standard error."""
        self._print(sys.stderr, partial(output.print_error, sentence))

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Let what would be printed on the terminal wait."""
        self._asking = True
        try:
            yield
        finally:
            self._asking = False
            self._print_held()

    def _print(self, stream: TextIO, do_print: Callable[[], None]) -> None:
        if self._asking and stream.isatty():
            self._left_out += len(self._held) == MAX_HELD
            self._held.append(do_print)
        else:
            do_print()

    def _print_held(self) -> None:
        if self._left_out:
            output.print_error(f"{self._left_out} lines that came meanwhile are left out; the journal has them.")
        for do_print in self._held:
            do_print()
        self._held.clear()
        self._left_out = 0
