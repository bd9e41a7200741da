"""The larger view of an image, over the whole window: its name, a button to save it, and Escape to close."""

from PySide6.QtCore import QEvent, QObject, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.pictures import Picture
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel


class ImageViewer(QWidget):
    """Show an image over its window, which it covers until it is closed; it is destroyed then."""

    save_requested = Signal()
    closed = Signal()

    def __init__(self, name: str, image: Picture, *, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self._before: QWidget | None = window.focusWidget()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_accessible_name(self, name)
        self.picture = _Picture(image)
        set_accessible_name(self.picture, name)
        bar = QWidget()
        bar.setProperty("ground", "surface")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.save = Button(self.tr("Save as…"), theme=theme, icon="download-simple")
        self.save.clicked.connect(self.save_requested)
        self.leave = IconButton("x", self.tr("Close (Esc)"), theme=theme)
        self.leave.clicked.connect(self.close)
        line = QHBoxLayout(bar)
        line.setContentsMargins(16, 8, 12, 8)
        line.setSpacing(8)
        line.addWidget(ElidedLabel(name, theme=theme, weight=500), 1)
        line.addWidget(self.save)
        line.addWidget(self.leave)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addWidget(self.picture, 1)
        window.installEventFilter(self)
        self.setGeometry(window.rect())
        self.show()
        self.raise_()
        self.leave.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window."""
        if event.type() is QEvent.Type.Resize and watched is self._window:
            self.setGeometry(self._window.rect())
        return False

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window does."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's name
        """Keep Tab within the two buttons."""
        (self.save if self.leave.hasFocus() else self.leave).setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close where the image is pressed, or what is around it."""
        self.close()

    def hideEvent(self, event: QEvent) -> None:
        """Give the focus back."""
        if self._before is not None and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken the window behind."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("scrim"))
        painter.end()


class _Picture(QWidget):
    """The image in the middle, as large as it is, or as there is room."""

    def __init__(self, image: Picture) -> None:
        super().__init__()
        self._image = image

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room = QSizeF(self.width() - 32, self.height() - 32)
        size = QSizeF(self._image.size())
        if size.width() > room.width() or size.height() > room.height():
            size.scale(room, Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        painter.drawImage(QRectF(left, top, size.width(), size.height()), self._image)
        painter.end()
