"""The keyboard among messages: up and down from one to the next, right and left through the controls of one.

All of them are one stop of the Tab key (`ui.focus`). A message that is higher than its room is scrolled before
the next one gets the focus.
"""

from typing import Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop.ui.conversation.message_controls import MessageWidget
from alicia_desktop.ui.conversation.message_viewport import MessageViewport
from alicia_desktop.ui.conversation.widget_pool import WidgetTypes
from alicia_desktop.ui.focus import mark_stop, takes_arrow
from alicia_desktop.ui.theme import Theme

ROOM_ABOVE: Final = 12
"""Pixels that are left over and under a message that is brought into view."""
KEPT: Final = 48
"""Pixels of the text before that stay when a high message is scrolled."""


class NavigableMessages(MessageViewport):
    """Messages among which the arrow keys move."""

    def __init__(self, types: WidgetTypes, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(types, theme=theme, parent=parent)
        self._arrows = _ArrowFilter(self)
        self._arrows.pressed.connect(self._move)
        mark_stop(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_moved)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrow keys."""
        if takes_arrow(event):
            self._move(Qt.Key(event.key()))
        else:
            super().keyPressEvent(event)

    def _on_focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and shiboken6.isValid(before):
            before.removeEventFilter(self._arrows)
        if now is not None and self.viewport().isAncestorOf(now) and not isinstance(now, MessageWidget):
            now.installEventFilter(self._arrows)

    def _move(self, key: Qt.Key) -> None:
        if key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._move_between(-1 if key == Qt.Key.Key_Up else 1)
        else:
            self._move_within(1 if (key == Qt.Key.Key_Right) != self.isRightToLeft() else -1)

    def _move_between(self, step: int) -> None:
        current = self._current()
        if current is not None and self._scroll_within(current, step):
            return
        shown = self._in_order()
        if current is None:
            inside = [one for one in shown if one.y() < self.viewport().height() and one.geometry().bottom() > 0]
            target = (inside[-1] if step < 0 else inside[0]) if inside else None
        else:
            target = self._neighbour(current, step)
        if target is not None:
            self._focus_message(target)

    def _neighbour(self, current: MessageWidget, step: int) -> MessageWidget | None:
        """Return the part above or below, which is scrolled to where it is not laid out yet."""
        shown = self._in_order()
        at = shown.index(current) + step
        if not 0 <= at < len(shown):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + step * bar.singleStep())
            shown = self._in_order()
            at = shown.index(current) + step if current in shown else -1
        return shown[at] if 0 <= at < len(shown) else None

    def _scroll_within(self, current: MessageWidget, step: int) -> bool:
        """Scroll in a message that goes on beyond the edge; return whether it did."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        beyond = current.geometry().bottom() - room if step > 0 else -current.y()
        if beyond <= ROOM_ABOVE or current.height() <= room:
            return False
        before = bar.value()
        bar.setValue(before + step * min(beyond + ROOM_ABOVE, room - KEPT))
        return bar.value() != before

    def _focus_message(self, widget: MessageWidget) -> None:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        bar, room = self.verticalScrollBar(), self.viewport().height()
        above, below = widget.y() - ROOM_ABOVE, widget.geometry().bottom() + ROOM_ABOVE - room
        if above < 0:
            bar.setValue(bar.value() + above)
        elif below > 0:
            bar.setValue(bar.value() + min(below, above))
        if widget.message_id:
            self.requests.message_chosen.emit(widget.message_id)

    def _move_within(self, step: int) -> None:
        current, focused = self._current(), QApplication.focusWidget()
        if current is None:
            return
        controls = [one for one in current.findChildren(QWidget) if _takes_keys(one)]
        controls.sort(key=lambda one: (one.mapTo(current, one.rect().center()).y() // 12, _start(one, current)))
        stops: list[QWidget] = [current, *controls]
        at = next((number for number, one in enumerate(stops) if one is focused), 0) + step
        if 0 <= at < len(stops):
            stops[at].setFocus(Qt.FocusReason.TabFocusReason)

    def _current(self) -> MessageWidget | None:
        """Return the part that has the keyboard, or in which a control has it."""
        focused = QApplication.focusWidget()
        if focused is None:
            return None
        return next((one for one in self._in_order() if one is focused or one.isAncestorOf(focused)), None)

    def _in_order(self) -> list[MessageWidget]:
        return sorted(self._pool.shown().values(), key=lambda one: one.y())


class _ArrowFilter(QObject):
    """Takes the arrow keys from the control that has the focus: a button would go to its neighbour."""

    pressed = Signal(Qt.Key)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and takes_arrow(event):
            self.pressed.emit(Qt.Key(event.key()))
            return True
        return False


def _takes_keys(control: QWidget) -> bool:
    return control.isVisible() and control.isEnabled() and bool(control.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _start(control: QWidget, room: QWidget) -> int:
    left = control.mapTo(room, control.rect().topLeft()).x()
    return -left - control.width() if room.isRightToLeft() else left
