"""Whether a window can be shown here, without loading Qt to find out."""

import os
import sys
from typing import Final

TALK_INSTEAD: Final = "Start it in a graphical session, or use `alicia-desktop talk` here."


def display_problem() -> str:
    """Return why no window can be shown here, or nothing."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return ""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return f"There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). {TALK_INSTEAD}"
