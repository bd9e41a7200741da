"""The focus ring: a frame around the focused widget while the keyboard moves the focus, hidden for the mouse.

A style sheet's `outline` cannot draw a ring outside the control with a gap, so this is a `QFocusFrame` with margins of
its own. Which of the two moved the focus is known by what was pressed last in the window: a button that disappears when
it is clicked hands the focus on after the mouse was let go. Shortcuts say so themselves (`by_keyboard`), because they
take their key before the window sees it. The filter lies on windows, which get little; one over the whole application
would cost each event.
"""

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop.ui.theme import OWN_RING, Theme

if TYPE_CHECKING:
    from alicia_desktop.ui.focus_frame import FocusFrame


class FocusRing(QObject):
    """Show the focus frame around the widget that the keyboard moved to."""

    def __init__(self, *, theme: Theme, app: QApplication) -> None:
        super().__init__(app)
        self._theme = theme
        self._keyboard = False
        self._frame: FocusFrame | None = None
        app.focusChanged.connect(self._on_focus_changed)

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

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
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
