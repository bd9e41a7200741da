"""What assistive technology is told of the messages: a list of all that are loaded, also of those out of sight.

Only what is near the window has a widget. Each other message is an item without one, with the same kind of name; it is
made when somebody asks for it. A `MessageCanvas` is the widget whose children are the messages:

    canvas = MessageCanvas()
    canvas.show_messages(rows, lambda: pool.shown())
"""

from collections.abc import Callable, Mapping

import shiboken6
from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QColor, QWindow
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.accessible_roles import PlainInterface, Role
from alicia_desktop.ui.untrusted.plain_text import MAX_NAME_CHARACTERS, shorten
from alicia_desktop.view.rows import MessageRow

ShownParts = Callable[[], Mapping[tuple[str, int], QWidget]]
"""The widgets that show something, by the id of the message and the number of its part."""


class MessageCanvas(QWidget):
    """The widget that holds the widgets of messages; its accessible interface has all messages."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Rows[MessageRow] = Rows(lambda row: row.id)
        self.shown: ShownParts = dict

    def show_messages(self, rows: Rows[MessageRow], shown: ShownParts) -> None:
        """Set the messages, and what returns the widgets of those that are near the window."""
        self.rows, self.shown = rows, shown

    def create_interface(self) -> "MessagesInterface":
        """Return what assistive technology is told of it."""
        return MessagesInterface(self)


class MessagesInterface(PlainInterface):
    """The list of messages: items before the widgets, the widgets, items after them."""

    def __init__(self, canvas: MessageCanvas) -> None:
        super().__init__(canvas, Role.List)
        self._items: dict[str, MessageItem] = {}
        """Items by the id of their message. Qt has no reference of its own to what Python made."""

    def canvas(self) -> MessageCanvas:
        """Return the widget that is described."""
        canvas = self.object()
        assert isinstance(canvas, MessageCanvas)
        return canvas

    def childCount(self) -> int:
        """Return how many items and widgets there are."""
        first, widgets, last = self._placed()
        return first + len(widgets) + len(self.canvas().rows) - last

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # Qt takes none, its stubs do not
        """Return an item, or what describes a widget."""
        first, widgets, last = self._placed()
        if first <= index < first + len(widgets):
            return QAccessible.queryAccessibleInterface(widgets[index - first])
        row = index if index < first else index - first - len(widgets) + last
        rows = self.canvas().rows
        return self._item(rows[row].id) if 0 <= row < len(rows) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the place of an item or a widget; -1 for what is none of them."""
        first, widgets, last = self._placed()
        if not isinstance(child, MessageItem):
            described = child.object()
            return next((first + at for at, widget in enumerate(widgets) if widget is described), -1)
        row = self.canvas().rows.position(child.message_id)
        if row is None or first <= row < last:
            return -1
        return row if row < first else row - last + first + len(widgets)

    def _placed(self) -> tuple[int, list[QWidget], int]:
        """Return how many messages are before the widgets, the widgets in their order, and the row after theirs."""
        rows, found = self.canvas().rows, []
        for (message_id, number), widget in self.canvas().shown().items():
            row = rows.position(message_id)
            if row is not None:
                found.append((row, number, widget))
        found.sort(key=lambda one: one[:2])
        return (found[0][0], [one[2] for one in found], found[-1][0] + 1) if found else (0, [], 0)

    def _item(self, message_id: str) -> "MessageItem":
        item = self._items.get(message_id)
        if item is None:
            self._forget_removed()
            item = self._items[message_id] = MessageItem(self, message_id)
            QAccessible.registerAccessibleInterface(item)
        return item

    def _forget_removed(self) -> None:
        """Delete the items of messages that are gone, as after another conversation was opened."""
        rows = self.canvas().rows
        for message_id in [known for known in self._items if rows.position(known) is None]:
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(self._items.pop(message_id)))


class MessageItem(QAccessibleInterface):
    """A message that is loaded and out of sight."""

    def __init__(self, messages: MessagesInterface, message_id: str) -> None:
        super().__init__()
        self._messages = messages
        self.message_id = message_id

    def isValid(self) -> bool:
        """Return whether the message is still loaded."""
        return shiboken6.isValid(self._messages) and self._messages.isValid() and self._row() is not None

    def object(self) -> None:  # type: ignore[override]  # as above
        """Return None: there is no widget."""
        return

    def window(self) -> QWindow | None:  # type: ignore[override]  # as above
        """Return the window of the list."""
        return self._messages.window()

    def parent(self) -> QAccessibleInterface:
        """Return the list."""
        return self._messages

    def child(self, index: int) -> None:  # type: ignore[override]  # as above
        """Return None: what is inside is there once the message is near."""
        return

    def childAt(self, x: int, y: int) -> None:  # type: ignore[override]  # as above
        """Return None."""
        return

    def childCount(self) -> int:
        """Return 0."""
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return -1."""
        return -1

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name: who, when and what, as that of a message's widget."""
        row = self._row()
        if kind is not QAccessible.Text.Name or row is None:
            return ""
        text = row.text if row.role == "system" else f"{row.name}, {row.time}: {row.text}"
        return shorten(text, MAX_NAME_CHARACTERS)

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Do nothing: a message is not changed so."""

    def rect(self) -> QRect:
        """Return nowhere: it is not on the screen."""
        return QRect()

    def role(self) -> QAccessible.Role:
        """Return that it is an item of a list."""
        return Role.ListItem

    def state(self) -> QAccessible.State:
        """Return that it is out of sight."""
        state = QAccessible.State()
        state.offscreen = state.readOnly = True
        return state

    def focusChild(self) -> None:  # type: ignore[override]  # as above
        """Return None: it never has the focus."""
        return

    def foregroundColor(self) -> QColor:
        """Return no colour."""
        return QColor()

    def backgroundColor(self) -> QColor:
        """Return no colour."""
        return QColor()

    def _row(self) -> MessageRow | None:
        return self._messages.canvas().rows.get(self.message_id)
