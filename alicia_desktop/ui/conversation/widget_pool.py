"""A pool of widgets for the visible parts of messages: one for each, reused when the part is scrolled away."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_controls import MessageRequests, MessageWidget
from alicia_desktop.ui.conversation.message_parts import MessageFolds, MessagePart
from alicia_desktop.ui.theme import Theme

WidgetTypes = Mapping[str, type[MessageWidget]]
"""Role of a message → the class that shows it."""
PartKey = tuple[str, int]
"""The id of a message, and the number of its part."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Shown:
    """What a widget shows, and its height in pixels."""

    part: MessagePart
    width: int
    close: bool
    height: int


class WidgetPool:
    """Message widgets by part; a widget that is scrolled away is reused for the next part of the same kind."""

    def __init__(
        self,
        types: WidgetTypes,
        *,
        theme: Theme,
        documents: DocumentCache,
        requests: MessageRequests,
        parent: QWidget,
    ) -> None:
        self._types = types
        self._theme = theme
        self._documents = documents
        self._requests = requests
        self._parent = parent
        self._used: dict[PartKey, MessageWidget] = {}
        self._shown: dict[PartKey, _Shown] = {}
        self._idle: dict[type[MessageWidget], list[MessageWidget]] = {kind: [] for kind in types.values()}
        self._folds: dict[str, MessageFolds] = {}
        self._order: list[PartKey] = []

    def shown(self) -> dict[PartKey, MessageWidget]:
        """Return the widgets in use, by part."""
        return self._used

    def widget_of(self, message_id: str) -> MessageWidget | None:
        """Return the first visible widget of a message, or None."""
        numbers = [number for name, number in self._used if name == message_id]
        return self._used[message_id, min(numbers)] if numbers else None

    def top_of(self, message_id: str, number: int, offset: int) -> int:
        """Return the distance in pixels from the upper edge of a part to a character; 0 if the part is not shown."""
        widget = self._used.get((message_id, number))
        return widget.top_of(offset) if widget is not None else 0

    def height_of(self, part: MessagePart, width: int, *, close: bool) -> int | None:
        """Return the height of a part that is shown unchanged at this width, else None."""
        known = self._shown.get(_key(part))
        if known is None or (known.part, known.width, known.close) != (part, width, close):
            return None
        return known.height

    def show(self, part: MessagePart, width: int, *, close: bool) -> tuple[MessageWidget, int]:
        """Show `part` and return its widget and height; an unchanged part is not laid out again."""
        key, kind = _key(part), self._types[part.row.role]
        widget = self._used.get(key)
        if widget is None or not isinstance(widget, kind):
            widget = self._acquire(key, kind)
        height = self.height_of(part, width, close=close)
        if height is None:
            # Shown before it is filled and placed: only then do its parts count. Nothing is painted in between.
            widget.show()
            folds = self._folds.setdefault(part.row.id, MessageFolds())
            height = widget.show_part(part, width, close=close, folds=folds)
            self._shown[key] = _Shown(part=part, width=width, close=close, height=height)
        return widget, height

    def set_geometry(self, part: MessagePart, left: int, top: int, width: int) -> None:
        """Set the position and size of the widget of a shown part, in pixels."""
        key = _key(part)
        self._used[key].setGeometry(left, top, width, self._shown[key].height)

    def sort(self, parts: Iterable[MessagePart]) -> None:
        """Put the widgets into the order of `parts` among their siblings, in which assistive technology reads them."""
        keys = [_key(part) for part in parts]
        if keys != self._order:
            self._order = keys
            for key in keys:
                self._used[key].raise_()

    def retain_only(self, parts: Iterable[MessagePart]) -> None:
        """Release the widgets of all other parts."""
        kept = {_key(part) for part in parts}
        for key in [known for known in self._used if known not in kept]:
            self._release(key)

    def clear(self) -> None:
        """Release all widgets and forget the folds, before another conversation is shown."""
        self.retain_only(())
        self._folds.clear()

    def invalidate(self, message_id: str) -> None:
        """Lay out a message again the next time it is shown."""
        for key in [known for known in self._shown if known[0] == message_id]:
            del self._shown[key]

    def invalidate_all(self) -> None:
        """Lay out all messages again the next time they are shown."""
        self._shown.clear()

    def update_elapsed(self, now: float) -> Iterator[bool]:
        """Update the elapsed times of the visible answers; yield for each widget whether tools are running in it."""
        for widget in tuple(self._used.values()):
            yield widget.update_elapsed(now)

    def _acquire(self, key: PartKey, kind: type[MessageWidget]) -> MessageWidget:
        if key in self._used:
            self._release(key)
        idle = self._idle[kind]
        widget = idle.pop() if idle else self._create(kind)
        self._used[key] = widget
        return widget

    def _create(self, kind: type[MessageWidget]) -> MessageWidget:
        return kind(theme=self._theme, documents=self._documents, requests=self._requests, parent=self._parent)

    def _release(self, key: PartKey) -> None:
        widget = self._used.pop(key)
        self._shown.pop(key, None)
        focused, room = QApplication.focusWidget(), self._parent.parentWidget()
        if room is not None and focused is not None and (widget is focused or widget.isAncestorOf(focused)):
            room.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt would give the keyboard to the next control anywhere
        widget.hide()
        self._idle[type(widget)].append(widget)


def _key(part: MessagePart) -> PartKey:
    return part.row.id, part.number
