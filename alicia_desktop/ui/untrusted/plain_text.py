"""Plain text where Qt would guess something else of it: HTML in a tool tip, a key in a button, a mark in a title.

A tool tip that Qt takes for HTML reads files: `<img src="/dev/ptmx">` in a title would freeze the window for ever.
"""

from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QToolTip, QWidget

MAX_TIP_CHARACTERS: Final = 1_000
MAX_LINE_CHARACTERS: Final = 1_000
"""More than a screen is wide; a font takes two seconds to measure a title of 2 MB before it can be cut to fit."""
MAX_TITLE_CHARACTERS: Final = 200
"""Of a window; one of megabytes is more than an X server takes, which then ends the program."""

_BRACKETS: Final = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)


def set_tool_tip(target: QWidget | QAction, text: str) -> None:
    """Give a widget or an action a tool tip that shows `text` as it is."""
    target.setToolTip(tool_tip(text))


def show_tool_tip(position: QPoint, text: str, widget: QWidget) -> None:
    """Show `text` as a tool tip at a place of the screen; an empty one hides what is shown."""
    QToolTip.showText(position, tool_tip(text), widget)


def tool_tip(text: str) -> str:
    """Return what Qt has to be told as a tool tip (also by a model) to show `text`, the beginning where it is long."""
    shown = shorten(text, MAX_TIP_CHARACTERS)
    return Qt.convertFromPlainText(shown) if Qt.mightBeRichText(shown) else shown


def set_window_title(window: QWidget, text: str) -> None:
    """Give a window a title of one line; "[*]" is no placeholder in it."""
    window.setWindowTitle(shorten(" ".join(text.split()), MAX_TITLE_CHARACTERS).replace("[*]", "[*][*]"))


def button_text(text: str) -> str:
    """Return what a button or a menu has to be told to show `text`: one "&" alone would be taken for a key."""
    return text.replace("&", "&&")


def notification_text(text: str) -> str:
    """Return `text` for a notification of the desktop, which may read markup, load its pictures and follow its links.

    Which desktops do cannot be asked reliably, so angle brackets become characters that look like them everywhere.
    """
    return text.translate(_BRACKETS)


def clip_line(text: str) -> str:
    """Return what of `text` is measured and cut to fit where it stands on one line."""
    return shorten(text, MAX_LINE_CHARACTERS)


def shorten(text: str, length: int) -> str:
    """Return `text`, or its beginning with "…" where it is longer than `length` characters."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
