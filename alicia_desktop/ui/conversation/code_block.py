"""A block of code in a message: its language, a Copy button, highlighted lines that scroll sideways.

Long code stands in several of them, one below the other in one frame; the first has the head.
"""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.documents import Document
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label, rule

INSET = 12


class CodeBlock(QFrame):
    """Show a block of code with its language and a Copy button; lines are not wrapped."""

    copy_requested = Signal(int)
    """Offset in the message at which the code to copy begins."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._language = Label("", theme=theme, font="small", tone="muted")
        self._copy = Button(self.tr("Copy"), theme=theme, kind="flat", icon="copy", small=True)
        self._copy.setAccessibleName(self.tr("Copy code"))
        self._copy.clicked.connect(self._on_copy)
        self._text = _CodeText()
        self._document: Document | None = None
        self._head_line = QWidget()
        head = QHBoxLayout(self._head_line)
        head.setContentsMargins(INSET, 0, 4, 0)
        head.addWidget(self._language)
        head.addStretch()
        head.addWidget(self._copy)
        self._rule = rule()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        for widget in (self._head_line, self._rule, self._text):
            layout.addWidget(widget)
        self._head = theme.height("control-small") + 8
        self._copy.setFixedHeight(self._head)

    @property
    def text(self) -> str:
        """The code as plain text."""
        return self._text.toPlainText()

    def show_document(self, document: Document, *, width: int) -> None:
        """Show highlighted code in a frame `width` pixels wide."""
        block = document.block
        assert block is not None
        self._copy.set_icon("copy")
        self._copy.setText(self.tr("Copy"))
        self._language.setText(block.language or self.tr("Code"))
        set_accessible_name(self._text, self.tr("Code, {language}").format(language=block.language or self.tr("plain")))
        palette = self._text.palette()
        palette.setColor(QPalette.ColorRole.Text, self._theme.colour("syn-text"))
        self._text.setPalette(palette)
        if document is not self._document:
            before, self._document = self._document, document
            document.hold()
            self._text.setDocument(document)
            if before is not None:
                before.release()
        for part in (self._head_line, self._rule):
            part.setVisible(not block.continues)
        head = 0 if block.continues else self._head + 1
        wide = document.idealWidth() > width - 2 * INSET
        text_height = round(document.size().height() + 0.5) + 16 + (12 if wide else 0)
        self._text.setFixedHeight(text_height)
        self.setFixedSize(width, head + text_height + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background and border."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.setBrush(self._theme.colour("syn-ground"))
        radius = self._theme.radius("card")
        block = self._document.block if self._document is not None else None
        above = radius if block is not None and block.continues else 0
        below = radius if block is not None and block.goes_on else 0
        frame = QRectF(self.rect()).adjusted(0.5, 0.5 - 2 * above, -0.5, -0.5 + 2 * below)
        painter.drawRoundedRect(frame, radius, radius)
        painter.end()

    def _on_copy(self) -> None:
        if self._document is not None and self._document.block is not None:
            self.copy_requested.emit(self._document.block.start)
        self._copy.set_icon("check")
        self._copy.setText(self.tr("Copied"))


class _CodeText(QTextEdit):
    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(INSET, 8, INSET, 8)
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("background: transparent; border: none;")

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways only; vertical scrolling is left to the message list."""
        if event.angleDelta().x() and not event.angleDelta().y():
            super().wheelEvent(event)
        else:
            event.ignore()
