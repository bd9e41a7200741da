"""Qt's composition root: open the window first, then everything behind it; close all of it in order at the end."""

import os
import sys
from typing import Final

from alicia_desktop.base.visible_text import escape_controls

TALK_INSTEAD: Final = "Start it in a graphical session, or use `alicia-desktop talk` here."


def display_problem() -> str:
    """Return why no window can be shown here, or nothing."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return f"There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). {TALK_INSTEAD}"


def run_window(*, verbose: bool = False) -> int:
    """Open the window and return the exit status once it is closed; without a display say so and return 1."""
    problem = display_problem()
    if problem:
        sys.stderr.write(f"alicia-desktop: {escape_controls(problem, keep='')}\n")
        return 1
    from alicia_desktop.app.startup import run  # noqa: PLC0415 - only with a display is Qt loaded

    return run(verbose=verbose)


def run_gallery() -> int:
    """Show every component in every state."""
    from alicia_desktop.app.root import run_gallery as show  # noqa: PLC0415 - only with a display is Qt loaded

    return show()
