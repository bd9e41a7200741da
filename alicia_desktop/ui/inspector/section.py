"""The heading of a part: its name, what it means in small, and what stands at its end."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label


class InspectorSection(QWidget):
    """A line 32 high on the sunken ground; `padding` at both sides, in pixels."""

    def __init__(
        self, title: str, note: str = "", *, theme: Theme, padding: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFixedHeight(theme.height("control"))
        self._note = ElidedLabel(note, theme=theme, font="small", tone="muted")
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(padding, 0, padding, 0)
        self._line.setSpacing(8)
        self._line.addWidget(Label(title, theme=theme, font="label"))
        self._line.addWidget(self._note, 1)

    @property
    def note(self) -> str:
        """What it says in small."""
        return self._note.whole_text

    def set_note(self, note: str) -> None:
        """Say something else in small."""
        self._note.set_text(note)

    def add(self, widget: QWidget) -> None:
        """Put a control at its end."""
        self._line.addWidget(widget)
