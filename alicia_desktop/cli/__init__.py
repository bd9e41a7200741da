"""The command line: the window, the server alone, the same client without a window, and tools for scripts.

Every command imports what it needs when it runs, so that `decode` starts at once and nothing but the window loads Qt.
"""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import doctor, journal, memory, output, serve, talk

DATA_DIR: Final = "--data-dir"

app = typer.Typer(
    name="alicia-desktop",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"max_content_width": 100},
)
app.command()(talk.talk)
app.command()(serve.serve)
app.command()(doctor.doctor)
app.command()(journal.journal)
app.command()(journal.decode)
app.add_typer(memory.commands, name="memory")


@app.callback(invoke_without_command=True)
def window(
    context: typer.Context,
    data_dir: Annotated[
        Path | None,
        typer.Option(DATA_DIR, help="Where everything is kept, before or after the command; also ALICIA_DATA_DIR."),
    ] = None,
    *,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say on standard error what happens.")] = False,
) -> None:
    """Talk with Alicia, typed or spoken, and see why she answered so; without a command the window opens."""
    if data_dir is not None:  # by the environment, so that the processes that are started use the same folder
        os.environ["ALICIA_DATA_DIR"] = str(data_dir.expanduser().absolute())
    if context.invoked_subcommand is None:
        from alicia_desktop.app import run_window  # noqa: PLC0415 - only the window loads Qt

        raise typer.Exit(run_window(verbose=verbose))


@app.command(hidden=True)
def gallery() -> None:
    """Show every component in every state."""
    from alicia_desktop.app import run_gallery  # noqa: PLC0415 - only the window loads Qt

    raise typer.Exit(run_gallery())


def main() -> None:
    """Run the command line; a failure of the world is one sentence and exit status 1, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where there is no terminal at all
            stream.reconfigure(encoding="utf-8", errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        app(args=data_dir_first(sys.argv[1:]))
    except WorldError as error:
        output.print_error(error.sentence)
        sys.exit(1)


def data_dir_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with `--data-dir FOLDER` before the command, wherever it was; after `--` nothing moves."""
    first: list[str] = []
    rest: list[str] = []
    words: Iterator[str] = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word == DATA_DIR:
            first += [word, *(folder for folder in [next(words, None)] if folder is not None)]
        else:
            (first if word.startswith(f"{DATA_DIR}=") else rest).append(word)
    return [*first, *rest]
