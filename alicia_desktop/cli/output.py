"""The commands' only way to standard output and standard error.

    print_text(answer)         # prose, whose line ends stay
    print_line(row)            # a record: one line, whatever is in it
    print_json(value)          # for scripts
    raise stop("There is no such conversation.")    # a sentence on standard error, exit status 1

Text that others wrote goes to a terminal, so nothing goes out that would control it. `guard_streams` makes that true
for whoever else writes there: libraries, warnings, stacks. What is exported to a file or a pipe is the text as it is;
on a terminal it is made harmless as everything else.

`Display` is the output of one run of `talk`: while the user is asked for permission, everything else waits, so that
nothing that a server sends moves the question away, or stands below it and looks like it.
"""

import io
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TextIO

from alicia_desktop.base.visible_text import escape_controls, escape_json

if TYPE_CHECKING:
    import typer
    from rich.progress import Progress


CLOSED_PIPE_STATUS: Final = 141
"""What a shell says of a program that SIGPIPE ended: 128 and the signal's number."""
PROGRESS_COLUMNS: Final = 72
"""A line that is printed over is padded to it, so that a shorter one leaves nothing of a longer one."""


class ClosedPipeExit(SystemExit):
    """Nobody reads standard output any more, as after `| head`: the command ends at once and says nothing."""

    def __init__(self) -> None:
        super().__init__(CLOSED_PIPE_STATUS)


class GuardedStream(io.TextIOWrapper):
    """A text stream that escapes control characters, also of text that libraries write to it.

    Raises:
        ClosedPipeExit: by `write` and `flush` of standard output, once nobody reads it any more.
    """

    def __init__(self, stream: io.TextIOWrapper, *, is_output: bool = True) -> None:
        """Take the place of a stream, which is kept: collected, it would close the file below."""
        stream.flush()
        super().__init__(
            stream.buffer, encoding="utf-8", errors="backslashreplace", line_buffering=stream.line_buffering
        )
        self._former, self._is_output = stream, is_output

    def write(self, text: str) -> int:
        """Write a text."""
        try:
            return super().write(escape_controls(text))
        except BrokenPipeError:
            self._drop()
            return len(text)

    def write_exactly(self, content: bytes) -> None:
        """Write bytes as they are."""
        self.flush()
        try:
            self.buffer.write(content)
        except BrokenPipeError:
            self._drop()

    def flush(self) -> None:
        """Hand on what is buffered."""
        try:
            super().flush()
        except BrokenPipeError:
            self._drop()

    def _drop(self) -> None:
        """Send what is still buffered nowhere, so that the interpreter's end does not try again, and end."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
        if self._is_output:  # without standard error a command goes on
            raise ClosedPipeExit


def guard_streams() -> None:
    """Put guards before standard output and standard error, and read and write UTF-8 whatever the environment says."""
    if isinstance(sys.stdin, io.TextIOWrapper):  # None where there is no terminal at all
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr, is_output=False)


def plural(count: int, word: str) -> str:
    """Return `1 stanza`, `1,224 stanzas`: a command always says English."""
    return f"{count:,} {word if count == 1 else f'{word}s'}"


def print_text(text: str) -> None:
    """Print a text and flush."""
    text = text.replace("\r\n", "\n")
    sys.stdout.write(f"{escape_controls(text)}\n")
    sys.stdout.flush()


def print_line(text: str) -> None:
    """Print a record, which is one line whatever is in it, and flush."""
    print_text(escape_controls(text, keep="\t"))


def print_json(value: Any) -> None:
    """Print one JSON object on one line, at once."""
    print_text(escape_json(json.dumps(value, ensure_ascii=False)))


def print_error(sentence: str) -> None:
    """Print a sentence on standard error."""
    print_notice(f"alicia-desktop: {escape_controls(sentence, keep='')}")


def print_notice(text: str, *, end: str = "\n") -> None:
    """Print a text on standard error."""
    sys.stderr.write(f"{escape_controls(text)}{end}")
    sys.stderr.flush()


@contextmanager
def overprinting() -> Iterator[Callable[[str], None]]:
    """Yield what prints a line of our own figures over the former one on standard error, where that is a terminal."""
    shows = sys.stderr.isatty()

    def show(text: str) -> None:
        if shows:
            sys.stderr.flush()
            sys.stderr.buffer.write(f"\r{escape_controls(text)[:PROGRESS_COLUMNS]:{PROGRESS_COLUMNS}}".encode())
            sys.stderr.buffer.flush()

    try:
        yield show
    finally:
        if shows:
            print_notice("")


def write_text(text: str) -> None:
    """Write a text that is exported: as it is to a file or a pipe, harmless to a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(escape_controls(text))
    else:
        sys.stdout.flush()
        content = text.encode("utf-8", "replace")
        if isinstance(sys.stdout, GuardedStream):
            sys.stdout.write_exactly(content)
        else:
            sys.stdout.buffer.write(content)
    sys.stdout.flush()


def write_json(text: str) -> None:
    """Write JSON that is exported; with its controls as escapes it is the same JSON, and harmless anywhere."""
    sys.stdout.write(escape_json(text))
    sys.stdout.flush()


def open_progress() -> "Progress":
    """Return a progress bar on standard error; it moves about by controls, so nothing that others wrote may enter."""
    from rich.console import Console  # noqa: PLC0415 - only with an import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415 - as above

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, console=Console(file=sys.__stderr__))


def stop(sentence: str, status: int = 1) -> "typer.Exit":
    """Print why the command ends, and return what ends it."""
    import typer  # noqa: PLC0415 - the window prints too, and does without it

    print_error(sentence)
    return typer.Exit(status)


def _guarded(stream: Any, *, is_output: bool = True) -> Any:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, GuardedStream):
        return stream
    return GuardedStream(stream, is_output=is_output)


MAX_HELD: Final = 1_000
"""Lines that wait for an answer; beyond it the oldest are left out, and counted."""


class Display:
    """Standard output and standard error of one run."""

    def __init__(self) -> None:
        self._asking = False
        self._held: deque[Callable[[], None]] = deque(maxlen=MAX_HELD)
        self._left_out = 0

    def print_text(self, text: str) -> None:
        """Print a text."""
        self._print(sys.stdout, partial(print_text, text))

    def print_json(self, value: Any) -> None:
        """Print one JSON object on one line."""
        self._print(sys.stdout, partial(print_json, value))

    def print_error(self, sentence: str) -> None:
        """Print a sentence on standard error."""
        self._print(sys.stderr, partial(print_error, sentence))

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
            print_error(f"{self._left_out} lines that came meanwhile are left out; the journal has them.")
        for do_print in self._held:
            do_print()
        self._held.clear()
        self._left_out = 0
