"""The widgets of the visible messages: one for each, taken from those that are no longer seen."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.conversation.answer import Answer
from alicia_desktop.ui.conversation.documents import Documents
from alicia_desktop.ui.conversation.folds import Folds
from alicia_desktop.ui.conversation.requests import MessageRequests
from alicia_desktop.ui.conversation.system_message import SystemMessage
from alicia_desktop.ui.conversation.user_message import UserMessage
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import MessageRow

MessageWidget = Answer | UserMessage | SystemMessage


@dataclass(frozen=True, kw_only=True, slots=True)
class _Shown:
    """What a widget shows and how high it became."""

    row: MessageRow
    width: int
    close: bool
    height: int


class Pool:
    """Widgets by message id; those out of sight wait for the next message of their kind."""

    def __init__(self, *, theme: Theme, documents: Documents, requests: MessageRequests, parent: QWidget) -> None:
        self._theme = theme
        self._documents = documents
        self._requests = requests
        self._parent = parent
        self._used: dict[str, MessageWidget] = {}
        self._shown: dict[str, _Shown] = {}
        self._idle: dict[type[MessageWidget], list[MessageWidget]] = {Answer: [], UserMessage: [], SystemMessage: []}
        self._folds: dict[str, Folds] = {}

    def shown(self) -> dict[str, MessageWidget]:
        """Return the widgets that show a message."""
        return self._used

    def show(self, row: MessageRow, width: int, *, close: bool) -> tuple[MessageWidget, int]:
        """Return the widget of `row` and its height; nothing is done when it shows just that already."""
        kind = _kind(row)
        widget = self._used.get(row.id)
        if widget is None or not isinstance(widget, kind):
            widget = self._take(row.id, kind)
        known = self._shown.get(row.id)
        if known is not None and known.row is row and (known.width, known.close) == (width, close):
            return widget, known.height
        # Shown before it is filled and placed: only then do its parts count. Nothing is painted in between.
        widget.show()
        height = self._fill(widget, row, width, close=close)
        self._shown[row.id] = _Shown(row=row, width=width, close=close, height=height)
        return widget, height

    def put(self, message_id: str, left: int, top: int, width: int) -> None:
        """Place the widget of a message that was shown."""
        widget = self._used[message_id]
        widget.setGeometry(left, top, width, self._shown[message_id].height)

    def keep_only(self, ids: set[str]) -> None:
        """Let the widgets of all other messages wait."""
        for message_id in [known for known in self._used if known not in ids]:
            self._release(message_id)

    def clear(self) -> None:
        """Let all wait and forget the folds: another conversation comes."""
        self.keep_only(set())
        self._folds.clear()

    def forget(self, message_id: str) -> None:
        """Lay this message out anew at the next chance."""
        self._shown.pop(message_id, None)

    def forget_all(self) -> None:
        """Lay everything out anew: the theme changed."""
        self._shown.clear()

    def count(self, now: float) -> Iterator[bool]:
        """Count the running tools of all visible answers up to `now`; says for each whether it has any."""
        for widget in tuple(self._used.values()):
            yield isinstance(widget, Answer) and widget.count(now)

    def _take(self, message_id: str, kind: type[MessageWidget]) -> MessageWidget:
        if message_id in self._used:
            self._release(message_id)
        idle = self._idle[kind]
        widget = idle.pop() if idle else self._make(kind)
        self._used[message_id] = widget
        return widget

    def _make(self, kind: type[MessageWidget]) -> MessageWidget:
        if kind is SystemMessage:
            return SystemMessage(theme=self._theme, parent=self._parent)
        made = Answer if kind is Answer else UserMessage
        return made(theme=self._theme, documents=self._documents, requests=self._requests, parent=self._parent)

    def _fill(self, widget: MessageWidget, row: MessageRow, width: int, *, close: bool) -> int:
        if isinstance(widget, Answer):
            return widget.show_row(row, width, folds=self._folds.setdefault(row.id, Folds()))
        if isinstance(widget, UserMessage):
            return widget.show_row(row, width, close=close)
        return widget.show_row(row, width)

    def _release(self, message_id: str) -> None:
        widget = self._used.pop(message_id)
        self._shown.pop(message_id, None)
        widget.hide()
        self._idle[type(widget)].append(widget)


def _kind(row: MessageRow) -> type[MessageWidget]:
    return {"user": UserMessage, "assistant": Answer, "system": SystemMessage}[row.role]
