"""Base of settings pages: headings, and fields with a label above and an error below."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_accessible_description, set_accessible_name
from alicia_desktop.ui.widgets.labels import Label

MEASURE = 420
"""As wide as a line is read."""
MARGIN = 24


class TextField(QWidget):
    """A text field with label, hint and error."""

    def __init__(
        self, name: str, *, theme: Theme, hint: str = "", example: str = "", secret: bool = False, value: str = ""
    ) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setMaxLength(MAX_FIELD_CHARACTERS)
        self.line.setText(value)
        self.line.setFont(theme.font("ui"))
        self.line.setFixedHeight(theme.height("control"))
        self.line.setPlaceholderText(self.tr("For example {example}").format(example=example) if example else "")
        set_accessible_name(self.line, name)
        self._hint = hint
        set_accessible_description(self.line, hint)
        if secret:
            self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self._error = Label("", theme=theme, font="small", tone="error", wrap=True)
        self._error.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(Label(name, theme=theme, weight=500))
        layout.addWidget(self.line)
        layout.addWidget(self._error)
        if hint:
            layout.addWidget(Label(hint, theme=theme, font="small", tone="muted", wrap=True))

    @property
    def value(self) -> str:
        """The text, without spaces around it."""
        return self.line.text().strip()

    def set_error(self, text: str) -> None:
        """Show an error below the field; empty hides it."""
        set_accessible_description(self.line, text or self._hint)
        self._error.setText(text)
        self._error.setVisible(bool(text))
        self.line.setProperty("wrong", bool(text))
        self.line.style().unpolish(self.line)
        self.line.style().polish(self.line)


class Page(QScrollArea):
    """A column of fields; it scrolls if the window is low."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label("", theme=theme, font="title")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        inner.setProperty("ground", "raised")
        # Here and not for each field: a layout asks how high a wrapped text is in its own width, not in the text's.
        inner.setMaximumWidth(MEASURE + 2 * MARGIN)
        self.column = QVBoxLayout(inner)
        self.column.setContentsMargins(MARGIN, 20, MARGIN, 20)
        self.column.setSpacing(16)
        self.column.addWidget(self._title)
        self.setWidget(inner)

    @property
    def title(self) -> str:
        """Its heading, which is also its name in the list of pages."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Set the heading and the accessible name."""
        self._title.setText(title)
        set_accessible_name(self, title)

    def add(self, widget: QWidget) -> None:
        """Add `widget` below the others."""
        self.column.addWidget(widget)

    def add_note(self, text: str) -> None:
        """Add a small explanation below the others."""
        note = Label(text, theme=self._theme, font="small", tone="muted", wrap=True)
        self.column.addWidget(note)

    def add_row(self, control: QWidget, note: QWidget) -> None:
        """Add a control with a note to its right."""
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(control)
        line.addWidget(note, 1)
        self.column.addLayout(line)

    def add_named(self, name: str, control: QWidget) -> None:
        """Add a control with its name above it."""
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(Label(name, theme=self._theme, weight=500))
        line = QHBoxLayout()
        line.addWidget(control)
        line.addStretch()
        column.addLayout(line)
        self.column.addLayout(column)

    def finish(self) -> None:
        """Push everything to the top; call it after the last `add`."""
        self.column.addStretch()
