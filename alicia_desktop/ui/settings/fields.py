"""Base of settings pages: headings, fields with a label above and an error below, and the field for a key."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QKeySequenceEdit, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, set_accessible_description, set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import name_key_edit
from alicia_desktop.ui.widgets.labels import Label

MEASURE = 420
"""As wide as a line is read."""
MARGIN = 24
KEY_WIDTH = 240
PORTABLE = QKeySequence.SequenceFormat.PortableText


def show_lines(column: QVBoxLayout, lines: Sequence[QWidget], *, theme: Theme) -> None:
    """Show lines in the place of those before, or that there are none yet."""
    while (item := column.takeAt(0)) is not None:
        if (before := item.widget()) is not None:
            before.hide()
            before.deleteLater()
    nothing = translate("None yet")
    for line in lines or (Label(nothing, theme=theme, font="small", tone="muted"),):
        column.addWidget(line)


def told_line(told: Sequence[QWidget], buttons: Sequence[QWidget]) -> QWidget:
    """Make a line of a list: what is told, one below the other, and the buttons at its end."""
    line = QWidget()
    layout = QHBoxLayout(line)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    column = QVBoxLayout()
    column.setSpacing(0)
    for one in told:
        column.addWidget(one)
    layout.addLayout(column, 1)
    for button in buttons:
        layout.addWidget(button)
    return line


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
        """Show an error below the field, and announce it; empty hides it."""
        if text and text != self._error.text():
            announce(self.line, f"{self.line.accessibleName()}: {text}", at_once=True)
        set_accessible_description(self.line, text or self._hint)
        self._error.setText(text)
        self._error.setVisible(bool(text))
        self.line.setProperty("wrong", bool(text))
        self.line.style().unpolish(self.line)
        self.line.style().polish(self.line)


class PushToTalkField(QWidget):
    """A key that is pressed to choose it, or none."""

    chosen = Signal(str)
    """Another key, as Qt writes it; empty is none."""

    def __init__(self, keys: str, *, theme: Theme) -> None:
        super().__init__()
        self._edit = QKeySequenceEdit(QKeySequence(keys))
        self._edit.setMaximumSequenceLength(1)
        self._edit.setFixedSize(theme.scaled(KEY_WIDTH), theme.height("control"))
        self._edit.setFont(theme.font("ui"))
        for inner in self._edit.findChildren(QLineEdit):
            inner.setFixedHeight(theme.height("control"))  # it would be as high as its text
        name_key_edit(self._edit, self.tr("Push-to-talk in every window"))
        self._edit.editingFinished.connect(lambda: self.chosen.emit(self.keys))
        self._remove = Button(self.tr("Remove"), theme=theme, kind="link", small=True)
        self._remove.setAccessibleName(self.tr("Remove the push-to-talk key"))
        self._remove.clicked.connect(self._on_removed)
        self._edit.keySequenceChanged.connect(self._show_remove)
        self._state = Label("", theme=theme, font="small", wrap=True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._edit)
        line.addWidget(self._remove)
        line.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(Label(self.tr("Push-to-talk in every window"), theme=theme, weight=500))
        layout.addLayout(line)
        layout.addWidget(self._state)
        layout.addWidget(
            Label(
                self.tr(
                    "Press the key here to choose it. While you hold it, Alicia hears you, also while another program "
                    "is in front: in the mode Hold to talk, with the microphone on. F8 in this window stays."
                ),
                theme=theme,
                font="small",
                tone="muted",
                wrap=True,
            )
        )
        self.set_state("")
        self._show_remove()

    @property
    def keys(self) -> str:
        """The key that is chosen, as Qt writes it; empty is none."""
        return self._edit.keySequence().toString(PORTABLE)

    def set_state(self, sentence: str, *, possible: bool = True) -> None:
        """Say what is so of the key; where none is `possible`, none can be chosen."""
        self._edit.setEnabled(possible)
        self._state.setText(sentence)
        self._state.setVisible(bool(sentence))
        for widget in (self._edit, *self._edit.findChildren(QLineEdit)):
            set_accessible_description(widget, sentence)

    def _on_removed(self) -> None:
        self._edit.clear()
        self._edit.setFocus()
        self.chosen.emit("")

    def _show_remove(self) -> None:
        self._remove.setVisible(bool(self.keys))


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
        self._inner = inner
        self._limit_width()
        theme.changed.connect(self._limit_width)
        self.column = QVBoxLayout(inner)
        self.column.setContentsMargins(MARGIN, 20, MARGIN, 20)
        self.column.setSpacing(16)
        self.column.addWidget(self._title)
        self.setWidget(inner)

    def _limit_width(self) -> None:
        self._inner.setMaximumWidth(self._theme.scaled(MEASURE) + 2 * MARGIN)

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
        label = Label(name, theme=self._theme, weight=500)
        label.set_buddy(control)
        column.addWidget(label)
        line = QHBoxLayout()
        line.addWidget(control)
        line.addStretch()
        column.addLayout(line)
        self.column.addLayout(column)

    def finish(self) -> None:
        """Push everything to the top; call it after the last `add`."""
        self.column.addStretch()
