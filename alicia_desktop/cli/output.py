"""The one door of the commands to standard output and standard error.

Text that others wrote goes to a terminal, so nothing goes out that would control it: `print_text` for prose, whose line
ends stay, `print_line` where a line is a record, `print_json` for scripts, `print_error` for why something failed.
`guard_streams` holds the same for whoever else writes there: libraries, warnings, stacks.

What is exported to a file or a pipe is the text as it is; on a terminal it is made harmless as everything else.
"""

import io
import json
import sys
from typing import TYPE_CHECKING, Any

from alicia_desktop.base.visible_text import escape_controls, escape_json

if TYPE_CHECKING:
    import typer
    from rich.progress import Progress


class GuardedStream(io.TextIOWrapper):
    """A text stream that writes the escapes of what would control a terminal, whoever writes to it."""

    def __init__(self, stream: io.TextIOWrapper) -> None:
        """Take the place of a stream, which is kept: collected, it would close the file below."""
        stream.flush()
        super().__init__(
            stream.buffer, encoding="utf-8", errors="backslashreplace", line_buffering=stream.line_buffering
        )
        self._former = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return super().write(escape_controls(text))


def guard_streams() -> None:
    """Put guards before standard output and standard error, and read and write UTF-8 whatever the environment says."""
    if isinstance(sys.stdin, io.TextIOWrapper):  # None where there is no terminal at all
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)


def print_text(text: str) -> None:
    """Print a text for the person, at once."""
    text = text.replace("\r\n", "\n")
    sys.stdout.write(f"{escape_controls(text)}\n")
    sys.stdout.flush()


def print_line(text: str) -> None:
    """Print a record for the person, which is one line whatever is in it, at once."""
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


def write_text(text: str) -> None:
    """Write a text that is exported: as it is to a file or a pipe, harmless to a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(escape_controls(text))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
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


def _guarded(stream: Any) -> Any:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, GuardedStream):
        return stream
    return GuardedStream(stream)
