"""The command line: the window, the server alone, the same client without a window, and tools for scripts.

Every command imports what it needs when it runs, so that the window and `decode` start at once and nothing but the
window loads Qt. A start by a click is the plain command, so that one comes to the window without typer, which would
take as long to load as the window takes to be built.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import output
from alicia_desktop.cli.window import DATA_DIR, PROFILE, open_window, plain_start

COMPLETION: Final = "_ALICIA_DESKTOP_COMPLETE"
"""With this variable a shell asks what can follow the words that it has; it names none of them as arguments."""


def main() -> None:
    """Run the command line; a failure of the world is one sentence and exit status 1, never a traceback."""
    output.guard_streams()
    try:
        _run(sys.argv[1:])
    except WorldError as error:
        output.print_error(error.sentence)
        sys.exit(1)
    except UnicodeEncodeError:
        if (odd := _not_utf8(sys.argv[1:])) is None:
            raise
        output.print_error(f"This is no text in UTF-8: {odd}")
        sys.exit(2)


def _not_utf8(arguments: Sequence[str]) -> str | None:
    """Return the first argument that can be the name of a file only: its bytes are of another encoding."""
    marked = ((one, one.encode("utf-8", "surrogateescape").decode("utf-8", "replace")) for one in arguments)
    return next((shown for one, shown in marked if one != shown), None)


def _run(arguments: Sequence[str]) -> None:
    start = None if COMPLETION in os.environ else plain_start(arguments)
    if start is not None:
        sys.exit(open_window(start))
    if os.getpid() == 1:  # of a container: the kernel hands it no signal for which it has no handler
        signal.signal(signal.SIGTERM, _on_sigterm)
    from alicia_desktop.cli.commands import app  # noqa: PLC0415 - brings typer, which the window does without

    app(args=data_dir_first(arguments))


def _on_sigterm(number: int, _frame: object) -> None:
    sys.exit(128 + number)


def data_dir_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with `--data-dir` and `--profile` before the command; after `--` nothing moves."""
    first: list[str] = []
    rest: list[str] = []
    words: Iterator[str] = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word in {DATA_DIR, PROFILE}:
            first += [word, *(value for value in [next(words, None)] if value is not None)]
        else:
            (first if word.startswith((f"{DATA_DIR}=", f"{PROFILE}=")) else rest).append(word)
    return [*first, *rest]
