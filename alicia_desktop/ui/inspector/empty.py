"""An empty place: what belongs there and how to start."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Icon, Label


class EmptyState(QWidget):
    """An icon, a title and a sentence, in the middle."""

    def __init__(self, icon: str, title: str, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label(title, theme=theme, font="ui-strong", wrap=True)
        self._text = Label(text, theme=theme, tone="muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 32, 32, 32)
        layout.setSpacing(4)
        layout.addStretch(2)
        picture = Icon(icon, theme=theme, colour="border-strong", size=theme.tokens.icon["hero"])
        layout.addWidget(picture, alignment=Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        layout.addStretch(3)
        self.say(title, text)

    def say(self, title: str, text: str) -> None:
        """Say something else, such as that a filter hides all."""
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(f"{title}. {text}")
