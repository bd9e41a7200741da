"""Set plain text where Qt would interpret it: HTML in a tool tip, `&` in a button, a mark in a title.

A tool tip that Qt takes for HTML reads files: `<img src="/dev/ptmx">` in a title would freeze the window for ever. And
whatever stands on a label, a button or a line of a list is measured before it is cut to fit, so nothing of it gets to
Qt but as much as can be seen there.
"""

from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QGuiApplication, Qt
from PySide6.QtWidgets import QSystemTrayIcon, QToolTip, QWidget

from alicia_desktop.ui.untrusted.layout_cost import LINE_COST, affordable, limit_marks
from alicia_desktop.view.text import breakable

MAX_TIP_CHARACTERS: Final = 1_000
MAX_NAME_CHARACTERS: Final = 1_000
"""That a screen reader is told as the name of a widget, or as what it is for."""
MAX_LINE_COST: Final = 1_000
"""More than a screen is wide; a font takes two seconds to measure a title of 2 MB before it can be cut to fit."""
MAX_LABEL_COST: Final = 800
"""Of a label that goes over several lines: as much as people read in one."""
MAX_FIELD_CHARACTERS: Final = 1_000
"""That can be typed or pasted into a field of one line."""
MAX_BUTTON_CHARACTERS: Final = 200
"""Of what is never cut to fit: a button, a label of one line."""
MAX_TITLE_CHARACTERS: Final = 200
"""Of a window; one of megabytes is more than an X server takes, which then ends the program."""

_BRACKETS: Final = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)


def set_tool_tip(target: QWidget | QAction | QSystemTrayIcon, text: str) -> None:
    """Give a widget, an action or an icon in the tray a tool tip that shows `text` as it is."""
    target.setToolTip(tool_tip(text))


def show_tool_tip(position: QPoint, text: str, widget: QWidget) -> None:
    """Show `text` as a tool tip at a place of the screen; an empty one hides what is shown."""
    QToolTip.showText(position, tool_tip(text), widget)


def tool_tip(text: str) -> str:
    """Escape `text` for Qt's tool tips, also those of a model; cut a long one."""
    shown = shorten(text, MAX_TIP_CHARACTERS)
    return Qt.convertFromPlainText(shown) if Qt.mightBeRichText(shown) else shown


def set_window_title(window: QWidget, text: str) -> None:
    """Give a window a title of one line that ends with the program's name; "[*]" is no placeholder in it."""
    title, program = shorten(" ".join(text.split()), MAX_TITLE_CHARACTERS), QGuiApplication.applicationDisplayName()
    if program != QGuiApplication.applicationName() and not title.endswith(program):
        title = f"{title} – {program}"  # Qt would join them by a longer dash
    window.setWindowTitle(title.replace("[*]", "[*][*]"))


def set_accessible_name(widget: QWidget, text: str) -> None:
    """Set the accessible name of a widget."""
    widget.setAccessibleName(shorten(text, MAX_NAME_CHARACTERS))


def set_accessible_description(widget: QWidget, text: str) -> None:
    """Set the accessible description of a widget."""
    widget.setAccessibleDescription(shorten(text, MAX_NAME_CHARACTERS))


def button_text(text: str) -> str:
    """Escape `text` for a button or a menu: a single "&" would be read as a key."""
    return shorten(text, MAX_BUTTON_CHARACTERS).replace("&", "&&")


def notification_text(text: str) -> str:
    """Return `text` for a notification of the desktop, which may read markup, load its pictures and follow its links.

    Which desktops do cannot be asked reliably, so angle brackets become characters that look like them everywhere.
    """
    return text.translate(_BRACKETS)


def clip_line(text: str, room: int | None = None) -> str:
    """Return as much of `text` as can fit on one line, `room` pixels wide where known."""
    longest = MAX_LINE_COST if room is None else max(0, room) // 2 + 16  # hardly a letter is narrower than 2 pixels
    return clip(text[: 4 * longest + 1], min(longest, MAX_LINE_COST))


def clip_label(text: str) -> str:
    """Return as much of `text` as a label of several lines shows; a long word may be broken anywhere."""
    return breakable(clip(text, MAX_LABEL_COST))


def clip(text: str, cost: int) -> str:
    """Return `text`, or its beginning with "…" where it costs more to lay out; no letter is buried under marks."""
    if len(text) * LINE_COST <= cost:  # nothing costs more than a line: most cells of a table are this short
        return limit_marks(text)
    end = affordable(text, 0, cost, plain=True)
    return limit_marks(text if end == len(text) else f"{text[:end].rstrip()}…")


def shorten(text: str, length: int) -> str:
    """Return `text`, or its beginning with "…" where it is longer than `length` characters."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
