"""The keyboard's focus: a ring around the focused widget, and where Tab goes.

The ring is a frame around the focused widget while the keyboard moves the focus, hidden for the mouse. A style
sheet's `outline` cannot draw a ring outside the control with a gap, so this is a `QFocusFrame` with margins of its
own. Which of the two moved the focus is known by what was pressed last in the window: a button that disappears when
it is clicked hands the focus on after the mouse was let go. Shortcuts call `expect_keyboard`, because they take their
key before the window sees it. The event filter is installed on windows, which get few events; on the whole application
it would cost time with each event.

Tab goes from stop to stop in reading order. A bar of buttons, or all messages, are one, with arrows inside:

    mark_stop(footer, sync, memories, settings)   # Tab reaches the footer once; arrows move in it

The window asks `next_stop` for each Tab; so a part with many controls never takes as many presses.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop.ui.theme import OWN_RING, Theme

if TYPE_CHECKING:
    from alicia_desktop.ui.focus_frame import FocusFrame

STOP: Final = "tab-stop"
"""A widget with this dynamic property is one stop with all that is in it."""
BACK: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
ARROWS: Final = BACK | {Qt.Key.Key_Right, Qt.Key.Key_Down}


class FocusRing(QObject):
    """Show the focus frame around the widget that the keyboard moved to."""

    def __init__(self, *, theme: Theme, app: QApplication) -> None:
        super().__init__(app)
        self._theme = theme
        self._keyboard = False
        self._frame: FocusFrame | None = None
        app.focusChanged.connect(self.follow_focus)

    @property
    def widget(self) -> QWidget | None:
        """The widget that the ring is around now."""
        frame = self._frame
        return frame.widget() if frame is not None and shiboken6.isValid(frame) else None

    def expect_keyboard(self) -> None:
        """Treat the next change of focus as one by the keyboard."""
        self._keyboard = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record whether a key or a mouse button was pressed last; let every event through."""
        kind = event.type()
        if kind is QEvent.Type.MouseButtonPress:
            self._keyboard = False
        elif kind is QEvent.Type.KeyPress:
            self._keyboard = True
        return False

    def follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Draw the ring around what has the keyboard now."""
        handle = new.window().windowHandle() if new is not None else None
        if handle is not None and shiboken6.isValid(handle):  # a list that drops down goes with its window
            handle.installEventFilter(self)  # once, however often it is said
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._keyboard = False
        target = _ring_target(new) if new is not None and self._keyboard else None
        if target is None and self.widget is None:
            return
        self._valid_frame().surround(target)

    def _valid_frame(self) -> "FocusFrame":
        """Return the frame, a new one where it was deleted with the parent of the widget that it surrounded."""
        if self._frame is None or not shiboken6.isValid(self._frame):
            from alicia_desktop.ui.focus_frame import FocusFrame  # noqa: PLC0415 - a QStyle, which takes Qt long

            self._frame = FocusFrame(self._theme)
        return self._frame


def _ring_target(widget: QWidget) -> QWidget:
    name = widget.property(OWN_RING)
    ancestor = widget.parentWidget()
    while name and ancestor is not None:
        if ancestor.objectName() == name:
            return ancestor
        ancestor = ancestor.parentWidget()
    return widget


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


def claim_escape(event: QEvent) -> bool:
    """Take Escape from the window's shortcuts, for the widget that gets this `event`; return whether it was that."""
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.ShortcutOverride:
        return False
    if event.key() != Qt.Key.Key_Escape:
        return False
    event.accept()
    return True


def _chain(start: QWidget, *, forward: bool) -> Iterator[QWidget]:
    step = QWidget.nextInFocusChain if forward else QWidget.previousInFocusChain
    one = _next_in_chain(step, start)
    while one is not None and one is not start:
        yield one
        one = _next_in_chain(step, one)


def _next_in_chain(step: Callable[[QWidget], QWidget | None], widget: QWidget) -> QWidget | None:
    """Return the neighbour of `widget`, and tell PySide again whose child that is.

    PySide takes it for a child of `widget`. With that one, such as the frame in a dialog that is closed, it would
    take all for deleted that Qt made below the neighbour: actions of menus, layouts.
    """
    neighbour = step(widget)
    if neighbour is not None and shiboken6.createdByPython(neighbour):  # nobody keeps what is made in what Qt made
        neighbour.setParent(neighbour.parentWidget())  # which changes nothing for Qt
    return neighbour


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
