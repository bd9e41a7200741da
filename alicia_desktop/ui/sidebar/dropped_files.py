"""Files that are dropped on a widget, one signal each: conversations and captures, which are opened."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.conversation.composer import local_files

MAX_FILES: Final = 20
"""That are opened of those that are dropped at once."""


class DroppedFiles(QObject):
    """Takes files that are dropped on `widget` or on anything in it."""

    dropped = Signal(str)
    """The name of a file."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the files of a drag, if it has any."""
        if event.type() not in {QEvent.Type.DragEnter, QEvent.Type.Drop} or not isinstance(event, QDropEvent):
            return super().eventFilter(watched, event)
        files = local_files(event.mimeData())
        if files:
            event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            for file in files[:MAX_FILES]:
                self.dropped.emit(str(file))
        return True
