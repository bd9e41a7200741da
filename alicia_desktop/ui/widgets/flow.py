"""A layout that fills lines like words: chips under an answer. Its height follows from its width."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items side by side, then on the next line; from the right in languages that start there."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Keep `item`; Qt calls this for `addWidget`."""
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
        x, y, line = rect.left(), rect.top(), 0
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() is Qt.LayoutDirection.RightToLeft
        for item in self._shown():
            size = QSize(min(item.sizeHint().width(), rect.width()), item.sizeHint().height())
            if x > rect.left() and x + size.width() > rect.left() + rect.width():
                x, y, line = rect.left(), y + line + self._gap, 0
            if place:
                left = rect.left() + rect.right() - x - size.width() + 1 if mirrored else x
                item.setGeometry(QRect(QPoint(left, y), size))
            x += size.width() + self._gap
            line = max(line, size.height())
        return y + line - rect.top()
