"""Where Tab goes: from stop to stop in reading order. A bar of buttons, or all messages, are one, with arrows inside.

    mark_stop(footer, sync, memories, settings)   # Tab reaches the footer once; arrows move in it

The window asks `next_stop` for each Tab; so a part with many controls never takes as many presses.
"""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

STOP: Final = "tab-stop"
"""A widget with this dynamic property is one stop with all that is in it."""
BACK: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
ARROWS: Final = BACK | {Qt.Key.Key_Right, Qt.Key.Key_Down}


def mark_stop(room: QWidget, *controls: QWidget) -> None:
    """Make `room` one stop; arrows move between its `controls`, which stand in reading order."""
    room.setProperty(STOP, True)
    if controls:
        arrows = _Arrows(room, controls)
        for control in controls:
            control.installEventFilter(arrows)


def next_stop(window: QWidget, *, forward: bool) -> QWidget | None:
    """Return what gets the focus when Tab is pressed in `window`, backwards with Shift; None where nothing can."""
    start = QApplication.focusWidget()
    if start is None or not (start is window or window.isAncestorOf(start)):
        start = window
    left = _stop_of(start)
    if left is not None and _takes_tab(left):
        start = left  # what is in it was made at any time, and stands anywhere in the chain
    for one in _chain(start, forward=forward):
        stop = _stop_of(one)
        within = stop is not None and stop is not one and _takes_tab(stop)  # the stop itself is in the chain, too
        if _takes_tab(one) and not within and one.window() is window and (left is None or stop is not left):
            return one
    return None


def focus_next_stop(window: QWidget, *, forward: bool) -> bool:
    """Give the focus to the next stop; return whether there is one."""
    target = next_stop(window, forward=forward)
    if target is not None:
        target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return target is not None


def takes_arrow(event: QEvent) -> bool:
    """Whether `event` is an arrow key that was pressed alone."""
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
        return False
    keypad = Qt.KeyboardModifier.KeypadModifier
    return event.key() in ARROWS and event.modifiers() & ~keypad == Qt.KeyboardModifier.NoModifier


def _chain(start: QWidget, *, forward: bool) -> Iterator[QWidget]:
    step = QWidget.nextInFocusChain if forward else QWidget.previousInFocusChain
    one = step(start)
    while one is not None and one is not start:
        yield one
        one = step(one)


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()


def _stop_of(widget: QWidget) -> QWidget | None:
    """Return the outermost stop that `widget` is in."""
    found: QWidget | None = None
    one: QWidget | None = widget
    while one is not None and not one.isWindow():
        if one.property(STOP):
            found = one
        one = one.parentWidget()
    return found


class _Arrows(QObject):
    """Move the focus between the controls of a stop."""

    def __init__(self, room: QWidget, controls: tuple[QWidget, ...]) -> None:
        super().__init__(room)
        self._room = room
        self._controls = controls

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the arrow keys."""
        if not takes_arrow(event) or not isinstance(event, QKeyEvent):
            return False
        step = -1 if event.key() in BACK else 1
        if self._room.isRightToLeft() and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            step = -step
        shown = [one for one in self._controls if one.isVisible() and one.isEnabled()]
        at = next((number for number, one in enumerate(shown) if one is watched), 0)
        shown[(at + step) % len(shown)].setFocus(Qt.FocusReason.TabFocusReason)
        return True
