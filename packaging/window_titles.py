"""Writes the titles of the windows on the screen that DISPLAY names, one a line: `window_titles.py`."""

import sys
from collections.abc import Iterator
from typing import Any

from Xlib.display import Display
from Xlib.error import BadWindow


def main() -> None:
    """Write them all."""
    display = Display()
    name, text = display.intern_atom("_NET_WM_NAME"), display.intern_atom("UTF8_STRING")
    for window in below(display.screen().root):
        try:
            found = window.get_full_property(name, text)
        except BadWindow:  # it has closed meanwhile
            continue
        if found is not None:
            sys.stdout.write(found.value.decode() + "\n")


def below(window: Any) -> Iterator[Any]:
    """Return a window and all that are in it."""
    yield window
    try:
        inner = window.query_tree().children
    except BadWindow:
        return
    for one in inner:
        yield from below(one)


if __name__ == "__main__":
    main()
