"""Qt's root: the window is up first, then everything behind it; at the end all is closed in order, then the loop."""

import sys

from alicia_desktop.app.display import display_problem
from alicia_desktop.base.terminal_text import escape_controls


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
