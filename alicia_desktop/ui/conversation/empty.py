"""An empty place: a large icon, what belongs here, and how to start."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Icon, Label


class EmptyConversation(QWidget):
    """Centred in the room it is given."""

    def __init__(self, icon: str, title: str, hint: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label(title, theme=theme, font="ui-strong")
        self._hint = Label(hint, theme=theme, tone="muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setSpacing(4)
        layout.addStretch()
        picture = Icon(icon, theme=theme, colour="border-strong", size=theme.tokens.icon["hero"])
        layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        layout.addStretch()
        self.setAccessibleName(f"{title}. {hint}")
