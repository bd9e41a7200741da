"""The dock at the lower edge: the voice bar over the composer in one frame, as wide as the reading column."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.composer import Composer
from alicia_desktop.ui.conversation.voice_bar import VoiceBar
from alicia_desktop.ui.focus import OWN_RADIUS
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, rule


class Dock(QWidget):
    """Voice and writing; it keeps its place whatever the messages do."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.voice = VoiceBar(theme=theme)
        self.composer = Composer(theme=theme)
        self._frame = _Frame(theme=theme)
        inner = QVBoxLayout(self._frame)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        self._editing = self._editing_line()
        for widget in (self.voice, rule(), self._editing, self.composer):
            inner.addWidget(widget)
        self.composer.editing_changed.connect(self._editing.setVisible)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 16)
        layout.addStretch()
        layout.addWidget(self._frame, 1)
        layout.addStretch()

    def _editing_line(self) -> QWidget:
        """Return what stands over the field while words of before are edited."""
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(16, 8, 16, 0)
        layout.setSpacing(6)
        cancel = Button(self.tr("Cancel"), theme=self._theme, kind="link", small=True)
        cancel.setAccessibleDescription(self.tr("Escape does the same"))
        cancel.setFixedHeight(self._theme.line("small"))
        cancel.clicked.connect(self.composer.end_editing)
        layout.addWidget(Icon("pencil-simple", theme=self._theme, size=14))
        words = self.tr("You are editing a question. It is asked again as a version of its own.")
        layout.addWidget(ElidedLabel(words, theme=self._theme, font="small", tone="muted"), 1)
        layout.addWidget(cancel)
        line.hide()
        return line

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as wide as the column of messages."""
        super().resizeEvent(event)
        self._frame.setFixedWidth(max(120, min(self._theme.width("conversation-column"), self.width() - 48)))


class _Frame(QWidget):
    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("dock")
        self.setProperty(OWN_RADIUS, theme.radius("dialog"))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border-strong"), 1))
        painter.setBrush(self._theme.colour("surface-raised"))
        radius = self._theme.radius("dialog")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()
