"""The window, which is what the command without a command opens.

This is the way of every start by a click, so the plain command comes here without typer, which would take as long to
load as the window takes to be built.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.cli import output
from alicia_desktop.profiles import DEFAULT_PROFILE

DATA_DIR: Final = "--data-dir"
PROFILE: Final = "--profile"
OPEN: Final = "open"
VERBOSE: Final = frozenset({"-v", "--verbose"})
TALK_INSTEAD: Final = "Start it in a graphical session, or use `alicia-desktop talk` here."


@dataclass(frozen=True, kw_only=True, slots=True)
class WindowStart:
    """The options with which the window is opened."""

    data_dir: Path | None = None
    profile: str = ""
    verbose: bool = False
    target: str = ""
    """A link or a file that it is to open, from any folder."""


def plain_start(arguments: Sequence[str]) -> WindowStart | None:
    """Return what a command line asks for that names nothing but the window; None when there is more in it.

    What a desktop starts is `open` with at most one link or file.
    """
    named: dict[str, str] = {}
    verbose, target = False, ""
    words = iter(arguments)
    for word in words:
        if word in VERBOSE:
            verbose = True
            continue
        if word == OPEN:
            target = next(words, "")
            if target.startswith("-") or next(words, None) is not None:
                return None
            break
        name, equals, value = word.partition("=")
        named[name] = value if equals else next(words, "")
        if name not in {DATA_DIR, PROFILE} or not named[name]:
            return None
    folder = named.get(DATA_DIR)
    return WindowStart(
        data_dir=Path(folder) if folder else None, profile=named.get(PROFILE, ""), verbose=verbose, target=target
    )


def move_data(folder: Path | None, profile: str | None) -> None:
    """Keep everything in this folder and profile: by the environment, so that processes that are started do so too.

    A folder that is given without a profile is used itself, whatever profile the environment names.
    """
    if folder is not None:
        os.environ["ALICIA_DATA_DIR"] = str(folder.expanduser().absolute())
        os.environ.pop("ALICIA_PROFILE", None)
    if profile and profile.strip().casefold() == DEFAULT_PROFILE:
        os.environ.pop("ALICIA_PROFILE", None)
    elif profile:
        os.environ["ALICIA_PROFILE"] = profile


def open_window(start: WindowStart) -> int:
    """Open the window and return the exit status once it is closed; without a display say so and return 1."""
    problem = display_problem()
    if problem:
        output.print_error(problem)
        return 1
    move_data(start.data_dir, start.profile)
    from alicia_desktop.app.startup import run  # noqa: PLC0415 - only the window loads Qt
    from alicia_desktop.view.open_target import absolute_target  # noqa: PLC0415 - for the window alone

    return run(verbose=start.verbose, target=absolute_target(start.target))


def open_capture(path: Path) -> int:
    """Open the window on a capture alone, and return the exit status once it is closed."""
    problem = display_problem("Use the command without --window here.")
    if problem:
        output.print_error(problem)
        return 1
    from alicia_desktop.app.startup import run_capture  # noqa: PLC0415 - only the window loads Qt

    return run_capture(path)


def open_gallery() -> int:
    """Show every component in every state."""
    from alicia_desktop.app.startup import run_gallery  # noqa: PLC0415 - as above

    return run_gallery()


def display_problem(instead: str = TALK_INSTEAD) -> str:
    """Return why no window can be shown here and what to do instead, or nothing."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return f"There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). {instead}"
