"""The keyboard's focus: a ring around the focused widget, and where Tab goes.

The ring is a frame around the focused widget while the keyboard moves the focus, hidden for the mouse. A style
sheet's `outline` cannot draw a ring outside the control with a gap, so this is a `QFocusFrame` with margins of its
own. Which of the two moved the focus is known by what was pressed last in the window: a button that disappears when
it is clicked hands the focus on after the mouse was let go. Shortcuts call `expect_keyboard`, because they take their
key before the window sees it. The event filter is installed on windows, which get few events; on the whole application
it would cost time with each event.

Tab goes from stop to stop in reading order. A bar of buttons, or all messages, are one, with arrows inside, as in the
toolbar of WAI-ARIA:

    mark_stop(footer, sync, memories, settings)   # Tab reaches the footer once; arrows, Home and End move in it

The window asks `next_stop` for each Tab; so a part with many controls never takes as many presses. Between the list
of conversations and the message field there are two stops, the header with its notice and the messages; what else
stands around the field comes after it, and the sidebar's footer at the end of the round (`TabPlace`).
"""

from collections.abc import Container, Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop.ui.accessible_roles import set_role
from alicia_desktop.ui.theme import OWN_RING, Theme

if TYPE_CHECKING:
    from alicia_desktop.ui.focus_frame import FocusFrame

STOP: Final = "tab-stop"
"""A widget with this dynamic property is one stop with all that is in it."""
BACK: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
ARROWS: Final = BACK | {Qt.Key.Key_Right, Qt.Key.Key_Down}
PLACE: Final = "tab-place"
"""The dynamic property with the place of what is in a widget."""
ENDS: Final = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
"""Keys that move to the first and the last control of a stop → its place."""


class TabPlace(IntEnum):
    """Parts of the window in the order of Tab: what is read and written first, then what goes with it."""

    READING = 0
    """Conversations, header, messages and the message field: what is not said otherwise."""
    SEND = 1
    """What sends a message and what stops an answer."""
    COMPOSER = 2
    """What else stands around the field: files, and the end of editing."""
    VOICE = 3
    FIRST_RUN = 4
    INSPECTOR = 5
    FOOTER = 6
    """Of the sidebar."""


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
    """Make `room` one stop, a toolbar in which arrows move between its `controls`, which stand in reading order."""
    room.setProperty(STOP, True)
    if controls:
        set_role(room, QAccessible.Role.ToolBar)
        arrows = _Arrows(room, controls)
        for control in controls:
            control.installEventFilter(arrows)


def set_place(room: QWidget, place: TabPlace) -> None:
    """Have Tab reach what is in `room` after all that stands before `place`."""
    room.setProperty(PLACE, int(place))


def next_stop(window: QWidget, *, forward: bool) -> QWidget | None:
    """Return what gets the focus when Tab is pressed in `window`, backwards with Shift; None where nothing can."""
    focused = QApplication.focusWidget()
    start = focused if focused is not None and window.isAncestorOf(focused) else None
    stops: dict[QWidget, list[QWidget]] = {}
    for one in sorted((one for one in _chain(window) if one is start or _takes_tab(one)), key=_place_of):
        stops.setdefault(_stop_of(one), []).append(one)
    order = list(stops)
    at = order.index(_stop_of(start)) if start is not None else -1
    others = order[at + 1 :] + order[: max(at, 0)]
    for stop in others if forward else reversed(others):
        controls = [stop] if _takes_tab(stop) else [one for one in stops[stop] if _takes_tab(one)]
        if controls:
            return controls[0 if forward else -1]
    return None


def focus_next_stop(window: QWidget, *, forward: bool) -> bool:
    """Give the focus to the next stop; return whether there is one."""
    target = next_stop(window, forward=forward)
    if target is not None:
        target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return target is not None


def takes_arrow(event: QEvent, keys: Container[Qt.Key] = ARROWS) -> bool:
    """Whether `event` is an arrow key, or another of `keys`, that was pressed alone."""
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
        return False
    keypad = Qt.KeyboardModifier.KeypadModifier
    return event.key() in keys and event.modifiers() & ~keypad == Qt.KeyboardModifier.NoModifier


def claim_escape(event: QEvent) -> bool:
    """Take Escape from the window's shortcuts, for the widget that gets this `event`; return whether it was that."""
    if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.ShortcutOverride:
        return False
    if event.key() != Qt.Key.Key_Escape:
        return False
    event.accept()
    return True


def _chain(window: QWidget) -> Iterator[QWidget]:
    one = _next_in_chain(window)
    while one is not None and one is not window:
        if one.window() is window:
            yield one
        one = _next_in_chain(one)


def _next_in_chain(widget: QWidget) -> QWidget | None:
    """Return the next neighbour of `widget`, and tell PySide again whose child that is.

    PySide takes it for a child of `widget`. With that one, such as the frame in a dialog that is closed, it would
    take all for deleted that Qt made below the neighbour: actions of menus, layouts.
    """
    neighbour = widget.nextInFocusChain()
    if neighbour is not None and shiboken6.createdByPython(neighbour):  # nobody keeps what is made in what Qt made
        neighbour.setParent(neighbour.parentWidget())  # which changes nothing for Qt
    return neighbour


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()


def _stop_of(widget: QWidget) -> QWidget:
    """Return the outermost stop that `widget` is in, or itself."""
    found = widget
    for one in _with_ancestors(widget):
        if one.property(STOP):
            found = one
    return found


def _place_of(widget: QWidget) -> int:
    """Return the place of the nearest part that has one."""
    places = (one.property(PLACE) for one in _with_ancestors(widget))
    return next((place for place in places if place is not None), TabPlace.READING)


def _with_ancestors(widget: QWidget) -> Iterator[QWidget]:
    """Yield `widget` and what it is in, within the window."""
    one: QWidget | None = widget
    while one is not None and not one.isWindow():
        yield one
        one = one.parentWidget()


class _Arrows(QObject):
    """Move the focus between the controls of a stop."""

    def __init__(self, room: QWidget, controls: tuple[QWidget, ...]) -> None:
        super().__init__(room)
        self._room = room
        self._controls = controls

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the arrow keys, Home and End."""
        if not takes_arrow(event, ARROWS | ENDS.keys()) or not isinstance(event, QKeyEvent):
            return False
        shown = [one for one in self._controls if one.isVisible() and one.isEnabled()]
        at = next((number for number, one in enumerate(shown) if one is watched), 0)
        key = Qt.Key(event.key())
        target = ENDS[key] if key in ENDS else (at + self._step(key)) % len(shown)
        shown[target].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _step(self, key: Qt.Key) -> int:
        step = -1 if key in BACK else 1
        mirrored = self._room.isRightToLeft() and key in {Qt.Key.Key_Left, Qt.Key.Key_Right}
        return -step if mirrored else step
