"""The window, which is what the command without a command opens.

This is the way of every start by a click, so the plain command comes here without typer, which would take as long to
load as the window takes to be built.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DATA_DIR: Final = "--data-dir"
VERBOSE: Final = frozenset({"-v", "--verbose"})


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowStart:
    """The options with which the window is opened."""

    data_dir: Path | None = None
    verbose: bool = False


def plain_start(arguments: Sequence[str]) -> WindowStart | None:
    """Return what a command line asks for that names nothing but the window; None when there is more in it."""
    folder, verbose = None, False
    words = iter(arguments)
    for word in words:
        if word in VERBOSE:
            verbose = True
            continue
        name, equals, value = word.partition("=")
        folder = value if equals else next(words, "")
        if name != DATA_DIR or not folder:
            return None
    return WindowStart(data_dir=Path(folder) if folder else None, verbose=verbose)


def move_data(folder: Path | None) -> None:
    """Keep everything in this folder: by the environment, so that the processes that are started use it too."""
    if folder is not None:
        os.environ["ALICIA_DATA_DIR"] = str(folder.expanduser().absolute())


def open_window(start: WindowStart) -> int:
    """Open the window and return the exit status once it is closed."""
    from alicia_desktop.app import run_window  # noqa: PLC0415 - only the window loads Qt

    move_data(start.data_dir)
    return run_window(verbose=start.verbose)
