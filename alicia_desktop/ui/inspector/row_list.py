"""A list of the inspector: on a raised ground, scrolled by pixels, walked with j and k as with the arrows."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QWidget

from alicia_desktop.ui.inspector.keys import as_arrow
from alicia_desktop.ui.theme import Theme


class RowList(QListView):
    """What the lists have in common; who derives from it sets the name and the delegate."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "raised")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        theme.changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take j and k for arrows; Enter means the same on every platform."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(as_arrow(event))

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys here."""
