"""A layout that puts items side by side and goes on in the next line, as text does."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items side by side, then on the next line; from the right in languages that start there."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, at_end: bool = False) -> None:
        """With `at_end` each line stands at the end of the room, as the user's messages do."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._at_end = gap, at_end
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Add `item`; Qt calls this for `addWidget`."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item, or None beyond the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item, or None beyond the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """Return true: narrow means high."""
        return True

    def expandingDirections(self) -> Qt.Orientation:
        """Return none: it takes no more height than its lines."""
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines in `width`."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the items into `rect`."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """Return the size of one long line."""
        hints = [item.sizeHint() for item in self._shown()]
        width = sum(hint.width() for hint in hints) + self._gap * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() is Qt.LayoutDirection.RightToLeft
        y = rect.top()
        for line in self._lines(rect.width()):
            used = sum(size.width() for _, size in line) + self._gap * (len(line) - 1)
            x = rect.left() + (rect.width() - used if self._at_end else 0)
            for item, size in line if place else ():
                left = rect.left() + rect.right() - x - size.width() + 1 if mirrored else x
                item.setGeometry(QRect(QPoint(left, y), size))
                x += size.width() + self._gap
            y += max(size.height() for _, size in line) + self._gap
        return max(0, y - self._gap - rect.top())

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the items of each line with their sizes in `room` pixels."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = 0
        for item in self._shown():
            size = QSize(min(item.sizeHint().width(), room), item.sizeHint().height())
            if not lines or used + self._gap + size.width() > room:
                lines.append([])
                used = -self._gap
            lines[-1].append((item, size))
            used += self._gap + size.width()
        return lines
